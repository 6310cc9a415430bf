// SPDX-License-Identifier: GPL-3.0-or-later
// The server is killed during play: everything acknowledged is still there, and the open page continues by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, server, until } from './support.mjs';

test('kill -9 during play and a restart lose nothing, and a move made in between arrives', async () => {
  const { match, seats } = await server.create({ game: 'fuel', parameters: { fuel: 30 }, opponent: { kind: 'local' } });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  const moves = [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6']];
  for (const [ply, [from, to]] of moves.entries()) {
    await ada.play(from, to);
    await ada.waitForPly(ply + 1);
  }

  await server.end('SIGKILL');
  await ada.page.locator('.banner.error', { hasText: 'connection to the server is lost' }).waitFor();
  await ada.play('f1', 'b5');
  await ada.page.locator('.banner.error', { hasText: 'has not reached the server yet' }).waitFor();

  await server.run();
  await ada.waitForPly(5);
  await until('the banners go', async () => (await ada.page.locator('.banner').count()) === 0);
  const now = await server.match(match.id);
  assert.deepEqual(now.turns.map((turn) => turn.turn), ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5']);
  assert.deepEqual(await ada.moves(), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);

  await ada.play('a7', 'a6');
  await ada.waitForPly(6);
  await ada.page.reload();
  await ada.waitForPly(6);
  assert.deepEqual(await ada.pieceOn('b5'), { color: 'white', letter: 'B', fuel: '26' });
  await ada.leave();
});

test('the engine resumes its turn after the server was killed', async () => {
  const { match, seats } = await server.create({
    game: 'chess',
    color: 'white',
    opponent: { kind: 'engine', level: 'full' },
  });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  await ada.play('e2', 'e4');
  await until('the move has been taken', async () => (await server.match(match.id)).ply > 0);
  await server.end('SIGKILL');
  await server.run();
  await ada.waitForPly(2);
  const now = await server.match(match.id);
  assert.equal(now.turns[0].turn, 'e2e4');
  await ada.leave();
});
