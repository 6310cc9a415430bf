// SPDX-License-Identifier: GPL-3.0-or-later
// What build.mjs writes about the networks of the engine.
declare module 'leaper-networks' {
  /** Where the network of a game lies. */
  export function addressOf(game: string): URL;
}
