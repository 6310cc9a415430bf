// SPDX-License-Identifier: GPL-3.0-or-later
// The signs of PGN ($1 to $255) that have a glyph, with what they mean.

export interface Sign {
  nag: number;
  glyph: string;
  words: string;
}

/** About a turn: each excludes the others. */
export const TURN_SIGNS: readonly Sign[] = [
  { nag: 1, glyph: '!', words: 'Good turn' },
  { nag: 2, glyph: '?', words: 'Mistake' },
  { nag: 3, glyph: '!!', words: 'Brilliant turn' },
  { nag: 4, glyph: '??', words: 'Blunder' },
  { nag: 5, glyph: '!?', words: 'Interesting turn' },
  { nag: 6, glyph: '?!', words: 'Dubious turn' },
];

/** About a position, and others. */
export const OTHER_SIGNS: readonly Sign[] = [
  { nag: 10, glyph: '=', words: 'Even' },
  { nag: 13, glyph: '∞', words: 'Unclear' },
  { nag: 14, glyph: '+=', words: 'White is slightly better' },
  { nag: 15, glyph: '=+', words: 'Black is slightly better' },
  { nag: 16, glyph: '+/−', words: 'White is better' },
  { nag: 17, glyph: '−/+', words: 'Black is better' },
  { nag: 18, glyph: '+−', words: 'White is winning' },
  { nag: 19, glyph: '−+', words: 'Black is winning' },
  { nag: 7, glyph: '□', words: 'The only turn' },
  { nag: 22, glyph: '⊙', words: 'Zugzwang' },
  { nag: 36, glyph: '→', words: 'With initiative' },
  { nag: 40, glyph: '↑', words: 'With attack' },
  { nag: 132, glyph: '⇆', words: 'With counterplay' },
  { nag: 138, glyph: '⊕', words: 'Short of time' },
  { nag: 146, glyph: 'N', words: 'Novelty' },
];

const known = new Map([...TURN_SIGNS, ...OTHER_SIGNS].map((sign) => [sign.nag, sign]));

export const signOf = (nag: number): Sign => known.get(nag) ?? { nag, glyph: `$${nag}`, words: `Sign ${nag}` };
