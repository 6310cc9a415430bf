// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates all positions of a game within a time, twice: each for a moment, then those around mistakes for as long as is left.
import type { Color, Result } from '../../app/types';
import type { Analysis, Chosen } from '../../library/contract';
import { foundIn, type Found, type Knowledge } from './knowledge';
import { mistakes, type Judged } from './mistakes';

/** What a position is before anybody searches: who moves, and whether the game is over. */
export interface Standing {
  side: Color;
  result: Result;
}

/** Where the facts come from. */
export interface Sources {
  stands(chosen: Chosen, moves: readonly string[]): Promise<Standing>;
  /** The last state of a search that lasts so many milliseconds. */
  search(chosen: Chosen, moves: readonly string[], milliseconds: number, signal: AbortSignal): Promise<Pick<Analysis, 'depth' | 'lines'>>;
}

export interface Assignment {
  chosen: Chosen;
  turns: readonly { turn: string; by?: Color }[];
  /** For the whole game, in milliseconds. */
  budget: number;
}

/** A judged position with the line that the engine expects. */
export interface Verdict extends Judged {
  found: Found | null;
}

/** The part of the time that the first walk through the game takes. */
const FIRST = 0.6;
/** No search is shorter or longer than that, in milliseconds. */
const SHORTEST = 40;
const LONGEST = 4000;
/** So deep a search is not repeated. */
const DEEP = 22;

const within = (time: number): number => Math.round(Math.min(LONGEST, Math.max(SHORTEST, time)));

/** Calls `tell` after each position, with all that is known by then and the part of the work that is done. */
export async function judge(
  { chosen, turns, budget }: Assignment,
  sources: Sources,
  knowledge: Knowledge,
  tell: (verdicts: readonly (Verdict | null)[], done: number) => void,
  signal: AbortSignal,
): Promise<Verdict[]> {
  const moves = turns.map(({ turn }) => turn);
  const verdicts: (Verdict | null)[] = Array.from({ length: moves.length + 1 }, () => null);

  const visit = async (ply: number, milliseconds: number, known: boolean): Promise<void> => {
    const before = moves.slice(0, ply);
    const { side, result } = await sources.stands(chosen, before);
    signal.throwIfAborted();
    if (result !== 'ongoing') {
      verdicts[ply] = { side, worth: { kind: 'over', result }, best: null, found: null };
      return;
    }
    let found = knowledge.get(chosen, before);
    if (found === undefined || !known || !(found.final || found.depth >= DEEP)) {
      const searched = foundIn(await sources.search(chosen, before, milliseconds, signal), side);
      signal.throwIfAborted();
      if (searched !== null) found = knowledge.add(chosen, before, searched);
    }
    if (found !== undefined) verdicts[ply] = { side, worth: found.worth, best: found.lines[0]?.pv.split(' ')[0] ?? null, found };
  };

  const each = within((budget * FIRST) / verdicts.length);
  for (let ply = 0; ply < verdicts.length; ply += 1) {
    await visit(ply, each, true);
    tell(verdicts, (FIRST * (ply + 1)) / verdicts.length);
  }
  const doubtful = [...new Set(mistakes(verdicts, turns).flatMap(({ ply }) => [ply, ply + 1]))].filter((ply) => verdicts[ply]?.found?.final === false);
  const longer = within((budget * (1 - FIRST)) / Math.max(1, doubtful.length));
  for (const [index, ply] of doubtful.entries()) {
    if (longer > each) await visit(ply, longer, false);
    tell(verdicts, FIRST + ((1 - FIRST) * (index + 1)) / doubtful.length);
  }
  return verdicts.filter((verdict) => verdict !== null);
}
