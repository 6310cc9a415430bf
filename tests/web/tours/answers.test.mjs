// SPDX-License-Identifier: GPL-3.0-or-later
// Who is asked about tours: the server, and the library in the browser only if that cannot be reached.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from '../modules.mjs';

const answers = await load('tours/answers');

const { fetch: usualFetch, Worker: usualWorker } = globalThis;
const workers = [];

/** Gives the answer that a test has made for the question. */
class FakeWorker extends EventTarget {
  static answer = () => undefined;
  ended = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage({ id, json }) {
    this.asked = JSON.parse(json);
    const answer = FakeWorker.answer(this.asked);
    if (answer) queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data: { id, json: JSON.stringify(answer) } })));
  }

  terminate() {
    this.ended = true;
  }
}

const ground = { board: '6x6', leaper: 'N', open: false };
const online = (status, body) => {
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
};
const offline = () => {
  globalThis.fetch = () => Promise.reject(new TypeError('no network'));
};

globalThis.Worker = FakeWorker;
after(() => {
  globalThis.fetch = usualFetch;
  globalThis.Worker = usualWorker;
});

test('the server answers while it can be reached, and its refusals are its answers', async () => {
  const { signal } = new AbortController();
  online(200, { count: '9862', squares: 36 });
  assert.deepEqual(await answers.count(ground, signal), { count: '9862', squares: 36 });
  online(400, { error: { code: 'bad-field', message: 'no such piece', at: 'leaper' } });
  await assert.rejects(answers.count(ground, signal), { code: 'bad-field', message: 'no such piece' });
  assert.equal(workers.length, 0);
});

test('without it the library is asked the same', async () => {
  const { signal } = new AbortController();
  offline();
  FakeWorker.answer = ({ ask }) => ({ count: { count: null, squares: 36 }, random: { tours: [['a1']] }, estimate: { population: 1, logs: [1] }, draw: { svg: '<svg/>' } })[ask];
  assert.deepEqual(await answers.count(ground, signal), { count: null, squares: 36, here: true });
  const [worker] = workers; // the same for one question after the other
  assert.deepEqual(worker.asked, { ...ground, seconds: 10, do: 'tours', ask: 'count' });
  assert.deepEqual(await answers.random(ground, 7, 12, signal), { tours: [['a1']] });
  assert.deepEqual(worker.asked, { ...ground, seed: 7, count: 12, do: 'tours', ask: 'random' });
  assert.deepEqual(await answers.probes(ground, 8, signal), { population: 1, logs: [1] });
  assert.deepEqual(worker.asked, { ...ground, seed: 8, do: 'tours', ask: 'estimate' });
  const picture = await answers.picture(ground, ['a1'], 'line', 'svg');
  assert.deepEqual([picture.type, await picture.text()], ['image/svg+xml', '<svg/>']);
  assert.deepEqual(worker.asked, { ...ground, squares: ['a1'], style: 'line', do: 'tours', ask: 'draw' });
});

test('a question that is no longer asked ends the worker, and begins none', async () => {
  const control = new AbortController();
  offline();
  FakeWorker.answer = () => {
    control.abort();
    return undefined;
  };
  await assert.rejects(answers.count(ground, control.signal), { name: 'AbortError' });
  assert.deepEqual(workers.map(({ ended }) => ended), [true]);
  await assert.rejects(answers.count(ground, control.signal));
  assert.equal(workers.length, 1);
});
