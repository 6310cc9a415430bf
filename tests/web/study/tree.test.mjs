// SPDX-License-Identifier: GPL-3.0-or-later
// A game with variations: adding, taking out and back, promoting, and what is kept of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { Tree, below, branchOf, isMain, lastOf, lineTo, movesTo, nodeAt, pathTo, plyOf, siblingOf, toggleNag, MOST_NAGS } = await load('study/tree');

/** Plays turns one after the other from a node; the last one. */
function play(tree, from, ...turns) {
  return turns.reduce((node, turn) => tree.add(node, { turn, san: turn.toUpperCase() }), from);
}

/** "a (b c) d": the lines as PGN would have them. */
function text(node) {
  const [next, ...others] = node.children;
  if (next === undefined) return '';
  const variations = others.map((other) => `(${[other.turn, text(other)].join(' ').trim()})`);
  return [next.turn, ...variations, text(next)].join(' ').trim().replaceAll(/ +/g, ' ');
}

function sample() {
  const tree = new Tree();
  const c = play(tree, tree.root, 'a', 'b', 'c');
  const z = play(tree, tree.root, 'a', 'x', 'y', 'z');
  const q = play(tree, z.parent, 'q');
  return { tree, c, z, q };
}

test('the same turn again is the same node', () => {
  const { tree, c } = sample();
  const { size } = tree;
  assert.equal(play(tree, tree.root, 'a', 'b', 'c'), c);
  assert.equal(tree.size, size);
  assert.equal(text(tree.root), 'a b (x y z (q)) c');
});

test('lines, places and neighbours of a node', () => {
  const { tree, c, z, q } = sample();
  assert.deepEqual(movesTo(q), ['a', 'x', 'y', 'q']);
  assert.equal(plyOf(q), 4);
  assert.deepEqual(pathTo(q), [0, 1, 0, 1]);
  assert.equal(nodeAt(tree, [0, 1, 0, 1]), q);
  assert.equal(nodeAt(tree, [0, 0, 7, 3]), c.parent);
  assert.deepEqual([isMain(c), isMain(z), isMain(tree.root)], [true, false, true]);
  assert.equal(branchOf(z).turn, 'x');
  assert.equal(branchOf(q), q);
  assert.equal(lastOf(tree.root), c);
  assert.equal(siblingOf(z, 1), q);
  assert.equal(siblingOf(z, -1), q);
  assert.equal(siblingOf(c, 1), c);
  assert.deepEqual(below(tree.root).map(({ turn }) => turn).join(''), 'abcxyzq');
});

test('a variation is promoted, step by step, or made the main line at once', () => {
  const one = sample();
  assert.ok(one.tree.promote(one.q));
  assert.equal(text(one.tree.root), 'a b (x y q (z)) c');
  assert.ok(one.tree.promote(one.q));
  assert.equal(text(one.tree.root), 'a x (b c) y q (z)');
  assert.ok(!one.tree.promote(one.q));
  const other = sample();
  assert.ok(other.tree.makeMain(other.q));
  assert.equal(text(other.tree.root), 'a x (b c) y q (z)');
  assert.ok(!other.tree.makeMain(other.q));
  assert.ok(!other.tree.promote(other.tree.root));
});

test('what is taken out can be put back where it was', () => {
  const { tree, c, z } = sample();
  const before = text(tree.root);
  const b = c.parent;
  const cut = tree.cut(b);
  assert.equal(text(tree.root), 'a x y z (q)');
  assert.equal(tree.find(c.id), undefined);
  assert.ok(tree.restore(cut));
  assert.equal(text(tree.root), before);
  assert.equal(tree.find(c.id), c);
  assert.equal(tree.cut(tree.root), null);
  const again = tree.cut(z);
  play(tree, z.parent, 'z');
  assert.ok(!tree.restore(again), 'its place has been filled');
  const gone = tree.cut(play(tree, c, 'd'));
  tree.cut(b);
  assert.ok(!tree.restore(gone), 'its place is gone');
});

test('a tree is kept flat and made again, with all that is said', () => {
  const { tree, q, c } = sample();
  tree.root.words = 'start';
  Object.assign(q, { preface: 'or', words: 'hm', nags: [5], shapes: [{ brush: 'G', from: 'a1', to: 'b2' }], evaluation: { pawns: 1 } });
  const flat = JSON.parse(JSON.stringify(tree.flat()));
  const made = Tree.of(flat, tree.root);
  assert.deepEqual(made.flat(), tree.flat());
  assert.equal(text(made.root), text(tree.root));
  assert.equal(made.root.words, 'start');
  assert.deepEqual(pathTo(nodeAt(made, pathTo(c))), pathTo(c));
  assert.equal(Tree.of([{ parent: 5, turn: 'a', san: 'a' }]).size, 1, 'a damaged one is read as far as it goes');
});

test('thousands of turns are no trouble', () => {
  const tree = new Tree();
  const last = play(tree, tree.root, ...Array.from({ length: 20_000 }, (_, index) => `t${index}`));
  assert.equal(lineTo(Tree.of(tree.flat()).find(last.id)).length, 20_000);
});

test('signs: one that judges the turn, one that judges the position, and no more than PGN has room for', () => {
  const tree = new Tree();
  const node = play(tree, tree.root, 'a');
  for (const nag of [1, 14]) toggleNag(node, nag);
  assert.deepEqual(node.nags, [1, 14]);
  toggleNag(node, 2);
  assert.deepEqual(node.nags, [2, 14]);
  toggleNag(node, 2);
  assert.deepEqual(node.nags, [14]);
  for (const nag of [40, 132, 22, 146, 36]) toggleNag(node, nag);
  assert.equal(node.nags.length, MOST_NAGS);
});
