// SPDX-License-Identifier: GPL-3.0-or-later
// Problems solved with the library: by their solutions, by other turns that win as soon, and not by those that do not.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { load } from '../modules.mjs';
import { networkOf } from '../networks.mjs';

const { ANSWER_NODES, PROOF_NODES, Solving } = await load('problems/solving');
const { Module } = await load('library/module');

const at = (place) => fileURLToPath(new URL(`../../../${place}`, import.meta.url));
const file = at('build-wasm/tools/wasm/leaper.wasm');
const skip = existsSync(file) ? false : 'no module: make web';
const module = skip ? null : await Module.start(await WebAssembly.compile(readFileSync(file)), networkOf);
const set = (name) => readFileSync(at(`problems/${name}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

function ask(request) {
  const answer = JSON.parse(module.request(JSON.stringify(request)));
  if (answer.error !== undefined) throw new Error(`${answer.error.message} (${answer.error.at})`);
  return answer;
}

const of = ({ game, parameters, fen }, moves) => ({ game, ...parameters, fen, moves });

/** What the page asks its workers, asked here; `proofs` counts. */
function libraryOf(problem) {
  const library = {
    proofs: 0,
    play: async (moves) => ask({ do: 'play', ...of(problem, moves) }),
    prove: async (moves, turns) => {
      library.proofs += 1;
      return ask({ do: 'solve', ...of(problem, moves), turns, winner: problem.winner, lines: 1, nodes: PROOF_NODES });
    },
    search: async (moves) => ask({ do: 'search', ...of(problem, moves), nodes: ANSWER_NODES }),
  };
  return library;
}

for (const name of ['fuel', 'hamiltonian', 'squares'])
  test(`${name}: solutions solve`, { skip }, async () => {
    const problems = set(name);
    for (const problem of problems.filter((_, index) => index % 20 === 0)) {
      const library = libraryOf(problem);
      const solving = await Solving.start(problem, library);
      let verdict;
      for (let length = 0; length < problem.solution.length; length += 2) verdict = await solving.turn(problem.solution[length]);
      assert.deepEqual(verdict, { kind: 'solved' }, problem.id);
      assert.equal(library.proofs, 0);
    }
  });

/** A problem of three turns or more with other winning turns in its second one. */
const withDual = (name) => set(name).find(({ turns, duals }) => turns >= 3 && duals.includes(2));

test('another later turn is right if it is proved to win as soon, and the proof answers it', { skip }, async () => {
  const problem = withDual('hamiltonian');
  const begin = problem.solution.slice(0, 2);
  const { lines } = ask({ do: 'solve', ...of(problem, begin), turns: problem.turns - 1 });
  const other = lines.find(({ turn }) => turn !== problem.solution[2]);
  const library = libraryOf(problem);
  const solving = await Solving.start(problem, library);
  assert.equal((await solving.turn(begin[0])).kind, 'right');
  assert.equal((await solving.turn(other.turn)).kind, 'right');
  assert.equal(library.proofs, 1);
  assert.equal(solving.sight.moves.length, 4);
  assert.equal(solving.next, null, 'there is no hint on that way');
});

test('a turn that does not win in time is wrong, is answered, and changes nothing', { skip }, async () => {
  const problem = withDual('hamiltonian');
  const library = libraryOf(problem);
  const solving = await Solving.start(problem, library);
  const { turns } = ask({ do: 'show', ...of(problem, []), all: true });
  const wrong = turns.find((turn) => turn !== problem.solution[0]);
  const first = await solving.turn(wrong);
  assert.equal(first.kind, 'wrong');
  assert.equal(typeof first.answer, 'string');
  assert.equal(library.proofs, 0, 'the first turn is known to be the only one');
  await solving.turn(problem.solution[0]);
  const winning = ask({ do: 'solve', ...of(problem, problem.solution.slice(0, 2)), turns: problem.turns - 1 }).lines.map(({ turn }) => turn.replace(/,.*/, ''));
  const later = ask({ do: 'show', ...of(problem, problem.solution.slice(0, 2)), all: true }).turns.find((turn) => !winning.includes(turn));
  assert.equal((await solving.turn(later)).kind, 'wrong');
  assert.equal(library.proofs, 1);
  assert.equal(solving.sight.moves.length, 2);
});
