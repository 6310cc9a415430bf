// SPDX-License-Identifier: GPL-3.0-or-later
// The npm package as others get it: packed, installed from its tarball in an empty folder without a network, run and type-checked there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const skip = existsSync(path.join(root, 'build-wasm/tools/wasm/leaper.wasm')) ? false : 'no module: make web';
const folder = mkdtempSync(path.join(tmpdir(), 'leaper-npm-'));
const installed = path.join(folder, 'node_modules/leaper');
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the folder; returns what it prints. */
function run(program, ...args) {
  try {
    return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  }
}

/** Runs a script there; returns the lines that it prints. */
function script(text) {
  writeFileSync(path.join(folder, 'script.mjs'), text);
  return run(process.execPath, 'script.mjs').trimEnd().split('\n');
}

before(() => {
  if (skip) return;
  run(process.execPath, path.join(root, 'npm/build.mjs'), 'package');
  run('npm', 'pack', '--silent', './package');
  rmSync(path.join(folder, 'package'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent', './leaper-0.1.0.tgz');
});

test('it has what it needs and nothing else', { skip }, () => {
  const { version, dependencies, exports } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.match(readFileSync(path.join(root, 'meson.build'), 'utf8'), new RegExp(`version: '${version}'`), 'the version is the program’s');
  for (const file of [...Object.values(exports['.']), exports['./leaper.wasm'], 'README.md', 'LICENSE', 'dist/worker.js', 'dist/thread.js'])
    assert.ok(existsSync(path.join(installed, file)), file);
  const networks = (folder) => readdirSync(folder).filter((name) => name.endsWith('.net'));
  assert.deepEqual(networks(path.join(installed, 'dist/networks')), networks(path.join(root, 'weights')));
  // Only what is listed there is known to the module.
  const listed = readFileSync(path.join(root, 'src/search/network/meson.build'), 'utf8').match(/foreach name : \[(.*)\]/)[1];
  assert.deepEqual(listed.match(/[\w-]+/g).map((name) => `${name}.net`).toSorted(), networks(path.join(root, 'weights')).toSorted());
});

test('the example', { skip }, () => {
  const printed = run(process.execPath, path.join(installed, 'examples/play.mjs'));
  assert.match(printed, /\[Variant "Fuel Chess"\]\n\[Fuel "6"\]/);
  assert.match(printed, /\ndepth \d+: \S+\n$/);
});

test('the programs of the README', { skip }, () => {
  const programs = [...readFileSync(path.join(installed, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text);
  assert.equal(programs.length, 4);
  const [first, second, third, fourth] = programs.map(script);
  assert.match(first[0], /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPP1PPP\/RNBQKBNR w KQkq e6 0 2 /);
  assert.match(second[0], /^\S+ /);
  assert.equal(third[0], '0 Knightly Chess');
  assert.match(third.at(-1), /^bad-fen \S+ White needs exactly one king$/);
  assert.match(fourth.join('\n'), /1\. e4 \$1 \{best\} \(1\. d4 d5\)/);
});

test('positions and their ends', { skip }, () => {
  const lines = script(`
    import assert from 'node:assert/strict';
    import { load, LibraryError } from 'leaper';
    const leaper = await load();
    const chess = leaper.position('chess', { moves: ['f3', 'e5', 'g4'] });
    assert.equal(chess.over, false);
    const other = chess.copy();
    assert.deepEqual(chess.push('Qh4'), { turn: 'd8h4', san: 'Qh4#' });
    assert.deepEqual([chess.result, chess.reason, chess.legal()], ['black', 'checkmate', []]);
    assert.deepEqual([other.moves.length, other.result], [3, 'ongoing']);
    assert.throws(() => chess.push('a3'), (error) => error instanceof LibraryError && error.kind === 'refused');
    assert.deepEqual(chess.pop(), { turn: 'd8h4', san: 'Qh4#' });
    assert.equal(chess.fen, other.fen);
    assert.throws(() => chess.push('Qh9'), { name: 'LibraryError', code: 'bad-move' });
    assert.equal(chess.moves.length, 3);
    assert.equal(leaper.position('chess').perft(4), 197281);
    const postal = leaper.position('hans38-postal');
    for (let i = 0; i < 12 && !postal.over; i += 1) postal.push(postal.legal()[i % postal.legal().length].san);
    assert.equal(leaper.position('hans38-postal', { moves: postal.turns.map(({ san }) => san) }).fen, postal.fen);
    assert.ok(leaper.position('duck', { moves: ['e4,*f6'] }).actions('e7e6').actions.every(({ kind }) => kind === 'wall'));
    for (const { key } of leaper.games()) {
      const position = leaper.position(key);
      assert.ok(position.legal().length > 0 && position.fen, key);
    }
    console.log('good');
  `);
  assert.deepEqual(lines, ['good']);
});

test('searches: side by side, stopped, and stopped before they begin', { skip }, () => {
  const lines = script(`
    import assert from 'node:assert/strict';
    import { load } from 'leaper';
    const leaper = await load();
    const [chess, hnefa] = [leaper.position('chess'), leaper.position('hnefa')];
    const stop = new AbortController();
    const endless = chess.search({}, { signal: stop.signal });
    const found = await hnefa.search({ nodes: 1000, lines: 2 });
    assert.equal(found.lines.length, 2);
    stop.abort();
    await assert.rejects(endless, { name: 'AbortError' });
    await assert.rejects(chess.search({}, { signal: stop.signal }), { name: 'AbortError' });
    const mate = leaper.position('chess', { fen: 'k7/8/1K6/8/8/8/8/7R w - - 0 1' });
    assert.deepEqual((await mate.search({ depth: 4 })).score, { kind: 'wins-in', value: 1 });
    await assert.rejects(mate.search({ depth: 1000 }), { name: 'LibraryError' });
    // At once, too, and with networks from another folder, in which there is none.
    assert.ok(leaper.request({ do: 'search', game: 'fuel', nodes: 100 }).turn);
    const other = await load({ networks: new URL('nowhere', import.meta.url) });
    await assert.rejects(other.position('fuel').search({ nodes: 100 }), { kind: 'unreachable' });
    assert.throws(() => other.request({ do: 'search', game: 'fuel', nodes: 100 }), { kind: 'unreachable' });
    await other.ready;
    assert.ok(other.position('hans38').legal().length > 0);
    // An idle worker does not keep the program from ending.
    console.log('good');
  `);
  assert.deepEqual(lines, ['good']);
});

test('closed, it answers no more, and its workers end', { skip }, () => {
  const lines = script(`
    import assert from 'node:assert/strict';
    import { load, LibraryError } from 'leaper';
    const leaper = await load();
    const chess = leaper.position('chess');
    const endless = chess.search();
    leaper.close();
    await assert.rejects(endless, (error) => error instanceof LibraryError && error.kind === 'closed');
    assert.throws(() => leaper.position('chess'), { kind: 'closed' });
    await assert.rejects(chess.search({ depth: 1 }), { kind: 'closed' });
    console.log('good');
  `);
  assert.deepEqual(lines, ['good']);
});

test('a breakdown after which it cannot start again is told when something is asked, and tried again then', { skip }, () => {
  const lines = script(`
    import assert from 'node:assert/strict';
    import { load } from 'leaper';
    const { instantiate } = WebAssembly;
    let instances = 0;
    // The first one breaks down with the second request, and the second does not start.
    WebAssembly.instantiate = async (...given) => {
      instances += 1;
      if (instances === 2) throw new RangeError('no memory');
      const instance = await instantiate(...given);
      if (instances > 1) return instance;
      let asked = 0;
      const leaper_request = (...request) => ((asked += 1) === 2 ? assert.fail() : instance.exports.leaper_request(...request));
      return { exports: { ...instance.exports, leaper_request } };
    };
    const leaper = await load();
    assert.ok(leaper.version);
    assert.throws(() => leaper.version, { kind: 'trap' });
    await assert.rejects(leaper.ready, RangeError);
    assert.throws(() => leaper.version, { kind: 'trap' });
    await leaper.ready;
    assert.ok(leaper.version);
    assert.equal(instances, 3);
    console.log('good');
  `);
  assert.deepEqual(lines, ['good']);
});

test('its types', { skip }, () => {
  cpSync(path.join(root, 'tests/web/npm/consumer.mts'), path.join(folder, 'consumer.mts'));
  const tsc = createRequire(path.join(root, 'web/package.json')).resolve('typescript/bin/tsc');
  for (const [module, moduleResolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']])
    run(process.execPath, tsc, '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022,dom', '--module', module,
      '--moduleResolution', moduleResolution, 'consumer.mts');
});
