// SPDX-License-Identifier: GPL-3.0-or-later
// The matches that this browser keeps, in IndexedDB: those that are played without the server. Where there is no IndexedDB, they are
// kept until the page is closed.
import { Storage } from '../app/storage';
import type { Color, Match, Summary } from '../app/types';

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
  /** The games of the series before this one, with scores by the present colours. */
  before: Match['series']['games'];
}

const storage = new Storage('leaper-matches', 'matches', 'match');
const memory = new Map<string, Kept>();

// No id of the server has a point.
const PREFIX = 'here.';

/** Whether a match with this id is kept in a browser. */
export const isOwn = (id: string): boolean => id.startsWith(PREFIX);

export const newId = (): string => PREFIX + [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

/** Anybody can change what a browser stores. */
function isKept(value: unknown): value is Kept {
  const { id, game, updated, players, parameters, moves, seats, before, draw_from: from, revision, ply } = (value ?? {}) as Partial<Kept>;
  const objects = [players, players?.white, players?.black, parameters, seats, from].every((part) => typeof part === 'object' && (part as unknown) !== null);
  return [id, game, updated].every((text) => typeof text === 'string') && objects && Array.isArray(moves) && Array.isArray(before) && typeof revision === 'number' && typeof ply === 'number';
}

/** All of them, those played last first. */
export async function ownMatches(): Promise<Kept[]> {
  const all = await storage.transact<unknown[]>(
    'readonly',
    (store, answer) => {
      const request = store.getAll();
      request.onsuccess = () => answer(request.result as unknown[]);
    },
    () => [...memory.values()],
  );
  return all.filter(isKept).sort((one, other) => (one.updated < other.updated ? 1 : -1));
}

export async function ownMatch(id: string): Promise<Kept | null> {
  const found = await storage.transact<unknown>(
    'readonly',
    (store, answer) => {
      const request = store.get(id);
      request.onsuccess = () => answer(request.result);
    },
    () => memory.get(id),
  );
  return isKept(found) ? found : null;
}

/** Keeps a match. False, and nothing is done, if another tab has kept this revision of it already. */
export function keepMatch(kept: Kept): Promise<boolean> {
  return storage.transact<boolean>(
    'readwrite',
    (store, answer) => {
      const request = store.get(kept.id);
      request.onsuccess = () => {
        const there: unknown = request.result;
        const next = !isKept(there) || there.revision < kept.revision;
        if (next) store.put(kept);
        answer(next);
      };
    },
    () => {
      memory.set(kept.id, kept);
      return true;
    },
  );
}
