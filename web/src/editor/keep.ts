// SPDX-License-Identifier: GPL-3.0-or-later
// The last position of each game that was edited, kept in this browser.
import { readObject, writeObject } from '../app/store';
import type { Chosen } from '../library/contract';
import { isChosen } from '../study/document';

const LAST = 'editor';

/** Positions of texts share one place: the last one is kept. */
const placeOf = ({ game, variants }: Chosen): string => `editor:${variants === undefined ? game : ''}`;

export function keepPosition(chosen: Chosen): void {
  writeObject(placeOf(chosen), chosen);
  writeObject(LAST, { place: placeOf(chosen) });
}

function kept(place: string): Chosen | null {
  const value = readObject(place);
  return isChosen(value) ? value : null;
}

/** The position of a game, if one is kept. */
export const keptPosition = (game: string): Chosen | null => kept(placeOf({ game }));

/** What was edited last. */
export function lastPosition(): Chosen | null {
  const { place } = readObject(LAST);
  return typeof place === 'string' && place.startsWith('editor:') ? kept(place) : null;
}
