// SPDX-License-Identifier: GPL-3.0-or-later
// The page can be installed as an app.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visited } from './support.mjs';

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
