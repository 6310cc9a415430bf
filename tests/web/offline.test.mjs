// SPDX-License-Identifier: GPL-3.0-or-later
// The page without its server: after one visit it opens again, and what needs nobody else works.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, Visitor } from './support.mjs';

/** A visitor whose browser has kept the page. */
async function visited() {
  const place = await Server.start();
  const visitor = await Visitor.enter({ serviceWorkers: 'allow' }, place);
  await visitor.open('#/');
  await visitor.page.waitForSelector('.home');
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return { place, visitor, page: visitor.page };
}

test('after one visit lessons, inventing and the editor work without a server, and tours come back with it', async () => {
  const { place, visitor, page } = await visited();
  await place.end();
  await visitor.open('#/tours');
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

  await visitor.open('#/tours');
  await page.getByRole('heading', { name: 'Without the server' }).waitFor();
  await place.run();
  await page.waitForSelector('.tours');
  await visitor.leave();
  await place.stop();
});

test('the page can be installed', async () => {
  const { place, visitor, page } = await visited();
  const manifest = await page.evaluate(async () => {
    const answer = await fetch(document.querySelector('link[rel=manifest]').href);
    return { type: answer.headers.get('content-type'), ...(await answer.json()) };
  });
  assert.equal(manifest.type, 'application/manifest+json');
  for (const { src, sizes, type } of manifest.icons) {
    const drawn = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, src);
    if (type === 'image/png') assert.equal(drawn.join('x'), sizes);
  }
  const session = await visitor.context.newCDPSession(page);
  assert.deepEqual((await session.send('Page.getInstallabilityErrors')).installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
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
