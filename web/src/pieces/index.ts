// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of pieces: the drawings in the folders here, made into images for the board and for everything around it.
import { h } from '../app/dom';
import { roleOf } from '../board/squares';
import type { Color, Game, PieceKind } from '../app/types';
import { miniature } from './diagram';

const files = import.meta.glob<string>('./**/*.svg', { query: '?raw', import: 'default', eager: true });

// King first and pawn last, as people list them; the armies' pieces stand with the ones whose place they take.
const ORDER = (
  'king royal amazon queen cardinal colonel chancellor centaur rook cannon bede charging-rook short-rook bishop fad charging-knight half-duck ' +
  'nightrider knight camel zebra waffle fibnif woody-rook grasshopper dabbaba alfil gold-general silver-general fers wazir lance pawn'
).split(' ');

/** The pieces in the order to show them; those without a place of their own come last. */
function inOrder(pieces: PieceKind[]): PieceKind[] {
  const rank = ({ image }: PieceKind): number => (ORDER.includes(image) ? ORDER.indexOf(image) : ORDER.length);
  return [...pieces].sort((one, other) => rank(one) - rank(other));
}

/** A game as the page shows it: its pieces in order, and those that only have a letter named after the drawing of their movement. */
export function presentable(game: Game): Game {
  const named = (piece: PieceKind): PieceKind =>
    piece.name.toUpperCase() === piece.letter && ORDER.includes(piece.image) ? { ...piece, name: piece.image.replaceAll('-', ' ') } : piece;
  return { ...game, pieces: inOrder(game.pieces).map(named) };
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

/** Black's piece from a drawing of White's that came with a game: light becomes dark and dark light. */
function inverted(drawing: string): string {
  return drawing
    .replace(/"(#fff(?:fff)?|white)"/gi, '"#light"')
    .replace(/"(#000(?:000)?|black)"/gi, '"#ececec"')
    .replaceAll('"#light"', '"#000"');
}

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${inside}</svg>`;

function lettering(letter: string, color: Color, x: number, y: number, size: number): string {
  const ink = color === 'white' ? '#000' : '#ececec';
  return `<text x="${x}" y="${y}" text-anchor="middle" font-family="serif" font-size="${size}" font-weight="700" fill="${ink}">${letter}</text>`;
}

/** A piece that no drawing fits: its letter, and how it moves. */
function generic({ letter, moves }: PieceKind, color: Color): string {
  const body = color === 'white' ? '#fff' : '#000';
  const edge = color === 'white' ? '#000' : '#a4a4a4';
  const tile = `<path d="M12 3.5h21l8.500 8v21l-8.500 9H12l-8.500-9v-21z" fill="${body}" stroke="${edge}" stroke-width="1.5" stroke-linejoin="round"/>`;
  const shown = letter.replace('~', '');
  if (moves === undefined || moves.length === 0) return svg(tile + lettering(shown, color, 22.5, 30, 21));
  const size = shown.length > 1 ? 14 : 18;
  return svg(tile + lettering(shown, color, 14.5, 21.5, size) + miniature(moves, color, { x: 18.5, y: 18.5, size: 21.5 }));
}

/** A drawing with something over it. */
const over = (drawing: string, more: string): string => drawing.replace(/<\/svg>\s*$/, `${more}</svg>`);

/** A royal piece that is no king: the king's drawing, with a diagram of its movement in the corner. */
function crowned({ moves = [] }: PieceKind, color: Color): string {
  const king = files[`./fide/${color}-king.svg`];
  const plate = `<circle cx="35" cy="35" r="9.500" fill="${color === 'white' ? '#fff' : '#000'}" stroke="${color === 'white' ? '#000' : '#a4a4a4'}"/>`;
  return king === undefined ? svg('') : over(king, plate + miniature(moves, color, { x: 28, y: 28, size: 14 }));
}

/** Promoted pieces wear a mark in the upper corner. */
const PROMOTED = '<path d="M38 3.500l1.600 3.600 3.900.4-2.900 2.600.8 3.900-3.400-2-3.400 2 .8-3.900-2.900-2.600 3.900-.4z" fill="#e0a21b" stroke="#3c2a00" stroke-width=".8" stroke-linejoin="round"/>';

/** What of a game its pictures depend on. */
export type Pictured = Pick<Game, 'pieces' | 'drawings'>;

function drawingOf(piece: PieceKind, color: Color, game: Pictured): string {
  const [upper, lower] = [piece.letter.replace('~', '').toUpperCase(), piece.letter.replace('~', '').toLowerCase()];
  const black = game.drawings?.[lower];
  if (black !== undefined && color === 'black') return black;
  const white = game.drawings?.[upper];
  if (white !== undefined) return color === 'white' ? white : inverted(white);
  const own = files[`./leaper/${piece.image}.svg`] ?? files[`./leaper/armies/${piece.image}.svg`];
  const known = files[`./fide/${color}-${piece.image}.svg`] ?? (color === 'black' && own !== undefined ? blacken(own) : own);
  return known ?? (piece.image === 'royal' ? crowned(piece, color) : generic(piece, color));
}

const cache = new Map<string, string>();
/** Of more, none is kept: while a text is typed, pieces come and go. */
const MOST_CACHED = 1000;

/** The address of the picture of a piece, with all of it in a data: URL. */
export function pictureAddress(letter: string, color: Color, game: Pictured): string {
  const piece = game.pieces.find((each) => each.letter === letter) ?? { letter, name: letter, image: '' };
  const key = JSON.stringify([piece, color, game.drawings?.[letter.toUpperCase()], game.drawings?.[letter.toLowerCase()]]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const drawing = drawingOf(piece, color, game);
  const result = `data:image/svg+xml,${encodeURIComponent(/^\+|~$/.test(letter) ? over(drawing, PROMOTED) : drawing)}`;
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(key, result);
  return result;
}

/** A picture of a piece, without words of its own: what stands beside it names it. */
export function pieceImage(letter: string, color: Color, game: Pictured): HTMLImageElement {
  return h('img', { src: pictureAddress(letter, color, game), alt: '', class: `piece-image ${color}`, draggable: 'false' });
}

const sheet = new CSSStyleSheet();
let dressed = '';

/** Gives the pieces on the board the pictures of this game; letters mean different pieces in different games. */
export function dressPieces(game: Game): void {
  const rules = game.pieces.flatMap(({ letter }) =>
    (['white', 'black'] as const).map((color) => {
      const promoted = letter.endsWith('~') ? '[data-promoted]' : '';
      return `piece.${roleOf(letter)}.${color}${promoted}{background-image:url("${pictureAddress(letter, color, game)}")}`;
    }),
  );
  const text = rules.join('\n');
  if (dressed === text) return;
  dressed = text;
  sheet.replaceSync(text);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
