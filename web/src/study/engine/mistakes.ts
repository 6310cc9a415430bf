// SPDX-License-Identifier: GPL-3.0-or-later
// Which turns of a game were mistakes: those that cost their player much of the chance to win.
import type { Color } from '../../app/types';
import { chanceOf, type Worth } from './worth';

export type Mark = '?!' | '?' | '??';

export const MARKS: Record<Mark, { name: string; many: string; nag: number }> = {
  '??': { name: 'blunder', many: 'blunders', nag: 4 },
  '?': { name: 'mistake', many: 'mistakes', nag: 2 },
  '?!': { name: 'inaccuracy', many: 'inaccuracies', nag: 6 },
};

/** From which loss of chances a turn gets a mark, largest first; a won game that is drawn costs half. */
const LIMITS: readonly [number, Mark][] = [
  [0.15, '??'],
  [0.1, '?'],
  [0.05, '?!'],
];

/** How much of the chance to win a turn has cost its player; never below 0, for a better turn than the best was only seen too late. */
export function loss(before: Worth, after: Worth, mover: Color): number {
  return Math.max(0, chanceOf(before, mover) - chanceOf(after, mover));
}

/** The mark of a turn between two positions; null for a turn that is good enough. */
export function markOf(before: Worth, after: Worth, mover: Color): Mark | null {
  const cost = loss(before, after, mover);
  return LIMITS.find(([limit]) => cost >= limit)?.[1] ?? null;
}

/** A position of a game: who moves there, what it is worth, and the engine's turn in it. */
export interface Judged {
  side: Color;
  worth: Worth;
  best: string | null;
}

/** A turn of the game, from one judged position to the next. */
export interface Marked {
  /** How many turns had been played before it. */
  ply: number;
  by: Color;
  mark: Mark;
  loss: number;
}

/** The mistakes of a game: `positions` has one more than `turns`, and null for what has not been judged. */
export function mistakes(positions: readonly (Judged | null)[], turns: readonly { turn: string; by?: Color }[]): Marked[] {
  return turns.flatMap(({ turn, by }, ply) => {
    const [before, after] = [positions[ply], positions[ply + 1]];
    // The engine's own turn is no mistake, whatever a second look says of it.
    if (!before || !after || before.best === turn) return [];
    // An announcement may come from the side that is not to move.
    const mover = by ?? before.side;
    const mark = markOf(before.worth, after.worth, mover);
    return mark === null ? [] : [{ ply, by: mover, mark, loss: loss(before.worth, after.worth, mover) }];
  });
}

/** How many marks of each kind a side got, worst first: "1 blunder, 2 inaccuracies", or "no mistakes". */
export function tally(marked: readonly Marked[], color: Color): string {
  const parts = Object.entries(MARKS).flatMap(([mark, { name, many }]) => {
    const count = marked.filter((each) => each.by === color && each.mark === mark).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? name : many}`];
  });
  return parts.length === 0 ? 'no mistakes' : parts.join(', ');
}

/** The ply of the next mistake after the one given, of either or one side, around the end; null if there is none. */
export function nextMistake(marked: readonly Marked[], from: number, color: Color | null = null): number | null {
  const wanted = marked.filter(({ by }) => color === null || by === color);
  return (wanted.find(({ ply }) => ply > from) ?? wanted[0])?.ply ?? null;
}
