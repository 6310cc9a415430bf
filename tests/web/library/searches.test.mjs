// SPDX-License-Identifier: GPL-3.0-or-later
// Searches that are watched and stopped, against workers that the tests answer for.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { load } from '../modules.mjs';

mock.timers.enable({ apis: ['setTimeout'] });

const { Searches } = await load('library/searches');

let helpers = [];
let shared = true;
let searches;

function start(heard, lost) {
  const helper = { tasks: [], ended: false, heard, lost, post: (task) => helper.tasks.push(task), end: () => (helper.ended = true) };
  helpers.push(helper);
  return helper;
}

/** Begins a search; what becomes of it is in `states`, `answer` and `error`. */
function begin(game) {
  const seen = { states: [], control: new AbortController() };
  searches.run({ do: 'search', game }, (state) => seen.states.push(state), seen.control.signal).then(
    (answer) => (seen.answer = answer),
    (error) => (seen.error = error),
  );
  return seen;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const flagOf = (task) => new Int32Array(task.stop)[0];
const say = (helper, task, message) => helper.heard({ id: helper.tasks[task].id, ...message });

beforeEach(() => {
  helpers = [];
  shared = true;
  searches = new Searches(start, () => shared);
});

test('states are told, then the answer', async () => {
  const seen = begin('chess');
  assert.deepEqual(JSON.parse(helpers[0].tasks[0].json), { do: 'search', game: 'chess' });
  assert.equal(helpers[0].tasks[0].watched, true);
  say(helpers[0], 0, { state: '{"depth":1}' });
  say(helpers[0], 0, { state: '{"depth":2}' });
  say(helpers[0], 0, { json: '{"turn":"e2e4"}' });
  await settled();
  assert.deepEqual([seen.states, seen.answer], [[{ depth: 1 }, { depth: 2 }], { turn: 'e2e4' }]);
  begin('fuel');
  assert.equal(helpers.length, 1, 'its worker does the next');
});

test('a worker without a search is ended after a while, and all are when they are closed', async () => {
  begin('chess');
  say(helpers[0], 0, { json: '{"turn":"e2e4"}' });
  await settled();
  mock.timers.tick(29_999);
  begin('chess');
  mock.timers.tick(60_000);
  assert.equal(helpers[0].ended, false, 'it has a search again');
  say(helpers[0], 1, { json: '{"turn":"e2e4"}' });
  mock.timers.tick(30_000);
  assert.equal(helpers[0].ended, true);
  const seen = begin('chess');
  assert.equal(helpers.length, 2);
  searches.close();
  await settled();
  assert.equal(helpers[1].ended, true);
  assert.equal(seen.error.kind, 'closed');
});

test('a stopped search fails at once, is told by the flag, and its worker does the next', async () => {
  const old = begin('chess');
  assert.equal(flagOf(helpers[0].tasks[0]), 0);
  old.control.abort();
  await settled();
  assert.equal(old.error.name, 'AbortError');
  assert.equal(flagOf(helpers[0].tasks[0]), 1);
  const next = begin('fuel');
  say(helpers[0], 0, { state: '{"depth":9}' });
  say(helpers[0], 0, { json: '{"turn":"a2a3"}' });
  say(helpers[0], 1, { state: '{"depth":1}' });
  say(helpers[0], 1, { json: '{"turn":"e2e4"}' });
  await settled();
  assert.deepEqual([old.states, next.states, next.answer, helpers.length], [[], [{ depth: 1 }], { turn: 'e2e4' }, 1]);
  assert.equal(flagOf(helpers[0].tasks[1]), 0);
  mock.timers.tick(5000);
  assert.equal(helpers[0].ended, false);
});

test('a search that does not notice loses its worker, and what waits behind it begins in another', async () => {
  const old = begin('chess');
  old.control.abort();
  const next = begin('fuel');
  mock.timers.tick(1000);
  assert.equal(helpers[0].ended, true);
  assert.match(helpers[1].tasks[0].json, /fuel/);
  say(helpers[1], 0, { json: '{"turn":null}' });
  await settled();
  assert.deepEqual(next.answer, { turn: null });
});

test('without shared memory the worker is ended', async () => {
  shared = false;
  const old = begin('chess');
  assert.equal(helpers[0].tasks[0].stop, undefined);
  old.control.abort();
  await settled();
  assert.deepEqual([old.error.name, helpers[0].ended], ['AbortError', true]);
  const next = begin('fuel');
  say(helpers[1], 0, { json: '{"turn":"e2e4"}' });
  await settled();
  assert.deepEqual(next.answer, { turn: 'e2e4' });
});

test('a watcher that throws ends its search, which fails with what was thrown', async () => {
  const wrong = new Error('the watcher is wrong');
  const failed = searches.run({ do: 'search' }, () => { throw wrong; }, new AbortController().signal).catch((error) => error);
  say(helpers[0], 0, { state: '{"depth":1}' });
  assert.equal(await failed, wrong);
  assert.equal(flagOf(helpers[0].tasks[0]), 1);
});

test('two searches run side by side, and stopping one leaves the other alone', async () => {
  const [left, right] = [begin('chess'), begin('fuel')];
  assert.equal(helpers.length, 2);
  left.control.abort();
  say(helpers[1], 0, { state: '{"depth":1}' });
  say(helpers[1], 0, { json: '{"turn":"d2d4"}' });
  await settled();
  assert.deepEqual([right.states, right.answer], [[{ depth: 1 }], { turn: 'd2d4' }]);
});

test('a search that is stopped before it begins asks nobody', async () => {
  const reason = new Error('never mind');
  await assert.rejects(
    searches.run({ do: 'search' }, () => {}, AbortSignal.abort(reason)),
    reason,
  );
  assert.equal(helpers.length, 0);
});

test('a stop after the end does not touch the next search of the worker', async () => {
  const old = begin('chess');
  say(helpers[0], 0, { json: '{"turn":"e2e4"}' });
  await settled();
  const next = begin('fuel');
  old.control.abort();
  assert.equal(flagOf(helpers[0].tasks[1]), 0);
  say(helpers[0], 1, { json: '{"turn":"d2d4"}' });
  await settled();
  assert.deepEqual(next.answer, { turn: 'd2d4' });
});

test('refusals and breakdowns are errors', async () => {
  const refused = begin('checkers');
  say(helpers[0], 0, { json: '{"error":{"code":"unknown-game","message":"there is no game","at":"game"}}' });
  await settled();
  assert.deepEqual([refused.error.kind, refused.error.code], ['refused', 'unknown-game']);
  const failed = begin('chess');
  say(helpers[0], 1, { failed: 'memory' });
  await settled();
  assert.equal(failed.error.kind, 'memory');
  const lost = begin('chess');
  helpers[0].lost();
  await settled();
  assert.deepEqual([lost.error.kind, helpers[0].ended], ['unreachable', true]);
});
