// SPDX-License-Identifier: GPL-3.0-or-later
// Turns in words, for screen readers and notices: "knight from g1 to f3", "square placed on c6".
import type { Game, State, Turn } from './types';
import { colorName, pieceName } from './words';

const SQUARE = '[a-p]\\d{1,2}';
const PLACED_SQUARE = new RegExp(`^@@(${SQUARE})$`);
const MOVED_SQUARE = new RegExp(`^@(${SQUARE})(${SQUARE})$`);
const PLACED_PIECE = new RegExp(`^(\\+?[A-Z])@(${SQUARE})$`);
const WALL = new RegExp(`^\\*(${SQUARE})$`);
const MOVE = new RegExp(`^(${SQUARE})(${SQUARE})([a-z])?$`);

function moveWords(turn: string, san: string, game: Game): string {
  const [, from = '', to = '', promotion] = MOVE.exec(turn) ?? [];
  if (san.startsWith('O-O-O')) return `castles queenside, king from ${from} to ${to}`;
  if (san.startsWith('O-O')) return `castles kingside, king from ${from} to ${to}`;
  const letter = /^[A-Z]/.exec(san)?.[0] ?? 'P';
  const way = san.includes('x') ? `takes on ${to}` : `to ${to}`;
  return `${pieceName(letter, game)} from ${from} ${way}${promotion === undefined ? '' : `, promoted to a ${pieceName(promotion.toUpperCase(), game)}`}`;
}

function actionWords(turn: string, san: string, game: Game): string {
  const placed = PLACED_SQUARE.exec(turn);
  if (placed !== null) return `square placed on ${placed[1] ?? ''}`;
  const moved = MOVED_SQUARE.exec(turn);
  if (moved !== null) return `square moved from ${moved[1] ?? ''} to ${moved[2] ?? ''}`;
  const piece = PLACED_PIECE.exec(turn);
  if (piece !== null) return `${pieceName(piece[1] ?? '', game)} placed on ${piece[2] ?? ''}`;
  const wall = WALL.exec(turn);
  if (wall !== null) return `wall on ${wall[1] ?? ''}`;
  if (turn.startsWith('!')) return 'path announced';
  return MOVE.test(turn) ? moveWords(turn, san, game) : san;
}

/** A whole turn: its actions in order. An announcement out of turn begins with a comma. */
export function turnWords({ turn, san }: Pick<Turn, 'turn' | 'san'>, game: Game): string {
  const notations = san.replace(/^,/, '').split(',');
  const parts = turn.replace(/^,/, '').split(',').map((part, index) => actionWords(part, notations[index] ?? '', game));
  const end = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  return parts.join(', ') + end;
}

/** The turn that led to a position: "White: pawn from e2 to e4"; empty at the start. */
export function lastWords({ last }: Pick<State, 'last'>, game: Game): string {
  return last === null ? '' : `${colorName(last.color)}: ${turnWords(last, game)}`;
}
