// SPDX-License-Identifier: GPL-3.0-or-later
// Which turns are called mistakes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../modules.mjs';

const { loss, markOf, mistakes, nextMistake, tally } = await load('study/engine/mistakes');

const pawns = (value) => ({ kind: 'advantage', pawns: value });
const win = (winner, turns) => ({ kind: 'win', winner, turns });

test('the more of the chances is lost, the worse the mark', () => {
  assert.deepEqual([0.3, -0.1, -0.4, -1, -3].map((after) => markOf(pawns(0.3), pawns(after), 'white')), [null, null, '?!', '?', '??']);
  assert.equal(markOf(pawns(-0.3), pawns(3), 'black'), '??');
});

test('what happens to a game that is decided matters less', () => {
  assert.equal(markOf(pawns(14), pawns(12), 'white'), null);
  assert.equal(markOf(win('white', 2), win('white', 7), 'white'), null, 'a longer way to the win');
  assert.equal(markOf(win('white', 7), win('white', 1), 'black'), null, 'lost anyway');
  assert.equal(markOf(win('white', 2), pawns(0), 'white'), '??');
  assert.equal(markOf(win('white', 2), { kind: 'over', result: 'draw' }, 'white'), '??');
});

test('a turn that turns out better than the engine thought costs nothing', () => {
  assert.equal(loss(pawns(0), pawns(2), 'white'), 0);
});

const position = (side, worth, best = null) => ({ side, worth, best });

test('each side’s mistakes in a game', () => {
  const turns = ['a', 'b', 'c', 'd'].map((turn) => ({ turn }));
  const positions = [
    position('white', pawns(0), 'x'),
    position('black', pawns(0), 'x'),
    position('white', pawns(3), 'c'),
    position('black', pawns(0), 'x'), // the engine's own turn, of which it thinks less now
    position('white', win('white', 2), 'x'),
  ];
  const marked = mistakes(positions, turns);
  assert.deepEqual(marked.map(({ ply, by, mark }) => [ply, by, mark]), [[1, 'black', '??'], [3, 'black', '??']]);
  assert.equal(tally(marked, 'black'), '2 blunders');
  assert.equal(tally(marked, 'white'), 'no mistakes');
});

test('positions that have not been judged mark nothing, and announcements count for who made them', () => {
  const turns = [{ turn: 'a' }, { turn: '!', by: 'black' }];
  assert.deepEqual(mistakes([position('white', pawns(0)), null, position('white', win('black', 1))], turns), []);
  const after = mistakes([null, position('white', win('black', 1)), position('white', { kind: 'over', result: 'draw' })], turns);
  assert.deepEqual(after.map(({ by, mark }) => [by, mark]), [['black', '??']]);
});

test('from mistake to mistake, around the end', () => {
  const marked = [{ ply: 3, by: 'black' }, { ply: 6, by: 'white' }];
  assert.deepEqual([0, 3, 6].map((from) => nextMistake(marked, from)), [3, 6, 3]);
  assert.equal(nextMistake(marked, 0, 'white'), 6);
  assert.equal(nextMistake([], 0), null);
});
