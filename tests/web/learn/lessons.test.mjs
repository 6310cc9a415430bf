// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson, played with the library: its position and both ways to its goal, and the try that fails as it says.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { load } from '../modules.mjs';
import { networkOf } from '../networks.mjs';

const { Attempt, NODES } = await load('learn/attempt');
const { courses } = await load('learn/courses');
const { holds } = await load('learn/judge');
const { Module } = await load('library/module');

const file = fileURLToPath(new URL('../../../build-wasm/tools/wasm/leaper.wasm', import.meta.url));
const skip = existsSync(file) ? false : 'no module: make web';
const module = skip ? null : await Module.start(await WebAssembly.compile(readFileSync(file)), networkOf);

function ask(request) {
  const answer = JSON.parse(module.request(JSON.stringify(request)));
  if (answer.error !== undefined) throw new Error(`${answer.error.message} (${answer.error.at})`);
  return answer;
}

/** What the page asks its worker, asked here. */
const libraryOf = ({ game }, { parameters = {} }) => ({
  play: async (fen, moves) => ask({ do: 'play', game, ...parameters, fen, moves }),
  best: async (fen, moves) => ask({ do: 'search', game, ...parameters, fen, moves, nodes: NODES }).turn,
});

/** Plays the learner's turns, with answers, and returns the first verdict that ends the try. */
async function tryOut(course, lesson, turns) {
  const attempt = await Attempt.start(lesson, libraryOf(course, lesson));
  let line = '';
  for (const turn of turns) {
    await attempt.turn(turn);
    line += ` ${turn}`;
    let verdict = attempt.judge();
    if (verdict.kind === 'goes-on') {
      line += ` (${await attempt.reply()})`;
      verdict = attempt.judge();
    }
    if (verdict.kind !== 'goes-on') return { verdict, line };
  }
  return { verdict: { kind: 'goes-on' }, line };
}

/** All turns of a position, in machine notation. */
function turnsOf({ game }, { parameters = {}, fen }) {
  const { turns, links } = ask({ do: 'show', game, ...parameters, fen, all: true });
  // Where paths are announced, that may be done instead of a turn or with it.
  return links === undefined ? turns : ['!', ...turns, ...turns.map((turn) => `${turn},!`)];
}

/** The turns that reach the goal of a lesson of one turn. */
async function ways(course, lesson) {
  const found = [];
  for (const turn of turnsOf(course, lesson)) {
    const tried = await tryOut(course, lesson, [turn]).catch(() => null); // a false announcement is refused
    if (tried?.verdict.kind === 'reached') found.push(turn);
  }
  return found;
}

test('every game of the rules page has five lessons or more, with names of their own', { skip }, () => {
  const games = ['chess', 'fuel', 'hamiltonian', 'hans38', 'hans38-neutral', 'hans38-postal', 'hans38-postal-plus', 'infinite-reserves', 'moving-squares', 'hnefa'];
  assert.deepEqual(courses.map(({ game }) => game), games);
  for (const { game, lessons } of courses) {
    assert.ok(lessons.length >= 5, `${game} has ${lessons.length}`);
    assert.equal(new Set(lessons.map(({ id }) => id)).size, lessons.length, game);
  }
});

for (const course of courses) {
  for (const lesson of course.lessons) {
    test(`${course.game}: ${lesson.title}`, { skip }, async () => {
      const { begin, learner } = await Attempt.start(lesson, libraryOf(course, lesson));
      assert.equal(begin.result, 'ongoing', 'the position is over');
      assert.equal(begin.state.fen, lesson.fen, 'the position is written otherwise');
      assert.ok(!holds(lesson.reached, { learner, begin, now: begin, turn: '' }), 'the goal is reached before the first turn');

      const solved = await tryOut(course, lesson, lesson.solution);
      assert.equal(solved.verdict.kind, 'reached', `the solution misses it: ${solved.line}: ${solved.verdict.say}`);
      if (lesson.other === 'only') {
        assert.equal(lesson.turns ?? 1, 1, 'every first turn can be tried in lessons of one turn only');
        assert.deepEqual(await ways(course, lesson), lesson.solution);
      } else {
        assert.notDeepEqual(lesson.other, lesson.solution);
        const other = await tryOut(course, lesson, lesson.other);
        assert.equal(other.verdict.kind, 'reached', `the other way misses it: ${other.line}: ${other.verdict.say}`);
      }

      const failed = await tryOut(course, lesson, lesson.wrong.turns);
      assert.deepEqual([failed.verdict.kind, failed.verdict.mistake], ['missed', lesson.wrong.mistake], `the wrong try: ${failed.line}: ${failed.verdict.say}`);
      assert.equal(failed.verdict.say, lesson.wrong.mistake === 'hint' ? lesson.hint : lesson.mistakes[lesson.wrong.mistake].say);
    });
  }
}
