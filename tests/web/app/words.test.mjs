// SPDX-License-Identifier: GPL-3.0-or-later
// The page's sentences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { action, load } from '../modules.mjs';

const words = await load('app/words');

const game = {
  name: 'Fuel Chess',
  pieces: [
    { letter: 'K', name: 'king' },
    { letter: 'R', name: 'rook' },
    { letter: 'N', name: 'knight' },
    { letter: 'P', name: 'pawn' },
  ],
  parameters: [
    { key: 'fuel', type: 'integer', name: 'Fuel' },
    { key: 'scoring', type: 'choice', name: 'Scoring', choices: [{ key: 'fixed', name: 'fixed' }] },
    { key: 'armies', type: 'armies', name: 'Armies', choices: ['fide', 'nutters'], default: ['fide', 'fide'] },
  ],
};
const armies = [
  { key: 'fide', name: 'FIDEs' },
  { key: 'nutters', name: 'Nutters' },
];
const human = (name) => ({ kind: 'human', name });

test('results name the winner', () => {
  assert.equal(words.resultTitle('none', 'aborted'), 'Aborted');
  assert.deepEqual(['white', 'black', 'draw', 'ongoing', 'none'].map((result) => words.resultTitle(result)), ['White wins', 'Black wins', 'A draw', 'In play', 'Cancelled']);
  assert.deepEqual(['white', 'black', 'draw', 'ongoing', 'none'].map((result) => words.resultScore({ result })), ['1–0', '0–1', '½–½', '', '']);
  assert.equal(words.resultScore({ result: 'white', points: { white: 16, black: 0 } }), '16–0');
});

test('reasons name the side that they are about', () => {
  const reason = (...given) => words.resultReason(...given);
  assert.equal(reason('white', 'checkmate', 'black'), 'Black is checkmated');
  assert.equal(reason('draw', 'stalemate', 'white'), 'White has no legal move and is not in check: stalemate');
  assert.equal(reason('black', 'stalemate', 'white'), 'White has no legal move: stalemate');
  assert.equal(reason('white', 'resignation', 'white'), 'Black resigned');
  assert.equal(reason('black', 'time', 'white'), 'White ran out of time');
  assert.equal(reason('white', 'corner', 'black'), 'White’s king reached a corner');
  assert.equal(reason('black', 'mate-loses', 'black'), 'White gave checkmate, which loses');
  const path = { squares: ['a1'], circuit: false, points: 1 };
  const circuit = { ...path, circuit: true };
  assert.equal(reason('white', 'announcement', 'black', { white: circuit, black: null }), 'White announced a circuit');
  assert.equal(reason('black', 'announcement', 'black', { white: null, black: path }), 'Black announced a path');
  assert.equal(reason('draw', 'announcement', 'black', { white: path, black: path }), 'Announced, but both sides have a path');
  assert.match(reason('draw', 'single-piece', 'black', { white: path, black: path }), /both have a path$/);
  assert.match(reason('white', 'single-piece', 'black', { white: path, black: null }), /^White is down to a single piece/);
  assert.equal(reason('white', 'something-new', 'black'), 'something-new', 'an unknown reason is shown as it is');
});

test('numbers and points', () => {
  assert.deepEqual([0, 0.5, 2.5, 16].map(words.numberWords), ['0', '½', '2½', '16']);
  assert.deepEqual([0, 1, 2].map(words.pointWords), ['0 points', '1 point', '2 points']);
});

test('squares say what stands on them', () => {
  const describe = (location) => words.describeSquare('e4', location, game);
  assert.equal(describe({ at: 'e4', kind: 'hole' }), 'e4: open water, no square');
  assert.equal(describe({ at: 'e4', kind: 'wall' }), 'e4: wall');
  assert.equal(describe(undefined), 'e4: empty');
  assert.equal(describe({ at: 'e4', owner: 'black' }), 'e4: empty, Black’s');
  assert.equal(describe({ at: 'e4', piece: 'P', color: 'white', fuel: 48 }), 'e4: White pawn, fuel 48');
  assert.equal(describe({ at: 'e4', piece: 'Z', color: 'black' }), 'e4: Black Z', 'a piece without a name is shown by its letter');
});

test('actions say what they do and cost', () => {
  const describe = (kind, more) => words.describeAction(action(kind, more), game);
  assert.equal(describe('move', { piece: 'N', from: 'g1', to: 'f3', cost: 2, fuel: 48 }), 'Knight g1 to f3: costs 2, leaves 48');
  assert.equal(describe('move', { piece: 'N', from: 'g1', to: 'f3', capture: 'f3' }), 'Knight g1 to f3, a capture');
  const also = [{ piece: 'R', from: 'a1', to: 'd1', cost: 3, fuel: 6 }];
  assert.equal(describe('move', { piece: 'K', from: 'e1', to: 'c1', cost: 2, fuel: 7, also }), 'King e1 to c1: costs 2, leaves 7; rook a1 to d1 for 3, leaves 6');
  assert.equal(describe('square-placement', { to: 'c6' }), 'Place a square on c6');
  assert.equal(describe('square-move', { from: 'b8', to: 'b6' }), 'Move the square b8 to b6');
  assert.equal(describe('square-move', { from: 'b8', to: 'b6', piece: 'N' }), 'Move the square b8 with the knight on it to b6');
  assert.equal(describe('placement', { piece: 'R', to: 'a4' }), 'Place the rook on a4');
  assert.equal(describe('placement', { piece: 'R', color: 'black', to: 'a4' }), 'Place Black’s rook on a4');
});

test('links are described in both directions', () => {
  const links = { white: { e2: ['d1'], d1: ['b3', 'e2'], b3: [] }, black: {} };
  assert.equal(words.linkWords('d1', links), '; links to b3 and e2, linked from e2');
  assert.equal(words.linkWords('b3', links), '; links to nothing, linked from d1');
  assert.equal(words.linkWords('h8', links), '');
  assert.equal(words.linkWords('h8', undefined), '');
});

test('names cannot garble the text around them', () => {
  assert.equal(words.playerLabel(human('eve\u202e\u0007 lived'), []), 'eve lived');
  assert.equal(words.playerLabel(human(' \u200e '), []), 'Anonymous');
  assert.equal(words.playerLabel({ kind: 'open', name: '' }, []), 'Waiting for an opponent');
  assert.equal(words.playerLabel({ kind: 'engine', name: 'Leaper', level: 'casual' }, [{ key: 'casual', name: 'Casual' }]), 'Leaper · Casual');
  assert.equal(words.playerLabel({ kind: 'engine', name: 'Leaper' }, []), 'Leaper');
});

test('titles of matches', () => {
  const title = (white, black, result = 'ongoing') => words.matchTitle({ players: { white, black }, result }, game, []);
  assert.equal(title(human('Ada'), human('Bob')), 'Fuel Chess: \u2068Ada\u2069 against \u2068Bob\u2069');
  assert.equal(title(human('Ada'), { kind: 'open', name: '' }), 'Fuel Chess: waiting for an opponent');
  assert.equal(title(human('Ada'), { kind: 'open', name: '' }, 'none'), 'Fuel Chess: cancelled');
});

test('parameters in a few words', () => {
  const of = (parameters) => words.parameterWords({ parameters }, game, armies);
  assert.equal(of({ fuel: 50, scoring: 'fixed', armies: ['fide', 'nutters'] }), 'fuel: 50, fixed scoring, FIDEs against Nutters');
  assert.equal(of({ fuel: 50, armies: ['fide', 'fide'] }), 'fuel: 50', 'default armies are not mentioned');
  assert.equal(of({ armies: ['nutters', 'nutters'] }), 'Nutters against Nutters');
  assert.equal(words.parameterWords({ parameters: { fuel: 3 } }, undefined, armies), '', 'an unknown game');
});

test('how long ago', () => {
  const now = Date.parse('2026-01-10T12:00:00Z');
  const ago = (iso) => words.timeAgo(iso, now);
  assert.equal(ago('2026-01-10T11:59:31Z'), 'just now');
  assert.equal(ago('2026-01-10T12:00:09Z'), 'just now', 'clocks may differ');
  assert.equal(ago('2026-01-10T11:59:00Z'), '1 minute ago');
  assert.equal(ago('2026-01-10T09:30:00Z'), '2 hours ago');
  assert.equal(ago('2026-01-09T12:00:00Z'), '1 day ago');
});
