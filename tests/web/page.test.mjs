// SPDX-License-Identifier: GPL-3.0-or-later
// The page for everybody: by keyboard, on a phone, in the dark theme, with the rules at hand and helpful errors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, server, until } from './support.mjs';

async function atTheBoard(body, options) {
  const { match, seats } = await server.create({ opponent: { kind: 'local' }, ...body });
  const visitor = await Visitor.enter(options);
  await visitor.sit(match.id, seats);
  return { visitor, match, page: visitor.page };
}

test('a move by keyboard alone, announced for screen readers', async () => {
  const { visitor, match, page } = await atTheBoard({ game: 'fuel', parameters: { fuel: 9 } });
  await page.locator('.board').focus();
  const square = () => page.locator('.cursor').getAttribute('data-square');
  await page.keyboard.press('ArrowUp');
  const walk = async (key, until) => {
    while ((await square()) !== until) {
      const before = await square();
      await page.keyboard.press(key(before));
      assert.notEqual(await square(), before, `the cursor moves on from ${before}`);
    }
  };
  await walk((at) => (at[0] < 'e' ? 'ArrowRight' : at[0] > 'e' ? 'ArrowLeft' : at[1] < '2' ? 'ArrowUp' : 'ArrowDown'), 'e2');
  await page.locator('[aria-live=polite]', { hasText: 'e2: White pawn, fuel 9' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.locator('[aria-live=polite]', { hasText: 'Selected, 2 moves' }).waitFor({ state: 'attached' });
  await walk(() => 'ArrowUp', 'e4');
  await page.locator('[aria-live=polite]', { hasText: 'Pawn e2 to e4: costs 2, leaves 7' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await visitor.waitForPly(1);
  await page.locator('[aria-live=polite]', { hasText: 'White: pawn from e2 to e4' }).waitFor({ state: 'attached' });
  assert.deepEqual((await server.match(match.id)).turns.map((turn) => turn.turn), ['e2e4']);
  await visitor.leave();
});

test('promotion by keyboard', async () => {
  const { visitor, match, page } = await atTheBoard({ game: 'chess', fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' });
  await page.getByLabel('Type a move').fill('a8=N');
  await page.keyboard.press('Enter');
  await visitor.waitForPly(1);
  assert.deepEqual((await server.match(match.id)).turns.map((turn) => turn.turn), ['a7a8n']);
  await visitor.leave();
});

test('typed moves: SAN, coordinate notation, and a refusal that says why', async () => {
  const { visitor, page } = await atTheBoard({ game: 'chess' });
  const field = page.getByLabel('Type a move');
  await field.fill('Nf3');
  await field.press('Enter');
  await visitor.waitForPly(1);
  await field.fill('d7d5');
  await field.press('Enter');
  await visitor.waitForPly(2);
  await field.fill('e2e5');
  await field.press('Enter');
  await page.locator('.banner.error', { hasText: 'e2' }).waitFor();
  await field.fill('nonsense');
  await field.press('Enter');
  await page.locator('.banner.error', { hasText: 'nonsense' }).waitFor();
  assert.deepEqual(await visitor.moves(), ['Nf3', 'd5']);
  assert.ok(await visitor.mayMove(), 'the board can still be used');
  await visitor.leave();
});

test('a phone of 360 pixels: nothing sticks out, the board fits, and a tap plays', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const { visitor, page } = await atTheBoard({ game: 'fuel', parameters: { fuel: 120 } }, phone);
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok((await overhang()) <= 0, 'the match fits');
  const box = await page.locator('cg-board').boundingBox();
  assert.ok(box.width >= 300 && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
  const [from, to] = [await visitor.spot('e2'), await visitor.spot('e4')];
  await page.touchscreen.tap(...from);
  await page.waitForSelector('cg-board square.selected');
  await page.touchscreen.tap(...to);
  await visitor.waitForPly(1);
  await page.getByRole('tab', { name: 'Rules' }).click();
  assert.ok((await overhang()) <= 0, 'the rules fit');
  await visitor.open('#/');
  await page.waitForSelector('.setup');
  assert.ok((await overhang()) <= 0, 'the start screen fits');
  await visitor.leave();
});

test('the dark theme follows the system, or the person’s choice', async () => {
  const visitor = await Visitor.enter({ colorScheme: 'dark' });
  const { page } = visitor;
  await visitor.open();
  await page.waitForSelector('.setup');
  const brightness = () =>
    page.evaluate(() => {
      const parts = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
      return (parts[0] + parts[1] + parts[2]) / 3;
    });
  assert.ok((await brightness()) < 60);
  await page.locator('#theme').click();
  assert.ok((await brightness()) > 200, 'light by choice');
  await page.reload();
  await page.waitForSelector('.setup');
  assert.ok((await brightness()) > 200, 'the choice is kept');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('#theme').click();
  assert.ok((await brightness()) < 60, 'dark by choice');
  await visitor.leave();
});

test('the rules distinguish published ones from our readings', async () => {
  const { visitor, page } = await atTheBoard({ game: 'fuel' });
  await page.getByRole('tab', { name: 'Rules' }).click();
  const published = page.locator('.rule[data-source=S]');
  const reading = page.locator('.rule[data-source=R]');
  assert.ok((await published.count()) >= 3);
  assert.ok((await reading.count()) >= 1);
  assert.match(await reading.first().innerText(), /^Our reading/);
  const look = (locator) => locator.first().evaluate((element) => getComputedStyle(element).borderLeftStyle);
  assert.notEqual(await look(published), await look(reading));
  await visitor.leave();
});

test('four armies, each piece with its own picture', async () => {
  const seen = new Map();
  for (const armies of [['fide', 'clobberers'], ['nutters', 'rookies']]) {
    const { visitor, page } = await atTheBoard({ game: 'chess', parameters: { armies } });
    const pictures = await page.evaluate(() =>
      [...document.querySelectorAll('cg-board piece')].map((element) => [
        element.className.replace(/ (ally|enemy)/, ''),
        getComputedStyle(element).backgroundImage,
      ]),
    );
    assert.equal(pictures.length, 32);
    for (const [name, picture] of pictures) {
      assert.match(picture, /^url\("data:image\/svg/, name);
      assert.ok(!picture.includes('%3Ctext'), `${name} has a drawing, not a letter`);
      seen.set(picture, name.replace(/\s+/g, ' '));
    }
    await page.getByRole('tab', { name: 'Pieces' }).click();
    assert.ok((await page.locator('.pieces code').count()) >= 7, 'each with its movement');
    await visitor.leave();
  }
  // King and pawn in two colours; the other pieces of the four armies in one colour each: 4 + 4 + 4 + 4.
  assert.equal(seen.size, 20, [...seen.values()].join(', '));
});

test('the list of matches leads back to your own game', async () => {
  const { visitor, match, page } = await atTheBoard({ game: 'fuel', parameters: { fuel: 77 } });
  await visitor.open('#/');
  const row = page.locator('.matches li', { hasText: '77' });
  await row.locator('.yours', { hasText: 'resume' }).waitFor();
  await row.locator('a').click();
  assert.equal(await visitor.matchId(), match.id);
  await visitor.leave();
});

test('a long list of matches comes page by page', async () => {
  for (let count = 0; count < 26; count += 1) await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const visitor = await Visitor.enter();
  await visitor.open();
  const rows = visitor.page.locator('.matches a');
  const seen = async () => new Set(await rows.evaluateAll((links) => links.map((link) => link.href)));
  await until('the first page is there', async () => (await seen()).size === 12);
  await visitor.page.getByRole('button', { name: 'Show more' }).click();
  await until('the second page is there', async () => (await seen()).size === 24);
  assert.equal(await rows.count(), 24, 'none comes twice');
  await visitor.leave();
});

test('a match that does not exist, and a bad start position, are explained', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/match/doesnotexist1');
  await page.locator('h1', { hasText: 'No such match' }).waitFor();
  await visitor.open('#/mtach/abc');
  await page.locator('h1', { hasText: 'No such page' }).waitFor();
  await visitor.open('#/match/');
  await page.locator('h1', { hasText: 'No such page' }).waitFor();
  await visitor.open('#/');
  await page.locator('summary', { hasText: 'another position' }).click();
  await page.getByLabel('Position (FEN').fill('KK6/8/8/8/8/8/8/k7 w - - 0 1');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.banner.error', { hasText: /king/i }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Start the game' }).isEnabled());
  await visitor.leave();
});

test('a hidden tab closes its event stream, and is up to date when it is shown again', async () => {
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const visitor = await Visitor.enter();
  const { page } = visitor;
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const streams = () => asked.filter((path) => path.endsWith('/events')).length;
  await page.clock.install();
  await visitor.open(`#/match/${match.id}`);
  await visitor.waitForPly(0);
  await until('the stream is open', () => streams() === 1);
  const look = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await look(true);
  await page.clock.fastForward(61_000);
  const play = (ply, turn, token) => server.ask(`/matches/${match.id}/turns`, { body: { ply, turn }, token });
  await play(0, 'e2e4', seats.white);
  asked.length = 0;
  await page.clock.fastForward(16_000);
  await visitor.waitForPly(1);
  assert.deepEqual([...new Set(asked)], [`/api/matches/${match.id}`], 'it asked, without a stream');
  await play(1, 'e7e5', seats.black);
  await look(false);
  await visitor.waitForPly(2);
  assert.equal(streams(), 1);
  await visitor.leave();
});

test('all requests go to the server itself: fonts, pictures and scripts are its own', async () => {
  const visitor = await Visitor.enter();
  const foreign = [];
  visitor.page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await visitor.open();
  await visitor.page.waitForSelector('.setup');
  await until('the fonts are there', () => visitor.page.evaluate(() => document.fonts.status === 'loaded'));
  assert.deepEqual(foreign, []);
  await visitor.leave();
});
