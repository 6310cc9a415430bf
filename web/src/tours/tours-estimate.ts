// SPDX-License-Identifier: GPL-3.0-or-later
// An estimate that improves as you watch: probes come from the server in batches, and the mean and interval are drawn as they settle.
import { fill, h } from '../app/dom';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 226, 46, 8, 34, 30];

/** Natural logarithms throughout: numbers of tours overflow anything else. */
export interface Summary {
  probes: number;
  mean: number;
  low: number;
  high: number;
  effective: number;
}

/** Mean and 95 % interval of probes whose logarithms are given; null stands for a probe of 0. */
export function summarize(logs: (number | null)[]): Summary {
  const found = logs.filter((log) => log !== null);
  const most = found.reduce((a, b) => Math.max(a, b), -Infinity);
  if (most === -Infinity) return { probes: logs.length, mean: -Infinity, low: -Infinity, high: -Infinity, effective: 0 };
  const sum = found.reduce((total, log) => total + Math.exp(log - most), 0);
  const squares = found.reduce((total, log) => total + Math.exp(2 * (log - most)), 0);
  const n = logs.length;
  const mean = sum / n;
  const error = n > 1 ? Math.sqrt(Math.max(0, squares / n - mean * mean) / (n - 1)) : Infinity;
  return {
    probes: n,
    mean: most + Math.log(mean),
    low: most + Math.log(Math.max(0, mean - 1.96 * error)),
    high: most + Math.log(mean + 1.96 * error),
    effective: (sum * sum) / squares,
  };
}

/** exp(log): "9,862", "1.327 × 10" and a raised 13. */
export function numberOf(log: number): (HTMLElement | string)[] {
  if (log === -Infinity) return ['0'];
  const ten = log / Math.LN10;
  if (ten < 6) return [Math.round(Math.exp(log)).toLocaleString('en')];
  const power = Math.floor(ten);
  return [`${(10 ** (ten - power)).toFixed(3)} × 10`, h('sup', {}, String(power))];
}

/** The result in words: the mean, its confidence interval once there is one, and whether to trust it. */
function words(now: Summary, population: number): (HTMLElement | string)[] {
  const count = now.probes.toLocaleString('en');
  const probes = population > 1 ? `${count} ${now.probes === 1 ? 'population' : 'populations'} of ${population} random walks` : `${count} random walks`;
  if (now.mean === -Infinity) return [`None of ${probes} has completed a tour yet.`];
  const trust = now.effective < 30 ? ' Too few to be trusted yet.' : '';
  const interval = now.high === Infinity ? [' After '] : [' From ', ...numberOf(now.low), ' to ', ...numberOf(now.high), ' with 95% confidence, after '];
  return [h('strong', {}, 'About ', ...numberOf(now.mean), ' tours.'), ...interval, `${probes}.${trust}`];
}

/** A decimal number of any length, in groups of three. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** The same, with places where a line may end. */
export const digitParts = (digits: string): (HTMLElement | string)[] =>
  groupDigits(digits)
    .split(/(?<=,)/)
    .flatMap((group) => [group, h('wbr')]);

export class EstimatePlot {
  readonly element: HTMLElement;
  private readonly words = h('p', { class: 'estimate-words', 'aria-live': 'polite' });
  private readonly svg = document.createElementNS(NAMESPACE, 'svg');
  private logs: (number | null)[] = [];
  private course: Summary[] = [];

  constructor() {
    this.svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.svg.setAttribute('class', 'estimate-plot');
    this.svg.setAttribute('role', 'img');
    this.svg.setAttribute('aria-label', 'How the estimate settles');
    this.element = h('div', { class: 'estimate' }, this.words, this.svg);
    this.reset();
  }

  reset(): void {
    this.logs = [];
    this.course = [];
    this.element.hidden = true;
  }

  get probes(): number {
    return this.logs.length;
  }

  say(text: string): void {
    this.element.hidden = false;
    this.svg.setAttribute('hidden', '');
    fill(this.words, text);
  }

  /** Adds a batch. `exact` is the logarithm of the true number, when it is known. */
  add(logs: (number | null)[], population: number, exact: number | null): void {
    this.logs.push(...logs);
    const now = summarize(this.logs);
    this.course.push(now);
    this.element.hidden = false;
    this.svg.removeAttribute('hidden');
    fill(this.words, ...words(now, population));
    this.draw(exact, population);
  }

  private draw(exact: number | null, population: number): void {
    const last = this.course.at(-1);
    const first = this.course[0];
    if (last === undefined || first === undefined || last.mean === -Infinity) {
      this.svg.replaceChildren();
      return;
    }
    const value = (log: number): number => Math.exp(log - last.mean);
    const reach = Math.min(Math.max(2.5 * (value(last.high) - 1), 0.02), 1.5);
    let [low, high] = [Math.max(0, 1 - reach), 1 + reach];
    if (exact !== null) [low, high] = [Math.min(low, value(exact) * 0.98), Math.max(high, value(exact) * 1.02)];
    const most = Math.max(last.probes, first.probes + 1);
    const x = (probes: number): number => LEFT + ((probes - first.probes) / (most - first.probes)) * (WIDTH - LEFT - RIGHT);
    const y = (log: number): number => {
      const share = (value(log) - low) / (high - low);
      return HEIGHT - BOTTOM - Math.min(1, Math.max(0, share)) * (HEIGHT - TOP - BOTTOM);
    };
    const at = (each: Summary, log: number): string => `${x(each.probes).toFixed(1)} ${y(log).toFixed(1)}`;
    const upper = this.course.map((each) => at(each, each.high));
    const lower = this.course.map((each) => at(each, each.low)).reverse();
    const parts: SVGElement[] = [];
    const path = (css: string, d: string): void => {
      const element = document.createElementNS(NAMESPACE, 'path');
      element.setAttribute('class', css);
      element.setAttribute('d', d);
      parts.push(element);
    };
    const text = (css: string, left: number, top: number, written: string): Element => {
      const element = document.createElementNS(NAMESPACE, 'text');
      element.setAttribute('class', css);
      element.setAttribute('x', String(left));
      element.setAttribute('y', String(top));
      element.textContent = written;
      parts.push(element);
      return element;
    };
    const power = Math.floor(last.mean / Math.LN10);
    const unit = power >= 6 ? Math.exp(last.mean - power * Math.LN10) : Math.exp(last.mean);
    const scale = (tick: number): string => (power >= 6 ? tick.toFixed(reach < 0.1 ? 3 : 2) : Math.round(tick).toLocaleString('en'));
    for (let line = 0; line <= 4; line += 1) {
      const share = low + ((high - low) * line) / 4;
      const top = HEIGHT - BOTTOM - (line / 4) * (HEIGHT - TOP - BOTTOM);
      path('grid', `M${LEFT} ${top}H${WIDTH - RIGHT}`);
      text('tick y', LEFT - 6, top + 4, scale(share * unit));
    }
    path('band', `M${upper.join('L')}L${lower.join('L')}Z`);
    path('mean', `M${this.course.map((each) => at(each, each.mean)).join('L')}`);
    if (exact !== null) {
      path('exact', `M${LEFT} ${y(exact)}H${WIDTH - RIGHT}`);
      text('tick exact', LEFT + 6, y(exact) - 5, 'exact');
    }
    text('tick', LEFT, HEIGHT - 10, first.probes.toLocaleString('en'));
    text('tick end', WIDTH - RIGHT, HEIGHT - 10, `${last.probes.toLocaleString('en')} ${population > 1 ? 'populations' : 'walks'}`);
    const title = text('tick', 2, 14, power >= 6 ? 'tours, in units of 10' : 'tours');
    if (power >= 6) {
      const raised = document.createElementNS(NAMESPACE, 'tspan');
      raised.setAttribute('class', 'raised');
      raised.setAttribute('dy', '-5');
      raised.textContent = String(power);
      title.append(raised);
    }
    this.svg.replaceChildren(...parts);
  }
}
