// SPDX-License-Identifier: GPL-3.0-or-later
// What the page reads in texts of games: their sections and titles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { childText, fileName, freeName, named, sectionsOf, titleOf } = await load('invent/ini');

test('sections have names, parents and lines', () => {
  assert.deepEqual(sectionsOf('# words\n[one]\nking = k\n[ two : one ]\n'), [
    { name: 'one', parent: '', line: 2 },
    { name: 'two', parent: 'one', line: 4 },
  ]);
});

test('a text is called by the title of its last game', () => {
  assert.equal(titleOf('[one]\ntitle = One\n[two:one]\ntitle = Two of Them \n'), 'Two of Them');
  assert.equal(titleOf('[one]\ntitle = One\n[two:one]\n'), 'two');
  assert.equal(titleOf(''), 'Untitled');
});

test('names are free', () => {
  assert.equal(freeName('my-chess', new Set(['chess'])), 'my-chess');
  assert.equal(freeName('my-chess', new Set(['my-chess', 'my-chess-2'])), 'my-chess-3');
});

test('a child names its parent', () => {
  assert.deepEqual(sectionsOf(childText({ key: 'fuel', name: 'Fuel Chess' }, 'my-fuel')).map(({ name, parent }) => [name, parent]), [['my-fuel', 'fuel']]);
});

test('a definition gets a name and words of its own', () => {
  const game = { key: 'fuel', name: 'Fuel Chess', author: 'Thomas', summary: 'Moves cost fuel.' };
  assert.equal(named('[fuel]\nfuel = 50\n', game, 'my-fuel'), '[my-fuel]\ntitle = Fuel Chess\nauthor = Thomas\nsummary = Moves cost fuel.\nfuel = 50\n');
});

test('names of files are plain', () => {
  assert.equal(fileName('Fuel & Füchse: ../../x'), 'fuel-fuchse-x.ini');
  assert.equal(fileName('…'), 'game.ini');
});
