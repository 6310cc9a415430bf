// SPDX-License-Identifier: GPL-3.0-or-later
// A turn of several actions while it is being put together, against a mock server.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { action, load } from '../modules.mjs';

const { onServer } = await load('match/host');
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
  new TurnBuilder(onServer('m'), {
    changed: () => events.push('changed'),
    send: (text) => events.push(`send ${text}`),
    failed: (error) => events.push(`failed ${error.message}`),
  });

test('too many first actions for the match are asked for, in parts, once', async () => {
  const crowded = { ...match, state: { ...match.state, legal: null } };
  turn.reset(crowded);
  const pages = [{ ...after, ply: 4, actions: [first], next: 1 }, { ...after, ply: 4, actions: [second], next: null }];
  answer = () => Response.json(pages.shift());
  assert.deepEqual(turn.legal(crowded), []);
  while (events.length === 0) await new Promise(setImmediate);
  assert.deepEqual(turn.legal(crowded), [first, second]);
  assert.deepEqual(asked, ['/api/matches/m/actions?after=', '/api/matches/m/actions?after=&from=1']);
  assert.deepEqual(events, ['changed']);
});

test('a turn of one action is sent at once', async () => {
  await turn.take(second, false);
  assert.deepEqual([events, asked], [['send @@c6'], []]);
});

test('further actions may follow, and the last one sends the turn', async () => {
  turn.reset(match);
  await turn.take(first, false);
  assert.deepEqual(asked, ['/api/matches/m/actions?after=g1f3']);
  assert.deepEqual(turn.legal(match), [second]);
  assert.equal(turn.state(match).board, 'after');
  assert.deepEqual(turn.state(match).last.squares, ['g1', 'f3']);
  await turn.take(second, false);
  assert.deepEqual(events, ['changed', 'send g1f3,@@c6']);
});

test('a turn that needs confirmation is not sent until confirmed', async () => {
  answer = () => Response.json({ ...after, actions: [], complete: true });
  await turn.take(second, true);
  assert.deepEqual([turn.complete, turn.confirming, events], [true, true, ['changed']]);
  turn.finish();
  assert.deepEqual(events, ['changed', 'send @@c6']);
});

test('undoing the last action restores the position', async () => {
  await turn.take(first, false);
  await turn.undo();
  assert.deepEqual(turn.actions, []);
  assert.equal(turn.state(match), match.state);
  assert.deepEqual(turn.legal(match), [first]);
});

test('while waiting for an answer, nothing can be done', async () => {
  const begun = turn.take(first, false);
  assert.deepEqual([turn.asking, turn.legal(match)], [true, []]);
  await turn.take(second, true);
  await begun;
  assert.deepEqual(turn.actions, [first], 'the second was not taken');
});

test('an action can be undone before it has been answered, and is then forgotten', async () => {
  turn.reset(match);
  const begun = turn.take(first, false);
  await turn.undo();
  assert.deepEqual([turn.asking, turn.actions, turn.legal(match)], [false, [], [first]]);
  await begun;
  assert.deepEqual([turn.actions, stored.size, events], [[], 0, ['changed']]);
});

test('undoing the second action before it has been answered asks nothing', async () => {
  await turn.take(first, false);
  const begun = turn.take(second, true);
  await turn.undo();
  assert.deepEqual([turn.asking, turn.actions, turn.legal(match)], [false, [first], [second]]);
  await begun;
  assert.deepEqual([turn.actions, asked.length], [[first], 2]);
});

test('two actions can be undone without waiting for the answer to the first undo', async () => {
  await turn.take(first, false);
  await turn.take(second, true);
  const undone = turn.undo();
  assert.deepEqual([turn.asking, turn.actions], [true, [first, second]], 'nothing is claimed that has not been answered');
  await turn.undo();
  await undone;
  assert.deepEqual([turn.asking, turn.actions, turn.state(match)], [false, [], match.state]);
});

test('a turn is not sent while an undo of its last action is being answered', async () => {
  answer = () => Response.json({ ...after, complete: true });
  await turn.take(first, false);
  await turn.take(second, true);
  const undone = turn.undo();
  turn.finish();
  await undone;
  assert.ok(!events.some((event) => event.startsWith('send')));
  turn.finish();
  assert.equal(events.at(-1), 'send g1f3');
});

test('an action that is refused is undone', async () => {
  answer = () => Response.json({ error: { code: 'illegal-turn', message: 'no' } }, { status: 422 });
  await turn.take(first, false);
  assert.deepEqual([events, turn.actions, stored.size], [['failed no', 'changed'], [], 0]);
});

test('an answer that arrives after the match has moved on is ignored', async () => {
  const begun = turn.take(first, false);
  turn.reset({ ...match, ply: 5 });
  await begun;
  assert.deepEqual([turn.actions, turn.asking, events], [[], false, []]);
});

test('after a reload, an unfinished turn continues if it is still that turn', async () => {
  turn.reset(match);
  await turn.take(first, false);
  const again = builder();
  await again.restore(match);
  assert.deepEqual(again.actions, [first]);
  const early = builder();
  early.reset(match);
  void early.take(first, false);
  const soon = builder();
  await soon.restore(match);
  assert.deepEqual(soon.actions, [first], 'even if the server had not answered yet');
  const later = builder();
  await later.restore({ ...match, ply: 6 });
  assert.deepEqual(later.actions, []);
  const last = builder();
  await last.restore(match);
  assert.deepEqual(last.actions, [], 'it is forgotten');
});

test('a server that is away while the page reloads does not cost the turn', async () => {
  turn.reset(match);
  await turn.take(first, false);
  let away = true;
  answer = () => {
    if (!away) return Response.json(after);
    away = false;
    throw new TypeError('no network');
  };
  const again = builder();
  await again.restore(match);
  assert.deepEqual([again.actions, asked.length], [[first], 3]);
});
