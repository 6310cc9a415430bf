// SPDX-License-Identifier: GPL-3.0-or-later
// Strangers who find one another in the lobby, on a server whose time the test moves.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { Server, Visitor, until } from './support.mjs';

let place;
before(async () => {
  place = await Server.start({ inTime: true });
});
after(() => place.stop());

/** A network that can be cut: connections to it go to the server. */
class Network {
  static async start() {
    const network = new Network();
    network.sockets = new Set();
    network.works = true;
    network.listener = createServer((near) => {
      if (!network.works) return near.destroy();
      const far = connect(place.port, '127.0.0.1');
      for (const [socket, other] of [[near, far], [far, near]]) {
        network.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          network.sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    network.listener.listen(0, '127.0.0.1');
    await once(network.listener, 'listening');
    network.url = `http://127.0.0.1:${network.listener.address().port}`;
    return network;
  }

  cut() {
    this.works = false;
    for (const socket of this.sockets) socket.destroy();
  }

  mend() {
    this.works = true;
  }

  stop() {
    this.cut();
    this.listener.close();
  }
}

/** Somebody on the start screen, who reaches the server at `via.url`. */
async function enter(via = place) {
  const visitor = await Visitor.enter({}, via);
  await visitor.open();
  await visitor.page.locator('.seek-list .none, .seeks li').filter({ visible: true }).first().waitFor();
  return visitor;
}

/** Fills in the form and sends it; returns as soon as the server has the seek. */
async function seek({ page }, { game = 'Chess', clock = 'none', color = 'Random', name = '' }) {
  const posted = page.waitForResponse((response) => response.url().endsWith('/api/seeks') && response.status() === 201);
  await page.locator('.games label').filter({ has: page.getByText(game, { exact: true }) }).click();
  await page.locator('.opponents label', { hasText: 'Find an opponent' }).click();
  await page.getByLabel('Clock', { exact: true }).selectOption(clock);
  await page.locator('.colors label', { hasText: color }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Find an opponent' }).click();
  await page.locator('.own-seek').waitFor();
  return (await (await posted).json()).seek;
}

const row = ({ page }, name) => page.locator('.seeks li', { hasText: name });
const accept = async (visitor, name) => row(visitor, name).getByRole('button', { name: 'Play' }).click();
const gone = (visitor, name) => row(visitor, name).waitFor({ state: 'detached' });
const ownClock = ({ page }) => page.locator('.player .clock').last();
const seconds = (face) => face.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

test('two strangers play until a flag falls, through a reload and ten seconds without a network', async () => {
  const network = await Network.start();
  const [ada, bob] = [await enter(network), await enter()];
  await seek(ada, { game: 'Fuel Chess', clock: '5+3', color: 'White', name: 'Ada' });
  assert.match(await ada.page.title(), /Waiting for an opponent/);
  await row(bob, 'Ada').waitFor();
  assert.equal(await row(bob, 'Ada').locator('.what').innerText(), 'Fuel Chessfuel: 50 · 5 minutes, and 3 seconds more for each turn');
  assert.equal(await row(bob, 'Ada').locator('.how').innerText(), 'You play Black · just now');
  await row(bob, 'Ada').getByRole('button', { name: 'Play Fuel Chess against Ada' }).focus();
  await bob.page.keyboard.press('Enter');
  const id = await bob.matchId();
  assert.equal(await ada.matchId(), id);
  await ada.page.locator('.banner', { hasText: 'Your opponent is here' }).waitFor();
  for (const visitor of [ada, bob]) await visitor.page.locator('.board piece').first().waitFor();
  await until('the titles say so', async () => /● Your move/.test(await ada.page.title()) && /● Your opponent is here/.test(await bob.page.title()));
  await ada.mayMove();
  await ada.play('e2', 'e4');
  await bob.waitForPly(1);
  await bob.mayMove();
  await bob.play('e7', 'e5');
  await ada.waitForPly(2);
  await ada.page.reload();
  await ada.waitForPly(2);
  await ada.mayMove();
  // Without a network her clock goes on, also on the server.
  network.cut();
  await ada.page.locator('.banner', { hasText: 'connection' }).waitFor();
  await place.move(10);
  await bob.page.reload();
  network.mend();
  await ada.page.locator('.banner', { hasText: 'connection' }).waitFor({ state: 'hidden' });
  const right = async (visitor, clock) => {
    const { clock: told, served } = await place.match(id);
    const left = (told.left.white - (served - told.since)) / 1000;
    const shown = seconds(await clock.innerText());
    return left <= 293 && Math.abs(shown - left) < 2;
  };
  await until('she sees the right time', () => right(ada, ownClock(ada)));
  await until('so does he', () => right(bob, bob.page.locator('.player .clock').first()));
  await place.move(320);
  for (const visitor of [ada, bob]) await visitor.page.locator('.result', { hasText: 'White ran out of time' }).waitFor();
  // The rematch has the same clock, and the colours are exchanged.
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await until('another match is shown', async () => (await ada.matchId()) !== id);
  const again = await place.match(await ada.matchId());
  assert.deepEqual([again.control, again.players.black.name, again.clock.left], ['5+3', 'Ada', { white: 300000, black: 300000 }]);
  for (const visitor of [ada, bob]) await visitor.leave();
  network.stop();
});

const type = async ({ page }, turn) => {
  await page.getByPlaceholder(/Type a move/).fill(turn);
  await page.keyboard.press('Enter');
};

/** The next turn of a match between two on the screen, with which it is at `ply`; both see it. */
async function turn(mover, other, text, ply) {
  await mover.mayMove();
  await type(mover, text);
  for (const visitor of [mover, other]) await visitor.waitForPly(ply);
}

const DAY = 24 * 60 * 60;
const ending = (visitor, words) => visitor.page.locator('.result', { hasText: words }).waitFor();

test('four people find partners at the same time and play, through a reload and without a network, until two flags fall', async () => {
  const network = await Network.start();
  const people = await Promise.all([enter(network), enter(), enter(), enter()]);
  const [ada, bob, eve, dan] = people;
  await Promise.all([seek(ada, { game: 'HnefaChess', clock: '3days', color: 'Black', name: 'Ada' }), seek(eve, { game: 'Hamiltonian Chess', clock: '1day', color: 'White', name: 'Eve' })]);
  for (const visitor of [bob, dan]) for (const name of ['Ada', 'Eve']) await row(visitor, name).waitFor();
  await Promise.all([accept(bob, 'Eve'), accept(dan, 'Ada')]);
  const [hnefa, same, hamiltonian, equal] = await Promise.all([ada, dan, eve, bob].map((visitor) => visitor.matchId()));
  assert.deepEqual([same, equal], [hnefa, hamiltonian]);
  assert.notEqual(hnefa, hamiltonian);
  const [first, second] = [await place.match(hnefa), await place.match(hamiltonian)];
  assert.deepEqual([first.game, first.control, first.players.black.name], ['hnefa', '3days', 'Ada']);
  assert.deepEqual([second.game, second.control, second.players.white.name], ['hamiltonian', '1day', 'Eve']);
  const seats = (visitor, id) => visitor.page.evaluate((key) => Object.keys(JSON.parse(localStorage.getItem(key) ?? '{}')), `leaper:seats:${id}`);
  assert.deepEqual(await seats(ada, hnefa), ['black']);
  assert.deepEqual(await seats(dan, hnefa), ['white']);
  assert.deepEqual([await seats(ada, hamiltonian), await seats(dan, hamiltonian)], [[], []]);
  assert.deepEqual([await seats(eve, hamiltonian), await seats(bob, hamiltonian)], [['white'], ['black']]);
  const reloaded = async () => {
    await turn(eve, bob, 'N@b1', 1);
    await bob.page.reload();
    await bob.waitForPly(1);
    await turn(bob, eve, 'N@g8', 2);
  };
  const cutOff = async () => {
    await turn(dan, ada, 'e15e16', 1);
    await turn(ada, dan, 'b12b13', 2);
    network.cut();
    await ada.page.locator('.banner', { hasText: 'connection' }).waitFor();
    await dan.mayMove();
    await type(dan, 'l15l16');
    await dan.waitForPly(3);
    network.mend();
    await ada.waitForPly(3);
  };
  await Promise.all([reloaded(), cutOff()]);
  assert.deepEqual((await place.match(hnefa)).turns.map((each) => each.turn), ['e15e16', 'b12b13', 'l15l16']);
  assert.deepEqual((await place.match(hamiltonian)).turns.map((each) => each.turn), ['N@b1', 'N@g8']);
  await place.move(DAY);
  for (const visitor of [eve, bob]) await ending(visitor, 'White ran out of time');
  assert.equal((await place.match(hnefa)).result, 'ongoing');
  await place.move(2 * DAY);
  for (const visitor of [ada, dan]) await ending(visitor, 'Black ran out of time');
  for (const visitor of people) await visitor.leave();
  network.stop();
});

test('a seek survives a reload, a walk through the page and a restart of the server, but not its tab', async () => {
  const [ada, bob] = [await enter(), await enter()];
  const { id } = await seek(ada, { name: 'Ada' });
  const shown = () => row(bob, 'Ada').getAttribute('data-id');
  assert.equal(await shown(), id);
  await ada.page.reload();
  await ada.page.locator('.own-seek').waitFor();
  await place.move(8);
  await ada.open('#/learn');
  await ada.page.locator('.banner', { hasText: 'still waiting' }).waitFor();
  await ada.open('#/');
  await ada.page.locator('.own-seek').waitFor();
  assert.equal(await shown(), id);
  assert.equal(await row(ada, 'Ada').count(), 0, 'one’s own is not among those to accept');
  await place.end('SIGKILL');
  await place.run();
  await row(bob, 'Ada').waitFor();
  await ada.page.close();
  await place.move(13);
  await gone(bob, 'Ada');
  await bob.page.locator('.seek-list .none', { hasText: 'Nobody is looking' }).waitFor();
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('a seek can be cancelled, and one that was open for too long can be repeated', async () => {
  const [ada, bob] = [await enter(), await enter()];
  await seek(ada, { name: 'Ada' });
  await row(bob, 'Ada').waitFor();
  await ada.page.locator('.own-seek').getByRole('button', { name: 'Cancel' }).click();
  await ada.page.locator('.own-seek').waitFor({ state: 'hidden' });
  await gone(bob, 'Ada');
  assert.equal(await ada.page.title(), 'Leaper');
  await seek(ada, { name: 'Ada' });
  await row(bob, 'Ada').waitFor();
  await place.move(3601);
  await gone(bob, 'Ada');
  await ada.page.getByRole('button', { name: 'Seek again' }).click();
  await row(bob, 'Ada').waitFor();
  // Whoever accepts another one’s seek seeks no longer.
  await seek(bob, { name: 'Bob' });
  await accept(ada, 'Bob');
  assert.equal(await ada.matchId(), await bob.matchId());
  const third = await enter();
  assert.equal(await third.page.locator('.seeks li').count(), 0);
  for (const visitor of [ada, bob, third]) await visitor.leave();
});

test('of two who accept, one gets the match, and the other is told', async () => {
  const [ada, bob, eve] = [await enter(), await enter(), await enter()];
  const { id } = await seek(ada, { name: 'Ada' });
  await row(eve, 'Ada').waitFor();
  // Somebody else is faster than her request.
  const key = 'a-key-that-was-faster';
  await eve.page.route('**/accept', async (route) => {
    await place.ask(`/seeks/${id}/accept`, { body: { key } });
    await route.continue();
  });
  await accept(eve, 'Ada');
  await eve.page.locator('.banner', { hasText: 'Somebody else has accepted this seek' }).waitFor();
  await gone(eve, 'Ada');
  await ada.matchId();
  for (const visitor of [ada, bob, eve]) await visitor.leave();
});

const dialog = ({ page }) => page.getByRole('dialog');

test('what one has invented is sought, read by a stranger and played', async () => {
  const [ada, bob] = [await Visitor.enter({}, place), await enter()];
  await ada.open('#/invent');
  await ada.page.getByLabel('Play against').selectOption('anyone');
  await ada.page.getByLabel('as', { exact: true }).selectOption('white');
  await ada.page.locator('.play-form button[type=submit]:enabled').click();
  await ada.page.locator('.own-seek', { hasText: /My Game\s*with rules of its own/ }).waitFor();
  await row(bob, 'My Game').getByRole('button', { name: 'The rules of My Game' }).click();
  await dialog(bob).getByRole('heading', { name: 'The rules of My Game' }).waitFor();
  assert.match(await dialog(bob).innerText(), /chancellor/i);
  assert.equal(await dialog(bob).locator('.seek-start .mini-piece').count(), 32);
  assert.match(await dialog(bob).locator('.seek-start').innerText(), /no clock · You play Black/i);
  await dialog(bob).getByRole('button', { name: 'Play', exact: true }).click();
  assert.equal(await bob.matchId(), await ada.matchId());
  assert.equal(await dialog(bob).count(), 0);
  assert.equal((await place.match(await bob.matchId())).title, 'My Game');
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('the rules of a game of the server can be read, until somebody else accepts', async () => {
  const [ada, bob] = [await enter(), await enter()];
  const { id } = await seek(ada, { game: 'Fuel Chess', name: 'Ada' });
  await row(bob, 'Ada').getByRole('button', { name: 'The rules of Fuel Chess' }).click();
  await dialog(bob).locator('.rules', { hasText: 'A move costs its distance' }).waitFor();
  assert.equal(await dialog(bob).locator('.seek-start .mini-piece').count(), 32);
  assert.equal((await place.ask(`/seeks/${id}/accept`, { body: { key: 'a-key-that-was-faster-still' } })).status, 200);
  await dialog(bob).getByText('This seek is no longer open').waitFor();
  assert.equal(await dialog(bob).getByRole('button', { name: 'Play', exact: true }).isDisabled(), true);
  await dialog(bob).getByRole('button', { name: 'Close' }).click();
  await dialog(bob).waitFor({ state: 'detached' });
  await ada.matchId();
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('whoever accepts from the rules is not told that the seek is no longer open', async () => {
  const [ada, bob] = [await enter(), await enter()];
  await seek(ada, { game: 'Fuel Chess', name: 'Ada' });
  await row(bob, 'Ada').getByRole('button', { name: 'The rules of Fuel Chess' }).click();
  let told;
  // The stream is faster than the answer.
  await bob.page.route('**/accept', async (route) => {
    const response = await route.fetch();
    await gone(bob, 'Ada');
    told = await dialog(bob).locator('.go').innerText();
    await route.fulfill({ response });
  });
  await dialog(bob).getByRole('button', { name: 'Play', exact: true }).click();
  assert.equal(await bob.matchId(), await ada.matchId());
  assert.equal(told, 'Play');
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('rules that cannot be loaded are spoken of, and two clicks open one dialog', async () => {
  const [ada, bob] = [await enter(), await enter()];
  await seek(ada, { game: 'Fuel Chess', name: 'Ada' });
  const rules = row(bob, 'Ada').getByRole('button', { name: 'The rules of Fuel Chess' });
  const part = '**/assets/about-*.js';
  await bob.page.route(part, (route) => route.abort());
  await rules.click();
  await bob.page.locator('.banner', { hasText: 'could not be loaded' }).waitFor();
  await bob.page.unroute(part);
  await bob.page.reload();
  let arrive;
  const clicked = new Promise((resolve) => {
    arrive = resolve;
  });
  await bob.page.route(part, async (route) => {
    await clicked;
    await route.continue();
  });
  for (let i = 0; i < 2; i += 1) await rules.click();
  arrive();
  await dialog(bob).first().waitFor();
  assert.equal(await dialog(bob).count(), 1);
  for (const visitor of [ada, bob]) await visitor.leave();
});
