// SPDX-License-Identifier: GPL-3.0-or-later
// Turns put into words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { lastWords, turnWords } = await load('app/speech');
const game = { pieces: [['K', 'king'], ['Q', 'queen'], ['N', 'knight'], ['P', 'pawn']].map(([letter, name]) => ({ letter, name })) };
const words = (turn, san) => turnWords({ turn, san }, game);

test('moves, captures, promotions, castling', () => {
  assert.equal(words('e2e4', 'e4'), 'pawn from e2 to e4');
  assert.equal(words('g1f3', 'Nxf3'), 'knight from g1 takes on f3');
  assert.equal(words('b7a8q', 'bxa8=Q+'), 'pawn from b7 takes on a8, promoted to a queen, check');
  assert.equal(words('e1g1', 'O-O'), 'castles kingside, king from e1 to g1');
  assert.equal(words('e1c1', 'O-O-O#'), 'castles queenside, king from e1 to c1, checkmate');
  assert.equal(words('e10e12', 'e12'), 'pawn from e10 to e12', 'ranks of two digits');
});

test('squares, placements, announcements, turns of several actions', () => {
  assert.equal(words('@@c6', '@@c6'), 'square placed on c6');
  assert.equal(words('@b8b6', '@b8b6'), 'square moved from b8 to b6');
  assert.equal(words('N@e4', 'N@e4'), 'knight placed on e4');
  assert.equal(words('g1f3,@@c6', 'Nf3,@@c6'), 'knight from g1 to f3, square placed on c6');
  assert.equal(words('!', '!'), 'path announced');
  assert.equal(words(',!', ',!'), 'path announced');
  assert.equal(words('0000', '--'), '--', 'anything not understood is shown as it is');
});

test('the last turn of a position', () => {
  assert.equal(lastWords({ last: null }, game), '');
  assert.equal(lastWords({ last: { turn: 'e7e5', san: 'e5', color: 'black', squares: ['e7', 'e5'] } }, game), 'Black: pawn from e7 to e5');
});
