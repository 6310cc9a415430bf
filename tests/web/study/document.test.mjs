// SPDX-License-Identifier: GPL-3.0-or-later
// Studies as documents: what comes from outside is a game with its parameters, or is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { isChosen } = await load('study/document');

test('games with texts, positions and parameters', () => {
  for (const good of [{ game: 'chess' }, { game: 'fuel', parameters: { fuel: 5 }, fen: '8/8 w' }, { game: 'chess', parameters: { armies: ['fide', 'nutters'] } }, { game: 'x', variants: '[x:chess]' }, { game: 'chess', pastDraws: true }])
    assert.ok(isChosen(good), JSON.stringify(good));
});

test('anything else is refused without an exception', () => {
  const texts = ['null', '5', '[]', '{}', '{"game":5}', '{"game":"chess","parameters":null}', '{"game":"chess","parameters":{"fuel":{}}}', '{"game":"chess","fen":null}', '{"game":"chess","variants":[]}', '{"game":"chess","pastDraws":1}'];
  for (const text of texts) assert.equal(isChosen(JSON.parse(text)), false, text);
});
