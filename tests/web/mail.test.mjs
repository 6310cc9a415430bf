// SPDX-License-Identifier: GPL-3.0-or-later
// The address for messages: left and deleted in the match, where the server sends any and the clock leaves time for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, Visitor, sendsMail, server } from './support.mjs';

/** White's place in a match with a friend who has joined. */
async function begin(place, clock) {
  const { id, tokens } = await place.friends({ clock });
  const visitor = await Visitor.enter({}, place);
  await visitor.sit(id, { white: tokens.white });
  return { visitor, id, token: tokens.white, card: visitor.page.locator('.card.mail') };
}

test('an address is left, kept, shown to its owner, and deleted', async () => {
  const place = await Server.start({ options: sendsMail });
  try {
    const { visitor, id, token, card } = await begin(place, '3days');
    await card.getByLabel('Write to me when it is my turn').fill('bea@example');
    await card.getByRole('button').click();
    await card.getByText('no address that messages can be sent to').waitFor();
    await card.getByLabel('Write to me when it is my turn').fill('bea@example.org');
    await visitor.page.keyboard.press('Enter');
    await card.getByText('please follow its link').waitFor();
    assert.equal((await place.ask(`/matches/${id}/mail`, { token })).body.address, 'bea@example.org');
    await visitor.page.reload();
    await card.getByText('bea@example.org').waitFor();
    await card.getByRole('button', { name: 'Delete address' }).click();
    await card.getByLabel('Write to me when it is my turn').waitFor();
    assert.equal((await place.ask(`/matches/${id}/mail`, { token })).body.address, null);
    await visitor.leave();
    const live = await begin(place, '5+3');
    await live.visitor.page.waitForSelector('[data-ready]');
    assert.equal(await live.card.isVisible(), false);
    await live.visitor.leave();
  } finally {
    await place.stop();
  }
});

test('a server that sends no messages asks for no address', async () => {
  const { visitor, card } = await begin(server, '3days');
  await visitor.page.waitForSelector('[data-ready]');
  assert.equal(await card.isVisible(), false);
  await visitor.leave();
});
