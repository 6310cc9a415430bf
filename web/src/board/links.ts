// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows over the board: which piece links to which, the path that is being named, and what decided a game.
import { cell, type Size } from './squares';
import type { Color, Links } from '../app/types';

export interface Arrow {
  from: string;
  to: string;
  /** Whose link, and why it is drawn: class names for the style sheet. */
  css: string;
  /** The link goes both ways: one line with two heads. */
  both?: boolean;
}

/** From one square to the next one of a walk. */
export type Step = [string, string];

/** Squares in their order, numbered; a circuit has the first again at the end. */
export interface Walk {
  squares: string[];
  css: string;
  /** Written beside its start. */
  label?: string;
}

/** Which links are shown besides those of a path: of the piece under the pointer, of one side, or all. */
export type LinkMode = 'piece' | Color | 'all';

const COLORS = ['white', 'black'] as const;

function ofSide(links: Links, color: Color): Arrow[] {
  const own = links[color];
  return Object.entries(own).flatMap(([from, targets]) =>
    targets.flatMap((to) => {
      const both = own[to]?.includes(from) === true;
      return both && to < from ? [] : [{ from, to, both, css: color }];
    }),
  );
}

function ofPiece(links: Links, square: string): Arrow[] {
  return COLORS.flatMap((color) => {
    const own = links[color];
    const out = own[square];
    if (out === undefined) return [];
    const into = Object.keys(own).filter((from) => own[from]?.includes(square) === true);
    return [
      ...out.map((to) => ({ from: square, to, both: into.includes(to), css: `${color} strong` })),
      ...into.filter((from) => !out.includes(from)).map((from) => ({ from, to: square, css: `${color} incoming` })),
    ];
  });
}

/** The arrows to show in a mode, for the square under the pointer. */
export function arrowsOf(links: Links, mode: LinkMode, square: string | null): Arrow[] {
  const pointed = square === null ? [] : ofPiece(links, square);
  if (mode === 'piece') return pointed;
  const all = COLORS.filter((color) => mode === 'all' || mode === color).flatMap((color) => ofSide(links, color));
  return pointed.length === 0 ? all : [...all.map((arrow) => ({ ...arrow, css: `${arrow.css} faint` })), ...pointed];
}

const SVG = 'http://www.w3.org/2000/svg';

function draw(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// In squares: the distance of an arrow's ends from the centres of their squares, and the size of its head.
const BEGIN = 0.24;
const END = 0.26;
const HEAD = 0.24;
const round = (value: number): number => Math.round(value * 1000) / 1000;

type Point = [number, number];

function head([x, y]: Point, [dx, dy]: Point): SVGElement {
  const back: Point = [x - dx * HEAD, y - dy * HEAD];
  const side: Point = [(-dy * HEAD) / 2, (dx * HEAD) / 2];
  const corners: Point[] = [[x, y], [back[0] + side[0], back[1] + side[1]], [back[0] - side[0], back[1] - side[1]]];
  return draw('polygon', { class: 'head', points: corners.map((corner) => corner.map(round).join(',')).join(' ') });
}

export class LinkLayer {
  readonly element = draw('svg', { class: 'links', 'aria-hidden': 'true' }) as SVGSVGElement;
  private size: Size = { files: 8, ranks: 8 };
  private orientation: Color = 'white';
  private shown = '';

  resize(size: Size, orientation: Color): void {
    this.size = size;
    this.orientation = orientation;
    this.element.setAttribute('viewBox', `0 0 ${size.files} ${size.ranks}`);
  }

  /** `missing` are steps of a walk that have no link; labels stay off `occupied` squares where they can. */
  show(arrows: Arrow[], walks: Walk[], missing: Step[] = [], occupied: string[] = []): void {
    const key = JSON.stringify([arrows, walks, missing, occupied, this.size, this.orientation]);
    if (key === this.shown) return;
    this.shown = key;
    this.element.replaceChildren(
      ...arrows.map((arrow) => this.arrow(arrow)),
      ...missing.map((step) => this.gap(step)),
      ...walks.map((walk) => this.walk(walk, missing, occupied)),
    );
  }

  private middle(square: string): Point {
    const [column, row] = cell(square, this.size, this.orientation);
    return [column + 0.5, row + 0.5];
  }

  private arrow({ from, to, css, both }: Arrow): SVGElement {
    const a = this.middle(from);
    const b = this.middle(to);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [dx, dy]: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const first = both === true ? END : BEGIN;
    const start: Point = [a[0] + dx * first, a[1] + dy * first];
    const end: Point = [b[0] - dx * END, b[1] - dy * END];
    const inner = HEAD * 0.7;
    const from0: Point = both === true ? [start[0] + dx * inner, start[1] + dy * inner] : start;
    const line = `M${from0.map(round).join(' ')}L${round(end[0] - dx * inner)} ${round(end[1] - dy * inner)}`;
    const group = draw('g', { class: `link ${css}`, 'data-from': from, 'data-to': to, 'data-both': String(both === true) });
    group.append(draw('path', { class: 'casing', d: line }), draw('path', { class: 'line', d: line }), head(end, [dx, dy]));
    if (both === true) group.append(head(start, [-dx, -dy]));
    return group;
  }

  /** A missing link, crossed out in the middle. */
  private gap([from, to]: Step): SVGElement {
    const group = this.arrow({ from, to, css: 'missing' });
    const [a, b] = [this.middle(from), this.middle(to)];
    const [x, y]: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const cross = `M${round(x - 0.15)} ${round(y - 0.15)}l.3 .3m0 -.3l-.3 .3`;
    group.append(draw('path', { class: 'cross rim', d: cross }), draw('path', { class: 'cross', d: cross }));
    return group;
  }

  private walk({ squares, css, label }: Walk, missing: Step[], occupied: string[]): SVGElement {
    const group = draw('g', { class: `walk ${css}` });
    for (let step = 1; step < squares.length; step += 1) {
      const [from, to] = [squares[step - 1], squares[step]];
      const drawn = from !== undefined && to !== undefined && from !== to && !missing.some((gap) => gap[0] === from && gap[1] === to);
      if (drawn) group.append(this.arrow({ from, to, css: 'step' }));
    }
    const closed = squares.length > 1 && squares[0] === squares.at(-1);
    (closed ? squares.slice(0, -1) : squares).forEach((square, index) => group.append(this.number(square, index + 1)));
    const [first] = squares;
    const beside = closed ? [squares[1], squares.at(-2)] : [squares[1]];
    if (label !== undefined && first !== undefined) group.append(this.label(first, label, beside, occupied));
    return group;
  }

  private number(square: string, number: number): SVGElement {
    const [x, y] = this.middle(square);
    return draw(
      'g',
      { class: 'number', 'data-square': square },
      draw('circle', { cx: x - 0.31, cy: y - 0.31, r: 0.175 }),
      draw('text', { x: x - 0.31, y: y - 0.225 }, String(number)),
    );
  }

  /** A pill beside the first square, on the board, off pieces, and clear of the steps that begin or end there. */
  private label(square: string, text: string, steps: (string | undefined)[], occupied: string[]): SVGElement {
    const width = 0.35 + text.length * 0.15;
    const [x, y] = this.middle(square);
    const ways = steps.flatMap((step): Point[] => {
      if (step === undefined || step === square) return [];
      const [dx, dy] = [this.middle(step)[0] - x, this.middle(step)[1] - y];
      return [[dx / Math.hypot(dx, dy), dy / Math.hypot(dx, dy)]];
    });
    const aside = 0.42 + width / 2;
    const corner = 0.1 + width / 2;
    const places = ([[0, 0.62], [0, -0.62], [aside, 0], [-aside, 0], [corner, 0.62], [-corner, 0.62], [corner, -0.62], [-corner, -0.62]] as Point[]).filter(
      ([dx, dy]) => x + dx - width / 2 >= 0 && x + dx + width / 2 <= this.size.files && y + dy >= 0.2 && y + dy <= this.size.ranks - 0.2,
    );
    const crowd = ([dx, dy]: Point): number => Math.max(-1, ...ways.map((way) => (way[0] * dx + way[1] * dy) / Math.hypot(dx, dy)));
    const pieces = occupied.filter((at) => at !== square).map((at) => this.middle(at));
    const covered = ([dx, dy]: Point): number =>
      pieces.filter(([px, py]) => Math.abs(px - x - dx) < width / 2 + 0.36 && Math.abs(py - y - dy) < 0.55).length;
    const cost = (place: Point): number => crowd(place) + 2 * covered(place);
    const [dx, dy] = places.sort((one, other) => cost(one) - cost(other))[0] ?? [0, 0];
    return draw(
      'g',
      { class: 'walk-label' },
      draw('rect', { x: round(x + dx - width / 2), y: round(y + dy - 0.19), width: round(width), height: 0.38, rx: 0.19 }),
      draw('text', { x: round(x + dx), y: round(y + dy + 0.085) }, text),
    );
  }
}
