// SPDX-License-Identifier: GPL-3.0-or-later
// The landmarks of a board: walls, gates and corners, drawn under the pieces, and on request the lines where pawns promote.
import { fill, h } from '../app/dom';
import { place, type Size } from './squares';
import type { Color, Game, Location, PieceKind } from '../app/types';

/** Squares on which a kind of piece of one colour promotes. */
export interface Line {
  color: Color;
  letter: string;
  squares: string[];
}

export interface Site {
  game: Game;
  locations: Map<string, Location>;
  size: Size;
  orientation: Color;
  lines: Line[];
}

const COLORS = ['white', 'black'] as const;

const linesOf = (piece: PieceKind): Line[] =>
  COLORS.map((color) => ({ color, letter: piece.letter, squares: piece.promotion?.[color] ?? [] })).filter(({ squares }) => squares.length > 0);

/** Whether pawns promote on unexpected squares, which a person may want to see. */
export const hasLines = (game: Game): boolean => game.pieces.filter((piece) => piece.promotion !== undefined).length > 1;

/** All lines of a game, or those of one kind of piece. */
export function promotionLines(game: Game, letter?: string, color?: Color): Line[] {
  return game.pieces
    .filter((piece) => letter === undefined || piece.letter === letter)
    .flatMap(linesOf)
    .filter((line) => color === undefined || line.color === color);
}

/** Whether the board has any landmarks. */
export function isBuilt(game: Game, locations: Map<string, Location>): boolean {
  return game.sites !== undefined || [...locations.values()].some(({ kind }) => kind === 'wall');
}

const MEANINGS: Record<string, string> = {
  wall: 'wall',
  gate: 'gate',
  corner: 'a king here wins',
};

/** What the landmarks mean, and a switch for the promotion lines. */
export function legend(game: Game, showLines: (shown: boolean) => void): HTMLElement {
  const kinds = ['wall', ...(game.sites ?? []).map(({ kind }) => kind)];
  const entries = kinds.map((kind) => h('span', { class: 'entry' }, h('i', { class: `swatch ${kind}` }), MEANINGS[kind] ?? kind));
  const box = h('input', { type: 'checkbox' });
  box.addEventListener('change', () => showLines(box.checked));
  return h('div', { class: 'legend' }, ...entries, hasLines(game) && h('label', { class: 'entry' }, box, 'where pawns promote'));
}

export class Landmarks {
  readonly element = h('div', { class: 'landmarks', 'aria-hidden': 'true' });
  private drawn = '';

  /** Draws the landmarks, if any. */
  show(site: Site | null): void {
    this.element.hidden = site === null;
    if (site === null) return;
    const { game, locations, size, orientation, lines } = site;
    const walls = [...locations.values()].filter(({ kind }) => kind === 'wall').map(({ at }) => at);
    const key = JSON.stringify([game.key, walls, size, orientation, lines]);
    if (key === this.drawn) return;
    this.drawn = key;
    const mark = (at: string, css: string, title?: string): HTMLElement => {
      const element = h('div', { class: css, 'data-square': at }, title ?? '');
      place(element, at, size, orientation);
      return element;
    };
    const places = (game.sites ?? []).flatMap(({ kind, squares }) => squares.map((at) => mark(at, `site ${kind}`)));
    const goals = lines.flatMap(({ color, letter, squares }) => squares.map((at) => mark(at, `goal ${color}`, letter)));
    fill(this.element, ...walls.map((at) => mark(at, 'wall')), ...places, ...goals);
  }
}
