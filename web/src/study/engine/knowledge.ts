// SPDX-License-Identifier: GPL-3.0-or-later
// What has been found out about the positions of a game, so that going back to one shows it at once.
import type { Analysis, Chosen, Line } from '../../library/contract';
import type { Color } from '../../app/types';
import { compareScores, worthOf, type Worth } from './worth';

/** What is known about a position: its lines, best first. */
export interface Found {
  side: Color;
  depth: number;
  lines: Line[];
  worth: Worth;
  /** Searching on would find nothing else. */
  final: boolean;
}

/** What a state of a search says; null if it has no line yet. */
export function foundIn({ depth, lines }: Pick<Analysis, 'depth' | 'lines'>, side: Color, final = false): Found | null {
  const sorted = [...lines].sort((one, other) => compareScores(one.score, other.score));
  const [best] = sorted;
  return best === undefined ? null : { side, depth, lines: sorted, worth: worthOf(best.score, side), final };
}

/**
 * Whether a deeper search could change nothing about who wins, and in how many turns: with one line the library ends the search by
 * itself then, but with several it goes on for the sake of the others.
 */
export function decided({ lines, depth }: Pick<Found, 'lines' | 'depth'>): boolean {
  const [best] = lines;
  if (best === undefined || best.bound !== 'exact' || best.score.kind === 'centipawns') return false;
  const distance = best.pv.split(/[ ,]/).length;
  return depth > 2 * distance + 2;
}

/** Whether something new replaces what was known: a deeper search, or as deep a one; but not fewer lines, as long as so many are wanted. */
export function improves(found: Found, known: Found | undefined, wanted: number): boolean {
  if (known === undefined) return true;
  if (known.lines.length < wanted && found.lines.length > known.lines.length) return true;
  return found.depth >= known.depth && (found.lines.length >= Math.min(known.lines.length, wanted) || found.final);
}

/** Positions of longer games are forgotten, oldest first. */
const MOST = 4_000;

export class Knowledge {
  private game = '';
  private readonly found = new Map<string, Found>();

  /** Whatever is known belongs to one game with its parameters: another one begins anew. */
  private open({ variants, game, parameters, fen }: Chosen): void {
    const key = JSON.stringify([variants, game, parameters, fen]);
    if (key === this.game) return;
    this.game = key;
    this.found.clear();
  }

  get(chosen: Chosen, moves: readonly string[]): Found | undefined {
    this.open(chosen);
    return this.found.get(moves.join(' '));
  }

  /** Keeps what has been found if it is better than what was known; returns what is known now. */
  add(chosen: Chosen, moves: readonly string[], found: Found, wanted = 1): Found {
    this.open(chosen);
    const key = moves.join(' ');
    const known = this.found.get(key);
    if (known !== undefined && !improves(found, known, wanted)) return known;
    this.found.delete(key);
    this.found.set(key, found);
    const [oldest] = this.found.keys();
    if (this.found.size > MOST && oldest !== undefined) this.found.delete(oldest);
    return found;
  }
}
