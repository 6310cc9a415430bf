// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of a game: White's chances after each turn, with the mistakes; a slider, so that it also steps through the game by keyboard.
import { h } from '../../app/dom';
import { MARKS, type Marked } from './mistakes';
import { chance, inWords, short, type Worth } from './worth';

/** What the graph shows: `worths` has the position before the first turn and after each; null where nothing is known yet. */
export interface Course {
  worths: readonly (Worth | null)[];
  /** The turns as people write them, with their numbers: "3. Nf3". */
  names: readonly string[];
  marked: readonly Marked[];
}

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 1000;
const HEIGHT = 200;
/** How many turns a press of Page Up or Page Down goes. */
const PAGE = 10;

function draw(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Where a position lies in the drawing; one without a value lies on none. */
export function pointsOf(worths: readonly (Worth | null)[]): ([number, number] | null)[] {
  const last = Math.max(1, worths.length - 1);
  return worths.map((worth, ply) => worth && [round((ply / last) * WIDTH), round((1 - chance(worth)) * HEIGHT)]);
}

/** The positions that follow each other without a gap, each run as the outline of an area that stands on the bottom. */
export function areas(worths: readonly (Worth | null)[]): { area: string; line: string }[] {
  const runs: [number, number][][] = [[]];
  for (const point of pointsOf(worths)) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return [];
    const line = run.map(([x, y]) => `${x} ${y}`).join('L');
    return [{ line: `M${line}`, area: `M${first[0]} ${HEIGHT}L${line}L${last[0]} ${HEIGHT}Z` }];
  });
}

/** What a key does to the slider; null if it does nothing. */
export function stepped(key: string, ply: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: ply - 1,
    ArrowDown: ply - 1,
    ArrowRight: ply + 1,
    ArrowUp: ply + 1,
    PageDown: ply - PAGE,
    PageUp: ply + PAGE,
    Home: 0,
    End: last,
  };
  const wanted = steps[key];
  return wanted === undefined ? null : Math.min(last, Math.max(0, wanted));
}

/** A position for those who cannot see the graph: "3. Nf3, a mistake: Black is better, −1.4". */
export function valueText({ worths, names, marked }: Course, ply: number): string {
  const worth = worths[ply];
  const mark = marked.find((each) => each.ply === ply - 1)?.mark;
  const place = ply === 0 ? 'Start' : (names[ply - 1] ?? '');
  const named = mark === undefined ? '' : `, ${mark === '?!' ? 'an' : 'a'} ${MARKS[mark].name}`;
  if (!worth) return `${place}${named}`;
  const number = worth.kind === 'advantage' ? `, ${short(worth)}` : '';
  return `${place}${named}: ${inWords(worth)}${number}`;
}

export class Graph {
  readonly element: HTMLElement;
  private readonly svg = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  private readonly dots = h('div', { class: 'graph-dots', 'aria-hidden': 'true' });
  private readonly cursor = h('div', { class: 'graph-cursor', 'aria-hidden': 'true' });
  private readonly label = h('output', { class: 'graph-label', 'aria-hidden': 'true' });
  private course: Course = { worths: [null], names: [], marked: [] };
  private ply = 0;

  /** `pick` is told the ply that a person chooses. */
  constructor(private readonly pick: (ply: number) => void) {
    this.element = h(
      'div',
      {
        class: 'graph',
        role: 'slider',
        tabindex: 0,
        'aria-label': 'Chances over the game',
        'aria-valuemin': 0,
        onkeydown: (event) => this.key(event as KeyboardEvent),
        onpointerdown: (event) => this.press(event as PointerEvent),
        onpointermove: (event) => this.move(event as PointerEvent),
        onpointerleave: () => this.tell(this.ply),
      },
      h('div', { class: 'graph-field' }, this.svg, this.cursor, this.dots),
      this.label,
    );
    this.show(this.course, 0);
  }

  private get last(): number {
    return this.course.worths.length - 1;
  }

  show(course: Course, ply: number): void {
    this.course = course;
    const drawn = areas(course.worths).flatMap(({ area, line }) => [draw('path', { class: 'area', d: area }), draw('path', { class: 'course', d: line })]);
    this.svg.replaceChildren(...drawn, draw('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }));
    this.dots.replaceChildren(...course.marked.flatMap((each) => this.dot(each)));
    this.element.setAttribute('aria-valuemax', String(this.last));
    this.at(ply);
  }

  /** Marks the position that is on the board. */
  at(ply: number): void {
    this.ply = Math.min(this.last, Math.max(0, ply));
    this.cursor.style.left = this.across(this.ply);
    this.element.setAttribute('aria-valuenow', String(this.ply));
    this.element.setAttribute('aria-valuetext', valueText(this.course, this.ply));
    this.tell(this.ply);
  }

  private across(ply: number): string {
    return `${(ply / Math.max(1, this.last)) * 100}%`;
  }

  private dot({ ply, by, mark }: Marked): HTMLElement[] {
    const worth = this.course.worths[ply + 1];
    if (!worth) return [];
    const element = h('span', { class: `graph-dot ${by}`, 'data-mark': mark }, mark);
    element.style.left = this.across(ply + 1);
    element.style.top = `${(1 - chance(worth)) * 100}%`;
    return [element];
  }

  private tell(ply: number): void {
    this.label.textContent = valueText(this.course, ply);
  }

  private key(event: KeyboardEvent): void {
    const ply = stepped(event.key, this.ply, this.last);
    if (ply === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys step through the game elsewhere on the screen
    this.at(ply);
    this.pick(ply);
  }

  private plyUnder(event: PointerEvent): number {
    const { left, width } = this.svg.getBoundingClientRect();
    return Math.min(this.last, Math.max(0, Math.round(((event.clientX - left) / Math.max(1, width)) * this.last)));
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.go(this.plyUnder(event));
  }

  private move(event: PointerEvent): void {
    const ply = this.plyUnder(event);
    if (this.element.hasPointerCapture(event.pointerId)) this.go(ply);
    else this.tell(ply);
  }

  private go(ply: number): void {
    if (ply === this.ply) return;
    this.at(ply);
    this.pick(ply);
  }
}
