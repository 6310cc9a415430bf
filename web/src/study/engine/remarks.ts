// SPDX-License-Identifier: GPL-3.0-or-later
// What a review says about the turns of a game: evaluations, signs, words, and variations that would have been better.
import type { Turn } from '../../app/types';
import type { Verdict } from './judge';
import { MARKS, mistakes, type Marked } from './mistakes';
import { turnsOf, type LineTurn } from './numbers';
import { evaluationOf, inWords, short, type Worth } from './worth';

/** What has been found out about one turn of the game. */
export interface Remark {
  /** How many turns had been played before it. */
  ply: number;
  /** Of the position after the turn, as comments of PGN have it. */
  evaluation: ReturnType<typeof evaluationOf>;
  /** Of PGN, if the turn was a mistake: 2, 4 or 6. */
  nag: number | null;
  /** In words, if it was a mistake. */
  comment: string;
  /** What would have been better instead of it. */
  better: LineTurn[];
}

/** A variation that shows what was missed need not go on for ever. */
const LONGEST = 7;

/** The remarks on a game, from the verdicts on its positions. */
export function remarksOf(verdicts: readonly (Verdict | null)[], turns: readonly Turn[]): Remark[] {
  const marked = mistakes(verdicts, turns);
  return turns.flatMap((_, ply): Remark[] => {
    const [before, after] = [verdicts[ply], verdicts[ply + 1]];
    if (!before || !after) return [];
    const mark = marked.find((each) => each.ply === ply)?.mark;
    if (mark === undefined) return [{ ply, evaluation: evaluationOf(after.worth), nag: null, comment: '', better: [] }];
    const line = before.found?.lines[0];
    const whole = line === undefined ? [] : turnsOf(line);
    // The last turn of a line may be incomplete, and a line of one turn cannot be.
    const better = (whole.length > 1 ? whole.slice(0, -1) : whole).slice(0, LONGEST);
    return [{ ply, evaluation: evaluationOf(after.worth), nag: MARKS[mark].nag, comment: commentOf(mark, before, after), better }];
  });
}

const valued = (worth: Worth): string => (worth.kind === 'advantage' ? `${inWords(worth)} (${short(worth)})` : inWords(worth));

function commentOf(mark: Marked['mark'], before: Verdict, after: Verdict): string {
  const name = MARKS[mark].name;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}. Before: ${valued(before.worth)}. Now: ${valued(after.worth)}.`;
}
