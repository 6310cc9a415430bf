// SPDX-License-Identifier: GPL-3.0-or-later
// How one's own matches are sorted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { sorted, standingOf } = await load('mine/standing');

const HUMAN = { kind: 'human', name: '' };

function match(id, more = {}) {
  const players = { white: HUMAN, black: HUMAN };
  return { id, players, local: false, side: 'white', you: ['white'], result: 'ongoing', updated: '2026-11-23T10:00:00Z', ...more };
}

const ids = (matches) => matches.map(({ id }) => id);
const running = (left, since = 1000) => ({ served: 1000, clock: { left: { white: left, black: left }, running: 'white', since } });

test('whose turn it is', () => {
  assert.equal(standingOf(match('a')), 'turn');
  assert.equal(standingOf(match('a', { side: 'black' })), 'waiting');
  assert.equal(standingOf(match('a', { players: { white: HUMAN, black: { kind: 'open', name: '' } } })), 'waiting', 'nobody has joined');
  assert.equal(standingOf(match('a', { local: true })), 'shared');
  assert.equal(standingOf(match('a', { result: 'draw' })), 'over');
});

test('the least time first, the time for a first turn included, then those without a clock by age', () => {
  const all = [
    match('new', { updated: '2026-11-23T11:00:00Z' }),
    match('old', { updated: '2026-11-22T11:00:00Z' }),
    match('long', running(90_000)),
    match('used', running(99_000, -90_000)),
    match('first', { served: 1000, clock: { left: { white: 5000, black: 5000 }, abort: 31_000 } }),
  ];
  assert.deepEqual(ids(sorted(all).turn), ['used', 'first', 'long', 'old', 'new']);
});

test('elsewhere, what has changed last is first', () => {
  const times = ['2026-11-21T11:00:00Z', '2026-11-23T11:00:00Z', '2026-11-22T11:00:00Z'];
  for (const [standing, more] of [
    ['over', { result: 'white' }],
    ['waiting', { side: 'black' }],
  ]) {
    const all = times.map((updated, index) => match(`m${index}`, { updated, ...more }));
    assert.deepEqual(ids(sorted(all)[standing]), ['m1', 'm2', 'm0']);
  }
});
