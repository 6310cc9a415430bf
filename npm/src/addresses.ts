// SPDX-License-Identifier: GPL-3.0-or-later
// Where the networks of the engine are.
import { addresses } from 'leaper-networks';

/** Where the network of a game is: beside the scripts, or in a folder, whose address ends with a slash. */
export function addressOf(game: string, folder?: string): URL {
  const address = folder === undefined ? addresses[game] : new URL(`${game}.net`, folder);
  if (address === undefined) throw new TypeError(`${game} has no network`);
  return address;
}
