// SPDX-License-Identifier: GPL-3.0-or-later
// Matches that the browser keeps: what their players may take back, announcements, series.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { announcement, fresh, gapIn, matchOf, nextGame, plainState, takenBack } = await load('offline/own-match');

const turns = (...by) => by.map((color) => ({ turn: 'x', san: 'x', ...(color && { by: color }) }));
const kept = (more = {}) => ({
  ...fresh(),
  id: 'here.1',
  game: 'chess',
  players: { white: { kind: 'human', name: 'Ada' }, black: { kind: 'engine', name: 'Leaper', level: 'club' } },
  local: false,
  start: 'white',
  side: 'white',
  seats: { white: 'one' },
  finder: false,
  announcements: false,
  scores: false,
  before: [],
  ...more,
});
const play = (more = {}) => ({ ply: 0, first: 'white', turns: [], state: { side: 'white' }, result: 'ongoing', reason: '', parameters: {}, ...more });

test('against the engine one’s own last turn is taken back, and what followed', () => {
  const back = (list, color, more = {}) => takenBack(kept(), { turns: list, first: 'white', reason: '', ...more }, color);
  assert.equal(back([], 'white'), 0);
  assert.equal(back(turns(null), 'white'), 1);
  assert.equal(back(turns(null, null), 'white'), 2);
  assert.equal(back(turns(null), 'black'), 0, 'only the engine has moved');
  assert.equal(back(turns(null, null), 'white', { reason: 'checkmate' }), 2);
  assert.equal(back(turns(null, null), 'white', { reason: 'resignation' }), 0);
  assert.equal(back(turns(null, null, 'black'), 'white'), 3, 'the engine has announced on the other side’s turn');
  assert.equal(takenBack(kept({ local: true }), { turns: turns(null, null), first: 'white', reason: '' }, 'black'), 1);
  assert.equal(takenBack(kept({ rematch: 'here.2' }), { turns: turns(null), first: 'white', reason: 'checkmate' }, 'white'), 0);
});

test('announcements are written as turns, and the first missing link is found', () => {
  assert.equal(announcement({ squares: ['e2', 'd1'] }, true), '!e2d1');
  assert.equal(announcement({}, false), ',!');
  assert.equal(announcement({ after: 'e2e4', squares: ['a1'] }, true), 'e2e4,!a1');
  const links = { a1: ['b1'], b1: ['c1'], c1: ['a1'] };
  assert.equal(gapIn(links, ['a1', 'c1', 'b1']), 'squares.1');
  assert.equal(gapIn(links, ['b1', 'c1', 'a1', 'b1']), null);
  assert.equal(gapIn(links, ['a1', 'b1']), null, 'not all pieces are named');
});

test('what would reveal a path is shown only where the program may find it, or afterwards', () => {
  const state = { fen: 'f', path: [], circuit: false, score: 3 };
  assert.deepEqual(plainState(state, kept()), { fen: 'f' });
  assert.deepEqual(plainState(state, kept({ finder: true })), state);
  assert.deepEqual(plainState(state, kept({ result: 'white' })), state);
});

test('the next game exchanges the colours, and the series goes on', () => {
  const first = kept();
  const won = play({ result: 'white', reason: 'checkmate' });
  const match = matchOf(first, won);
  assert.deepEqual(match.series.totals, { white: 1, black: 0 });
  const next = nextGame(first, match);
  assert.notEqual(next.id, first.id);
  assert.deepEqual(next.seats, { black: 'one' });
  assert.equal(next.players.white.level, 'club');
  const second = matchOf(next, play({ result: 'draw', reason: 'stalemate' }));
  assert.equal(second.series.game, 2);
  assert.deepEqual(second.series.totals, { white: 0.5, black: 1.5 });
  assert.deepEqual(second.you, ['black']);
  assert.equal(matchOf(next, play()).thinking, true);
});
