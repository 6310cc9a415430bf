// SPDX-License-Identifier: GPL-3.0-or-later
// The perft tables of tests/data as requests to the library.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../data/', import.meta.url));

/** Larger counts are left to the native library. */
const MOST = 100_000;

/** `white=fide black=nutters fuel=3` as members of a request. */
function membersOf(parameters) {
  const members = {};
  const armies = ['fide', 'fide'];
  for (const [name, value] of parameters.split(' ').filter(Boolean).map((each) => each.split('='))) {
    if (name === 'white' || name === 'black') {
      armies[name === 'white' ? 0 : 1] = value;
      members.armies = armies;
    } else {
      members[name] = /^\d+$/.test(value) ? Number(value) : value;
    }
  }
  return members;
}

/** The counts of a table: requests with their answers, and the line where they stand. */
function countsOf(name) {
  return readFileSync(folder + name, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [game, parameters, fen, counts] = line.split('|').map((each) => each.trim());
      return counts
        .split(' ')
        .map((each) => each.split(':').map(Number))
        .filter(([, count]) => count <= MOST)
        .map(([depth, count]) => ({ request: { do: 'perft', game, fen, depth, ...membersOf(parameters) }, count, line }));
    });
}

export const tables = readdirSync(folder)
  .filter((name) => name.endsWith('.perft') && !name.includes('deep'))
  .map((name) => ({ name, counts: countsOf(name) }));
