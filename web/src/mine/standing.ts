// SPDX-License-Identifier: GPL-3.0-or-later
// How one's own matches are sorted: by whose turn it is, and by the time that is left.
import type { Color, SeatedMatch } from '../app/types';
import { opposite } from '../app/words';
import { graceLeft, timeLeft } from '../clock/face';

/** `shared`: both sides are played on one screen, so nobody waits for anybody. */
export type Standing = 'turn' | 'waiting' | 'shared' | 'over';

export const STANDINGS: readonly Standing[] = ['turn', 'waiting', 'shared', 'over'];

/** The side that is played here; White's where it is both. */
export const ownColor = ({ you }: Pick<SeatedMatch, 'you'>): Color => you[0] ?? 'white';

export const opponentOf = (match: Pick<SeatedMatch, 'you' | 'players'>): SeatedMatch['players'][Color] => match.players[opposite(ownColor(match))];

export const isOpen = ({ players }: Pick<SeatedMatch, 'players'>): boolean => players.white.kind === 'open' || players.black.kind === 'open';

export function standingOf(match: SeatedMatch): Standing {
  if (match.result !== 'ongoing') return 'over';
  if (match.local) return 'shared';
  return !isOpen(match) && match.you.includes(match.side) ? 'turn' : 'waiting';
}

/** How long the side to move may still think; Infinity without a clock, and while the clock stands. */
function leftToMove(match: SeatedMatch): number {
  const time = timeLeft(match, match.side);
  return graceLeft(match) ?? (time !== null && time.runs ? time.left : Infinity);
}

const later = (one: SeatedMatch, other: SeatedMatch): number => Date.parse(other.updated) - Date.parse(one.updated);

/** Where it is one's turn: the least time first, then whoever has waited longest. All others: what has changed last first. */
function compare(standing: Standing): (one: SeatedMatch, other: SeatedMatch) => number {
  if (standing !== 'turn') return later;
  return (one, other) => {
    const [left, otherLeft] = [leftToMove(one), leftToMove(other)];
    return left === otherLeft ? -later(one, other) : left - otherLeft;
  };
}

export function sorted(matches: readonly SeatedMatch[]): Record<Standing, SeatedMatch[]> {
  const all: Record<Standing, SeatedMatch[]> = { turn: [], waiting: [], shared: [], over: [] };
  for (const match of matches) all[standingOf(match)].push(match);
  for (const standing of STANDINGS) all[standing].sort(compare(standing));
  return all;
}
