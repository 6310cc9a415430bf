// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation of whole games: which positions are searched, for how long, and what is said about the turns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../modules.mjs';

const { judge } = await load('study/engine/judge');
const { decided, foundIn, improves, Knowledge } = await load('study/engine/knowledge');
const { remarksOf } = await load('study/engine/remarks');
const { passed } = await load('study/engine/threat');

const chosen = { game: 'chess' };
const line = (pv, value, kind = 'centipawns') => ({ depth: 9, score: { kind, value }, bound: 'exact', pv, san: pv.toUpperCase() });
const turns = ['a', 'b', 'c'].map((turn) => ({ turn, san: turn }));

/** A game in which Black's turn "b" loses a queen, and White's "c" wins at once. */
function sources(searched = []) {
  const lines = [line('a b c', 20), line('x y z', -20), line('c', 1, 'wins-in')];
  return {
    stands: (_, moves) => Promise.resolve({ side: moves.length % 2 === 0 ? 'white' : 'black', result: moves.length === 3 ? 'white' : 'ongoing' }),
    search: (_, moves, milliseconds) => {
      searched.push([moves.length, milliseconds]);
      return Promise.resolve({ depth: 9, lines: [lines[moves.length]] });
    },
  };
}

test('every position is judged, those around mistakes twice, and none after the end', async () => {
  const searched = [];
  const steps = [];
  const verdicts = await judge({ chosen, turns, budget: 4000 }, sources(searched), new Knowledge(), (_, done) => steps.push(done), new AbortController().signal);
  assert.deepEqual(searched, [[0, 600], [1, 600], [2, 600], [1, 800], [2, 800]]);
  assert.deepEqual(verdicts.map(({ worth }) => worth.kind), ['advantage', 'advantage', 'win', 'over']);
  assert.equal(steps.at(-1), 1);
  assert.deepEqual(steps, [...steps].sort((one, other) => one - other));
});

test('a mistake is remarked on, with what would have been better', async () => {
  const verdicts = await judge({ chosen, turns, budget: 100 }, sources(), new Knowledge(), () => undefined, new AbortController().signal);
  const remarks = remarksOf(verdicts, turns);
  assert.deepEqual(remarks.map(({ nag }) => nag), [null, 4, null]);
  assert.deepEqual(remarks[1].better, [{ turn: 'x', san: 'X' }, { turn: 'y', san: 'Y' }]);
  assert.equal(remarks[1].comment, 'Blunder. Before: Both sides have the same chances (+0.2). Now: White wins in 1 turn.');
  assert.deepEqual(remarks.map(({ evaluation }) => evaluation), [{ pawns: 0.2 }, { mate: 1 }, null]);
});

test('a review that is stopped ends at once', async () => {
  const stop = new AbortController();
  const slow = { ...sources(), search: () => new Promise((resolve) => setTimeout(resolve, 5)).then(() => ({ depth: 1, lines: [line('a', 0)] })) };
  let told = 0;
  const judged = judge({ chosen, turns, budget: 100 }, slow, new Knowledge(), () => { told += 1; stop.abort(); }, stop.signal);
  await assert.rejects(judged, { name: 'AbortError' });
  assert.equal(told, 1);
});

test('of several lines, a win that no deeper search can change ends the search', () => {
  const best = (kind, bound = 'exact') => [{ ...line('a b c', 2, kind), bound }, line('x', -500)];
  assert.equal(decided({ depth: 9, lines: best('wins-in') }), true);
  assert.equal(decided({ depth: 8, lines: best('wins-in') }), false, 'a shorter one may be found');
  assert.equal(decided({ depth: 9, lines: best('loses-in') }), true);
  assert.equal(decided({ depth: 9, lines: best('wins-in', 'at-least') }), false);
  assert.equal(decided({ depth: 99, lines: best('centipawns') }), false);
  assert.equal(decided({ depth: 9, lines: [line('a,b,c d', 1, 'wins-in')] }), false, 'the actions of a turn count');
  assert.equal(decided({ depth: 9, lines: [] }), false);
});

test('what is known is kept, unless something better is found', () => {
  const knowledge = new Knowledge();
  const found = (depth, count, final = false) => foundIn({ depth, lines: Array.from({ length: count }, (_, index) => line(`m${index}`, -index)) }, 'white', final);
  assert.equal(foundIn({ depth: 1, lines: [] }, 'white'), null);
  knowledge.add(chosen, ['a'], found(12, 3));
  assert.equal(knowledge.add(chosen, ['a'], found(9, 3)).depth, 12, 'a new search begins at the beginning');
  assert.equal(knowledge.add(chosen, ['a'], found(12, 3)).depth, 12);
  assert.equal(knowledge.add(chosen, ['a'], found(13, 3)).depth, 13);
  assert.equal(improves(found(3, 5), found(13, 3), 5), true, 'more lines are wanted');
  assert.equal(improves(found(14, 1), found(13, 3), 1), true, 'fewer lines are wanted');
  assert.equal(improves(found(14, 1), found(13, 3), 3), false);
  assert.equal(knowledge.get({ game: 'chess', parameters: { armies: ['a', 'b'] } }, ['a']), undefined, 'another game');
  assert.equal(knowledge.get(chosen, ['a']), undefined, 'and forgotten');
});

test('lines are sorted, best first, for the side to move', () => {
  const found = foundIn({ depth: 3, lines: [line('a', 10), line('b', 2, 'wins-in'), line('c', 30)] }, 'black');
  assert.deepEqual(found.lines.map(({ pv }) => pv), ['b', 'c', 'a']);
  assert.deepEqual(found.worth, { kind: 'win', winner: 'black', turns: 2 });
});

test('after a pass the other side moves, and nobody captures en passant', () => {
  assert.equal(passed('8/8/8/8/8/8/8/8 b KQkq e3 0 1 50x16,48'), '8/8/8/8/8/8/8/8 w KQkq - 0 1 50x16,48');
  assert.equal(passed('8/8 w - - 0 1 3/3 -/- -'), '8/8 b - - 0 1 3/3 -/- -');
  assert.equal(passed('nonsense'), 'nonsense');
});
