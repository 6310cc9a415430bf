// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of matches that a browser keeps, by the rules of the server's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { commandOf, newClock, passed, playersOf, pressed, running, thinkingTime, unpressed } = await load('offline/own-clock');
const { readControl, tagOf } = await load('clock/control');

/** The clock after turns that took so long, by White and Black in turn. */
function after(control, times) {
  return times.reduce((clock, time, ply) => {
    const side = ply % 2 === 0 ? 'white' : 'black';
    return pressed(ply < 2 ? clock : passed(clock, side, time), control, ply, side);
  }, newClock(control));
}

test('controls are read within the limits of the server', () => {
  assert.deepEqual(readControl('5+3'), { kind: 'increment', main: 300_000, extra: 3000 });
  assert.deepEqual(readControl('0.5d2'), { kind: 'delay', main: 30_000, extra: 2000 });
  assert.deepEqual(readControl('3days'), { kind: 'fixed', main: 259_200_000, extra: 0 });
  for (const wrong of ['', 'none', '5', '5+', '0+3', '1441+0', '5+601', '0s', '61days', '5+3x', '-1+0', '1.234+0']) assert.equal(readControl(wrong), null, wrong);
});

test('the first turns take no time, and later ones bring what was agreed on', () => {
  assert.equal(running(1, 'black'), null);
  assert.equal(running(2, 'white'), 'white');
  assert.deepEqual(after(readControl('5+3'), [9999, 9999, 10_000]).after, [300_000, 300_000, 293_000]);
  assert.deepEqual(after(readControl('5d3'), [0, 0, 2000, 10_000]).left, { white: 300_000, black: 293_000 });
  const fixed = after(readControl('30s'), [0, 0, 29_000]);
  assert.deepEqual([fixed.left, fixed.after], [{ white: 30_000, black: 30_000 }, [30_000, 30_000, 1000]]);
});

test('taking back gives no time, and takes what the turns brought', () => {
  const by = ['white', 'black', 'white', 'black'];
  const fischer = readControl('5+3');
  assert.deepEqual(unpressed(after(fischer, [0, 0, 10_000, 5000]), fischer, 2, by, 'white'), { left: { white: 290_000, black: 295_000 }, used: 0, after: [300_000, 300_000] });
  const delay = readControl('5d3');
  assert.equal(unpressed(after(delay, [0, 0, 10_000]), delay, 2, by.slice(0, 3), 'white').left.white, 290_000);
  assert.equal(unpressed(after(delay, [0, 0, 1000]), delay, 2, by.slice(0, 3), 'white').left.white, 300_000);
  const fixed = readControl('30s');
  assert.equal(unpressed(passed(after(fixed, [0, 0, 10_000]), 'black', 20_000), fixed, 2, by.slice(0, 3), 'white').left.white, 30_000);
});

test('taking back leaves everybody some time', () => {
  const by = ['white', 'black', 'white', 'black'];
  for (const control of ['0.1+5', '0.1d5'].map(readControl)) {
    // A turn of 5999 milliseconds of six seconds, which brought five seconds.
    const clock = after(control, [0, 0, 5999]);
    assert.equal(clock.left.white, 5001);
    assert.deepEqual(unpressed(clock, control, 2, by.slice(0, 3), 'white').left, { white: 1, black: 6000 });
    assert.equal(unpressed({ ...clock, left: { white: 5000, black: 6000 } }, control, 2, by.slice(0, 3), 'white'), null);
    assert.equal(unpressed({ ...clock, left: { white: 5001, black: 0 } }, control, 2, by.slice(0, 3), 'white'), null, 'of the side that was to move, as well');
  }
});

test('an announcement by the other side has brought nothing', () => {
  const fischer = readControl('5+3');
  const clock = after(fischer, [0, 0, 10_000]);
  const announced = { ...clock, after: [...clock.after, clock.left.white] };
  assert.deepEqual(unpressed(announced, fischer, 3, ['white', 'black', 'white', 'white'], 'black').left, { white: 293_000, black: 300_000 });
});

test('the engine thinks no longer than its clock allows', () => {
  for (const control of ['0.02+0', '1+0', '5+3', '5d3', '30s'].map(readControl)) {
    const clock = newClock(control);
    const time = thinkingTime(clock, control, 'white');
    assert.ok(time >= 1 && time < clock.left.white, String(time));
  }
  assert.equal(thinkingTime({ ...newClock(readControl('1+0')), left: { white: 10, black: 0 } }, readControl('1+0'), 'white'), 1);
});

test('announcements may come from the other side', () => {
  assert.deepEqual(playersOf([{ turn: 'a' }, { turn: ',!', by: 'white' }], 'white'), ['white', 'white']);
});

test('in PGN they are written as by the server', () => {
  assert.equal(tagOf(readControl('5+3')), '300+3');
  assert.equal(tagOf(readControl('5d3')), '300d3');
  assert.equal(tagOf(readControl('5+0')), '300');
  assert.equal(tagOf(readControl('0.33+0')), '19');
  assert.equal(tagOf(readControl('0.33+5')), '19+5');
  assert.equal(tagOf(readControl('2m')), '1/120');
  assert.equal(commandOf(298_999), '[%clk 0:04:58]');
  assert.equal(commandOf(3_600_000), '[%clk 1:00:00]');
  assert.equal(commandOf(-5), '[%clk 0:00:00]');
});
