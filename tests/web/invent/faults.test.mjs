// SPDX-License-Identifier: GPL-3.0-or-later
// Faults in words, and how things stand on the live board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { faultCount } = await load('invent/faults');
const { matches } = await load('invent/search');
const { tankOf } = await load('board/fuel');

test('faults are counted', () => {
  const [error, warning] = [{ kind: 'error' }, { kind: 'warning' }];
  assert.equal(faultCount([]), 'No faults');
  assert.equal(faultCount([error]), '1 error');
  assert.equal(faultCount([error, error, warning]), '2 errors and 1 warning');
  assert.equal(faultCount([warning, warning]), '2 warnings');
  assert.equal(faultCount([error], 7), '1 error and 7 more');
});

test('the gallery finds games by all words', () => {
  const game = { key: 'hnefa', name: 'HnefaChess', author: 'Florin Lupusoru', summary: 'A 16×16 board with a walled centre.' };
  assert.ok(matches(game, ''));
  assert.ok(matches(game, 'walled florin'));
  assert.ok(!matches(game, 'walled crazyhouse'));
});

test('a full tank is the fullest', () => {
  assert.equal(tankOf([{ at: 'a1' }]), null);
  assert.equal(tankOf([{ at: 'a1', fuel: 3 }, { at: 'a2', fuel: 12 }]), 12);
  assert.equal(tankOf([{ at: 'a1', fuel: 0 }]), 1);
});
