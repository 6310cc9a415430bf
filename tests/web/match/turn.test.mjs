// SPDX-License-Identifier: GPL-3.0-or-later
// A turn of several actions while it is put together, against a server that only this file knows.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { action, load } from '../modules.mjs';

const { TurnBuilder } = await load('match/turn');

const stored = new Map();
globalThis.sessionStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
  removeItem: (key) => stored.delete(key),
};

const first = action('move', { action: 'g1f3', from: 'g1', to: 'f3', more: true, complete: false });
const second = action('square-placement', { action: '@@c6', to: 'c6' });
const match = { id: 'm', ply: 4, state: { fen: 'start', side: 'white', board: 'before', legal: [first] } };
const after = { actions: [second], complete: false, state: { board: 'after' } };

let asked;
let answer; // gives the response to a question
let events;
let turn;

beforeEach(() => {
  stored.clear();
  [asked, events] = [[], []];
  answer = () => Response.json(after);
  globalThis.fetch = async (address) => {
    asked.push(decodeURIComponent(address));
    return answer();
  };
  turn = builder();
});

const builder = () =>
  new TurnBuilder('m', {
    changed: () => events.push('changed'),
    send: (text) => events.push(`send ${text}`),
    failed: (error) => events.push(`failed ${error.message}`),
  });

test('a turn of one action is sent at once', async () => {
  await turn.take(second, false);
  assert.deepEqual([events, asked], [['send @@c6'], []]);
});

test('more actions follow, and the last one sends the turn', async () => {
  turn.reset(match);
  await turn.take(first, false);
  assert.deepEqual(asked, ['/api/matches/m/actions?after=g1f3']);
  assert.deepEqual(turn.legal(match), [second]);
  assert.equal(turn.state(match).board, 'after');
  assert.deepEqual(turn.state(match).last.squares, ['g1', 'f3']);
  await turn.take(second, false);
  assert.deepEqual(events, ['changed', 'send g1f3,@@c6']);
});

test('a turn that is to be confirmed waits until it is finished', async () => {
  answer = () => Response.json({ ...after, actions: [], complete: true });
  await turn.take(second, true);
  assert.deepEqual([turn.complete, turn.confirming, events], [true, true, ['changed']]);
  turn.finish();
  assert.deepEqual(events, ['changed', 'send @@c6']);
});

test('the last step is undone, and the position is as before', async () => {
  await turn.take(first, false);
  await turn.undo();
  assert.deepEqual(turn.actions, []);
  assert.equal(turn.state(match), match.state);
  assert.deepEqual(turn.legal(match), [first]);
});

test('while an answer is on the way nothing can be done', async () => {
  const begun = turn.take(first, false);
  assert.deepEqual([turn.asking, turn.legal(match)], [true, []]);
  await turn.take(second, true);
  await begun;
  assert.deepEqual(turn.actions, [first], 'the second was not taken');
});

test('a step that is refused is taken back', async () => {
  answer = () => Response.json({ error: { code: 'illegal-turn', message: 'no' } }, { status: 422 });
  await turn.take(first, false);
  assert.deepEqual([events, turn.actions], [['failed no', 'changed'], []]);
});

test('an answer that comes after the match has moved on is dropped', async () => {
  const begun = turn.take(first, false);
  turn.reset({ ...match, ply: 5 });
  await begun;
  assert.deepEqual([turn.actions, turn.asking, events], [[], false, []]);
});

test('a reload goes on with the turn that was begun, if it is still that turn', async () => {
  turn.reset(match);
  await turn.take(first, false);
  const again = builder();
  await again.restore(match);
  assert.deepEqual(again.actions, [first]);
  const later = builder();
  await later.restore({ ...match, ply: 6 });
  assert.deepEqual(later.actions, []);
  const last = builder();
  await last.restore(match);
  assert.deepEqual(last.actions, [], 'it is forgotten');
});
