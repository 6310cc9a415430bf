// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of pieces: the drawings in this folder, made into images for the board and for everything around it.
import { h } from '../app/dom';
import type { Color, Game, PieceKind } from '../app/types';

const files = import.meta.glob<string>('./**/*.svg', { query: '?raw', import: 'default', eager: true });

// King first and pawn last, as people list them; the armies' pieces stand with the ones whose place they take.
const ORDER = (
  'king queen cardinal colonel chancellor rook bede charging-rook short-rook bishop fad charging-knight half-duck ' +
  'knight waffle fibnif woody-rook pawn'
).split(' ');

/** The pieces in the order to show them; those without a place of their own come last. */
export function inOrder(pieces: PieceKind[]): PieceKind[] {
  const rank = ({ image }: PieceKind): number => (ORDER.includes(image) ? ORDER.indexOf(image) : ORDER.length);
  return [...pieces].sort((one, other) => rank(one) - rank(other));
}

/** The drawing of a black piece, made from that of the white one; see README.md. */
function blacken(drawing: string): string {
  const lines = drawing
    .slice(drawing.indexOf('<g'), drawing.lastIndexOf('</svg>'))
    .replaceAll('#fff', 'none')
    .replaceAll('#010101', 'none')
    .replace('stroke="#000" stroke-width="1.5"', 'stroke="#a4a4a4" stroke-width=".5"');
  return drawing.replaceAll('#fff', '#000').replaceAll('#010101', '#ececec').replace('</svg>', `${lines}</svg>`);
}

function lettered(letter: string, color: Color): string {
  const [body, ink] = color === 'white' ? ['#fff', '#000'] : ['#000', '#ececec'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><circle cx="22.500" cy="22.500" r="16" fill="${body}" stroke="#000" stroke-width="1.500"/><text x="22.500" y="30" text-anchor="middle" font-family="serif" font-size="21" font-weight="700" fill="${ink}">${letter}</text></svg>`;
}

const cache = new Map<string, string>();

function address(letter: string, color: Color, game: Game): string {
  const image = game.pieces.find((piece) => piece.letter === letter)?.image ?? '';
  const key = `${image} ${letter} ${color}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const own = files[`./${image}.svg`];
  const drawing = files[`./fide/${color}-${image}.svg`] ?? (color === 'black' && own !== undefined ? blacken(own) : own);
  const result = `data:image/svg+xml,${encodeURIComponent(drawing ?? lettered(letter, color))}`;
  cache.set(key, result);
  return result;
}

/** A picture of a piece, without words of its own: what stands beside it names it. */
export function pieceImage(letter: string, color: Color, game: Game): HTMLImageElement {
  return h('img', { src: address(letter, color, game), alt: '', class: `piece-image ${color}`, draggable: 'false' });
}

const sheet = new CSSStyleSheet();
let dressed = '';

/** Gives the pieces on the board the pictures of this game; letters mean different pieces in different games. */
export function dressPieces(game: Game): void {
  if (dressed === game.key) return;
  dressed = game.key;
  const rules = game.pieces.flatMap(({ letter }) =>
    (['white', 'black'] as const).map(
      (color) => `piece.${letter.toLowerCase()}-piece.${color}{background-image:url("${address(letter, color, game)}")}`,
    ),
  );
  sheet.replaceSync(rules.join('\n'));
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
