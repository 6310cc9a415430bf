// SPDX-License-Identifier: GPL-3.0-or-later
// Players who leave, and those who watch, in browsers: claims, aborting, hidden tabs and counting.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, Visitor, until } from './support.mjs';

let place;
const watchers = [];
before(async () => {
  place = await Server.start({ inTime: true });
});
after(() => {
  for (const watching of watchers) watching.abort();
  return place.stop();
});

/** Ada with White and Bob with Black, in a game with that clock, after these turns; nobody is at a browser yet. */
async function players({ watched = true, ...body } = {}) {
  const { id, tokens } = await place.friends({ clock: '30+20', turns: ['e2e4', 'e7e5'], ...body });
  // Somebody watches: how long a player is away counts only while anybody is there, also when a page is loaded again.
  const watching = new AbortController();
  watchers.push(watching);
  if (watched) await fetch(`${place.url}/api/matches/${id}/events`, { signal: watching.signal });
  const sit = async (color) => {
    const visitor = await Visitor.enter({}, place);
    await visitor.sit(id, { [color]: tokens[color] });
    return visitor;
  };
  return { id, sit };
}

const card = (visitor) => visitor.page.locator('.leave-place .card');
const sure = (visitor, name) => visitor.page.getByRole('dialog').getByRole('button', { name }).click();

test('who closes the page can lose by it', async () => {
  const { id, sit } = await players();
  const [ada, bob] = [await sit('white'), await sit('black')];
  await bob.waitForPly(2);
  await until('both are there', async () => Object.keys((await place.match(id)).away).length === 0);
  assert.equal(await card(bob).count(), 0);
  await ada.leave();
  await card(bob).filter({ hasText: 'White is away' }).waitFor();
  assert.match(await card(bob).innerText(), /In [12]:\d\d you can claim the win/);
  await place.move(120);
  await bob.page.reload();
  await bob.page.getByRole('button', { name: 'Claim the win' }).click();
  await sure(bob, 'Claim the win');
  await bob.page.locator('.result', { hasText: 'White left' }).waitFor();
  assert.equal(await card(bob).count(), 0);
  const match = await place.match(id);
  assert.deepEqual([match.result, match.reason], ['black', 'abandoned']);
  await bob.leave();
});

test('a draw can be claimed, but not where there are none', async () => {
  for (const [game, count] of [['chess', 1], ['fuel', 0]]) {
    const { sit } = await players({ game });
    const bob = await sit('black');
    await card(bob).waitFor();
    await place.move(120);
    await bob.page.reload();
    await bob.page.getByRole('button', { name: 'Claim the win' }).waitFor();
    assert.equal(await bob.page.getByRole('button', { name: 'Call it a draw' }).count(), count);
    if (count > 0) {
      await bob.page.getByRole('button', { name: 'Call it a draw' }).click();
      await sure(bob, 'Call it a draw');
      await bob.page.locator('.result', { hasText: 'A player had left' }).waitFor();
    }
    await bob.leave();
  }
});

test('whoever is to move must move first', async () => {
  const { sit } = await players();
  const ada = await sit('white');
  await card(ada).filter({ hasText: 'Black is away' }).waitFor();
  await place.move(120);
  await ada.page.reload();
  await card(ada).filter({ hasText: 'answer your next move' }).waitFor();
  assert.equal(await ada.page.getByRole('button', { name: 'Claim the win' }).count(), 0);
  await ada.play('g1', 'f3');
  await ada.page.getByRole('button', { name: 'Claim the win' }).waitFor();
  await ada.leave();
});

test('who is back soon loses nothing', async () => {
  const { id, sit } = await players();
  const [ada, bob] = [await sit('white'), await sit('black')];
  await ada.waitForPly(2);
  await until('both are there', async () => Object.keys((await place.match(id)).away).length === 0);
  await ada.page.goto('about:blank');
  await card(bob).filter({ hasText: 'White is away' }).waitFor();
  await place.move(10);
  await ada.open(`#/match/${id}`);
  await card(bob).waitFor({ state: 'detached' });
  assert.deepEqual((await place.match(id)).away, {});
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('a guest is there as soon as the seat is taken', async () => {
  const { match, seats, join } = await place.create({ game: 'chess', opponent: { kind: 'friend' }, clock: '5+0' });
  const guest = await Visitor.enter({}, place);
  await guest.open(`#/match/${match.id}/join/${join}`);
  await guest.page.getByRole('button', { name: /^(Join|Play)/ }).click();
  await until('somebody has joined', async () => (await place.match(match.id)).players.black.kind === 'human');
  const played = await place.ask(`/matches/${match.id}/turns`, { body: { ply: 0, turn: 'e2e4' }, token: seats.white });
  assert.equal(played.status, 200);
  await guest.waitForPly(1);
  // The turn may arrive before the answer that gives the seat, and with it turns the board about.
  await guest.mayMove();
  await guest.play('e7', 'e5');
  await until('only White is away', async () => Object.keys((await place.match(match.id)).away ?? {}).join() === 'white');
  // The server notices within a second that the stream without the seat has ended.
  await until('nobody watches', async () => (await place.match(match.id)).watchers === 0);
  await guest.leave();
});

test('a young game can be aborted, after a question', async () => {
  const { id, sit } = await players({ turns: ['e2e4'], clock: 'none' });
  const bob = await sit('black');
  await bob.page.getByRole('button', { name: 'Abort' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await place.match(id)).result, 'ongoing');
  await bob.page.getByRole('button', { name: 'Abort' }).click();
  await sure(bob, 'Abort');
  await bob.page.locator('.result', { hasText: 'aborted' }).waitFor();
  await bob.leave();
});

test('later there is no such button', async () => {
  const { sit } = await players();
  const bob = await sit('black');
  await bob.page.getByRole('button', { name: 'Resign' }).waitFor();
  assert.equal(await bob.page.getByRole('button', { name: 'Abort' }).count(), 0);
  await bob.leave();
});

test('those who watch are counted, on the page and in the list', async () => {
  const { id, sit } = await players({ listed: true, watched: false });
  const bob = await sit('black');
  const watcher = await Visitor.enter({}, place);
  await watcher.open(`#/match/${id}`);
  await bob.page.locator('.watchers', { hasText: 'One person is watching' }).waitFor();
  const other = await Visitor.enter({}, place);
  await other.open('#/');
  await other.page.locator(`li[data-id="${id}"]`, { hasText: '1 watching' }).waitFor();
  await watcher.leave();
  await bob.page.locator('.watchers').waitFor({ state: 'hidden' });
  for (const visitor of [bob, other]) await visitor.leave();
});
