// SPDX-License-Identifier: GPL-3.0-or-later
// Screen readers, keyboards and hidden tabs: focus, moves in words, news, names, and lists that stay up to date.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, Visitor, server, until } from './support.mjs';

const atTheBoard = (body, options) => Visitor.atBoard(body, options);

/** What has the focus, as its class or id; `BODY` when the focus is lost. */
const focus = (page) => page.evaluate(() => (document.activeElement === document.body ? 'BODY' : document.activeElement.className || document.activeElement.id));
const heard = (page, text) => page.locator('[aria-live=polite]', { hasText: text }).first().waitFor({ state: 'attached' });

const POSTAL = 'rnbqkb1r/pppppppp/****n***/****1***/***1****/*****N**/PPPPPPPP/RNBQKB1R w KQkq - 0 5 2/2 g1d4/g8e5 -';

test('the focus moves to the board after a turn is sent, and the turn is announced', async () => {
  const { visitor, page } = await atTheBoard({ game: 'hans38-postal', fen: POSTAL });
  await visitor.play('f3', 'e5');
  await page.waitForSelector('.match[data-ready="true"][data-steps="f3e5"]');
  await page.locator('.send-turn').focus();
  await page.keyboard.press('Enter');
  await visitor.waitForPly(1);
  await until('the board has the focus', async () => (await focus(page)).split(' ').includes('board'));
  await heard(page, 'White: knight from f3 to e5');
  await visitor.leave();
});

test('a game started by keyboard has the focus on its board, and is announced', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.locator('.opponents label', { hasText: 'Both sides here' }).click();
  await page.getByRole('button', { name: 'Start the game' }).focus();
  await page.keyboard.press('Enter');
  await visitor.matchId();
  await until('the board has the focus', async () => (await focus(page)).split(' ').includes('board'));
  await heard(page, 'White to move');
  await page.goBack();
  await page.waitForSelector('.setup');
  assert.notEqual(await focus(page), 'BODY', 'nor is it lost on the way back');
  await visitor.leave();
});

test('the heading of a match names the game and the players', async () => {
  const { visitor, page } = await atTheBoard({ game: 'fuel' });
  assert.match(await page.getByRole('heading', { level: 1 }).textContent(), /^Fuel Chess: /);
  await visitor.leave();
});

test('moves are put into words, in the list too', async () => {
  const { visitor, match, seats, page } = await atTheBoard({ game: 'hans38' });
  const play = async (color, turn) => {
    const { ply } = await server.match(match.id);
    await server.ask(`/matches/${match.id}/turns`, { token: seats[color], body: { ply, turn } });
    await visitor.waitForPly(ply + 1);
  };
  await play('white', '@@c6');
  await heard(page, 'White: square placed on c6');
  await play('black', 'b8c6');
  await heard(page, 'Black: knight from b8 to c6');
  await play('white', '@@f3');
  await play('black', '@b8b6');
  await heard(page, 'Black: square moved from b8 to b6');
  assert.deepEqual(await page.locator('.moves button .visually-hidden').allTextContents(), ['square placed on c6', 'knight from b8 to c6', 'square placed on f3', 'square moved from b8 to b6']);
  await visitor.leave();
});

for (const game of ['chess', 'hamiltonian', 'hnefa', 'hans38', 'hans38-postal', 'moving-squares'])
  test(`the moves suggested for typing can be played: ${game}`, async () => {
    const { visitor, page } = await atTheBoard({ game });
    const suggested = async () => /^Type a move: (.*)$/.exec(await page.locator('.typed-input').getAttribute('placeholder'))?.[1].split(', ') ?? [];
    const count = (await suggested()).length;
    assert.ok(count > 0);
    for (let index = 0; index < count; index += 1) {
      await page.waitForSelector('.match[data-ready="true"]');
      const before = await page.locator('.match').evaluate((each) => `${each.dataset.ply} ${each.dataset.steps}`);
      await page.locator('.typed-input').fill((await suggested())[index] ?? '');
      await page.locator('.typed-input').press('Enter');
      await until('it was played', async () => (await page.locator('.match').evaluate((each) => `${each.dataset.ply} ${each.dataset.steps}`)) !== before);
      assert.equal(await page.locator('.banner.error').count(), 0);
    }
    await visitor.leave();
  });

test('the opponent’s move is announced while an earlier position is shown, with a way back to the current one', async () => {
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.sit(match.id, { white: seats.white });
  await visitor.play('e2', 'e4');
  await visitor.waitForPly(1);
  await page.getByRole('button', { name: 'First position' }).click();
  await page.waitForSelector('.match[data-shown="0"]');
  await server.ask(`/matches/${match.id}/turns`, { token: seats.black, body: { ply: 1, turn: 'g8f6' } });
  await page.getByRole('alert').filter({ hasText: 'Black has played: knight from g8 to f6.' }).waitFor();
  assert.equal(await page.locator('.match').getAttribute('data-shown'), '0', 'the position that is looked at stays');
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.waitForSelector('.match[data-shown="2"]');
  await page.waitForSelector('.banner', { state: 'detached' });
  await visitor.leave();
});

test('the list of matches stays up to date without losing the focus, and pauses while the page is hidden', async () => {
  const server = await Server.start();
  try {
    const first = await server.create({ game: 'chess', opponent: { kind: 'local' }, name: 'Early' });
    const visitor = await Visitor.enter({}, server);
    const { page } = visitor;
    await page.clock.install();
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => globalThis.away === true });
      globalThis.goAway = (away) => {
        globalThis.away = away;
        document.dispatchEvent(new Event('visibilitychange'));
      };
    });
    let asked = 0;
    page.on('request', (request) => (asked += Number(request.url().includes('/api/matches?'))));
    await visitor.open();
    const row = (id) => page.locator(`.matches a[href="#/match/${id}"]`);
    const appears = (what, locator) =>
      until(what, async () => {
        await page.clock.fastForward(8000); // as long as between two looks
        return locator.isVisible();
      });
    await row(first.match.id).focus();
    const second = await server.create({ game: 'fuel', opponent: { kind: 'local' } });
    await appears('the new match is listed', row(second.match.id));
    await server.ask(`/matches/${first.match.id}/turns`, { token: first.seats.white, body: { ply: 0, turn: 'e2e4' } });
    await appears('the move is listed', row(first.match.id).filter({ hasText: 'Black to move, 1 played' }));
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('href')), `#/match/${first.match.id}`);
    await page.evaluate(() => globalThis.goAway(true));
    await page.waitForLoadState('networkidle');
    const before = asked;
    await page.clock.fastForward(60_000);
    await page.evaluate(() => fetch('api/health')); // what was sent before is known after it
    assert.equal(asked, before, 'nobody looks, so nothing is asked');
    const third = await server.create({ game: 'fuel', opponent: { kind: 'local' } });
    await page.evaluate(() => globalThis.goAway(false));
    await row(third.match.id).waitFor();
    await visitor.leave();
  } finally {
    await server.stop();
  }
});

test('control characters in a name from an old database do not garble its row', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  const evil = { kind: 'human', name: 'eve\u202e\u0007 lived' };
  await page.route('**/api/matches?*', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    for (const match of list.matches) match.players.white = evil;
    await route.fulfill({ json: list });
  });
  await server.create({ game: 'chess', opponent: { kind: 'local' } });
  await visitor.open();
  const names = page.locator('.matches .who bdi');
  await names.first().waitFor();
  assert.equal(await names.first().textContent(), 'eve lived');
  await visitor.leave();
});

test('errors are sentences, without keys of the API', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.locator('.games label', { hasText: 'Fuel Chess' }).click();
  await page.getByText('Start from another position').click();
  await page.getByLabel(/^Position/).fill('4k3/8/8/8/8/8/8/4K3 w - - 0 1 0x2');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const text = await page.locator('.banner.error').innerText();
  assert.match(text, /^[A-Z].*out of fuel.*\.$/);
  assert.doesNotMatch(text, /no-fuel/);
  await visitor.leave();
});

test('a reply is animated only after the move that it answers', async () => {
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const visitor = await Visitor.enter({ reducedMotion: 'no-preference' });
  const { page } = visitor;
  await visitor.sit(match.id, { white: seats.white });
  await page.evaluate(() => {
    globalThis.moving = [];
    new MutationObserver(() => {
      const now = [...document.querySelectorAll('cg-board piece.anim')].map((piece) => piece.cgKey).sort().join(' ');
      if (now !== globalThis.moving.at(-1)) globalThis.moving.push(now);
    }).observe(document.querySelector('cg-board'), { subtree: true, childList: true, attributes: true });
  });
  // The answer to the request already has the reply.
  await page.route('**/turns', async (route) => {
    const response = await route.fetch();
    await server.ask(`/matches/${match.id}/turns`, { token: seats.black, body: { ply: 1, turn: 'e7e5' } });
    await route.fulfill({ response });
  });
  await visitor.play('e2', 'e4');
  await page.waitForFunction(() => globalThis.moving.some((keys) => keys.includes('e5')));
  const moving = await page.evaluate(() => globalThis.moving.filter((keys) => keys !== ''));
  assert.deepEqual(moving, ['e4', 'e5'], 'one after the other');
  await until('both stand', async () => (await visitor.pieceOn('e4')) !== null && (await visitor.pieceOn('e5')) !== null);
  await visitor.leave();
});

test('black kings are visible in both themes, wherever they stand', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const visitor = await Visitor.enter({ colorScheme });
    const { page } = visitor;
    await visitor.open();
    const icons = await page.locator('.choices.colors label', { hasText: /Black|Random/ }).locator('img:last-of-type').all();
    assert.equal(icons.length, 2);
    for (const icon of icons) {
      const picture = await icon.screenshot();
      // The contrast between the darkest point, in the body of the piece, and the background in the picture's corner.
      const contrast = await page.evaluate(async (data) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
        const linear = (value) => (value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4);
        const light = (at) => 0.2126 * linear(pixels[at]) + 0.7152 * linear(pixels[at + 1]) + 0.0722 * linear(pixels[at + 2]);
        const body = Math.min(...Array.from({ length: pixels.length / 4 }, (_, index) => light(4 * index)));
        return (light(4 * (image.width * Math.floor(image.height / 2) + 2)) + 0.05) / (body + 0.05);
      }, picture.toString('base64'));
      assert.ok(contrast >= 3, `${colorScheme}: a contrast of ${contrast}`);
    }
    await visitor.leave();
  }
});

test('what the page says reads as a native would say it', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.locator('.colors label', { hasText: 'Random' }).waitFor();
  assert.match(await page.locator('#theme').getAttribute('title'), /^System theme/);
  await visitor.open('#/match/none');
  await page.getByRole('link', { name: 'Back to home' }).waitFor();
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  await visitor.sit(match.id, seats);
  await page.getByRole('button', { name: 'End as a draw' }).waitFor();
  await visitor.leave();
});
