// SPDX-License-Identifier: GPL-3.0-or-later
// Heads of sections are read in time that grows with the line, whatever stands in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { headOf } = await load('app/heads');

test('heads have a name and perhaps a parent', () => {
  assert.deepEqual(headOf('[one]'), { name: 'one', parent: '' });
  assert.deepEqual(headOf('  [ one : two ] # words'), { name: 'one', parent: 'two' });
  assert.deepEqual(headOf('[one:]'), { name: 'one', parent: '' });
  assert.deepEqual(headOf('[one:two:three]'), { name: 'one', parent: 'two:three' });
});

test('other lines are no heads', () => {
  for (const line of ['', 'title = [x]', '[one', '[]', '[ ]', '[:two]', '# [one]']) assert.equal(headOf(line), null, line);
});

test('a line of blanks as long as a text may be is no work', () => {
  const blanks = ' '.repeat(65_000);
  assert.equal(headOf(`[${blanks}`), null);
  assert.equal(headOf(`[a${blanks}:${blanks}b${blanks}`), null);
  assert.deepEqual(headOf(`${blanks}[${blanks}a${blanks}:${blanks}b${blanks}]`), { name: 'a', parent: 'b' });
});
