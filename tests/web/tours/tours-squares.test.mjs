// SPDX-License-Identifier: GPL-3.0-or-later
// Square names on boards wider than the alphabet, and boards as texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { coordinates, fileName, placementOf, readPlacement, squareName } = await load('tours/tours-squares');

test('files run from a to z, then from aa', () => {
  assert.deepEqual([0, 25, 26, 51, 52, 63].map(fileName), ['a', 'z', 'aa', 'az', 'ba', 'bl']);
  for (let file = 0; file < 800; file += 1) assert.deepEqual(coordinates(squareName(file, file % 64)), [file, file % 64]);
});

test('a board and its text agree', () => {
  const size = { files: 5, ranks: 3 };
  assert.equal(placementOf(size, new Set()), '5x3');
  assert.equal(placementOf(size, new Set(['a1', 'c2', 'd2', 'e3'])), '4*/2**1/*4');
  for (const text of ['5x3', '4*/2**1/*4', '****/4', '12/*11']) {
    const { size: read, holes } = readPlacement(text);
    assert.deepEqual(readPlacement(placementOf(read, holes)), { size: read, holes }, text);
  }
  assert.deepEqual(readPlacement('4*/2**1/*4'), { size, holes: new Set(['a1', 'c2', 'd2', 'e3']) });
});

test('texts that are not boards', () => {
  for (const text of ['', '3/4', 'x', '5x', '3/-3', '3//3', '3 3']) assert.equal(readPlacement(text), null, text);
});
