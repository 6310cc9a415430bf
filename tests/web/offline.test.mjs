// SPDX-License-Identifier: GPL-3.0-or-later
// The page without its server: after one visit it opens again, and what needs nobody else works.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { visited } from './support.mjs';

test('after one visit lessons, inventing and the editor work without a server, and matches of others come back with it', async () => {
  const { place, visitor, page } = await visited();
  const { match } = await place.create({ game: 'chess', opponent: { kind: 'local' } });
  await place.end();
  await visitor.open(`#/match/${match.id}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Without the server' }).waitFor();

  await page.getByRole('link', { name: 'Learn' }).last().click();
  await page.getByRole('link', { name: 'Fuel Chess' }).click();
  await page.waitForSelector('.practice[data-game="fuel"]');
  await visitor.play('d1', 'b3');
  await page.waitForSelector('.lesson[data-state="reached"]');

  await visitor.open('#/invent');
  await page.waitForSelector('.invent[data-read="true"]');
  await visitor.play('e2', 'e4');
  await page.waitForSelector('.trial[data-ply="1"]');

  await visitor.open('#/editor/crazyhouse');
  await page.waitForSelector('.board-editor[data-ready="true"]');
  await page.getByRole('button', { name: 'Empty board' }).click();
  await page.waitForSelector('.edit-verdict[data-legal="false"]');

  await visitor.open(`#/match/${match.id}`);
  await page.getByRole('heading', { name: 'Without the server' }).waitFor();
  await place.run();
  await page.waitForSelector('.match');
  await visitor.leave();
  await place.stop();
});

test('tours are counted, drawn at random, estimated and downloaded without a server', async () => {
  const { place, visitor, page } = await visited();
  await place.end();
  await visitor.open('#/tours/8x8/N/closed');
  await page.reload();
  const button = (name) => page.getByRole('button', { name, exact: true });
  await page.locator('.tally .number', { hasText: '13,267,364,410,532' }).waitFor();
  await page.locator('.tour-board [data-square=a1]').click();
  await page.locator('.tally .number', { hasText: 'None' }).waitFor();
  await page.locator('.tally .source', { hasText: 'colour' }).waitFor();

  await visitor.open(`#/tours/${encodeURIComponent('8/7*/7*')}/N/closed`);
  await page.locator('.tally .number', { hasText: '4' }).waitFor();
  await page.locator('.tally .source', { hasText: 'just now' }).waitFor();
  await button('Random tour').click();
  await page.waitForSelector('.tour-list:not([hidden])', { state: 'attached' });
  assert.equal(await page.locator('.trail .path').count(), 22);
  assert.match(await page.locator('.tour-news').innerText(), /exactly the same chance/);
  for (const [format, begins] of [['SVG', '<svg'], ['PNG', '\u0089PNG']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(format).click()]);
    assert.equal(download.suggestedFilename(), `tour-8x3.${format.toLowerCase()}`);
    const data = await readFile(await download.path(), 'latin1');
    assert.ok(data.startsWith(begins), data.slice(0, 20));
  }

  await visitor.open('#/tours/12x12/K/closed');
  await page.locator('.tour-board [data-square=l12]').waitFor();
  await button('Estimate').click();
  await page.locator('.estimate-words', { hasText: 'About' }).waitFor();
  await button('Stop').click();
  await page.locator('.tally .limited', { hasText: 'counts larger boards' }).waitFor();
  // Once it is back, the server counts.
  await place.run();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.tally .count', { hasText: /144 squares: too many/ }).waitFor();
  await page.locator('.tally .limited').waitFor({ state: 'detached' });
  await visitor.leave();
  await place.stop();
});

test('nothing of a game is kept: what the server says is always asked anew', async () => {
  const { place, visitor, page } = await visited();
  await page.reload();
  await page.waitForSelector('.home');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  assert.ok(kept.includes('/index.html'));
  assert.deepEqual(kept.filter((path) => path.startsWith('/api')), []);
  await visitor.leave();
  await place.stop();
});
