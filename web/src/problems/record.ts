// SPDX-License-Identifier: GPL-3.0-or-later
// What a solver has done: which problems, how many in a row without a mistake, and a rating that follows; kept in the browser, and as a file.
import { readObject, writeObject } from '../app/store';
import { after, BEGINNER, type Rating } from './rating';

const KEY = 'problems';
const DAY = 86_400_000;
/** How many results are kept; the oldest are forgotten first. */
const MOST = 2000;

/** The first try at a problem. */
export interface Result {
  id: string;
  game: string;
  /** In milliseconds since 1970. */
  time: number;
  /** At once and without hints. */
  clean: boolean;
  /** The solver's rating after it. */
  rating: number;
}

export interface Standing {
  /** Solved in a row at the first try, without hints. */
  streak: number;
  best: number;
  solved: Set<string>;
  rating: Rating;
  /** The oldest first. */
  results: Result[];
}

/** What is told about a problem. */
export interface About {
  id: string;
  game: string;
  rating: number;
}

const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? Math.floor(value) : 0);
const within = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === 'number' && value >= least && value <= most ? value : otherwise;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false;
  const { id, game, time, clean, rating } = value as Partial<Record<keyof Result, unknown>>;
  return typeof id === 'string' && typeof game === 'string' && typeof clean === 'boolean' && [time, rating].every((number) => typeof number === 'number' && Number.isFinite(number));
}

/** Anybody can change what a browser keeps, and files as well. */
function standingOf({ streak, best, solved, rating, results }: Record<string, unknown>): Standing {
  const { value, deviation } = (typeof rating === 'object' && rating !== null ? rating : {}) as Record<string, unknown>;
  return {
    streak: count(streak),
    best: Math.max(count(best), count(streak)),
    solved: new Set(list(solved).filter((id): id is string => typeof id === 'string')),
    rating: { value: within(value, 100, 4000, BEGINNER.value), deviation: within(deviation, 1, 350, BEGINNER.deviation) },
    results: list(results).filter((each) => isResult(each)).slice(-MOST),
  };
}

export const standing = (): Standing => standingOf(readObject(KEY));

const written = ({ streak, best, solved, rating, results }: Standing): object => ({
  streak,
  best: Math.max(best, streak),
  solved: [...solved],
  rating,
  results: results.slice(-MOST),
});

const keep = (next: Standing): void => void writeObject(KEY, written(next));

/** Only the first try at a problem changes the rating. */
function first(now: Standing, { id, game, rating }: About, clean: boolean, time: number): Standing {
  if (now.solved.has(id) || now.results.some((each) => each.id === id)) return now;
  const last = now.results.at(-1)?.time ?? time;
  const next = after(now.rating, (time - last) / DAY, rating, clean);
  return { ...now, rating: next, results: [...now.results, { id, game, time, clean, rating: Math.round(next.value) }] };
}

/** A problem has been solved; `clean`: at the first try and without hints. One that was solved before adds nothing to the streak. */
export function keepSolved(problem: About, clean: boolean, time = Date.now()): void {
  const now = standing();
  const next = clean ? first(now, problem, true, time) : now;
  const streak = clean && !now.solved.has(problem.id) ? now.streak + 1 : now.streak;
  keep({ ...next, streak, solved: new Set([...now.solved, problem.id]) });
}

/** A wrong turn, a hint, or the solution was asked for. */
export function endStreak(problem: About, time = Date.now()): void {
  keep({ ...first(standing(), problem, false, time), streak: 0 });
}

/** Forgets everything. */
export const forget = (): void => void writeObject(KEY, {});

/** All that is kept, for a file. */
export const exported = (): string => JSON.stringify({ leaper: 'problems', ...written(standing()) });

/** Puts what such a file says in the place of what was kept. Throws if it is none. */
export function imported(text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || !('leaper' in value) || value.leaper !== 'problems') throw new Error('This is not a file of solved problems that Leaper has saved.');
  keep(standingOf({ ...value }));
}
