// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings and evaluations in comments of PGN: read, written, and left alone where they cannot be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { readRemark, writeRemark } = await load('study/comments');

test('drawings and evaluations are taken out of the words', () => {
  assert.deepEqual(readRemark('[%csl Gd4,Ra10] A good  square. [%cal Ba1b12,Yg1f3][%eval -0.35,18]'), {
    words: 'A good square.',
    shapes: [
      { brush: 'G', from: 'd4', to: 'd4' },
      { brush: 'R', from: 'a10', to: 'a10' },
      { brush: 'B', from: 'a1', to: 'b12' },
      { brush: 'Y', from: 'g1', to: 'f3' },
    ],
    evaluation: { pawns: -0.35, depth: 18 },
    clock: null,
  });
  assert.deepEqual(readRemark('[%clk 0:01:02] in time'), { words: 'in time', shapes: [], evaluation: null, clock: '0:01:02' });
  assert.deepEqual(readRemark('[%eval #-3]').evaluation, { mate: -3 });
});

test('what is written reads back as the same', () => {
  for (const comment of ['', 'words only', '[%csl Gd4,Ra10][%cal Ba1b12] and words', '[%eval #-3]', '[%eval 0.30,12] w', '[%eval 0.00]', '[%clk 0:04:58]', '[%clk 1:00:09.5] w'])
    assert.equal(writeRemark(readRemark(comment)), comment);
});

test('other commands, and those that are damaged, stay in the words', () => {
  for (const comment of ['[%clk 0:61:02]', '[%clk soon]', '[%emt 0:00:05]', '[%csl Xd4]', '[%cal Gd4]', '[%csl Gd4e5]', '[%eval good]', '[%csl Gz9]', '[%csl'])
    assert.deepEqual(readRemark(comment), { words: comment, shapes: [], evaluation: null, clock: null });
});

test('of two drawings at one place the first stays', () => {
  assert.deepEqual(readRemark('[%csl Gd4,Rd4]').shapes, [{ brush: 'G', from: 'd4', to: 'd4' }]);
});
