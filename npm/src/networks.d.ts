// SPDX-License-Identifier: GPL-3.0-or-later
// What build.mjs writes about the networks of the engine.
declare module 'leaper-networks' {
  /** Where the network of each game lies. */
  export const addresses: Readonly<Record<string, URL>>;
}
