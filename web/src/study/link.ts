// SPDX-License-Identifier: GPL-3.0-or-later
// Links that carry a game, its parameters and text, a start position, and a line: compressed, in the fragment, which no server sees.
import { pack, unpack } from '../invent/share';
import type { Chosen } from '../library/contract';
import { isChosen } from './document';

export interface Linked {
  chosen: Chosen;
  moves: string[];
  /** How many of the moves lead to the position that is meant. */
  ply: number;
}

/** The longest text that a link may carry, unpacked: that of a game, a position, and thousands of turns. */
const LONGEST = 262_144;

const damaged = (): Error => new Error('The link is damaged: it may have been cut short.');

export const packLine = ({ chosen, moves, ply }: Linked): Promise<string> => pack(JSON.stringify({ ...chosen, moves: moves.join(' '), ply }));

/** What a link carries. Whether the game and the moves exist is for the library to say. */
export async function unpackLine(packed: string): Promise<Linked> {
  const text = await unpack(packed, LONGEST);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged();
  }
  if (!isChosen(value)) throw damaged();
  const { game, variants, parameters, fen, pastDraws, moves, ply } = value as Chosen & { moves?: unknown; ply?: unknown };
  if (typeof moves !== 'string' || typeof ply !== 'number' || !Number.isInteger(ply)) throw damaged();
  const chosen: Chosen = {
    game,
    ...(variants === undefined ? {} : { variants }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(fen === undefined ? {} : { fen }),
    ...(pastDraws === true && { pastDraws }),
  };
  return { chosen, moves: moves === '' ? [] : moves.split(' '), ply };
}

export const lineAddress = (packed: string): string => `${location.origin}${location.pathname}#/study/link/${packed}`;

/** The address, within the page, that opens a position in the board editor. */
export const editorPlace = async (chosen: Chosen): Promise<string> => `#/editor/${encodeURIComponent(chosen.game)}/${await packLine({ chosen, moves: [], ply: 0 })}`;
