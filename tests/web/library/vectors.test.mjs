// SPDX-License-Identifier: GPL-3.0-or-later
// The perft tables of tests/data on the WebAssembly module: the counts that the native library is tested with.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { load } from '../modules.mjs';
import { networkOf } from '../networks.mjs';
import { tables } from './perft.mjs';

const { Module } = await load('library/module');

const file = fileURLToPath(new URL('../../../build-wasm/tools/wasm/leaper.wasm', import.meta.url));
const skip = existsSync(file) ? false : 'no module: make web';
const module = skip ? null : await Module.start(await WebAssembly.compile(readFileSync(file)), networkOf);

for (const { name, counts } of tables)
  test(name, { skip }, () => {
    for (const { request, count, line } of counts) {
      const answer = JSON.parse(module.request(JSON.stringify(request)));
      assert.equal(answer.nodes, count, `${line}, depth ${request.depth}: ${JSON.stringify(answer.error)}`);
    }
    assert.ok(counts.length > 10, `only ${counts.length} counts in ${name}`);
  });
