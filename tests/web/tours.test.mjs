// SPDX-License-Identifier: GPL-3.0-or-later
// The tours page: boards with holes, numbers with their provenance, tours drawn and walked through, estimates, pictures, keys.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Visitor, until } from './support.mjs';

async function atTours(place = '', options = {}) {
  const visitor = await Visitor.enter(options);
  await visitor.open(`#/tours${place}`);
  await visitor.page.waitForSelector('.tour-board .cell');
  return { visitor, page: visitor.page };
}

const square = (page, name) => page.locator(`.tour-board [data-square=${name}]`);
const named = (page, name) => page.getByRole('button', { name, exact: true });
const counted = (page, number) => page.locator('.tally .number', { hasText: number }).waitFor();
const steps = (page) => page.locator('.trail .path, .trail .step').count();

async function draw(page) {
  await named(page, 'Random tour').click();
  await page.waitForFunction(() => document.querySelector('.tour-list:not([hidden]) code') !== null);
  return (await page.locator('.tour-list code').textContent()).split('\n')[1].split(' ');
}

/** Whether consecutive squares are a knight's leap apart, and all are different. */
function isWalk(squares, closed) {
  const places = squares.map((name) => [name.charCodeAt(0), Number(name.slice(1))]);
  const next = (index) => places[(index + 1) % places.length];
  const leaps = places.every(([file, rank], index) => {
    if (!closed && index === places.length - 1) return true;
    const [x, y] = next(index);
    return Math.abs((x - file) * (y - rank)) === 2;
  });
  return leaps && new Set(squares).size === squares.length;
}

test('the start page links to it; the number for 8×8 is known, with its provenance', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.getByRole('link', { name: 'Tours' }).click();
  await counted(page, '13,267,364,410,532');
  assert.match(await page.locator('.tally .source').innerText(), /McKay 1997.*leaper tours count --method meet 8x8/s);
  assert.equal(await page.locator('.tour-board .cell').count(), 64);
  assert.equal(await page.getByRole('link', { name: 'Tours' }).getAttribute('aria-current'), 'page');
  assert.equal(await page.title(), 'Tours · Leaper');
  await page.getByRole('link', { name: 'New game' }).click();
  await page.waitForSelector('.home');
  await visitor.leave();
});

test('clicks make and remove holes, and each time the tours are counted again', async () => {
  const { visitor, page } = await atTours('/6x6/N/closed');
  await counted(page, '9,862');
  for (const name of ['a1', 'b1']) await square(page, name).click();
  await counted(page, '19,072');
  assert.equal(await square(page, 'a1').getAttribute('aria-label'), 'a1, a hole');
  assert.match(page.url(), /#\/tours\/6%2F6%2F6%2F6%2F6%2F\*\*4\/N\/closed$/);
  const tour = await draw(page);
  assert.ok(tour.length === 34 && isWalk(tour, true) && !tour.includes('a1') && !tour.includes('b1'), tour.join(' '));
  await square(page, 'a1').click();
  assert.equal(await steps(page), 0, 'the tour of the other board is gone');
  await counted(page, 'None');
  assert.match(await page.locator('.tally .source').innerText(), /colour/);
  await named(page, 'Random tour').click();
  await page.locator('.tour-news', { hasText: 'There is no tour' }).waitFor();
  await named(page, 'Fill holes').click();
  await counted(page, '9,862');
  assert.ok(await named(page, 'Fill holes').isDisabled());
  await visitor.leave();
});

test('board, piece and kind can be chosen, and the address keeps them', async () => {
  const { visitor, page } = await atTours(`/${encodeURIComponent('5/5/5/3**')}/N/open`);
  await page.waitForSelector('.tally .number');
  assert.equal(await page.locator('.cell.hole').count(), 2);
  assert.equal(await named(page, 'Open').getAttribute('aria-pressed'), 'true');
  await page.reload();
  await page.waitForSelector('.tally .number');
  assert.equal(await page.locator('.cell.hole').count(), 2);
  await named(page, 'Fill holes').click();
  await page.getByLabel('Ranks').fill('5');
  await page.getByLabel('Ranks').press('Enter');
  await counted(page, '864');
  await page.getByLabel('Piece', { exact: true }).selectOption('W');
  await page.waitForFunction(() => document.querySelector('.tally .source')?.textContent?.includes('just now'));
  await page.getByLabel('Piece', { exact: true }).selectOption('other');
  await page.getByLabel(/Betza/).fill('Q');
  await page.getByLabel(/Betza/).press('Enter');
  await page.locator('.tally .wrong').waitFor();
  await page.getByLabel(/Betza/).fill('1,3+0,1');
  await page.getByLabel(/Betza/).press('Enter');
  await page.waitForSelector('.tally .number');
  await visitor.open('#/tours/nonsense/%E0%A4%A/closed');
  await counted(page, '13,267,364,410,532');
  await visitor.leave();
});

test('impossible sizes are refused with a reason, and stay as they were typed', async () => {
  const { visitor, page } = await atTours(`/${encodeURIComponent('6/6/6/6/6/**4')}/N/closed`);
  await page.waitForSelector('.tally .number');
  const complaint = (text) => page.locator('.sides-news.wrong', { hasText: text }).waitFor();
  const type = async (name, value) => {
    await page.getByLabel(name).fill(value);
    await page.getByLabel(name).press('Enter');
  };
  for (const value of ['', '0', '-3', '65', '1000', '2.5']) {
    await type('Files', value);
    await complaint('files must be a whole number from 1 to 64');
    assert.equal(await page.getByLabel('Files').inputValue(), value);
    assert.equal(await page.getByLabel('Files').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('.cell').count(), 36, 'the board stays');
    assert.equal(await page.locator('.cell.hole').count(), 2, 'and its holes');
  }
  await type('Files', '64');
  await until('the new board is shown', async () => (await page.locator('.cell').count()) === 384);
  assert.equal(await page.locator('.cell.hole').count(), 0, 'a board of another size begins without holes');
  await page.locator('.sides-news:not(.wrong)', { hasText: 'without holes' }).waitFor();
  await type('Ranks', '64');
  await complaint('64 × 64 is 4,096 squares; this page goes up to 400');
  await complaint('The board shown is still 64 × 6');
  assert.deepEqual([await page.getByLabel('Files').inputValue(), await page.getByLabel('Ranks').inputValue()], ['64', '64']);
  await type('Ranks', '5');
  await until('the board follows', async () => (await page.locator('.cell').count()) === 320);
  assert.equal(await page.getByLabel('Files').getAttribute('aria-invalid'), 'false');
  await page.getByLabel('Piece', { exact: true }).selectOption('other');
  await page.locator('.tally', { hasText: 'First type the move of the piece' }).waitFor();
  assert.ok(await named(page, 'Random tour').isDisabled(), 'no other piece is taken for the one that is missing');
  await visitor.open('#/tours/100x100/N/open');
  await complaint('must be a whole number from 1 to 64');
  await page.waitForFunction(() => document.querySelectorAll('.cell').length === 64);
  await visitor.leave();
});

test('a random tour is drawn in every style and downloaded as SVG and PNG', async () => {
  const { visitor, page } = await atTours('/6x8/N/closed');
  const tour = await draw(page);
  assert.ok(tour.length === 48 && isWalk(tour, true), tour.join(' '));
  assert.match(await page.locator('.tour-news').innerText(), /exactly the same chance/);
  assert.equal(await steps(page), 48);
  const other = await draw(page);
  await until('another tour is shown', async () => (await page.locator('.tour-list code').textContent()) !== other.join(' '));
  for (const [style, dots] of [['Coloured', '.marks .spot'], ['Numbered', '.marks .number'], ['Line', '.marks .dot']]) {
    await named(page, style).click();
    assert.equal(await page.locator(dots).count(), 48, style);
    assert.equal(await steps(page), 48, style);
  }
  for (const [format, begins] of [['SVG', '<'], ['PNG', '\u0089PNG']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), named(page, format).click()]);
    assert.equal(download.suggestedFilename(), `tour-6x8.${format.toLowerCase()}`);
    const data = await readFile(await download.path(), 'latin1');
    assert.ok(data.startsWith(begins), data.slice(0, 20));
  }
  await visitor.leave();
});

test('boards too large for tables get a random tour too, and the page says how it was drawn', async () => {
  const { visitor, page } = await atTours('/12x12/N/open');
  const tour = await draw(page);
  assert.ok(tour.length === 144 && isWalk(tour, false), tour.join(' '));
  assert.match(await page.locator('.tour-news').innerText(), /not exactly/);
  assert.equal(await page.locator('.marks .begin').count(), 1);
  assert.equal(await page.locator('.marks .finish').count(), 1);
  await visitor.leave();
});

test('the walk plays, pauses, resumes, and follows the slider', async () => {
  const { visitor, page } = await atTours('/8x8/N/closed', { reducedMotion: 'no-preference' });
  await named(page, 'Random tour').click();
  const playing = page.locator('[data-playing=true]');
  await playing.waitFor();
  await page.waitForSelector('.walker[visibility=visible]');
  await until('some steps are drawn', async () => (await steps(page)) >= 3);
  await named(page, 'Pause').click();
  const paused = await steps(page);
  assert.ok(paused < 64, 'it was still on its way');
  assert.equal(await page.getByLabel('Step', { exact: true }).inputValue(), String(paused));
  await named(page, 'Walk').click();
  await page.getByLabel('Speed').fill('4');
  await until('the walk is over', async () => (await page.locator('[data-playing=false]').count()) === 1 && (await steps(page)) === 64);
  assert.equal(await page.locator('.walker[visibility=visible]').count(), 0);
  await page.getByLabel('Step', { exact: true }).fill('10');
  assert.equal(await steps(page), 10);
  assert.equal(await page.locator('.marks .dot').count(), 11);
  await page.getByLabel('Step', { exact: true }).fill('64');
  assert.equal(await steps(page), 64);
  await visitor.leave();
});

test('the plot of an estimate settles around the exact number, and stops', async () => {
  const { visitor, page } = await atTours('/6x6/N/closed');
  await counted(page, '9,862');
  await named(page, 'Estimate').click();
  await page.waitForSelector('.estimate-plot .band', { state: 'attached' });
  await until('the plot has grown', async () => ((await page.locator('.estimate-plot .mean').getAttribute('d')) ?? '').split('L').length > 3);
  await named(page, 'Stop').click();
  await named(page, 'Estimate').waitFor();
  assert.equal(await page.locator('.estimate-plot path.exact').count(), 1);
  const [, about, low, high] = /About ([\d,]+) tours\. From ([\d,]+) to ([\d,]+) with 95/.exec(await page.locator('.estimate-words').innerText());
  const number = (text) => Number(text.replaceAll(',', ''));
  assert.ok(number(low) < number(about) && number(about) < number(high));
  // Three times the interval: wide enough for a test that must not fail by chance.
  const reach = 3 * (number(high) - number(low));
  assert.ok(Math.abs(number(about) - 9862) < reach, about);
  await page.getByLabel('Files').fill('7');
  await page.getByLabel('Files').press('Enter');
  assert.ok(await page.locator('.estimate').isHidden(), 'it was the estimate of another board');
  await visitor.leave();
});

test('known numbers are listed with their sources, and link to their boards', async () => {
  const { visitor, page } = await atTours();
  await page.locator('.known summary').click();
  const rows = page.locator('.known tbody tr');
  assert.ok((await rows.count()) > 30);
  const row = rows.filter({ hasText: '5 × 8' }).filter({ hasText: '18,061,054' });
  await row.getByRole('button').click();
  await counted(page, '18,061,054');
  assert.equal(await named(page, 'Open').getAttribute('aria-pressed'), 'true');
  assert.match(await page.locator('.tally .source').innerText(), /leaper tours count --method meet 5x8 --open/);
  await visitor.leave();
});

test('the keyboard is enough: one tab stop for the board, arrow keys within it', async () => {
  const { visitor, page } = await atTours('/6x6/N/closed');
  await counted(page, '9,862');
  await named(page, 'Open').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'a1');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'b1');
  await page.keyboard.press('Enter');
  assert.equal(await square(page, 'b1').getAttribute('aria-pressed'), 'false');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'b1', 'the focus stays');
  await page.keyboard.press('Space');
  await counted(page, '9,862');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Random tour');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.trail .path');
  await visitor.leave();
});

test('requests about a board that has changed are cancelled', async () => {
  const { visitor, page } = await atTours('/6x6/N/closed');
  await counted(page, '9,862');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/tours/count'));
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/tours/count') && request.postData().includes('12x12'));
  await visitor.open('#/tours/12x12/K/closed');
  await asked;
  await named(page, 'Open').click();
  await failed;
  await visitor.open('#/tours/5x6/N/closed');
  await counted(page, '8');
  await visitor.leave();
});

for (const [name, options] of Object.entries({
  phone: { viewport: { width: 360, height: 740 } },
  'dark phone': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  desktop: {},
}))
  test(`nothing sticks out and everything is large enough to touch: ${name}`, async () => {
    const { visitor, page } = await atTours('/8x8/N/open', options);
    await draw(page);
    await page.locator('.known summary').click();
    await page.locator('.tour-list summary').click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.tours button, .tours select, .tours input')]
        .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 24)
        .map((each) => each.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(small, []);
    await visitor.leave();
  });
