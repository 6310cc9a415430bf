// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of one's own match is called in a notification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { newsOf } = await load('mine/news');

const ADA = { kind: 'human', name: 'Ada' };
const BOB = { kind: 'human', name: 'Bob' };
const OPEN = { kind: 'open', name: '' };
const base = { revision: 5, players: { white: ADA, black: BOB }, local: false, side: 'black', ply: 3, you: ['white'], result: 'ongoing', reason: '', draw_offer: null, takeback_request: null, rematch: null };
const news = (now, before = {}) => newsOf({ ...base, ...before }, { ...base, ...before, revision: 6, ...now }, []);

test('what the opponent does is told', () => {
  assert.equal(news({ side: 'white', ply: 4 }), 'Bob has moved: it is your turn.');
  assert.equal(news({ draw_offer: 'black' }), 'Bob offers a draw.');
  assert.equal(news({ takeback_request: { by: 'black', ply: 2 } }), 'Bob asks to take back.');
  assert.equal(news({ result: 'white', reason: 'resignation' }), 'White wins. Black resigned.');
  assert.equal(news({ players: base.players }, { players: { white: ADA, black: OPEN }, ply: 0, side: 'white' }), 'Bob has joined: it is your turn.');
  assert.equal(news({ rematch: 'next' }, { result: 'draw', reason: 'agreement' }), 'Bob wants another game.');
});

test('what one does oneself is not, nor what was known or is seen for the first time', () => {
  assert.equal(news({ ply: 4, side: 'black' }, { side: 'white' }), null);
  assert.equal(news({ draw_offer: 'white' }), null);
  assert.equal(news({ takeback_request: { by: 'white', ply: 2 } }), null);
  assert.equal(news({ side: 'white', ply: 4 }, { local: true }), null);
  assert.equal(newsOf(base, { ...base, side: 'white', ply: 4 }, []), null);
  assert.equal(newsOf(undefined, { ...base, side: 'white', ply: 4 }, []), null);
  assert.equal(news({ side: 'white', ply: 2 }), null, 'a turn was taken back');
});
