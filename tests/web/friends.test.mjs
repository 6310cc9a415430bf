// SPDX-License-Identifier: GPL-3.0-or-later
// Two people at two browsers: requests and their answers, and an invitation that nobody accepts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, Visitor, server, until } from './support.mjs';

/** Ada with White and Bob with Black, each at a browser, after the given turns. */
async function friends(turns, { game = 'chess', ...options } = {}) {
  const { id, tokens } = await server.friends({ game, turns });
  const ada = await Visitor.enter(options);
  const bob = await Visitor.enter(options);
  await ada.sit(id, { white: tokens.white });
  await bob.sit(id, { black: tokens.black });
  for (const visitor of [ada, bob]) await visitor.waitForPly(turns.length);
  return { ada, bob, id, tokens };
}

const ask = (visitor) => visitor.page.getByRole('button', { name: 'Ask to take back' });
const card = (visitor, words) => visitor.page.locator('.offer-place .card', { hasText: words });
const banner = (visitor, words) => visitor.page.locator('.banner', { hasText: words }).waitFor();

test('a move is taken back, with the reply to it, once the opponent agrees', async () => {
  const { ada, bob } = await friends(['e2e4', 'e7e5']);
  await ask(ada).click();
  await card(ada, 'You asked to take back the last 2 moves.').waitFor();
  const request = card(bob, 'White asks to take back the last 2 moves.');
  await request.waitFor();
  assert.equal(await request.getAttribute('role'), 'alert');
  assert.ok(await ask(bob).isDisabled(), 'one request at a time');
  await request.getByRole('button', { name: 'Accept' }).focus();
  await bob.page.keyboard.press('Enter');
  for (const visitor of [ada, bob]) {
    await visitor.waitForPly(0);
    await banner(visitor, 'Two moves were taken back.');
    await until('the pawn is back', async () => (await visitor.pieceOn('e2'))?.letter === 'P');
    assert.equal(await visitor.page.locator('.offer-place .card').count(), 0);
  }
  await until('the focus is on the board', () => bob.page.evaluate(() => document.activeElement?.classList.contains('board')));
  await ada.play('d2', 'd4');
  await bob.waitForPly(1);
  await bob.play('d7', 'd5');
  await ada.waitForPly(2);
  await ask(bob).click();
  await card(ada, 'Black asks to take back the last move.').getByRole('button', { name: 'Accept' }).click();
  await bob.waitForPly(1);
  await banner(bob, 'A move was taken back.');
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('a request that was declined can be made again only after another move', async () => {
  const { ada, bob } = await friends(['e2e4', 'e7e5']);
  await ask(ada).click();
  await card(bob, 'White asks').getByRole('button', { name: 'Decline' }).click();
  await banner(ada, 'Your request to take back was declined.');
  for (const visitor of [ada, bob]) {
    await until('it cannot be asked again', () => ask(visitor).isDisabled());
    assert.match(await visitor.text('.why'), /again after another move/);
  }
  await ada.play('g1', 'f3');
  await bob.waitForPly(3);
  await until('it can be asked again', () => ask(ada).isEnabled());
  assert.ok(await ada.page.locator('.why').isHidden());
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('a draw that was declined can be offered again only after some moves, and the page says when', async () => {
  const { ada, bob } = await friends(['e2e4', 'e7e5']);
  const offer = (visitor) => visitor.page.locator('.offer-draw');
  await offer(ada).click();
  await card(ada, 'You offered a draw.').waitFor();
  assert.ok(await offer(ada).isDisabled());
  await card(bob, 'White offers a draw.').getByRole('button', { name: 'Decline' }).click();
  await banner(ada, 'The draw was declined.');
  await until('it cannot be offered', () => offer(ada).isDisabled());
  assert.match(await ada.text('.why'), /^You can offer a draw again in \d+ moves\.$/);
  assert.match(await offer(ada).getAttribute('title'), /again in \d+ moves/);
  assert.ok(await offer(bob).isEnabled(), 'the other side may offer one');
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('a request lapses when a move is played', async () => {
  const { ada, bob } = await friends(['e2e4']);
  await ask(ada).click();
  await card(bob, 'White asks to take back the last move.').waitFor();
  await bob.play('e7', 'e5');
  await banner(ada, 'A move was played: your request to take back has lapsed.');
  for (const visitor of [ada, bob]) {
    await visitor.waitForPly(2);
    await until('nothing is asked', async () => (await visitor.page.locator('.offer-place .card').count()) === 0);
    await visitor.leave();
  }
});

test('a waiting player can cancel, and a friend who follows the link is told', async () => {
  const ada = await Visitor.enter();
  const early = await Visitor.enter();
  const late = await Visitor.enter();
  await ada.open();
  await ada.page.locator('.opponents label', { hasText: 'A friend' }).click();
  await ada.page.locator('.opponent-detail', { hasText: 'Only this computer can open the link.' }).waitFor();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  const id = await ada.matchId();
  const link = await ada.page.locator('.invite .link').inputValue();
  await early.page.goto(link);
  await early.page.getByRole('button', { name: 'Play Black' }).waitFor();
  await ada.page.getByRole('button', { name: 'Cancel the invitation' }).focus();
  await ada.page.keyboard.press('Enter');
  await late.page.goto(link);
  for (const visitor of [ada, early, late]) {
    await visitor.page.locator('.result', { hasText: 'Cancelled' }).waitFor();
    assert.match(await visitor.text('.result-reason'), /The invitation was cancelled before anybody joined/);
    assert.equal(await visitor.page.locator('.invite, .join').count(), 0);
    assert.equal(await visitor.page.locator('.rematch').count(), 0);
    assert.equal(await visitor.text('.status'), 'The game was cancelled');
    await visitor.leave();
  }
  assert.equal((await server.match(id)).reason, 'cancelled');
});

test('the page says who can open the link, and how to change that', async () => {
  const ada = await Visitor.enter();
  await ada.open();
  await ada.page.locator('.opponents label', { hasText: 'A friend' }).click();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  const note = ada.page.locator('.invite .reach');
  assert.match(await note.innerText(), /Only this computer can open the link/);
  assert.equal(await note.locator('code').innerText(), `leaper serve --bind 0.0.0.0 --port ${server.port}`);
  await ada.leave();
});

test('on a server that others can reach, the page says that its loopback address is no use to them', async () => {
  const open = await Server.start({ bind: '0.0.0.0' });
  try {
    const ada = await Visitor.enter({}, open);
    await ada.open();
    await ada.page.locator('.opponents label', { hasText: 'A friend' }).click();
    assert.match(await ada.text('.opponent-detail .reach'), /On another computer, 127\.0\.0\.1 is that computer/);
    await ada.leave();
  } finally {
    await open.stop();
  }
});
