// SPDX-License-Identifier: GPL-3.0-or-later
// Runs test files in one process, where they share a server and a browser: node run.mjs page layout
import { before } from 'node:test';

async function loadAll(names) {
  for (const name of names) await import(`./${name}.test.mjs`);
}

const loaded = loadAll(process.argv.slice(2));
// No test ends before all are known: node 20 calls after() as soon as the tests known so far have ended.
before(() => loaded);
await loaded;
