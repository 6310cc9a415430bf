// SPDX-License-Identifier: GPL-3.0-or-later
// The game of a study, described: one that the page knows, or one that a text defines.
import type { Catalogue, Game } from '../app/types';
import * as library from '../library/calls';
import type { Chosen } from '../library/contract';
import { presentable } from '../pieces';
import { drawingsOf } from '../pieces/svg';

const ofTexts = new Map<string, Promise<Game>>();

async function ofText(variants: string, key: string): Promise<Game> {
  const { games, faults } = await library.check(variants);
  const found = games.find((game) => game.key === key);
  if (found === undefined) {
    const fault = faults.find(({ kind }) => kind === 'error');
    throw new Error(fault === undefined ? `The text does not define “${key}”.` : `The text of the game has a fault in line ${fault.line}: ${fault.message}`);
  }
  const drawings = drawingsOf(variants, key);
  return { ...presentable(found), ...(Object.keys(drawings).length === 0 ? {} : { drawings }) };
}

/** Fails if neither the page nor the text knows it. */
export async function gameOf({ variants, game }: Chosen, { games }: Catalogue): Promise<Game> {
  const own = games.find(({ key }) => key === game);
  if (variants === undefined) {
    if (own === undefined) throw new Error(`There is no game “${game}” here.`);
    return own;
  }
  const name = `${game}\n${variants}`;
  const known = ofTexts.get(name) ?? ofText(variants, game);
  ofTexts.set(name, known);
  known.catch(() => ofTexts.delete(name));
  return known;
}

/** The name of a game in words, as far as it is known. */
export const titleOf = (key: string, { games }: Catalogue): string => games.find((game) => game.key === key)?.name ?? key;
