// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of web/src/library, and the package for npm, in Chromium: a search tells how it goes on, leaves the page and other requests alone, and ends at once.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { Server, until, Visitor } from './support.mjs';

let page;
let place;

before(async () => {
  page = await bundle();
  place = await Server.start({ web: page.folder });
});

after(async () => {
  await place?.stop();
  await page?.remove();
});

/** Opens the page; `isolated`: with the server's headers, by which it may share memory. */
async function enter({ isolated = true } = {}) {
  const visitor = await Visitor.enter({}, place);
  if (!isolated)
    await visitor.context.route(/\/(index\.html)?$/, async (route) => {
      const answer = await route.fetch();
      const headers = Object.fromEntries(Object.entries(answer.headers()).filter(([name]) => !name.startsWith('cross-origin')));
      await route.fulfill({ response: answer, headers });
    });
  await visitor.open('');
  await visitor.page.waitForFunction(() => 'library' in globalThis);
  assert.equal(await visitor.page.evaluate(() => crossOriginIsolated), isolated);
  return visitor;
}

for (const isolated of [true, false])
  test(`an endless search ${isolated ? 'with' : 'without'} shared memory`, async () => {
    const visitor = await enter({ isolated });
    await visitor.page.evaluate(() => {
      globalThis.begin = (moves) => {
        const seen = { states: [], control: new AbortController() };
        globalThis.library.analyse({ game: 'hnefa', moves, lines: 3 }, (state) => seen.states.push(state), seen.control.signal).then(
          (found) => (seen.end = found),
          (error) => (seen.end = error.name),
        );
        return seen;
      };
      globalThis.first = globalThis.begin([]);
    });
    await visitor.page.waitForFunction(() => globalThis.first.states.length >= 2);
    const [worker] = visitor.page.workers();
    const seen = await visitor.page.evaluate(async () => {
      const { ply } = await globalThis.library.play({ game: 'hnefa' }, []); // meanwhile
      globalThis.first.control.abort();
      globalThis.second = globalThis.begin([globalThis.first.states.at(-1).lines[0].pv.split(' ')[0]]);
      const told = globalThis.first.states.length;
      await Promise.resolve(); // the failure is handed on
      await Promise.resolve();
      return { ply, told, states: globalThis.first.states };
    });
    assert.equal(seen.ply, 0);
    const [state] = seen.states;
    assert.equal(state.lines.length, 3);
    assert.ok(state.nodes > 0 && state.lines[0].pv !== '' && state.lines[0].san !== '', JSON.stringify(state));
    await visitor.page.waitForFunction(() => globalThis.second.states.length >= 2);
    assert.equal(await visitor.page.evaluate(() => globalThis.first.end), 'AbortError');
    assert.equal(await visitor.page.evaluate(() => globalThis.first.states.length), seen.told, 'nothing is told after the end');
    // Told by shared memory, the worker goes on; otherwise another has taken its place.
    await until('the worker is what it should be', () => visitor.page.workers().includes(worker) === isolated);
    await visitor.leave();
  });

test('a search with a limit ends by itself', async () => {
  const visitor = await enter();
  const found = await visitor.page.evaluate(() =>
    globalThis.library.analyse(
      { game: 'chess', fen: 'k7/8/1K6/8/8/8/8/7R w - - 0 1', moves: [], depth: 5, lines: 2 },
      () => undefined,
      new AbortController().signal,
    ),
  );
  assert.deepEqual([found.turn, found.score, found.lines.length], ['h1h8', { kind: 'wins-in', value: 1 }, 2]);
  await visitor.leave();
});

test('PGN with variations is read, and written again', async () => {
  const visitor = await enter();
  const text = '1. e4 $1 {[%csl Ge4] best} (1. d4 d5 (1... Nf6 {Indian})) e5 *';
  const [read, written] = await visitor.page.evaluate(async (pgn) => {
    const { games } = await globalThis.library.pgn(pgn);
    const { turns, game, fen } = games[0];
    const moves = turns.map(({ turn }) => turn);
    return [games, (await globalThis.library.record({ game, fen }, moves, { notes: turns, tags: { White: 'Ada' } })).pgn];
  }, text);
  assert.deepEqual(read[0].turns[0].nags, [1]);
  assert.equal(read[0].turns[0].variations[0].turns[1].variations[0].turns[0].comment, 'Indian');
  assert.match(written, /\[White "Ada"\]/);
  assert.match(written.replace(/\s+/g, ' '), /1\. e4 \$1 \{\[%csl Ge4\] best\} \(1\. d4 d5 \(1\.\.\. Nf6 \{Indian\}\)\)/);
  await visitor.leave();
});

test('the package for npm runs in a page without a bundler', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leaper-npm-page-'));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  execFileSync(process.execPath, [path.join(root, 'npm/build.mjs'), folder]);
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>npm</title><script type="module" src="start.js"></script>');
  await writeFile(path.join(folder, 'start.js'), "import { load } from './dist/browser.js';\nglobalThis.leaper = await load();\n");
  const site = await Server.start({ web: folder });
  const visitor = await Visitor.enter({}, site);
  await visitor.open('');
  await visitor.page.waitForFunction(() => 'leaper' in globalThis);
  const seen = await visitor.page.evaluate(async () => {
    const position = globalThis.leaper.position('fuel', { parameters: { fuel: 3 }, moves: ['e4', 'e5'] });
    const stop = new AbortController();
    const search = (moves) => globalThis.leaper.position('chess', { moves }).search({}, { signal: stop.signal, onState: () => stop.abort() });
    const ended = await Promise.allSettled([search([]), search(['e4'])]);
    const { turn } = await position.search({ depth: 2 });
    return [position.push(turn).turn === turn, position.turns.length, ended.map(({ reason }) => reason.name)];
  });
  assert.deepEqual(seen, [true, 3, ['AbortError', 'AbortError']]);
  await visitor.leave();
  await site.stop();
  await rm(folder, { recursive: true });
});
