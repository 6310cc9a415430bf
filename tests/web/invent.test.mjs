// SPDX-License-Identifier: GPL-3.0-or-later
// Inventing a game in the browser: a text, its faults and its board, turns on it, playing it, links, and what the browser keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { server, until, Visitor } from './support.mjs';

const GAME = `[tester:chess]
title = Tester
customPiece1 = x:NR
customPiece2 = g:gR
castling = false
startFen = rnbxkgnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKGNR w - - 0 1
promotionPieceTypes = xrbn
`;

class Inventor {
  static async enter(options) {
    const inventor = new Inventor();
    inventor.visitor = await Visitor.enter(options);
    inventor.page = inventor.visitor.page;
    await inventor.visitor.open('#/invent');
    await inventor.settled();
    return inventor;
  }

  /** Waits until the text as it stands has been read. */
  async settled() {
    await this.page.waitForSelector('.invent[data-read="true"]');
  }

  async write(text) {
    const { page } = this;
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await this.read(text);
  }

  /** Waits until what is shown belongs to the text. */
  async read(text) {
    const { page } = this;
    await until('the text is kept', () => page.evaluate((wanted) => (localStorage.getItem('leaper:inventions') ?? '').includes(JSON.stringify(wanted).slice(1, -1)), text));
    await this.settled();
  }

  text() {
    return this.page.evaluate(() => [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'));
  }

  async move(from, to, ply) {
    await this.visitor.play(from, to);
    await this.page.waitForSelector(`.trial[data-ply="${ply}"]`);
  }

  line() {
    return this.page.locator('.trial-line .san').allInnerTexts();
  }

  picture(square) {
    const key = square.charAt(0) + square.charAt(1);
    return this.page.evaluate((wanted) => {
      const element = [...document.querySelectorAll('.trial cg-board piece')].find(({ cgKey }) => cgKey === wanted);
      return decodeURIComponent(getComputedStyle(element).backgroundImage);
    }, key);
  }

  leave() {
    return this.visitor.leave();
  }
}

test('an error is shown at its line while the last good board stays, and is mended', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  await inventor.write(GAME);
  await page.waitForSelector('.trial[data-game="tester"]:not(.stale)');
  await inventor.write(GAME.replace('castling = false', 'castling = flase'));
  await page.waitForSelector('.trial[data-game="tester"].stale');
  assert.match(await page.locator('.faults').innerText(), /1 error\s+Line 5\s+.*flase/s);
  assert.equal(await page.locator('.cm-gutter-lint .cm-lint-marker-error').count(), 1);
  assert.ok(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled());
  await page.locator('.faults button').click();
  // The cursor stands before the wrong word, and the text has the focus.
  for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('Delete');
  await page.keyboard.type('false');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.trial:not(.stale)');
  await until('there are no faults', async () => (await page.locator('.faults').innerText()) === 'No faults');
  assert.equal((await inventor.text()).trimEnd(), GAME.trimEnd());
  await inventor.leave();
});

test('turns of both sides are tried, taken back, and kept while the text changes', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  await inventor.write(GAME);
  await page.waitForSelector('.trial[data-game="tester"][data-ply="0"]');
  await inventor.move('e2', 'e4', 1);
  await inventor.move('d7', 'd5', 2);
  await inventor.move('e4', 'd5', 3);
  assert.deepEqual(await inventor.line(), ['e4', 'd5', 'exd5']);
  assert.equal(await page.locator('.trial .status').innerText(), 'Black to move');
  await inventor.write(`${GAME}stalemateValue = win\n`);
  await page.waitForSelector('.trial[data-ply="3"]:not(.stale)');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForSelector('.trial[data-ply="2"]');
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.waitForSelector('.trial[data-ply="0"]');
  assert.equal(await page.locator('.trial-line').isVisible(), false);
  await inventor.leave();
});

test('pieces are shown by their movement, and have diagrams and words', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  await inventor.write(GAME);
  await page.waitForSelector('.trial[data-game="tester"]');
  await until('the pieces are dressed', async () => (await inventor.picture('d1')) !== 'none');
  const chancellor = await inventor.picture('d1');
  assert.doesNotMatch(chancellor, /<text/, 'rook and knight is a chancellor, whatever its letter');
  assert.match(await inventor.picture('f1'), /<text[^>]*>G<\/text>.*<rect/s, 'a grasshopper that moves as a rook has its letter and a diagram');
  const card = page.locator('.piece-cards li[data-letter="X"]');
  assert.match(await card.innerText(), /Chancellor/);
  assert.match(await card.innerText(), /rook or a knight/);
  assert.equal(await card.locator('svg.movement circle').count(), 20);
  assert.ok((await page.locator('.rules-columns li').count()) > 3, 'there are rules in words');
  await inventor.leave();
});

test('a piece gets a drawing of its own, but no script', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  await inventor.write(GAME);
  const card = page.locator('.piece-cards li[data-letter="N"]');
  await card.waitFor();
  const choose = (drawing, color = 'White') => card.locator(`input[aria-label^="${color}’s"]`).setInputFiles({ name: 'n.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await choose('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><script>alert(1)</script><circle r="9"/></svg>');
  await page.waitForSelector('.banner:has-text("<script> is not allowed")');
  await choose('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><ellipse cx="22" cy="22" rx="13" ry="7" fill="#fff" stroke="#000"/></svg>');
  await until('the knight looks different', async () => (await inventor.picture('b1')).includes('ellipse'));
  await until('so does the black one', async () => (await inventor.picture('b8')).includes('fill="#000" stroke="#ececec"'));
  assert.match(await inventor.text(), /# picture N = <svg/);
  await choose('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><rect x="5" y="5" width="35" height="35" fill="#00f"/></svg>', 'Black');
  await until('Black’s knight has a drawing of its own', async () => (await inventor.picture('b8')).includes('fill="#00f"'));
  assert.match(await inventor.picture('b1'), /ellipse/, 'White’s stays');
  assert.match(await inventor.text(), /# picture n = <svg/);
  await page.getByRole('button', { name: 'Remove the pictures of the knight' }).click();
  await until('it looks as before', async () => !(await inventor.picture('b1')).includes('ellipse'));
  await inventor.leave();
});

test('a friend is invited by a link to a game of a text, whose words are text and nothing else', async () => {
  const inventor = await Inventor.enter();
  const { page, visitor } = inventor;
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await inventor.write(GAME.replace('title = Tester', `title = ${hostile}\nauthor = ${hostile}\nsummary = ${hostile}\nsection = ${hostile}\nrule = ${hostile}`));
  await page.waitForSelector('.trial[data-game="tester"]:not(.stale)');
  assert.ok((await page.locator('.rules-page').innerText()).includes(hostile));
  await page.getByLabel('Play against').selectOption('friend');
  await page.getByLabel('as', { exact: true }).selectOption('white');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const id = await visitor.matchId();
  const link = await page.locator('.invite .link').inputValue();
  const friend = await Visitor.enter();
  for (const each of [page, friend.page]) each.on('dialog', () => assert.fail('a text ran a script'));
  await friend.page.goto(link);
  await friend.page.getByRole('button', { name: 'Play Black' }).click();
  await visitor.mayMove();
  await visitor.play('e2', 'e4');
  await friend.mayMove();
  await friend.play('e7', 'e5');
  await visitor.waitForPly(2);
  const match = await server.match(id);
  assert.equal(match.title, hostile);
  for (const each of [page, friend.page]) {
    for (const tab of ['Rules', 'Pieces', 'Text']) await each.getByRole('tab', { name: tab }).click();
    assert.ok((await each.locator('.game-text pre').innerText()).includes(hostile));
    assert.equal(await each.locator('img[src="x"], script:not([src])').count(), 0);
  }
  await server.create({ game: 'tester', variants: match.variants, opponent: { kind: 'local' } });
  await friend.open('#/');
  await friend.page.locator('.matches li', { hasText: hostile }).waitFor();
  assert.equal(await friend.page.locator('img[src="x"], script:not([src])').count(), 0);
  await friend.leave();
  await inventor.leave();
});

test('a link opens the game in another browser', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  await inventor.write(GAME);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('.share .link').inputValue();
  assert.match(link, /#\/invent\/text\/[\w-]+$/);
  const friend = await Visitor.enter();
  await friend.page.goto(link);
  await friend.page.waitForSelector('.trial[data-game="tester"]');
  assert.match(await friend.page.locator('.cm-content').innerText(), /title = Tester/);
  await friend.page.goto(`${server.url}/#/invent/text/AAAA`);
  await friend.page.waitForSelector('.banner:has-text("damaged")');
  await friend.leave();
  await inventor.leave();
});

test('the browser keeps games: reload, rename, delete and undo, download and open', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  await inventor.write(GAME);
  await page.reload();
  await page.waitForSelector('.trial[data-game="tester"]');
  assert.equal((await inventor.text()).trimEnd(), GAME.trimEnd());
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  assert.equal(download.suggestedFilename(), 'tester.ini');
  await page.getByRole('button', { name: 'My inventions' }).click();
  await page.getByRole('button', { name: 'Rename Tester' }).click();
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Renamed' }).click();
  await page.locator('.shelf-list').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Rename Renamed' }).waitFor();
  await page.getByRole('button', { name: 'Delete Renamed' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
  await page.locator('input[type="file"][accept^=".ini"]').setInputFiles({ name: 'other.ini', mimeType: 'text/plain', buffer: Buffer.from(GAME.replaceAll('ester', 'exter')) });
  await page.waitForSelector('.trial[data-game="texter"]');
  await inventor.leave();
});

test('the gallery starts a child of a game, or its whole text', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  const open = async (search, button) => {
    await page.getByRole('button', { name: 'Start from' }).click();
    await page.getByLabel('Search').fill(search);
    await page.locator('.gallery-list li:not([hidden]) .mini-board').first().waitFor();
    await page.getByRole('button', { name: button, exact: true }).click();
  };
  await open('crazyhouse', 'Change it: Crazyhouse');
  await page.waitForSelector('.trial[data-game="my-crazyhouse"]');
  assert.match(await inventor.text(), /\[my-crazyhouse:crazyhouse\]/);
  await open('knightmate', 'Whole text: Knightmate');
  await page.waitForSelector('.trial[data-game="my-knightmate"]');
  assert.match(await inventor.text(), /king = k:N/);
  await inventor.leave();
});

test('pieces from the hand are dropped', async () => {
  const inventor = await Inventor.enter();
  const { page, visitor } = inventor;
  await inventor.write('[pocket:crazyhouse]\nstartFen = 4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1\n');
  await page.waitForSelector('.trial[data-game="pocket"]');
  await page.locator('.pocket[data-color="white"] button').click();
  await visitor.click('e7');
  await page.waitForSelector('.trial[data-ply="1"]');
  assert.deepEqual(await inventor.line(), ['Q@e7+']);
  assert.equal(await page.locator('.trial .status').innerText(), 'Black to move, in check');
  await inventor.move('e8', 'e7', 2);
  await inventor.leave();
});

test('a game of a text is played against the engine, with its pictures and its text', async () => {
  const inventor = await Inventor.enter();
  const { page, visitor } = inventor;
  await inventor.write(GAME);
  await page.waitForSelector('.trial[data-game="tester"]');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const id = await visitor.matchId();
  await visitor.mayMove();
  assert.match(await page.locator('h1').innerText(), /^Tester: /);
  await visitor.play('e2', 'e4');
  await page.waitForFunction(() => Number(document.querySelector('.match')?.dataset.ply) >= 2);
  const match = await server.match(id);
  assert.equal(match.title, 'Tester');
  assert.equal(match.turns[0].turn, 'e2e4');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('.in-words li', { hasText: 'piece X moves as a rook or a knight' }).first().waitFor();
  assert.equal(await page.locator('.rules .legend').count(), 0, 'no rule is marked as published');
  await page.getByRole('tab', { name: 'Text' }).click();
  assert.match(await page.locator('.game-text pre').innerText(), /customPiece1 = x:NR/);
  await until('its link carries the text', async () => /#\/invent\/text\/./.test(await page.getByRole('link', { name: 'Rules with diagrams' }).getAttribute('href')));
  await visitor.open('#/');
  await page.waitForSelector('.matches li:has-text("Tester")');
  await visitor.leave();
});

test('by keyboard alone: Tab leaves the text, and the board is played with the arrows', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  await inventor.write(GAME);
  await page.waitForSelector('.trial[data-game="tester"]');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.closest('.cm-editor')), null);
  await page.locator('.board').focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.waitForSelector('.trial[data-ply="1"]');
  await inventor.leave();
});

const SIZES = { 'a laptop': [1280, 720], 'a large window': [1920, 1080], 'a tablet': [820, 1180], 'a phone': [390, 844], 'a small phone': [360, 640] };
test('the screen fits windows of all sizes', async () => {
  const inventor = await Inventor.enter();
  const { page } = inventor;
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    await until(`nothing is too wide on ${name}`, () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const board = await page.locator('cg-board').boundingBox();
    assert.ok(board.width >= 250 && board.width <= width, `the board on ${name} is ${board.width} wide`);
  }
  await inventor.leave();
});
