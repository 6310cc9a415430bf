// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker does while the engine wants a network: it fetches that, and repeats the request; it gives up when that is not needed any more.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { load } from '../modules.mjs';
import { networkOf } from '../networks.mjs';

const { server } = await load('library/serve');

const file = fileURLToPath(new URL('../../../build-wasm/tools/wasm/leaper.wasm', import.meta.url));
const skip = existsSync(file) ? false : 'no module: make web';
const compiled = skip ? null : await WebAssembly.compile(readFileSync(file));

/** A worker that gets its networks by `network`; `said` is what it has told. */
function worker(network) {
  const said = [];
  const answer = server({ compile: async () => compiled, network }, (message) => said.push(message));
  let id = 0;
  /** Searches; returns how that has ended. */
  const search = async (more, task = {}) => {
    id += 1;
    await answer({ id, json: JSON.stringify({ do: 'search', game: 'losalamos', ...more }), ...task });
    return said.at(-1);
  };
  return { said, search };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('it waits for a network once, and no time of the search passes meanwhile', { skip }, async () => {
  const asked = [];
  const { search } = worker(async (game) => {
    asked.push(game);
    await pause(600);
    return networkOf(game);
  });
  for (const milliseconds of [400, 100]) {
    const found = JSON.parse((await search({ milliseconds })).json);
    assert.ok(found.turn && found.depth > 1, JSON.stringify(found));
  }
  assert.deepEqual(asked, ['losalamos']);
});

test('what has been told is told once', { skip }, async () => {
  const { said, search } = worker(async (game) => networkOf(game));
  await search({ nodes: 3000 }, { watched: true });
  const depths = said.slice(0, -1).map(({ state }) => JSON.parse(state).depth);
  assert.ok(depths.length > 0);
  assert.deepEqual(depths, depths.toSorted((one, other) => one - other));
});

test('without it there is no answer, and the next request tries again', { skip }, async () => {
  const sources = [
    async () => {
      throw new TypeError('gone');
    },
    async () => new TextEncoder().encode('<!doctype html>'),
    async (game) => networkOf(game),
  ];
  const { search } = worker((game) => sources.shift()(game));
  assert.equal((await search({ nodes: 100 })).failed, 'unreachable');
  assert.equal((await search({ nodes: 100 })).failed, 'unreachable');
  assert.ok(JSON.parse((await search({ nodes: 100 })).json).turn);
  assert.equal(sources.length, 0);
});

test('a search that is stopped waits no longer, and what it has waited for comes all the same', { skip }, async () => {
  let asked = 0;
  let arrive;
  const { search } = worker((game) => {
    asked += 1;
    return new Promise((resolve) => (arrive = () => resolve(networkOf(game))));
  });
  const stop = new SharedArrayBuffer(4);
  const stopped = search({ infinite: true }, { stop });
  await pause(20);
  Atomics.store(new Int32Array(stop), 0, 1);
  assert.equal((await stopped).failed, 'unreachable');
  const next = search({ nodes: 100 });
  await pause(20);
  arrive();
  assert.ok(JSON.parse((await next).json).turn);
  assert.equal(asked, 1);
});
