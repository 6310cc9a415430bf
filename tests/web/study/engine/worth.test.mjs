// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations from White's point of view, in numbers and in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../modules.mjs';

const { chance, chanceOf, compareScores, evaluationOf, inWords, short, worthOf } = await load('study/engine/worth');

const pawns = (value) => ({ kind: 'advantage', pawns: value });
const win = (winner, turns) => ({ kind: 'win', winner, turns });

test('scores for the side to move are told from White’s point of view', () => {
  assert.deepEqual(worthOf({ kind: 'centipawns', value: 140 }, 'white'), pawns(1.4));
  assert.deepEqual(worthOf({ kind: 'centipawns', value: 140 }, 'black'), pawns(-1.4));
  assert.deepEqual(worthOf({ kind: 'wins-in', value: 3 }, 'black'), win('black', 3));
  assert.deepEqual(worthOf({ kind: 'loses-in', value: 2 }, 'black'), win('white', 2));
});

test('short: a sign, one digit after the point, and no "−0.0"', () => {
  assert.deepEqual([1.4, -0.31, 0.04, -0.04, 0, 12.06, -250].map((value) => short(pawns(value))), ['+1.4', '−0.3', '0.0', '0.0', '0.0', '+12.1', '−250']);
  assert.deepEqual([win('white', 3), win('black', 0)].map(short), ['White in 3', 'Black wins']);
  assert.deepEqual(['white', 'black', 'draw'].map((result) => short({ kind: 'over', result })), ['1–0', '0–1', '½–½']);
});

test('in words, with one turn in the singular', () => {
  assert.deepEqual([win('white', 3), win('black', 1)].map(inWords), ['White wins in 3 turns', 'Black wins in 1 turn']);
  assert.deepEqual(
    [0.1, -0.5, 1.4, -4, 9].map((value) => inWords(pawns(value))),
    ['Both sides have the same chances', 'Black is a little better', 'White is better', 'Black is much better', 'White should win'],
  );
  assert.equal(inWords({ kind: 'over', result: 'draw' }), 'A draw');
});

test('chances grow with the advantage and are even without one', () => {
  assert.equal(chance(pawns(0)), 0.5);
  assert.ok(chance(pawns(1)) > 0.55 && chance(pawns(1)) < 0.65);
  assert.ok(chance(pawns(20)) > 0.99 && chance(pawns(20)) < chance(win('white', 9)));
  assert.equal(chance(win('black', 4)), 0);
  assert.equal(chanceOf(win('black', 4), 'black'), 1);
});

test('as comments of PGN have it', () => {
  assert.deepEqual([pawns(1.4), win('white', 3), win('black', 2)].map(evaluationOf), [{ pawns: 1.4 }, { mate: 3 }, { mate: -2 }]);
  assert.equal(evaluationOf({ kind: 'over', result: 'white' }), null);
});

test('the side to move prefers quick wins, then advantages, then late losses', () => {
  const scores = [
    ['wins-in', 1], ['wins-in', 7], ['centipawns', 29000], ['centipawns', 0], ['centipawns', -40], ['loses-in', 9], ['loses-in', 1],
  ].map(([kind, value]) => ({ kind, value }));
  assert.deepEqual([...scores].reverse().sort(compareScores), scores);
});
