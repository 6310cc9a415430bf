// SPDX-License-Identifier: GPL-3.0-or-later
// Seats are taken to another device by a link or its QR code, once, and ended from either side.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Visitor, server, until } from './support.mjs';

const jsqr = createRequire(new URL('../../web/package.json', import.meta.url))('jsqr');

/** Somebody with White's seat in a new match, on My games. */
async function holder() {
  const { id, tokens } = await server.friends();
  const visitor = await Visitor.enter();
  await visitor.sit(id, { white: tokens.white });
  await visitor.open('#/mine');
  await visitor.page.waitForSelector('.mine[data-ready="true"]');
  return { visitor, page: visitor.page, id, black: tokens.black };
}

async function makeLink(page) {
  await page.getByRole('button', { name: 'To another device' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.locator('.qr').waitFor();
  return page.locator('.device-link .link').inputValue();
}

/** What a camera reads from the code. */
async function scanned(page) {
  const [width, pixels] = await page.locator('.qr').evaluate(async (svg) => {
    const copy = svg.cloneNode(true);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('width', '400');
    copy.setAttribute('height', '400');
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 400;
    const drawing = canvas.getContext('2d');
    drawing.fillStyle = 'white';
    drawing.fillRect(0, 0, 400, 400);
    drawing.drawImage(image, 0, 0);
    return [400, [...drawing.getImageData(0, 0, 400, 400).data]];
  });
  return jsqr(Uint8ClampedArray.from(pixels), width, width)?.data;
}

const look = (page) => page.evaluate(() => dispatchEvent(new Event('online')));

test('a link takes a seat to another device, where it is played, and works once', async () => {
  const { visitor, page, id } = await holder();
  const link = await makeLink(page);
  assert.match(link, /#\/device\/[\w-]{32}$/);
  assert.equal(await scanned(page), link);
  const phone = await Visitor.enter({ viewport: { width: 360, height: 740 } });
  const asked = [];
  phone.page.on('request', (request) => asked.push(request.url()));
  await phone.page.goto(link);
  await phone.page.getByText('Chess, White').waitFor();
  assert.match(phone.page.url(), /#\/device$/);
  assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  await phone.page.getByRole('button', { name: 'Take them to this device' }).click();
  await phone.page.locator(`[data-standing="turn"] [data-id="${id}"]`).click();
  await phone.page.waitForSelector('.match[data-ready="true"]');
  await phone.play('e2', 'e4');
  await phone.waitForPly(1);
  const secret = link.split('/').at(-1);
  assert.ok(!asked.some((url) => url.includes('/api/') && url.includes(secret)), 'no request has it in its address');
  assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nor of the match');
  await phone.page.getByRole('button', { name: 'Settings' }).click();
  await phone.page.getByRole('button', { name: 'To another device' }).click();
  await phone.page.getByRole('button', { name: 'Make a link' }).click();
  await phone.page.locator('.qr').waitFor();
  const other = await Visitor.enter();
  await other.page.goto(link);
  await other.page.getByText('This link has been used already.').waitFor();
  for (const each of [visitor, phone, other]) await each.leave();
});

test('the giver ends it, the other device says so, and gets it anew', async () => {
  const { visitor, page, id } = await holder();
  const link = await makeLink(page);
  const phone = await Visitor.enter();
  await phone.page.goto(link);
  await phone.page.getByRole('button', { name: 'Take them to this device' }).click();
  await phone.page.locator('.mine .given', { hasText: 'One of these games came from another device.' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'To another device' }).click();
  await page.locator('.device-list').getByRole('button', { name: 'End' }).click();
  await until('no device is left', async () => (await page.locator('.device-list li').count()) === 0);
  await look(phone.page);
  await phone.page.locator('.mine .lost', { hasText: 'or your seat in it was ended' }).waitFor();
  // It may be given anew.
  await page.getByRole('button', { name: 'Close' }).click();
  const second = await makeLink(page);
  await phone.page.goto('about:blank');
  // That the seat was ended is heard last.
  const looked = phone.page.waitForResponse((response) => response.url().includes('/api/links'));
  await phone.page.route('**/api/seats', async (route) => {
    await looked;
    await route.continue();
  });
  await phone.page.goto(second);
  await phone.page.getByRole('button', { name: 'Take them to this device' }).click();
  await phone.page.locator(`[data-standing="turn"] [data-id="${id}"]`).click();
  await phone.page.waitForSelector('.match[data-ready="true"]');
  await phone.play('e2', 'e4');
  await phone.waitForPly(1);
  await phone.open('#/mine');
  await phone.page.locator('.mine .given', { hasText: 'One of these games came from another device.' }).waitFor();
  for (const each of [visitor, phone]) await each.leave();
});

test('the other device gives it back, and a link is cancelled before it is used', async () => {
  const { visitor, page } = await holder();
  const link = await makeLink(page);
  const phone = await Visitor.enter();
  await phone.page.goto(link);
  await phone.page.getByRole('button', { name: 'Take them to this device' }).click();
  await phone.page.getByRole('button', { name: 'End it on this device' }).click();
  await phone.page.getByText('You have no games yet.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  const second = await makeLink(page);
  assert.equal(await page.locator('.device-list li').count(), 0);
  await page.getByRole('button', { name: 'Cancel the link' }).click();
  await page.getByRole('button', { name: 'Make a link' }).waitFor();
  await phone.page.goto('about:blank');
  await phone.page.goto(second);
  await phone.page.getByText('There is no such link any more').waitFor();
  for (const each of [visitor, phone]) await each.leave();
});
