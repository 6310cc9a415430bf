// SPDX-License-Identifier: GPL-3.0-or-later
// A board whose squares can be taken away by clicks, and a tour drawn on it, at once or step by step.
import type { TourStyle } from './tours-types';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const CELL = 40;

export interface Size {
  files: number;
  ranks: number;
}

type Point = [number, number];

function make(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** The letters of a file, counted from 0: a … z, aa …. */
export function fileName(file: number): string {
  const last = String.fromCharCode(97 + (file % 26));
  return file < 26 ? last : fileName(Math.floor(file / 26) - 1) + last;
}

export const squareName = (file: number, rank: number): string => `${fileName(file)}${rank + 1}`;

function coordinates(name: string): Point {
  const [, letters = '', digits = '1'] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
  const file = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return [file, Number(digits) - 1];
}

/** The colour at a share of the way: once round the hues for closed tours, from blue to red for open ones. */
function colourAlong(share: number, open: boolean): string {
  const hue = open ? 275 - 245 * share : (260 + 360 * share) % 360;
  return `oklch(var(--tour-light) 0.15 ${hue.toFixed(1)})`;
}

export class TourBoard {
  readonly element: SVGSVGElement;
  private readonly ground = make('g', { class: 'ground' });
  private readonly trail = make('g', { class: 'trail' });
  private readonly knight = make('circle', { class: 'walker', r: CELL * 0.2, visibility: 'hidden' });
  private size: Size = { files: 8, ranks: 8 };
  private holes = new Set<string>();
  private tour: Point[] = [];
  private open = false;
  private style: TourStyle = 'line';
  private shown = 0;
  private frame = 0;

  /** `toggled` is told which square was clicked. */
  constructor(private readonly toggled: (name: string) => void) {
    this.element = make('svg', { class: 'tour-board', role: 'group', 'aria-label': 'Board' }) as SVGSVGElement;
    this.element.append(this.ground, this.trail, this.knight);
    this.element.addEventListener('click', (event) => this.pick(event.target));
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.pick(event.target);
    });
  }

  private pick(target: EventTarget | null): void {
    const name = target instanceof Element ? target.getAttribute('data-square') : null;
    if (name !== null) this.toggled(name);
  }

  private centre([file, rank]: Point): Point {
    return [(file + 0.5) * CELL, (this.size.ranks - rank - 0.5) * CELL];
  }

  drawGround(size: Size, holes: Set<string>): void {
    const focused = this.element.querySelector(':focus')?.getAttribute('data-square') ?? null;
    this.size = size;
    this.holes = holes;
    this.element.setAttribute('viewBox', `-1 -1 ${size.files * CELL + 2} ${size.ranks * CELL + 2}`);
    const cells: SVGElement[] = [];
    for (let rank = size.ranks - 1; rank >= 0; rank -= 1)
      for (let file = 0; file < size.files; file += 1) {
        const name = squareName(file, rank);
        const hole = holes.has(name);
        const kind = hole ? 'hole' : (file + rank) % 2 === 0 ? 'dark' : 'light';
        const cell = make('rect', {
          class: `cell ${kind}`,
          x: file * CELL,
          y: (size.ranks - 1 - rank) * CELL,
          width: CELL,
          height: CELL,
          'data-square': name,
          role: 'button',
          tabindex: 0,
          'aria-label': hole ? `${name}, a hole` : name,
          'aria-pressed': String(!hole),
        });
        cells.push(cell);
      }
    this.ground.replaceChildren(...cells);
    if (focused !== null) this.ground.querySelector<SVGElement>(`[data-square="${focused}"]`)?.focus();
  }

  clear(): void {
    this.stop();
    this.tour = [];
    this.trail.replaceChildren();
    this.knight.setAttribute('visibility', 'hidden');
  }

  show(tour: string[], open: boolean, style: TourStyle): void {
    this.stop();
    this.tour = tour.map(coordinates);
    this.open = open;
    this.style = style;
    this.draw(this.steps);
  }

  restyle(style: TourStyle): void {
    this.style = style;
    if (this.tour.length > 0) this.draw(this.shown);
  }

  get steps(): number {
    return this.open ? this.tour.length - 1 : this.tour.length;
  }

  get step(): number {
    return this.shown;
  }

  /** Draws the first `count` steps; a fraction of a step shows the walker between two squares. */
  draw(count: number): void {
    this.shown = Math.min(count, this.steps);
    const whole = Math.floor(this.shown);
    const parts = this.style === 'coloured' ? this.colouredTrail(whole) : this.plainTrail(whole);
    this.trail.replaceChildren(...parts);
    this.walk(this.shown);
  }

  private point(index: number): Point {
    return this.centre(this.tour[index % this.tour.length] ?? [0, 0]);
  }

  private walk(at: number): void {
    const walking = at < this.steps;
    this.knight.setAttribute('visibility', walking ? 'visible' : 'hidden');
    if (!walking) return;
    const from = this.point(Math.floor(at));
    const to = this.point(Math.floor(at) + 1);
    const share = at - Math.floor(at);
    this.knight.setAttribute('cx', String(from[0] + share * (to[0] - from[0])));
    this.knight.setAttribute('cy', String(from[1] + share * (to[1] - from[1])));
  }

  private dot(index: number, radius: number, css: string): SVGElement {
    const [x, y] = this.point(index);
    return make('circle', { class: css, cx: x, cy: y, r: radius });
  }

  private plainTrail(whole: number): SVGElement[] {
    const points = Array.from({ length: whole + 1 }, (_, index) => this.point(index).join(' '));
    const numbered = this.style === 'numbered';
    const parts = [make('path', { class: numbered ? 'path faint' : 'path', d: `M${points.join('L')}` })];
    const visited = Math.min(whole + 1, this.tour.length);
    for (let index = 0; index < visited; index += 1) {
      if (!numbered) {
        parts.push(this.dot(index, CELL * 0.085, 'dot'));
        continue;
      }
      const [x, y] = this.point(index);
      const file = this.tour[index]?.[0] ?? 0;
      const rank = this.tour[index]?.[1] ?? 0;
      const end = index === 0 || (this.open && index === this.tour.length - 1);
      parts.push(this.dot(index, CELL * 0.33, end ? 'plate end' : (file + rank) % 2 === 0 ? 'plate dark' : 'plate light'));
      const number = make('text', { class: end ? 'number end' : 'number', x, y: y + CELL * 0.14 });
      number.textContent = String(index + 1);
      parts.push(number);
    }
    if (this.open && !numbered) parts.push(...this.ends(visited));
    return parts;
  }

  private ends(visited: number): SVGElement[] {
    const parts = [this.dot(0, CELL * 0.17, 'begin')];
    if (visited === this.tour.length) parts.push(this.dot(visited - 1, CELL * 0.15, 'finish'));
    return parts;
  }

  private colouredTrail(whole: number): SVGElement[] {
    const parts: SVGElement[] = [];
    for (let index = 0; index < whole; index += 1) {
      const d = `M${this.point(index).join(' ')}L${this.point(index + 1).join(' ')}`;
      const step = make('path', { class: 'step', d });
      step.style.stroke = colourAlong((index + 0.5) / this.steps, this.open);
      parts.push(make('path', { class: 'edge', d }), step);
    }
    for (let index = 0; index < Math.min(whole + 1, this.tour.length); index += 1) {
      const dot = this.dot(index, CELL * 0.1, 'spot');
      dot.style.fill = colourAlong(index / this.steps, this.open);
      parts.push(dot);
    }
    if (this.open) parts.push(...this.ends(Math.min(whole + 1, this.tour.length)));
    return parts;
  }

  /** Walks on from the step shown (from the start, if all are) until the end; `done` is called there. */
  play(stepsPerSecond: number, done: () => void): void {
    this.stop();
    let at = this.shown >= this.steps ? 0 : this.shown;
    let before: number | null = null;
    let drawn = -1;
    const tick = (now: number): void => {
      at += before === null ? 0 : ((now - before) / 1000) * stepsPerSecond;
      before = now;
      if (at >= this.steps) {
        this.frame = 0;
        this.draw(this.steps);
        done();
        return;
      }
      // The trail is made anew only when a step is complete; in between only the walker moves.
      if (Math.floor(at) !== drawn) this.draw(at);
      else this.walk(at);
      this.shown = at;
      drawn = Math.floor(at);
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  stop(): void {
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  get playing(): boolean {
    return this.frame !== 0;
  }

  /** The board as the server reads it: "8x8", or ranks from the top with '*' for holes. */
  placement(): string {
    if (this.holes.size === 0) return `${this.size.files}x${this.size.ranks}`;
    const ranks: string[] = [];
    for (let rank = this.size.ranks - 1; rank >= 0; rank -= 1) {
      let text = '';
      let run = 0;
      for (let file = 0; file < this.size.files; file += 1) {
        if (!this.holes.has(squareName(file, rank))) {
          run += 1;
          continue;
        }
        text += `${run > 0 ? run : ''}*`;
        run = 0;
      }
      ranks.push(run > 0 ? `${text}${run}` : text);
    }
    return ranks.join('/');
  }
}
