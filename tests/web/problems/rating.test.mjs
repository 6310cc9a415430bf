// SPDX-License-Identifier: GPL-3.0-or-later
// Ratings of solvers: Glickman's own example, and what must hold for any of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { after, aged, BEGINNER, rated } = await load('problems/rating');
const { following, matching } = await load('problems/choice');

test("the example of Glickman's paper", () => {
  const games = [
    { value: 1400, deviation: 30, score: 1 },
    { value: 1550, deviation: 100, score: 0 },
    { value: 1700, deviation: 300, score: 0 },
  ];
  const { value, deviation } = rated({ value: 1500, deviation: 200 }, games);
  assert.equal(Math.round(value), 1464);
  assert.equal(deviation.toFixed(1), '151.4');
});

test('a rating rises with success, more if the problem was hard, and settles', () => {
  const gain = (problem) => after(BEGINNER, 0, problem, true).value - BEGINNER.value;
  assert.ok(gain(1600) > gain(1200) && gain(1200) > gain(800) && gain(800) > 0);
  assert.ok(after(BEGINNER, 0, 1200, false).value < BEGINNER.value);
  let rating = BEGINNER;
  for (let index = 0; index < 400; index += 1) rating = after(rating, 0, 1500, index % 2 === 0);
  assert.ok(Math.abs(rating.value - 1500) < 40, String(rating.value));
  assert.equal(rating.deviation, 45);
  let worst = BEGINNER;
  for (let index = 0; index < 300; index += 1) worst = after(worst, 0, 600, false);
  assert.ok(worst.value >= 100);
});

test('without problems a rating becomes uncertain, but not more than a new one', () => {
  assert.equal(aged({ value: 1500, deviation: 50 }, 0).deviation, 50);
  assert.ok(Math.abs(aged({ value: 1500, deviation: 50 }, 730).deviation - 350) < 1e-9);
  assert.equal(aged({ value: 1500, deviation: 50 }, 5000).deviation, 350);
});

const problem = (id, rating, ...themes) => ({ id, rating, themes });
const set = [problem('a', 900, 'path'), problem('b', 1250, 'circuit'), problem('c', 1250, 'path'), problem('d', 1800, 'circuit')];
const ids = (problems) => problems.map(({ id }) => id).join('');

test('problems are chosen by theme and difficulty', () => {
  const chosen = (theme, difficulty) => ids(matching(set, { theme, difficulty }, 1100));
  assert.equal(chosen('', 'any'), 'abcd');
  assert.equal(chosen('circuit', 'any'), 'bd');
  assert.equal(chosen('', 'easy'), 'a');
  assert.equal(chosen('', 'medium'), 'bc');
  assert.equal(chosen('path', 'hard'), '');
  assert.equal(chosen('', 'near'), 'abc');
  assert.equal(chosen('corner', 'any'), 'abcd', 'a theme of another set');
});

test('the next problem is the next harder one that has not been solved', () => {
  const next = (from, ...solved) => following(set, set.find(({ id }) => id === from) ?? null, new Set(solved))?.id;
  assert.equal(next(null), 'a');
  assert.equal(next(null, 'a'), 'b');
  assert.equal(next('b'), 'c');
  assert.equal(next('b', 'c', 'd'), 'a');
  assert.equal(next('b', 'a', 'b', 'c', 'd'), 'c');
  assert.equal(following([], null, new Set()), undefined);
  assert.equal(following([set[0]], set[0], new Set()), undefined);
});
