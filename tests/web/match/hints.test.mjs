// SPDX-License-Identifier: GPL-3.0-or-later
// What to do now, for each combination of legal actions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { action, load } from '../modules.mjs';

const { armsReserve, hintFor } = await load('match/hints');

const state = (more = {}) => ({ side: 'white', check: false, reserves: { white: 3, black: 3 }, board: { locations: [] }, ...more });
const move = (more) => action('move', more);
const place = (more) => action('square-placement', more);
const shift = (more) => action('square-move', more);
const what = (legal, { begun = false, complete = false, ...more } = {}) => hintFor(state(more), legal, begun, complete)?.what;
const how = (legal, more) => hintFor(state(more), legal, false, false).how;

test('no hint if a turn is simply a move, or if nothing can be done', () => {
  assert.equal(hintFor(state({ reserves: undefined }), [move()], false, false), null);
  assert.equal(hintFor(state(), [], false, false), null);
});

test('one thing of several', () => {
  assert.equal(what([move(), place(), shift()]), 'Do one thing: move a piece, place a square or move a square.');
  assert.equal(what([move(), place()]), 'Do one thing: move a piece or place a square.');
  assert.equal(what([move(), shift()], { board: { locations: [], owners: true } }), 'Do one thing: move a piece or move one of your empty squares.');
  assert.equal(what([move()]), 'Only pieces can move now.');
});

test('first a piece, if more follows', () => {
  assert.equal(what([move({ more: true, complete: false })]), 'First move a piece. Then place a square.');
  assert.match(what([move({ more: true, complete: true })]), /After that you may also/);
});

test('no piece can move', () => {
  assert.equal(what([place(), shift()]), 'No piece can move: place a square or move a square.');
  assert.match(what([place(), shift({ complete: false })]), /^No piece can move: place a square\. You may also/, 'a placed square is needed');
});

test('after the first step', () => {
  assert.equal(what([place()], { begun: true }), 'Now place a square.');
  assert.equal(what([place()], { begun: true, complete: true }), 'You may still place a square, or send the turn as it is.');
  assert.match(what([place(), shift({ complete: false })], { begun: true }), /^Now you must place a square/);
  assert.match(what([place(), shift()], { begun: true, check: true }), /in check.*place one\.$/);
});

test('how it is done on this screen', () => {
  assert.match(how([move(), place()]), /^To place: click your reserve, then the water\.$/);
  assert.match(how([place()]), /^To place: click the water/);
  assert.match(how([shift()], { board: { locations: [], owners: true } }), /one with a white dot/);
  assert.match(how([shift({ piece: 'N' })]), /brings its square along/);
  const frozen = [{ at: 'e4', frozen: true, owner: 'white' }];
  assert.match(how([shift()], { board: { locations: frozen } }), /Frozen/);
  assert.doesNotMatch(how([shift()], { board: { locations: [{ ...frozen[0], owner: 'black' }] } }), /Frozen/);
});

test('a click on the water can only place a square when no piece can move', () => {
  assert.equal(armsReserve([place()]), true);
  assert.equal(armsReserve([place(), move()]), false);
  assert.equal(armsReserve([shift()]), false);
});

test('a wall is put up, or moved if it has stood elsewhere', () => {
  const wall = (more) => action('wall', more);
  assert.equal(what([wall()], { begun: true }), 'Now put up a wall.');
  assert.equal(what([move(), wall()]), 'Move a piece, or put up a wall.');
  assert.equal(what([wall({ from: 'd4' })], { begun: true }), 'Now move the wall.');
});
