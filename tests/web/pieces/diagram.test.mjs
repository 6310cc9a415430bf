// SPDX-License-Identifier: GPL-3.0-or-later
// Diagrams of movements: where a piece in the middle goes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { extentOf, miniature, reaches, viewOf } = await load('pieces/diagram');
const at = (rides, distance) => Object.fromEntries(reaches(rides, distance).map(({ files, ranks, ...reach }) => [`${files},${ranks}`, reach]));

test('a ride goes on to the edge, a leap does not', () => {
  assert.deepEqual(Object.keys(at([[0, 1, 16, 16]], 3)), ['0,1', '0,2', '0,3']);
  assert.deepEqual(Object.keys(at([[1, 2, 1, 1]], 3)), ['1,2']);
  assert.deepEqual(Object.keys(at([[1, 2, 1, 1]], 1)), []);
  assert.deepEqual(Object.keys(at([[0, 1, 2, 2]], 5)), ['0,1', '0,2']);
});

test('moves and captures are told apart, also when two rides reach a square', () => {
  const pawn = at([[0, 1, 1, 0], [1, 1, 0, 1]], 2);
  assert.deepEqual([pawn['0,1'].quiet, pawn['0,1'].capture, pawn['1,1'].quiet, pawn['1,1'].capture], [true, false, false, true]);
  const both = at([[0, 1, 2, 0], [0, 2, 0, 1]], 2);
  assert.deepEqual([both['0,2'].quiet, both['0,2'].capture], [true, true]);
});

test('a hop begins behind the neighbour', () => {
  const cannon = at([[1, 0, 0, 16, 'cannon']], 3);
  assert.deepEqual(Object.keys(cannon), ['2,0', '3,0']);
  assert.ok(cannon['2,0'].hops);
  const chinese = at([[1, 0, 16, 0], [1, 0, 0, 16, 'cannon']], 3);
  assert.equal(chinese['2,0'].hops, false);
});

test('the extent is that of the longest step', () => {
  assert.equal(extentOf([]), 1);
  assert.equal(extentOf([[0, 1, 16, 16], [3, -1, 1, 1]]), 3);
});

test('a short ride is shown to its end, and a long one beyond every leap', () => {
  assert.equal(viewOf([[0, 1, 4, 4]]), 4);
  assert.equal(viewOf([[1, 2, 1, 1]]), 2);
  assert.equal(viewOf([[0, 1, 16, 16]]), 3);
  assert.equal(viewOf([[0, 1, 16, 16], [0, 3, 1, 1]]), 4);
});

test('a miniature stays in its box', () => {
  for (const [, x] of miniature([[1, 2, 1, 1], [-3, 3, 1, 0], [0, -1, 0, 1]], 'white', { x: 10, y: 10, size: 20 }).matchAll(/c[xy]="([\d.]+)"/g))
    assert.ok(Number(x) >= 10 && Number(x) <= 30, x);
});
