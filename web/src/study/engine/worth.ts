// SPDX-License-Identifier: GPL-3.0-or-later
// What a position is worth, always from White's point of view: as a number, as a chance, and in words.
import type { Color, Result } from '../../app/types';
import type { Score } from '../../library/contract';
import { colorName, opposite, resultTitle } from '../../app/words';

export type Worth =
  | { kind: 'advantage'; pawns: number }
  /** The winner needs that many turns of its own. */
  | { kind: 'win'; winner: Color; turns: number }
  | { kind: 'over'; result: Result };

export function worthOf({ kind, value }: Score, side: Color): Worth {
  if (kind === 'centipawns') return { kind: 'advantage', pawns: (side === 'white' ? value : -value) / 100 };
  return { kind: 'win', winner: kind === 'wins-in' ? side : opposite(side), turns: value };
}

/** The chance of White, from 0 to 1: a decided position counts as played out. */
export function chance(worth: Worth): number {
  if (worth.kind === 'over') return { white: 1, black: 0, draw: 0.5, ongoing: 0.5, none: 0.5 }[worth.result];
  if (worth.kind === 'win') return worth.winner === 'white' ? 1 : 0;
  // How often people of some experience win at chess with such an advantage; for other games a convention as good as any.
  return 1 / (1 + Math.exp(-0.368 * worth.pawns));
}

/** The chance of one side. */
export const chanceOf = (worth: Worth, color: Color): number => (color === 'white' ? chance(worth) : 1 - chance(worth));

/** "+1.4", "−0.3", "0.0". */
function signed(pawns: number): string {
  const text = Math.abs(pawns).toFixed(Math.abs(pawns) < 99.95 ? 1 : 0);
  if (Number(text) === 0) return '0.0';
  return `${pawns > 0 ? '+' : '−'}${text}`;
}

/** In as few characters as possible: "+1.4", "White in 3", "1–0". */
export function short(worth: Worth): string {
  if (worth.kind === 'advantage') return signed(worth.pawns);
  if (worth.kind === 'win') return worth.turns === 0 ? `${colorName(worth.winner)} wins` : `${colorName(worth.winner)} in ${worth.turns}`;
  return { white: '1–0', black: '0–1', draw: '½–½', ongoing: '0.0', none: '' }[worth.result];
}

/** In words that need no knowledge of engines: "White wins in 3 turns", "Black is a little better". */
export function inWords(worth: Worth): string {
  if (worth.kind === 'over') return resultTitle(worth.result);
  if (worth.kind === 'win') {
    if (worth.turns === 0) return `${colorName(worth.winner)} wins`;
    return `${colorName(worth.winner)} wins in ${worth.turns} turn${worth.turns === 1 ? '' : 's'}`;
  }
  const size = Math.abs(worth.pawns);
  if (size < 0.3) return 'Both sides have the same chances';
  const name = colorName(worth.pawns > 0 ? 'white' : 'black');
  if (size < 1) return `${name} is a little better`;
  if (size < 2.5) return `${name} is better`;
  return size < 6 ? `${name} is much better` : `${name} should win`;
}

/** As comments of PGN have it: for White, in pawns or in turns to a win; null where the game is over. */
export function evaluationOf(worth: Worth): { pawns: number } | { mate: number } | null {
  if (worth.kind === 'advantage') return { pawns: worth.pawns };
  return worth.kind === 'win' ? { mate: worth.winner === 'white' ? worth.turns : -worth.turns } : null;
}

/** Which of two scores of the same position the side to move prefers: negative if the first. */
export function compareScores(one: Score, other: Score): number {
  return rank(other) - rank(one);
}

/** Beyond every number of centipawns, and of turns. */
const DECIDED = 1e6;

function rank({ kind, value }: Score): number {
  if (kind === 'wins-in') return DECIDED - value;
  return kind === 'loses-in' ? value - DECIDED : value;
}
