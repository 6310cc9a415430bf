// SPDX-License-Identifier: GPL-3.0-or-later
// Which requests are sent to a worker, in what order, and what becomes of them, against workers that the tests answer for.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { load } from '../modules.mjs';

let workers = [];

class FakeWorker extends EventTarget {
  tasks = [];
  ended = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(task) {
    this.tasks.push(task);
  }

  terminate() {
    this.ended = true;
  }

  /** Answers the request that was sent last. */
  answer(message) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: { id: this.tasks.at(-1).id, ...message } }));
  }
}

globalThis.Worker = FakeWorker;
// The limits are for clocks that tests can set.
mock.timers.enable({ apis: ['setTimeout'] });
let now = 0;
mock.method(performance, 'now', () => now);
const pass = (milliseconds) => {
  now += milliseconds;
  mock.timers.tick(milliseconds);
};

const { call, LibraryError, Superseded } = await load('library/library');

/** What has become of a request: its answer or its error, or undefined. */
function watch(promise) {
  const seen = {};
  promise.then(
    (answer) => (seen.answer = answer),
    (error) => (seen.error = error),
  );
  return seen;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  // Whatever a test has left behind breaks down, also the workers that are started for what waits.
  for (let i = 0; i < workers.length; i += 1) if (!workers[i].ended) workers[i].dispatchEvent(new Event('error'));
  await settled();
  workers = [];
});

test('a request is answered, and the worker stays for the next', async () => {
  const first = watch(call({ do: 'check', variants: '' }));
  const [worker] = workers;
  assert.deepEqual(JSON.parse(worker.tasks[0].json), { do: 'check', variants: '' });
  worker.answer({ json: '{"faults":[]}' });
  await settled();
  assert.deepEqual(first.answer, { faults: [] });
  const second = watch(call({ game: 'chess' }));
  worker.answer({ json: '{"error":{"code":"unknown-game","message":"there is no game","at":"game"}}' });
  await settled();
  assert.ok(second.error instanceof LibraryError);
  assert.deepEqual([second.error.kind, second.error.code, second.error.at], ['refused', 'unknown-game', 'game']);
  assert.equal(workers.length, 1);
});

test('one request runs at a time, and of those that wait only the newest of a kind', async () => {
  const running = watch(call({ do: 'play', game: 'chess' }));
  const [worker] = workers;
  const [older, newer, other] = [call({ do: 'check', variants: 'a' }), call({ do: 'check', variants: 'b' }), call({ do: 'rules' })].map(watch);
  await settled();
  assert.ok(older.error instanceof Superseded);
  assert.equal(worker.tasks.length, 1);
  worker.answer({ json: '{"n":1}' });
  worker.answer({ json: '{"n":2}' });
  worker.answer({ json: '{"n":3}' });
  await settled();
  assert.deepEqual([running.answer, newer.answer, other.answer], [{ n: 1 }, { n: 2 }, { n: 3 }]);
  assert.match(worker.tasks[1].json, /"b"/);
});

test('kinds can be told apart by the caller', async () => {
  const [left, right] = [call({ do: 'play', game: 'chess' }, 'left'), call({ do: 'play', game: 'fuel' }, 'right')].map(watch);
  workers[0].answer({ json: '{"n":1}' });
  workers[0].answer({ json: '{"n":2}' });
  await settled();
  assert.deepEqual([left.answer, right.answer], [{ n: 1 }, { n: 2 }]);
});

test('the engine does not keep the board waiting', async () => {
  const search = watch(call({ do: 'search', game: 'chess' }));
  const play = watch(call({ do: 'play', game: 'chess' }));
  assert.equal(workers.length, 2);
  workers[1].answer({ json: '{"ply":0}' });
  await settled();
  assert.deepEqual([play.answer, search.answer], [{ ply: 0 }, undefined]);
});

test('a request that runs is given up soon after a newer one of its kind', async () => {
  const older = watch(call({ do: 'search', game: 'chess' }));
  pass(1000);
  const newer = watch(call({ do: 'search', game: 'fuel' }));
  await settled();
  assert.ok(older.error instanceof Superseded);
  pass(1);
  assert.equal(workers[0].ended, true);
  workers[1].answer({ json: '{"turn":"e2e4"}' });
  await settled();
  assert.deepEqual(newer.answer, { turn: 'e2e4' });
});

test('but one that is about to end may end', async () => {
  watch(call({ do: 'check', variants: 'a' }));
  pass(20);
  const newer = watch(call({ do: 'check', variants: 'b' }));
  pass(20);
  workers[0].answer({ json: '{"old":true}' });
  workers[0].answer({ json: '{"new":true}' });
  await settled();
  assert.deepEqual(newer.answer, { new: true });
  pass(5000);
  assert.deepEqual([workers.length, workers[0].ended], [1, false]);
});

test('what takes too long is stopped and said, and the next request has a new worker', async () => {
  const endless = watch(call({ do: 'check', variants: 'a' }));
  const waiting = watch(call({ do: 'rules' }));
  pass(10_000);
  await settled();
  assert.equal(endless.error.kind, 'slow');
  assert.equal(workers[0].ended, true);
  workers[1].answer({ json: '{"rules":[]}' });
  await settled();
  assert.deepEqual(waiting.answer, { rules: [] });
});

test('every breakdown is said in words', async () => {
  for (const failed of ['memory', 'trap', 'unsupported', 'unreachable']) {
    const seen = watch(call({ do: 'play', game: 'chess' }));
    workers[0].answer({ failed });
    await settled();
    assert.equal(seen.error.kind, failed);
    assert.match(seen.error.message, /^[A-Z].*[.?]$/);
  }
  const lost = watch(call({ do: 'play', game: 'chess' }));
  workers[0].dispatchEvent(new Event('error'));
  await settled();
  assert.equal(lost.error.kind, 'unreachable');
  assert.equal(workers[0].ended, true);
});
