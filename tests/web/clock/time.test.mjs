// SPDX-License-Identifier: GPL-3.0-or-later
// What clocks show, and time controls in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { clockFace, controlWords, timeWords, untilNext } = await load('clock/time');

test('a clock shows tenths below ten seconds, and days above one', () => {
  const faces = [[-5, '0.0'], [0, '0.0'], [99, '0.0'], [100, '0.1'], [9999, '9.9'], [10_000, '0:10'], [59_999, '0:59'], [60_000, '1:00'], [298_000, '4:58'], [3_599_999, '59:59'], [3_600_000, '1:00:00'], [86_399_999, '23:59:59'], [86_400_000, '1 d 0 h'], [259_199_999, '2 d 23 h']];
  for (const [time, face] of faces) assert.equal(clockFace(time), face, String(time));
});

test('a screen reader hears the two greatest units', () => {
  assert.equal(timeWords(298_000), '4 minutes 58 seconds');
  assert.equal(timeWords(61_000), '1 minute 1 second');
  assert.equal(timeWords(3_600_000), '1 hour');
  assert.equal(timeWords(86_400_000 * 2 + 3_600_000 * 5 + 60_000), '2 days 5 hours');
  assert.equal(timeWords(400), '0 seconds');
});

test('the next tick comes when the face changes', () => {
  for (const time of [86_400_000 * 2 + 1234, 298_765, 10_000, 9_950, 100, 7])
    for (const wait of [untilNext(time)]) {
      assert.ok(wait > 0);
      assert.ok(time - wait < 0 || clockFace(time - wait) !== clockFace(time) || time >= 86_400_000, `${time} ${wait}`);
      if (wait > 1) assert.equal(clockFace(time - wait + 2), clockFace(time), `${time} ${wait}`);
    }
});

test('controls in words', () => {
  assert.equal(controlWords('5+3'), '5 minutes, and 3 seconds more for each turn');
  assert.equal(controlWords('1+0'), '1 minute for the game');
  assert.equal(controlWords('0.5d1'), '0.5 minutes, and a delay of 1 second in each turn');
  assert.equal(controlWords('30s'), '30 seconds for each turn');
  assert.equal(controlWords('1day'), '1 day for each turn');
  assert.equal(controlWords('3days'), '3 days for each turn');
  assert.equal(controlWords('?'), '?');
});
