// SPDX-License-Identifier: GPL-3.0-or-later
// Square names, chessgroundx keys, places on the screen, and fuel gauges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const squares = await load('board/squares');
const { fuelLevel, fuelPercent } = await load('board/fuel');

test('names, coordinates and keys agree on a 16×16 board', () => {
  const keys = new Set();
  for (let file = 0; file < 16; file += 1)
    for (let rank = 0; rank < 16; rank += 1) {
      const name = squares.squareAt(file, rank);
      assert.deepEqual(squares.coordinates(name), [file, rank]);
      assert.equal(squares.squareOf(squares.keyOf(name)), name);
      keys.add(squares.keyOf(name));
    }
  assert.equal(keys.size, 256);
  assert.deepEqual([squares.squareAt(15, 15), squares.keyOf('e10')], ['p16', 'e:']);
});

test('cells as either side sees them', () => {
  const size = { files: 8, ranks: 4 };
  assert.deepEqual(squares.cell('a1', size, 'white'), [0, 3]);
  assert.deepEqual(squares.cell('a1', size, 'black'), [7, 0]);
  assert.deepEqual(squares.cell('h4', size, 'white'), [7, 0]);
  const element = { style: {} };
  squares.place(element, 'c2', size, 'white');
  assert.deepEqual(element.style, { left: '25%', top: '50%', width: '12.5%', height: '25%' });
});

test('the placement as chessgroundx reads it', () => {
  const locations = [{ at: 'a1', piece: 'K', color: 'white' }, { at: 'c2', piece: 'Q', color: 'black' }, { at: 'b2', kind: 'hole' }];
  assert.equal(squares.placement({ board: { files: 4, ranks: 3, locations } }), '4/2q1/K3');
  assert.equal(squares.placement({ board: { files: 16, ranks: 1, locations: [] } }), '16');
});

test('fuel gauges', () => {
  assert.deepEqual([50, 34, 33, 17, 16, 1, 0].map((fuel) => fuelLevel(fuel, 50)), ['full', 'full', 'half', 'half', 'low', 'low', 'empty']);
  assert.deepEqual([0, 25, 50, 60].map((fuel) => fuelPercent(fuel, 50)), [0, 50, 100, 100]);
  assert.equal(fuelPercent(0, 0), 0);
});
