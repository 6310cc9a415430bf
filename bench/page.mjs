// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the page in Chromium: the WebAssembly module against the same library compiled for this machine, in perft and in search, one thread each;
// and how large the page is, how soon one can play, and how much of it shifts while it comes.
//
//     node bench/page.mjs [BUILD [ROUNDS]]      needs BUILD/leaper, BUILD/bench/answers and web/dist (make web)
//
// Runs are interleaved (native, module, native …), and the best of each counts, for other programs only ever slow one down.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundle } from '../tests/web/bundle.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const [build = path.join(root, 'build'), rounds = '3'] = process.argv.slice(2);
const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');

/** Perft of some millions, and searches of about a quarter of a second. */
const work = [
  ['chess', 5, 300_000],
  ['fuel', 5, 300_000],
  ['hamiltonian', 3, 300_000],
  ['hans38', 4, 200_000],
  ['hnefa', 4, 150_000],
].flatMap(([game, depth, nodes]) => [
  { do: 'perft', game, depth },
  { do: 'search', game, nodes },
]);

const kilobytes = (bytes) => `${Math.round(bytes / 1024)} KiB`;

/** `leaper serve` for a folder, with a database of its own. */
async function serve(web) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const folder = await mkdtemp(path.join(tmpdir(), 'leaper-bench-'));
  const options = ['serve', '--bind', '127.0.0.1', '--port', String(port), '--db', path.join(folder, 'games.db'), '--web', web];
  const server = spawn(path.join(build, 'leaper'), options, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  while (!(await fetch(`${url}api/health`).then(({ ok }) => ok, () => false))) {
    if (server.exitCode !== null) throw new Error('the server has ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async end() {
      server.kill();
      await once(server, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** The library compiled for this machine, which answers requests one by one. */
function native() {
  const program = spawn('stdbuf', ['-oL', path.join(build, 'bench/answers')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      const begun = performance.now();
      program.stdin.write(`${JSON.stringify(request)}\n`);
      const { value } = await lines.next();
      return { nodes: JSON.parse(value).nodes, seconds: (performance.now() - begun) / 1000 };
    },
    end: () => program.stdin.end(),
  };
}

async function compare(browser) {
  const page = await bundle();
  const server = await serve(page.folder);
  const here = native();
  const tab = await browser.newPage();
  await tab.goto(server.url);
  await tab.waitForFunction(() => 'library' in globalThis);
  const there = (request) =>
    tab.evaluate(async (wanted) => {
      const begun = performance.now();
      const { nodes } = await globalThis.library.call(wanted);
      return { nodes, seconds: (performance.now() - begun) / 1000 };
    }, request);
  // The compiler optimizes a function only after it has run for a while.
  for (const request of work) await there(request);
  console.log(`the module in Chromium against the native library, one thread, best of ${rounds}, thousand nodes a second`);
  for (const request of work) {
    const best = { native: 0, module: 0 };
    for (let round = 0; round < Number(rounds); round += 1) {
      const [ours, theirs] = [await here.ask(request), await there(request)];
      if (ours.nodes !== theirs.nodes) console.log(`  the counts differ: ${ours.nodes} against ${theirs.nodes}`);
      best.native = Math.max(best.native, ours.nodes / ours.seconds / 1000);
      best.module = Math.max(best.module, theirs.nodes / theirs.seconds / 1000);
    }
    const [ours, theirs] = [best.native, best.module].map((value) => value.toFixed(0).padStart(7));
    console.log(`  ${request.do.padEnd(6)} ${request.game.padEnd(12)} native ${ours}  module ${theirs}  ratio ${(best.module / best.native).toFixed(2)}`);
  }
  here.end();
  await server.end();
  await page.remove();
}

/** What a first visit of the start page takes. */
async function visit(browser) {
  const web = path.join(root, 'web/dist');
  const server = await serve(web);
  const figures = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const tab = await context.newPage();
    let bytes = 0;
    let arrived = 0;
    const session = await context.newCDPSession(tab);
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      arrived = performance.now();
    });
    const begun = performance.now();
    await tab.goto(server.url);
    await tab.locator('main button:visible').first().click({ trial: true }); // there, in its place, and ready to be clicked
    const usable = performance.now() - begun;
    // The stream of the lobby never ends, so the network is never idle.
    while (performance.now() - arrived < 500) await new Promise((resolve) => setTimeout(resolve, 50));
    const shift = await tab.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
        }),
    );
    figures.push({ bytes, usable, shift });
    await context.close();
  }
  await server.end();
  const least = (name) => Math.min(...figures.map((each) => each[name]));
  const most = (name) => Math.max(...figures.map((each) => each[name]));
  console.log(`a first visit of the start page, ${rounds} rounds`);
  console.log(`  sent ${kilobytes(most('bytes'))}, usable after ${least('usable').toFixed(0)} to ${most('usable').toFixed(0)} ms, layout shift ${most('shift').toFixed(3)}`);
  const [name] = (await readdir(path.join(web, 'assets'))).filter((each) => each.endsWith('.wasm'));
  const module = await readFile(path.join(web, 'assets', name));
  console.log(`  the module, which comes when it is needed: ${kilobytes(module.length)}, ${kilobytes(gzipSync(module, { level: 9 }).length)} gzipped`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  await compare(browser);
  await visit(browser);
} finally {
  await browser.close();
}
