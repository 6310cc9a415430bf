// SPDX-License-Identifier: GPL-3.0-or-later
// Changes are kept whatever else is opened meanwhile. What the browser refuses to keep, because there is no room or its storage fails, is not forgotten while the page can still write it down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const element = { setAttribute: () => undefined, replaceChildren: () => undefined };
const written = new Map();
globalThis.document = { createElement: () => element };
globalThis.sessionStorage = {
  getItem: (key) => written.get(key) ?? null,
  setItem: (key, value) => written.set(key, value),
  removeItem: (key) => written.delete(key),
};

/** A database that either has room or aborts every transaction. */
const stored = new Map();
let room = true;
const database = {
  transaction() {
    const transaction = { error: room ? null : new Error('The quota has been exceeded.') };
    const ask = (result) => {
      const request = { result };
      queueMicrotask(() => room && request.onsuccess?.());
      return request;
    };
    transaction.objectStore = () => ({ get: (id) => ask(stored.get(id)), put: (value) => stored.set(value.id, value) });
    setTimeout(() => (room ? transaction.oncomplete() : transaction.onabort()), 0);
    return transaction;
  },
};
globalThis.indexedDB = {
  open() {
    const request = { result: database };
    queueMicrotask(() => request.onsuccess());
    return request;
  },
};

const { lastKept, Saver } = await load('study/saver');
const { newStudy } = await load('study/document');

test('a change that could not be kept is written down when the page goes', async () => {
  room = false;
  let refused;
  const told = new Promise((resolve) => (refused = resolve));
  const saver = new Saver({ tell: (words) => words.startsWith('Not kept:') && refused(words), named: () => assert.fail('it has not been kept') });
  const study = newStudy({ game: 'chess' }, 'Chess');
  saver.open(study, null);
  study.tree.add(study.tree.root, { turn: 'e2e4', san: 'e4' });
  saver.changed();
  assert.match(await told, /quota/i);
  saver.leave();
  const unsaved = JSON.parse(written.get(`leaper:study-unsaved:${study.id}`) ?? '{}');
  assert.equal(unsaved.kept.nodes[0].turn, 'e2e4');
  assert.deepEqual(unsaved.follows.slice(0, 1), [null]);
});

/** A study with its first turn, and the saver in which it is open. */
function opened() {
  const saver = new Saver({ tell: () => undefined, named: () => undefined });
  const study = newStudy({ game: 'chess' }, 'Chess');
  saver.open(study, null);
  return { saver, study, node: study.tree.add(study.tree.root, { turn: 'e2e4', san: 'e4' }) };
}

test('a study that is left while it is being kept is kept as it was last', async () => {
  room = true;
  const { saver, study, node } = opened();
  saver.changed();
  study.tree.add(node, { turn: 'e7e5', san: 'e5' }); // while the first turn is being written
  saver.changed();
  const whole = saver.settled();
  const other = newStudy({ game: 'fuel' }, 'Fuel Chess');
  saver.open(other, null);
  await whole;
  assert.deepEqual(stored.get(study.id).nodes.map(({ turn }) => turn), ['e2e4', 'e7e5']);
  assert.equal(stored.has(other.id), false, 'the other has not been changed');
});

test('what one tab could not keep does not take the place of what another has kept since', async () => {
  room = true;
  const { saver, study, node } = opened();
  saver.changed();
  await saver.settled();
  room = false;
  study.tree.add(node, { turn: 'c7c5', san: 'c5' });
  saver.changed();
  await saver.settled();
  const before = stored.get(study.id);
  while (Date.now() <= before.changed);
  saver.leave();
  room = true;
  assert.equal((await lastKept(study.id)).saved, before.changed, 'nobody has changed it: it goes on');
  stored.set(study.id, { ...before, changed: before.changed - 1 }); // another version
  const found = await lastKept(study.id);
  assert.equal(found.saved, null, 'it becomes a copy');
  assert.equal(found.kept.nodes.length, 2);
});
