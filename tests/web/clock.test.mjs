// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks in browsers, on a server whose time the test moves: chosen in the form, ticking, short, and run out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, Visitor, until } from './support.mjs';

let place;
before(async () => {
  place = await Server.start({ inTime: true });
});
after(() => place.stop());

const clocks = (visitor) => visitor.page.locator('.player .clock');
const own = (visitor) => clocks(visitor).last();
const their = (visitor) => clocks(visitor).first();

/** Ada with White and Bob with Black, each at a browser, in a game of chess with that clock, after these turns. */
async function players(clock, turns = []) {
  const { id, tokens, play } = await place.friends({ clock, turns });
  const ada = await Visitor.enter({}, place);
  const bob = await Visitor.enter({}, place);
  // How often the page makes a sound.
  for (const { context } of [ada, bob])
    await context.addInitScript(() => {
      globalThis.tones = 0;
      const chain = () => ({ connect: chain, frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, start() { globalThis.tones += 1; }, stop() {} });
      globalThis.AudioContext = class {
        currentTime = 0;
        createOscillator = chain;
        createGain = chain;
        close = async () => undefined;
        resume = async () => undefined;
      };
    });
  await ada.sit(id, { white: tokens.white });
  await bob.sit(id, { black: tokens.black });
  return { ada, bob, id, play };
}

const tones = (visitor) => visitor.page.evaluate(() => globalThis.tones);

test('a clock is chosen in the form, and the opponent gets the same', async () => {
  const ada = await Visitor.enter({}, place);
  await ada.open();
  await ada.page.locator('.games label', { hasText: 'Fuel Chess' }).click();
  await ada.page.locator('.opponents label', { hasText: 'A friend' }).click();
  await ada.page.getByLabel('Clock', { exact: true }).selectOption('5+3');
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  const match = await place.match(await ada.matchId());
  assert.equal(match.control, '5+3');
  assert.deepEqual(await clocks(ada).allInnerTexts(), ['5:00', '5:00']);
  // The choice is kept, and any other can be written.
  await ada.open('#/');
  assert.equal(await ada.page.getByLabel('Clock', { exact: true }).inputValue(), '5+3');
  await ada.page.getByLabel('Clock', { exact: true }).selectOption('other');
  const short = ada.page.getByLabel('Clock in short');
  await short.fill('five');
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  assert.equal(await short.evaluate((input) => input.validity.patternMismatch), true);
  await short.fill('12h');
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await until('the other match is there', async () => !(await ada.page.url().includes(match.id)) && (await clocks(ada).count()) === 2);
  assert.equal((await place.match(await ada.matchId())).control, '12h');
  await ada.leave();
});

test('without a clock there is none to see', async () => {
  const { ada, bob } = await players('none');
  await ada.waitForPly(0);
  assert.equal(await clocks(ada).filter({ visible: true }).count(), 0);
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('both see the clock of the side to move tick by itself, and the flag fall', async () => {
  const { ada, bob } = await players('10+0', ['e2e4', 'e7e5']);
  await ada.waitForPly(2);
  for (const clock of [own(ada), their(bob)]) {
    await until('White’s clock has ticked', async () => /^9:[0-5]\d$/.test(await clock.innerText()));
    assert.match(await clock.getAttribute('class'), /running/);
    assert.equal(await clock.getAttribute('role'), 'timer');
  }
  assert.equal(await their(ada).innerText(), '10:00');
  // The page hears of the server's time again with the next turn, or when it is loaded.
  await place.move(300);
  await ada.page.reload();
  await until('five minutes are gone', async () => /^4:\d\d$/.test(await own(ada).innerText()));
  await place.move(300);
  for (const visitor of [ada, bob]) {
    await visitor.page.locator('.result', { hasText: 'White ran out of time' }).waitFor();
    assert.equal(await clocks(visitor).filter({ hasText: /^0\.0$/ }).count(), 1);
  }
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('a short clock is red, shows tenths, and sounds once for its owner', async () => {
  const { ada, bob, play } = await players('10+0', ['e2e4', 'e7e5', 'g1f3', 'b8c6']);
  await place.move(572);
  for (const visitor of [ada, bob]) await visitor.page.reload();
  await until('the clock is short', async () => /^[1-9]\.\d$/.test(await own(ada).innerText()));
  assert.match(await own(ada).getAttribute('class'), /short/);
  await until('it has sounded', async () => (await tones(ada)) === 2);
  assert.equal(await tones(bob), 0);
  await play('f1c4').catch(() => undefined); // on a slow machine the flag may have fallen
  assert.equal(await tones(ada), 2);
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('the sound can be switched off', async () => {
  const { ada, bob } = await players('10+0', ['e2e4', 'e7e5']);
  await ada.page.getByRole('button', { name: 'Settings' }).click();
  await ada.page.getByLabel(/^Sounds/).uncheck();
  await ada.page.getByRole('button', { name: 'Done' }).click();
  await place.move(572);
  await ada.page.reload();
  await until('the clock is short', async () => /short/.test((await own(ada).getAttribute('class')) ?? ''));
  assert.equal(await tones(ada), 0);
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('without a first turn the game is aborted, and a new one can begin', async () => {
  const { ada, bob } = await players('5m');
  await until('the first turn is asked for', async () => /^4:\d\d$/.test(await own(ada).innerText()));
  assert.match(await own(ada).getAttribute('class'), /grace/);
  assert.match(await ada.text('.under'), /in time, or the game is aborted/);
  await place.move(301);
  for (const visitor of [ada, bob]) await visitor.page.locator('.result', { hasText: 'aborted' }).waitFor();
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await until('there is another match', async () => (await place.match(await ada.matchId())).result === 'ongoing');
  assert.equal((await place.match(await ada.matchId())).control, '5m');
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('the time in which no server ran is nobody’s', async () => {
  const { ada, bob, id } = await players('10+0', ['e2e4', 'e7e5']);
  await until('it has ticked', async () => /^9:[0-5]\d$/.test(await own(ada).innerText()));
  await place.end('SIGKILL');
  await place.move(600);
  await place.run();
  const match = await place.match(id);
  assert.equal(match.result, 'ongoing');
  assert.equal(match.clock.running, 'white');
  await ada.page.locator('.banner', { hasText: 'connection' }).waitFor({ state: 'hidden' });
  assert.match(await own(ada).innerText(), /^9:\d\d$/);
  for (const visitor of [ada, bob]) await visitor.leave();
});
