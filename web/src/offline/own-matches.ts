// SPDX-License-Identifier: GPL-3.0-or-later
// The matches that this browser keeps: those that are played without the server.
import { Storage } from '../app/storage';
import type { Color, Match, Summary } from '../app/types';
import type { OwnClock } from './own-clock';
import { forgetTime } from './own-time';

/** What of a match does not follow from its turns by the rules; and of what does, what lists of matches show. */
export interface Kept extends Summary {
  revision: number;
  /** The text that defines the game, if it is not the library's own. */
  variants?: string;
  /** Where the game began, if not at the usual start. */
  fen?: string;
  /** Who moves first. */
  start: Color;
  /** In coordinate notation. */
  moves: string[];
  /** How the players ended the game, if they did. */
  declared: Pick<Match, 'result' | 'reason'> | null;
  /** What the seats of people are called by their tabs. */
  seats: Partial<Record<Color, string>>;
  finder: boolean;
  /** Whether players announce paths, and whether the winner gets points. */
  announcements: boolean;
  scores: boolean;
  /** The engine would accept a draw now. */
  accepts: boolean;
  draw_from: Record<Color, number>;
  rematch: string | null;
  /** If there is a control. */
  clock?: OwnClock;
  /** The games of the series before this one, with scores by the present colours. */
  before: Match['series']['games'];
}

// No id of the server has a point.
const PREFIX = 'here.';

/** Whether a match with this id is kept in a browser. */
export const isOwn = (id: string): boolean => id.startsWith(PREFIX);

export const newId = (): string => PREFIX + [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

function isKept(value: unknown): value is Kept {
  const { id, game, updated, players, parameters, moves, seats, before, draw_from: from, revision, ply } = (value ?? {}) as Partial<Kept>;
  const objects = [players, players?.white, players?.black, parameters, seats, from].every((part) => typeof part === 'object' && (part as unknown) !== null);
  return [id, game, updated].every((text) => typeof text === 'string') && objects && Array.isArray(moves) && Array.isArray(before) && typeof revision === 'number' && typeof ply === 'number';
}

const storage = new Storage('leaper-matches', 'matches', 'match', isKept);

/** All of them, those played last first. */
export const ownMatches = async (): Promise<Kept[]> => (await storage.all()).sort((one, other) => (one.updated < other.updated ? 1 : -1));

export const ownMatch = (id: string): Promise<Kept | null> => storage.get(id);

/** Keeps a match. False, and nothing is done, if another tab has kept this revision of it already. */
export const keepMatch = (kept: Kept): Promise<boolean> => storage.put(kept, ({ revision }) => revision < kept.revision);

export function dropMatch(id: string): Promise<void> {
  forgetTime(id);
  return storage.drop(id);
}
