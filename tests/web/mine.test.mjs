// SPDX-License-Identifier: GPL-3.0-or-later
// My games: what waits for a turn comes first, the number in the title of every tab, and seats whose match is gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, Visitor, server, until } from './support.mjs';

const DAY = 86_400;

/** Of Ada, who has White. */
const against = (guest, turns, body = {}, place = server) => place.friends({ guest, turns, ...body });

/** Gives the browser White's seats, as if they had been taken in it. */
async function hold(visitor, tables) {
  await visitor.open('#/tours');
  await visitor.page.evaluate(
    (all) => {
      for (const [id, seats] of all) localStorage.setItem(`leaper:seats:${id}`, JSON.stringify(seats));
    },
    tables.map(({ id, tokens }) => [id, { white: tokens.white }]),
  );
  await visitor.page.goto('about:blank');
  await visitor.open('#/mine');
  await visitor.page.waitForSelector('.mine[data-ready="true"]');
}

const listed = (page, standing) => page.locator(`.mine section[data-standing="${standing}"] li`).evaluateAll((cards) => cards.map((card) => card.dataset.id));
const titled = (page, wanted) => page.waitForFunction((text) => document.title === text, wanted);
/** As after coming back to the tab: the page looks at once whether anything has changed. */
const look = (page) => page.evaluate(() => dispatchEvent(new Event('online')));

test('what waits for a turn comes first, least time first; then what waits for others; then what is over', async () => {
  const place = await Server.start({ inTime: true });
  try {
    const visitor = await Visitor.enter({}, place);
    const { page } = visitor;
    const slow = await against('Bob', ['e2e4', 'e7e5'], { clock: '7days' }, place);
    const none = await against('Cleo', [], {}, place);
    const fast = await against('Dan', ['e2e4', 'e7e5'], { clock: '2days' }, place);
    const waiting = await against('Eve', ['e2e4'], { game: 'fuel' }, place);
    const over = await against('Fay', [], {}, place);
    await place.ask(`/matches/${over.id}/resign`, { body: { ply: 0 }, token: over.tokens.black });
    const { match: open, seats } = await place.create({ game: 'chess', opponent: { kind: 'friend' } });
    const { match: shared, seats: both } = await place.create({ game: 'hnefa', opponent: { kind: 'local' } });
    await hold(visitor, [over, waiting, none, slow, fast, { id: open.id, tokens: seats }, { id: shared.id, tokens: both }]);
    await titled(page, '(3) My games – Leaper');
    assert.deepEqual(await listed(page, 'turn'), [fast.id, slow.id, none.id]);
    assert.deepEqual((await listed(page, 'waiting')).toSorted(), [waiting.id, open.id].toSorted());
    assert.deepEqual(await listed(page, 'shared'), [shared.id]);
    assert.deepEqual(await listed(page, 'over'), [over.id]);
    const card = page.locator(`[data-id="${fast.id}"]`);
    await card.locator('.mini-board img').first().waitFor();
    assert.equal(await card.locator('.mini-board img').count(), 32);
    assert.match(await card.innerText(), /Chess\s+against Dan\s+2 days for each turn\s+Your turn\s*1 d 23 h\s+just now/);
    assert.match(await page.locator(`[data-id="${over.id}"]`).innerText(), /1–0 · Black resigned/);
    // The days pass on the server, and the page is told.
    await place.move(DAY);
    await look(page);
    await until('a day less is left', async () => /\b0?23:\d\d:\d\d/.test(await card.innerText()));
    // Whoever has moved waits for the other, and the page shows it without being asked.
    await fast.play('g1f3');
    await look(page);
    await until('it waits for the other', async () => (await listed(page, 'waiting')).includes(fast.id));
    await titled(page, '(2) My games – Leaper');
    await card.click();
    await visitor.waitForPly(3);
    assert.match(await page.title(), /^\(2\) Chess – Leaper$/);
    await visitor.leave();
  } finally {
    await place.stop();
  }
});

test('the small boards come at once, also if the page was asking about the matches already', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  const { id, tokens } = await against('Bob', []);
  await visitor.open('#/tours');
  await page.evaluate(([key, seats]) => localStorage.setItem(key, seats), [`leaper:seats:${id}`, JSON.stringify({ white: tokens.white })]);
  await page.goto('about:blank');
  await page.clock.install();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const asks = [];
  await page.route('**/api/seats', async (route) => {
    asks.push(route.request().postDataJSON().boards ?? false);
    if (asks.length === 1) await held;
    await route.continue();
  });
  await visitor.open('#/tours');
  await until('it asks', () => asks.length === 1);
  // From now on no time passes, so it does not ask again because it is time to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    location.hash = '#/mine';
  });
  await page.locator('.mine').waitFor();
  release();
  await page.locator(`[data-id="${id}"] .mini-board img`).first().waitFor();
  assert.deepEqual(asks, [false, true]);
  await visitor.leave();
});

test('every screen and every tab has the number in its title, also while a match is played', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  const one = await against('Bob', []);
  const other = await against('Cleo', []);
  await hold(visitor, [one, other]);
  await titled(page, '(2) My games – Leaper');
  const second = await visitor.context.newPage();
  await second.goto(`${server.url}/#/tours`);
  await titled(second, '(2) Tours · Leaper');
  await visitor.open(`#/match/${one.id}`);
  await visitor.page.waitForSelector('.match[data-ready="true"]');
  await titled(page, '(2) ● Your move – Chess – Leaper');
  await visitor.play('e2', 'e4');
  await titled(page, '(1) Chess – Leaper');
  await titled(second, '(1) Tours · Leaper');
  await one.play('e7e5');
  await titled(page, '(2) ● Your move – Chess – Leaper');
  await titled(second, '(2) Tours · Leaper');
  await server.ask(`/matches/${other.id}/resign`, { body: { ply: 0 }, token: other.tokens.white });
  await look(second);
  await titled(page, '(1) ● Your move – Chess – Leaper');
  await visitor.leave();
});

test('a rematch that the opponent has asked for is there, with the colours exchanged', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  const table = await against('Bob', []);
  await server.ask(`/matches/${table.id}/resign`, { body: { ply: 0 }, token: table.tokens.white });
  await hold(visitor, [table]);
  assert.deepEqual(await listed(page, 'over'), [table.id]);
  const rematch = await server.ask(`/matches/${table.id}/rematch`, { body: {}, token: table.tokens.black });
  await look(page);
  await page.locator(`section[data-standing="waiting"] [data-id="${rematch.body.match.id}"]`).click();
  await page.waitForSelector('.match.board, .cg-wrap.orientation-black');
  await visitor.leave();
});

test('seats whose match is gone disappear with a word, and are forgotten when that is wanted', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  const table = await against('Bob', []);
  await hold(visitor, [table, { id: 'nosuchmatch00000', tokens: { white: 'a-token-of-old' } }]);
  assert.deepEqual(await listed(page, 'turn'), [table.id]);
  const lost = page.locator('.mine .lost', { hasText: 'One match is no longer on this server' });
  const kept = () => page.evaluate(() => localStorage.getItem('leaper:seats:nosuchmatch00000'));
  await lost.waitFor();
  assert.notEqual(await kept(), null, 'another database may have it');
  await lost.getByRole('button', { name: 'Forget it' }).click();
  await lost.waitFor({ state: 'detached' });
  assert.equal(await kept(), null);
  await visitor.leave();
});

test('matches that this browser keeps are among them', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.locator('.opponents label', { hasText: 'The engine' }).click();
  await page.getByRole('checkbox', { name: 'Play in this browser' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const id = await visitor.matchId();
  await page.getByRole('link', { name: 'My games' }).click();
  const card = page.locator(`section[data-standing="turn"] [data-id="${id}"]`);
  await card.locator('.mini-board img').first().waitFor();
  await titled(page, '(1) My games – Leaper');
  await card.click();
  await page.waitForSelector('.match[data-ready="true"]');
  await visitor.leave();
});

test('somebody without a seat is told how to get one', async () => {
  const visitor = await Visitor.enter({ viewport: { width: 360, height: 740 } });
  await visitor.open('#/mine');
  await visitor.page.getByText('You have no games yet.').waitFor();
  assert.equal(await visitor.page.title(), 'My games – Leaper');
  await visitor.leave();
});

/** Records notifications instead of showing them; the permission is the browser's own. */
const recorded = () => {
  globalThis.shown = [];
  globalThis.Notification = new Proxy(globalThis.Notification, {
    construct(_, [title, options]) {
      const notification = { title, ...options, close: () => undefined };
      globalThis.shown.push(notification);
      return notification;
    },
  });
};

/** As if the person looked at another tab, or came back. */
async function turnAway(page, hidden = true) {
  await page.evaluate(async (away) => {
    Object.defineProperty(document, 'hidden', { get: () => away, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

const seenTabs = (page) => page.evaluate(async () => (await navigator.locks.query()).held.filter(({ name }) => name === 'leaper seen').length);

test('the browser notifies of what others do, once, while no tab can be seen, and only if that was asked for', async () => {
  const visitor = await Visitor.enter({ permissions: ['notifications'] });
  await visitor.context.addInitScript(recorded);
  const { page } = visitor;
  const one = await against('Bob', ['e2e4']);
  const other = await against('Cleo', ['e2e4']);
  await hold(visitor, [one, other]);
  const second = await visitor.context.newPage();
  await second.goto(`${server.url}/#/match/${one.id}`);
  await second.waitForSelector('.match[data-ply="1"]');
  const pages = [page, second];
  const shown = async () => (await Promise.all(pages.map((each) => each.evaluate(() => globalThis.shown.map(({ title, body }) => `${title}: ${body}`))))).flat();
  const away = async () => {
    for (const each of pages) await turnAway(each);
    await until('no tab can be seen', async () => (await seenTabs(page)) === 0);
  };
  await away();
  await one.play('e7e5');
  await titled(page, '(1) My games – Leaper');
  await titled(second, '(1) ● Your move – Chess – Leaper');
  assert.deepEqual(await shown(), [], 'nobody has asked for it');

  await turnAway(page, false);
  await until('a tab can be seen', async () => (await seenTabs(page)) === 1);
  await page.getByRole('checkbox', { name: 'Notifications' }).check();
  await until('it is kept', () => page.evaluate(() => localStorage.getItem('leaper:notify') === 'yes'));
  await one.play('g1f3');
  await titled(page, 'My games – Leaper');
  await one.play('b8c6');
  await titled(page, '(1) My games – Leaper');
  assert.deepEqual(await shown(), [], 'a tab can be seen');

  await away();
  await other.play('e7e5');
  await look(second);
  await titled(page, '(2) My games – Leaper');
  await until('it is told', async () => (await shown()).length > 0);
  await server.ask(`/matches/${one.id}/resign`, { body: { ply: 4 }, token: one.tokens.black });
  await titled(page, '(1) My games – Leaper');
  await until('that is told, too', async () => (await shown()).length > 1);
  assert.deepEqual((await shown()).toSorted(), ['Chess: Cleo has moved: it is your turn.', 'Chess: White wins. Black resigned.']);
  const leader = (await page.evaluate(() => globalThis.shown.length)) > 0 ? page : second;
  await leader.evaluate(() => globalThis.shown[0].onclick());
  await leader.waitForSelector('.match[data-ply="2"]');
  assert.match(leader.url(), new RegExp(`#/match/${other.id}$`));
  await visitor.leave();
});

test('where only the service worker may notify, as on phones, it does, and a click on it opens the match', async () => {
  const visitor = await Visitor.enter({ permissions: ['notifications'], serviceWorkers: 'allow' });
  await visitor.context.addInitScript(() => {
    globalThis.Notification = new Proxy(globalThis.Notification, {
      construct() {
        throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
      },
    });
  });
  const { page } = visitor;
  const table = await against('Bob', ['e2e4']);
  await hold(visitor, [table]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // From the second visit on, the worker knows the tab.
  await page.reload();
  await page.waitForSelector('.mine[data-ready="true"]');
  await page.getByRole('checkbox', { name: 'Notifications' }).check();
  await until('the worker has the tab', () => page.evaluate(() => navigator.serviceWorker.controller !== null));
  await turnAway(page);
  await until('no tab can be seen', async () => (await seenTabs(page)) === 0);
  await table.play('e7e5');
  await look(page);
  const [worker] = visitor.context.serviceWorkers();
  const notifications = () => worker.evaluate(async () => (await self.registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data })));
  await until('the worker shows it', async () => (await notifications()).length > 0);
  assert.deepEqual(await notifications(), [{ title: 'Chess', body: 'Bob has moved: it is your turn.', data: { hash: `#/match/${table.id}` } }]);
  await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new self.NotificationEvent('notificationclick', { notification }));
  });
  await visitor.waitForPly(2);
  assert.match(page.url(), new RegExp(`#/match/${table.id}$`));
  await until('it is put away', async () => (await notifications()).length === 0);
  await visitor.leave();
});

test('where the browser does not allow notifications, the setting says so', async () => {
  const visitor = await Visitor.enter();
  await visitor.context.addInitScript(() => {
    globalThis.Notification.requestPermission = async () => 'denied';
  });
  await visitor.open('#/mine');
  const box = visitor.page.getByRole('checkbox', { name: 'Notifications' });
  await box.click();
  await visitor.page.getByText('Your browser does not allow them for this page').waitFor();
  assert.ok(!(await box.isChecked()));
  await visitor.leave();
});
