// SPDX-License-Identifier: GPL-3.0-or-later
// How much room PGN has: what would be too large is refused, and what makes a study smaller never is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { newStudy } = await load('study/document');
const { measure, Room } = await load('study/room');

const study = () => newStudy({ game: 'chess' }, 'Chess');
const add = (tree, node, turn) => tree.add(node, { turn, san: turn });

/** Each turn has another one instead, from which the next go on. */
function nest({ tree }, depth) {
  let at = tree.root;
  for (let level = 0; level < depth; level += 1) {
    add(tree, at, 'main');
    at = add(tree, at, 'other');
  }
  return at;
}

test('variations are nested 64 deep at most, and promoting one may nest the other deeper', () => {
  const one = study();
  const last = nest(one, 64);
  assert.equal(measure(one).nested, 64);
  const room = new Room(one);
  add(one.tree, last, 'goes on');
  assert.equal(room.refusal(), null);
  const refused = add(one.tree, last, 'instead');
  assert.match(room.refusal(), /64 deep/);
  one.tree.cut(refused);
  assert.equal(room.refusal(), null);
  // The main line takes the place of the variation, and has none of its own.
  one.tree.promote(one.tree.root.children[1]);
  assert.equal(room.refusal(), null);
  assert.equal(measure(one).nested, 63);
});

test('comments and drawings count in bytes, not in letters', () => {
  const one = study();
  const node = add(one.tree, one.tree.root, 'e4');
  const room = new Room(one);
  node.words = '♞'.repeat(300_000);
  assert.equal(room.refusal(), null);
  node.words = '♞'.repeat(340_000);
  assert.match(room.refusal(), /1 MiB/);
  node.words = '';
  assert.equal(room.refusal(), null);
  node.shapes = Array.from({ length: 100_000 }, () => ({ brush: 'G', from: 'a1', to: 'h8' }));
  assert.match(room.refusal(), /1 MiB/);
});

test('lines are bounded; a study that was too large may shrink', () => {
  const one = study();
  let at = one.tree.root;
  for (let ply = 0; ply < 5_010; ply += 1) at = add(one.tree, at, 'a');
  const room = new Room(one);
  assert.equal(room.refusal(), null, 'as it was opened');
  const next = add(one.tree, at, 'b');
  assert.match(room.refusal(), /5,000 turns/);
  one.tree.cut(next);
  one.tree.cut(at);
  assert.equal(room.refusal(), null);
});
