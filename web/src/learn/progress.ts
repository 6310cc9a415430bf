// SPDX-License-Identifier: GPL-3.0-or-later
// Which lessons have been solved; kept in the browser.
import { readObject, writeObject } from '../app/store';

const KEY = 'learn';

export function solved(game: string): Set<string> {
  const kept = readObject(KEY)[game];
  return new Set(Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : []);
}

export function keepSolved(game: string, lesson: string): void {
  writeObject(KEY, { ...readObject(KEY), [game]: [...solved(game).add(lesson)] });
}

/** Forgets the lessons of a game. */
export function forget(game: string): void {
  writeObject(KEY, { ...readObject(KEY), [game]: [] });
}
