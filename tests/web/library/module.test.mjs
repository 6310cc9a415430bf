// SPDX-License-Identifier: GPL-3.0-or-later
// The WebAssembly module against the library as compiled for this machine: the same requests must get the same answers, byte for byte.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { load } from '../modules.mjs';
import { networkOf } from '../networks.mjs';

const { Breakdown, Module } = await load('library/module');

const root = fileURLToPath(new URL('../../../', import.meta.url));
const file = `${root}build-wasm/tools/wasm/leaper.wasm`;
const native = process.env.LEAPER_ANSWER;
const skip = !existsSync(file) ? 'no module: make web' : !native && 'LEAPER_ANSWER does not name the native program';

const compiled = skip ? null : await WebAssembly.compile(readFileSync(file));

/** Times differ, and only the native library counts tours by meeting in the middle. */
const comparable = (json) => json.replace(/"milliseconds":\d+/, '"milliseconds":0').replace('"meeting":true', '"meeting":false');

/** Asks both; returns the answers. */
async function compare(requests) {
  const module = await Module.start(compiled, networkOf);
  const lines = requests.map((request) => JSON.stringify(request));
  const answers = execFileSync(native, { input: `${lines.join('\n')}\n`, maxBuffer: 1 << 30, encoding: 'utf8' }).split('\n');
  lines.forEach((line, i) => {
    const [here, there] = [comparable(module.request(line)), comparable(answers[i])];
    let at = 0;
    while (at < here.length && here[at] === there[at]) at += 1;
    if (here !== there) assert.fail(`${line.slice(0, 2000)}\nis answered ${here.slice(at - 60, at + 200)}\nnot ${there.slice(at - 60, at + 200)}`);
  });
  return lines.map((_, i) => JSON.parse(answers[i]));
}

const text = '[mine:chess]\nmaxRank = 6\nmaxFile = 6\nstartFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\ncastling = false\ncustomPiece1 = d:WD\n' +
  '[spent:fuel]\nfuel = 9\n[wrong:chess]\nnFoldRule = many\ncheking = true\n';
const mine = { variants: text, game: 'mine' };

test('every request of docs/library.md but those about tours', { skip }, async () => {
  const answers = await compare([
    { do: 'version' },
    { do: 'games' },
    { game: 'chess', moves: ['e4', 'e5', 'Nf3'] },
    { do: 'show', ...mine, all: true },
    { do: 'show', game: 'seirawan', san: true },
    { do: 'actions', game: 'hans38-postal', moves: ['@@e3', '@@e6'], after: 'e2e3' },
    { do: 'play', ...mine, moves: ['c2c3', 'b6c4'] },
    { do: 'play', game: 'hamiltonian', moves: ['e4', 'e5'] },
    { do: 'play', game: 'chess', moves: ['f3', 'e5', 'g4', 'Qh4'] },
    { do: 'check', variants: text },
    { do: 'definition', ...mine },
    { do: 'definition', game: 'fuel' },
    { do: 'perft', variants: text, game: 'spent', depth: 3 },
    { do: 'rules', ...mine },
    { do: 'rules', game: 'hnefa' },
    { do: 'attacks', game: 'hnefa' },
    { do: 'keys' },
    { do: 'search', ...mine, nodes: 50000 },
    { do: 'search', game: 'chess', nodes: 100000, lines: 3 },
    { do: 'search', game: 'chess', armies: ['rookies', 'clobberers'], nodes: 10000 },
    { do: 'search', game: 'hnefa', depth: 4, level: 'club', seed: 7 },
    { do: 'search', game: 'hans38', nodes: 20000, hash: 1 },
  ]);
  assert.equal(answers[9].faults.length, 2);
  assert.equal(answers[9].games.length, 2);
  assert.equal(answers[8].result, 'black');
});

test('tours are found, drawn at random and as pictures, and refused alike', { skip }, async () => {
  const answers = await compare([
    { do: 'find', board: '20x20' },
    { do: 'find', board: '7x9', open: true, from: 'a1', seed: 3 },
    { do: 'find', board: '4x4' },
    { do: 'sample', board: '6x6', count: 5, seed: 4 },
    { do: 'sample', board: '5/5/5/3**', open: true, seed: 9 },
    { do: 'tours' },
    { do: 'tours', ask: 'count', board: '8x8' },
    { do: 'tours', ask: 'count', board: '7x7' },
    { do: 'tours', ask: 'count', board: '2x2' },
    { do: 'tours', ask: 'random', board: '6x6', count: 12, seed: 8 },
    { do: 'tours', ask: 'random', board: '10x10', leaper: '2,3', seed: 8 },
    { do: 'tours', ask: 'random', board: '7x7' },
    { do: 'tours', ask: 'draw', board: '1x1', open: true, squares: ['a1'], style: 'numbered' },
    { do: 'tours', ask: 'draw', board: '1x2', open: true, squares: ['a1', 'a2'] },
    { do: 'tours', ask: 'count', board: '65x3' },
    { do: 'tours', ask: 'dance' },
    { do: 'count', board: '6x' },
  ]);
  assert.equal(answers[0].squares.length, 400);
  assert.deepEqual([answers[9].distribution, answers[10].distribution], ['uniform', 'walk']);
  assert.equal(answers[13].error.at, 'squares.0');
  const [tour] = answers[9].tours;
  const pictures = await compare(['line', 'numbered', 'coloured'].map((style) => ({ do: 'tours', ask: 'draw', board: '6x6', squares: tour, style })));
  for (const { svg } of pictures) assert.match(svg, /^<svg .*<\/svg>\s*$/s);
});

test('small boards are counted as by meeting in the middle, and larger ones say that they are too large', { skip }, async () => {
  const module = await Module.start(compiled, networkOf);
  const boards = [{ board: '8/7*/7*' }, { board: '5x6' }, { board: '4x4', leaper: '1,0', open: true }, { board: '1x1', open: true }];
  const counts = boards.map((board) => JSON.parse(module.request(JSON.stringify({ do: 'count', memory: 64, ...board }))).count);
  assert.deepEqual(counts, ['4', '8', '276', '1']);
  const here = boards.slice(0, 1).map((board) => JSON.parse(module.request(JSON.stringify({ do: 'tours', ask: 'count', ...board }))));
  assert.deepEqual([here[0].count, here[0].directed, here[0].squares], ['4', '8', 22]);
  assert.equal(JSON.parse(module.request('{"do":"count","board":"8x8","memory":16}')).error.code, 'too-large');
  assert.equal(JSON.parse(module.request('{"do":"count","board":"6x6","method":"mitm"}')).error.at, 'method');
  const large = JSON.parse(module.request('{"do":"tours","ask":"count","board":"12x12","leaper":"K","seconds":1}'));
  assert.equal(large.count, null);
  // The same module goes on.
  const { population, logs } = JSON.parse(module.request('{"do":"tours","ask":"estimate","board":"6x6","seconds":1}'));
  assert.equal(population, 1);
  assert.ok(logs.some((log) => log > 0 && log < 20));
});

test('what is wrong with a request', { skip }, async () => {
  const answers = await compare([
    {},
    [],
    { do: 'dance' },
    { game: 'checkers' },
    { game: 'wrong', variants: text },
    { game: 'none', variants: text },
    { do: 'check', variants: 'x'.repeat(70000) },
    { game: 'chess', moves: ['e4', 'e4'] },
    { do: 'perft', game: 'chess', depth: 65 },
    { do: 'play', game: 'chess', fen: '8/8/8/8/8/8/8/8 w - - 0 1' },
    { game: 'chess', moves: ['ünklar'] },
  ]);
  for (const answer of answers) assert.ok(answer.error, JSON.stringify(answer));
});

test('perft of all games', { skip }, async () => {
  const module = await Module.start(compiled, networkOf);
  const { games } = JSON.parse(module.request('{"do":"games"}'));
  await compare(games.map(({ key }) => ({ do: 'perft', game: key, depth: 2 })));
  const [chess, armies, fuel] = await compare([
    { do: 'perft', game: 'chess', depth: 5 },
    { do: 'perft', game: 'chess', depth: 4, armies: ['nutters', 'clobberers'] },
    { do: 'perft', game: 'fuel', depth: 4, fuel: 3 },
  ]);
  assert.equal(chess.nodes, 4865609);
  assert.ok(armies.nodes > 100000 && fuel.nodes > 100000);
});

/** The same numbers on every run. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A text with one thing broken. */
function spoil(good, random) {
  const lines = good.split('\n');
  const at = random(lines.length);
  const column = random(lines[at].length + 1);
  const letters = 'aK9=*:[]{}~-/+ #é\t';
  const ways = [
    () => lines.splice(at, 1),
    () => lines.splice(at, 0, lines[random(lines.length)]),
    () => (lines[at] = lines[at].slice(0, column) + letters[random(letters.length)] + lines[at].slice(column + 1)),
    () => (lines[at] = lines[at].slice(0, column)),
    () => (lines[at] = lines[at].replace(/\d+/, String(random(300) - 20))),
  ];
  ways[random(ways.length)]();
  return lines.join('\n');
}

test('faults of spoilt texts', { skip }, async () => {
  const random = randomNumbers(15);
  // Under names of their own, so that a change is not a contradiction to the game that is known.
  const texts = readdirSync(`${root}variants`).map((name) => readFileSync(`${root}variants/${name}`, 'utf8').replace(/^\[(?!army)/gm, '[my-'));
  const requests = texts.flatMap((good) => Array.from({ length: 8 }, () => ({ do: 'check', variants: spoil(good, random) })));
  const answers = await compare([...texts.map((good) => ({ do: 'check', variants: good })), ...requests]);
  const faults = answers.flatMap((answer) => answer.faults);
  const games = answers.flatMap((answer) => answer.games);
  assert.ok(faults.length > 20 && games.length > 200, `${faults.length} faults, ${games.length} games`);
});

test('memory that runs out is said, and a fresh module works', { skip }, async () => {
  const module = await Module.start(compiled, networkOf);
  const search = (hash) => module.request(JSON.stringify({ do: 'search', game: 'chess', nodes: 100, hash }));
  assert.throws(() => search(1024), (error) => error instanceof Breakdown && error.kind === 'memory');
  const fresh = await Module.start(compiled, networkOf);
  assert.match(fresh.request('{"game":"chess"}'), /"count":20/);
});

test('networks: asked for with the first search of a game, its own or a borrowed one; without them there is no answer', { skip }, async () => {
  const asked = [];
  const module = await Module.start(compiled, (game) => {
    asked.push(game);
    return networkOf(game);
  });
  const search = (game) => JSON.parse(module.request(JSON.stringify({ do: 'search', game, nodes: 200 })));
  for (const game of ['chess', 'chess', 'hans38', 'pocketknight', 'capablanca', 'Kinglet']) assert.ok(search(game).turn, game);
  assert.deepEqual(asked, ['chess', 'capablanca', 'kinglet']);
  const armed = (white, black) => module.request(JSON.stringify({ do: 'search', game: 'chess', armies: [white, black], nodes: 200 }));
  for (const [white, black] of [['nutters', 'fide'], ['fide', 'nutters'], ['rookies', 'rookies']]) assert.ok(JSON.parse(armed(white, black)).turn);
  assert.deepEqual(asked.slice(3), ['chess_fide_nutters', 'chess_rookies_rookies']);
  const alone = await Module.start(compiled, () => {
    throw new TypeError('unreachable');
  });
  assert.match(alone.request('{"game":"chess"}'), /"count":20/);
  const unreachable = (error) => error instanceof Breakdown && error.kind === 'unreachable';
  assert.throws(() => alone.request('{"do":"search","game":"chess","nodes":200}'), unreachable);
  const misled = await Module.start(compiled, () => new TextEncoder().encode('<!doctype html>'));
  assert.throws(() => misled.request('{"do":"search","game":"chess","nodes":200}'), unreachable);
});

test('a trap is said', { skip }, async () => {
  // Only (unreachable), under the names that the library has.
  const broken = { exports: { _initialize() {}, memory: new WebAssembly.Memory({ initial: 1 }), malloc: () => 8, leaper_free() {}, leaper_request() { throw new WebAssembly.RuntimeError('unreachable'); } } };
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async () => broken;
  const module = await Module.start(compiled, networkOf);
  WebAssembly.instantiate = instantiate;
  assert.throws(() => module.request('{}'), (error) => error instanceof Breakdown && error.kind === 'trap');
});
