// SPDX-License-Identifier: GPL-3.0-or-later
// Finding games by words.
import type { Game } from '../app/types';

/** Whether a game has all the words somewhere. */
export function matches(game: Pick<Game, 'key' | 'name' | 'family' | 'author' | 'summary'>, search: string): boolean {
  const text = [game.name, game.key, game.family, game.author, game.summary].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
