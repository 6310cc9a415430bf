// SPDX-License-Identifier: GPL-3.0-or-later
// Where the graph draws positions, and what its keys do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../modules.mjs';

const { areas, pointsOf, stepped, valueText } = await load('study/engine/graph');
const { compact, numberBefore, turnsOf } = await load('study/engine/numbers');

const even = { kind: 'advantage', pawns: 0 };
const won = { kind: 'win', winner: 'white', turns: 1 };

test('from left to right, White’s chances upwards', () => {
  assert.deepEqual(pointsOf([even, null, won]), [[0, 100], null, [1000, 0]]);
  assert.deepEqual(pointsOf([even]), [[0, 100]]);
});

test('what is not known yet leaves a gap', () => {
  assert.deepEqual(areas([even, won, null, even]).map(({ line }) => line), ['M0 100L333.3 0', 'M1000 100']);
  assert.equal(areas([even, won])[0].area, 'M0 200L0 100L1000 0L1000 200Z');
  assert.deepEqual(areas([null, null]), []);
});

test('keys step through the game and stop at its ends', () => {
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'a'].map((key) => stepped(key, 3, 12)),
    [2, 4, 12, 0, 0, 12, null],
  );
  assert.equal(stepped('ArrowRight', 12, 12), 12);
});

test('a position in words', () => {
  const course = { worths: [even, won, null], names: ['1. e4', '1… f6'], marked: [{ ply: 0, by: 'white', mark: '?!' }] };
  assert.deepEqual(
    [0, 1, 2].map((ply) => valueText(course, ply)),
    ['Start: Both sides have the same chances, 0.0', '1. e4, an inaccuracy: White wins in 1 turn', '1… f6'],
  );
});

test('large numbers keep three digits', () => {
  assert.deepEqual([0, 999, 1000, 9960, 461210, 999_600, 1_340_000, 2e9].map(compact), ['0', '999', '1.0 k', '10 k', '461 k', '1.0 M', '1.3 M', '2.0 G']);
});

test('lines are cut into turns, with numbers as in the list of turns', () => {
  assert.deepEqual(turnsOf({ pv: 'e2e4,@@c6 e7e5', san: 'e4,@@c6 e5' }), [{ turn: 'e2e4,@@c6', san: 'e4,@@c6' }, { turn: 'e7e5', san: 'e5' }]);
  assert.deepEqual(turnsOf({ pv: '', san: '' }), []);
  assert.deepEqual([[0, 'white'], [1, 'white'], [0, 'black'], [1, 'black']].map(([ply, first]) => numberBefore(ply, first, true)), ['1.', '1…', '1…', '2.']);
  assert.equal(numberBefore(1, 'white', false), '');
});
