// SPDX-License-Identifier: GPL-3.0-or-later
// A board whose squares can be removed by clicks or keys, and a tour drawn on it, all at once or step by step.
import { coordinates, fileName, placementOf, squareName, type Point, type Size } from './tours-squares';
import type { TourStyle } from './tours-types';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const CELL = 40;
/** Room for the letters of files and the numbers of ranks. */
const EDGE = 17;

function make(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

function text(css: string, x: number, y: number, words: string): SVGElement {
  const element = make('text', { class: css, x, y });
  element.textContent = words;
  return element;
}

/** The colour at a given fraction of the tour: once round the hues for closed tours, from blue to red for open ones. */
function colourAlong(share: number, open: boolean): string {
  const hue = open ? 275 - 245 * share : (260 + 360 * share) % 360;
  return `oklch(var(--tour-light) 0.15 ${hue.toFixed(1)})`;
}

const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export interface TourBoardEvents {
  /** A square was clicked, or chosen by a key. */
  toggled: (name: string) => void;
  /** Another step of the tour is shown. */
  stepped: (step: number) => void;
}

export class TourBoard {
  readonly element: SVGSVGElement;
  private readonly ground = make('g', { class: 'ground' });
  private readonly lines = make('g', { class: 'trail' });
  private readonly marks = make('g', { class: 'marks' });
  private readonly lead = make('path', { class: 'lead', visibility: 'hidden' });
  private readonly walker = make('circle', { class: 'walker', r: CELL * 0.2, visibility: 'hidden' });
  private size: Size = { files: 8, ranks: 8 };
  private holes = new Set<string>();
  private cursor = 'a1';
  private tour: Point[] = [];
  private open = false;
  private style: TourStyle = 'line';
  private shown = 0;
  /** How many squares of the tour are drawn, with the steps between them. */
  private drawn = 0;
  private frame = 0;

  constructor(private readonly events: TourBoardEvents) {
    this.element = make('svg', { class: 'tour-board', role: 'group', 'aria-label': 'Board' }) as SVGSVGElement;
    this.element.append(this.ground, this.lines, this.lead, this.marks, this.walker);
    this.element.addEventListener('click', (event) => this.pick(event.target));
    this.element.addEventListener('keydown', (event) => this.pressed(event));
  }

  // ---- Squares ----

  private pick(target: EventTarget | null): void {
    const name = target instanceof Element ? target.getAttribute('data-square') : null;
    if (name === null) return;
    this.cursor = name;
    this.events.toggled(name);
  }

  private pressed(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) {
      const [file, rank] = coordinates(this.cursor);
      const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));
      this.moveCursor(squareName(within(file + arrow[0], this.size.files), within(rank + arrow[1], this.size.ranks)));
    } else if (event.key === 'Enter' || event.key === ' ') this.pick(event.target);
    else return;
    event.preventDefault();
  }

  private square(name: string): SVGElement | null {
    return this.ground.querySelector(`[data-square="${name}"]`);
  }

  /** One square is in the tab order; the arrow keys lead to the others. */
  private moveCursor(name: string): void {
    this.square(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = name;
    const square = this.square(name);
    square?.setAttribute('tabindex', '0');
    square?.focus();
  }

  private cell(file: number, rank: number): SVGElement {
    const name = squareName(file, rank);
    const hole = this.holes.has(name);
    const kind = hole ? 'hole' : (file + rank) % 2 === 0 ? 'dark' : 'light';
    return make('rect', {
      class: `cell ${kind}`,
      x: file * CELL,
      y: (this.size.ranks - 1 - rank) * CELL,
      width: CELL,
      height: CELL,
      'data-square': name,
      role: 'button',
      tabindex: name === this.cursor ? 0 : -1,
      'aria-label': hole ? `${name}, a hole` : name,
      'aria-pressed': String(!hole),
    });
  }

  drawGround(size: Size, holes: Set<string>): void {
    const focused = this.ground.contains(document.activeElement);
    this.size = size;
    this.holes = holes;
    const [file, rank] = coordinates(this.cursor);
    if (file >= size.files || rank >= size.ranks) this.cursor = 'a1';
    this.element.setAttribute('viewBox', `${-EDGE} -1 ${size.files * CELL + EDGE + 1} ${size.ranks * CELL + EDGE + 1}`);
    this.element.style.setProperty('--ratio', String((size.files * CELL + EDGE + 1) / (size.ranks * CELL + EDGE + 1)));
    const parts: SVGElement[] = [];
    for (let y = size.ranks - 1; y >= 0; y -= 1) for (let x = 0; x < size.files; x += 1) parts.push(this.cell(x, y));
    for (let x = 0; x < size.files; x += 1) parts.push(text('coordinate', (x + 0.5) * CELL, size.ranks * CELL + 12, fileName(x)));
    for (let y = 0; y < size.ranks; y += 1) parts.push(text('coordinate', -EDGE / 2, (size.ranks - y - 0.5) * CELL + 4, String(y + 1)));
    this.ground.replaceChildren(...parts);
    if (focused) this.square(this.cursor)?.focus();
  }

  placement(): string {
    return placementOf(this.size, this.holes);
  }

  // ---- The tour ----

  clear(): void {
    this.stop();
    this.tour = [];
    this.erase();
    this.walk(0);
  }

  private erase(): void {
    this.lines.replaceChildren();
    this.marks.replaceChildren();
    this.drawn = 0;
  }

  show(tour: string[], open: boolean, style: TourStyle): void {
    this.clear();
    this.tour = tour.map(coordinates);
    this.open = open;
    this.style = style;
    this.draw(this.steps);
  }

  restyle(style: TourStyle): void {
    this.style = style;
    this.erase();
    if (this.tour.length > 0) this.draw(this.shown);
  }

  get steps(): number {
    return this.open ? this.tour.length - 1 : this.tour.length;
  }

  get playing(): boolean {
    return this.frame !== 0;
  }

  /** Draws the first `count` steps; a fraction of a step shows the walker between two squares. */
  draw(count: number): void {
    const before = this.drawn;
    this.shown = Math.min(count, this.steps);
    const wanted = Math.floor(this.shown) + 1;
    if (wanted < this.drawn) this.erase();
    for (; this.drawn < wanted; this.drawn += 1) this.visit(this.drawn);
    this.walk(this.shown);
    if (this.drawn !== before) this.events.stepped(Math.floor(this.shown));
  }

  private point(index: number): Point {
    const [file, rank] = this.tour[index % this.tour.length] ?? [0, 0];
    return [(file + 0.5) * CELL, (this.size.ranks - rank - 0.5) * CELL];
  }

  /** Draws the walker between two squares, and the step that it is taking. */
  private walk(at: number): void {
    const walking = at < this.steps;
    for (const part of [this.lead, this.walker]) part.setAttribute('visibility', walking ? 'visible' : 'hidden');
    if (!walking) return;
    const from = this.point(Math.floor(at));
    const to = this.point(Math.floor(at) + 1);
    const share = at - Math.floor(at);
    const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    this.lead.setAttribute('d', `M${from.join(' ')}L${x} ${y}`);
    this.walker.setAttribute('cx', String(x));
    this.walker.setAttribute('cy', String(y));
  }

  /** Adds the square of that index, and the step that leads there. The last of a closed tour is its first again. */
  private visit(index: number): void {
    if (index > 0) this.lines.append(...this.step(index));
    if (index < this.tour.length) this.marks.append(...this.mark(index));
  }

  private step(index: number): SVGElement[] {
    const d = `M${this.point(index - 1).join(' ')}L${this.point(index).join(' ')}`;
    if (this.style !== 'coloured') return [make('path', { class: this.style === 'numbered' ? 'path faint' : 'path', d })];
    const step = make('path', { class: 'step', d });
    step.style.stroke = colourAlong((index - 0.5) / this.steps, this.open);
    return [make('path', { class: 'edge', d }), step];
  }

  private dot(index: number, radius: number, css: string): SVGElement {
    const [x, y] = this.point(index);
    return make('circle', { class: css, cx: x, cy: y, r: radius });
  }

  private mark(index: number): SVGElement[] {
    const begins = index === 0;
    const ends = this.open && index === this.tour.length - 1;
    if (this.style === 'numbered') return this.numbered(index, begins || ends);
    if (this.open && begins) return [this.dot(index, CELL * 0.17, 'begin')];
    if (ends) return [this.dot(index, CELL * 0.15, 'finish')];
    if (this.style === 'line') return [this.dot(index, CELL * 0.085, 'dot')];
    const dot = this.dot(index, CELL * 0.1, 'spot');
    dot.style.fill = colourAlong(index / this.steps, this.open);
    return [dot];
  }

  private numbered(index: number, end: boolean): SVGElement[] {
    const [x, y] = this.point(index);
    const [file, rank] = this.tour[index] ?? [0, 0];
    const plate = end ? 'plate end' : (file + rank) % 2 === 0 ? 'plate dark' : 'plate light';
    return [this.dot(index, CELL * 0.33, plate), text(end ? 'number end' : 'number', x, y + CELL * 0.14, String(index + 1))];
  }

  // ---- The walk ----

  /** Walks on from the step shown (from the start, if all are) until the end; `done` is called there. */
  play(stepsPerSecond: number, done: () => void): void {
    this.stop();
    let at = this.shown >= this.steps ? 0 : this.shown;
    let before: number | null = null;
    const tick = (now: number): void => {
      at += before === null ? 0 : ((now - before) / 1000) * stepsPerSecond;
      before = now;
      this.draw(at);
      if (at >= this.steps) {
        this.frame = 0;
        done();
      } else this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  stop(): void {
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
    this.frame = 0;
  }
}
