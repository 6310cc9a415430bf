// SPDX-License-Identifier: GPL-3.0-or-later
// Learning in the browser: lessons are found, tried, missed, shown and solved, and what has been solved is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { server, Visitor } from './support.mjs';

/** Opens a lesson and waits until its board can be played on. */
async function enter(address) {
  const visitor = await Visitor.enter();
  await visitor.open(address);
  await state(visitor, 'playing');
  return visitor;
}

const state = ({ page }, name) => page.waitForSelector(`.lesson[data-state="${name}"]`);
const feedback = ({ page }) => page.locator('.lesson .feedback').innerText();

test('a lesson is found, missed, tried again and solved, and the next one follows', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/learn');
  await page.getByRole('link', { name: 'Fuel Chess' }).click();
  await state(visitor, 'playing');
  assert.equal(await page.locator('.lesson-words h2').innerText(), 'Three units left');
  await visitor.play('d1', 'd2');
  await state(visitor, 'missed');
  assert.match(await feedback(visitor), /captured nothing/);
  await page.getByRole('button', { name: 'Start again' }).click();
  await state(visitor, 'playing');
  await visitor.play('d1', 'b3');
  await state(visitor, 'reached');
  assert.equal(await page.locator('.lessons .done').count(), 1);
  await page.getByRole('link', { name: 'Next lesson' }).click();
  await page.getByRole('heading', { name: 'A check needs fuel' }).waitFor();

  await visitor.open('#/learn');
  await page.reload();
  await page.getByText(/^1 of \d+ solved$/).waitFor();
  await page.getByRole('link', { name: 'Fuel Chess' }).click();
  await page.getByRole('heading', { name: 'A check needs fuel' }).waitFor();
  await page.getByRole('button', { name: 'Forget' }).click();
  assert.equal(await page.locator('.lessons .done').count(), 0);
  await visitor.leave();
});

test('turn after turn without answers', async () => {
  const visitor = await enter('#/learn/fuel/past-the-rook');
  for (const [from, to, left] of [['c5', 'd4', '3 turns are left'], ['d4', 'e4', '2 turns are left'], ['e4', 'f5', 'One turn is left']]) {
    await visitor.play(from, to);
    await visitor.page.getByText(left).waitFor();
  }
  await visitor.play('f5', 'g5');
  await state(visitor, 'reached');
  await visitor.leave();
});

test('a path is announced before a move, after it, or not at all', async () => {
  const visitor = await enter('#/learn/hamiltonian/announce');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Announce', exact: true }).click();
  await state(visitor, 'reached');

  await visitor.open('#/learn/hamiltonian/missing-link');
  await page.getByRole('heading', { name: 'The missing link' }).waitFor();
  await state(visitor, 'playing');
  await page.getByRole('button', { name: 'Announce', exact: true }).click();
  await page.getByText(/false announcement/i).first().waitFor();
  await visitor.play('c6', 'a5');
  await page.getByRole('button', { name: 'Do not announce' }).waitFor();
  await page.getByRole('button', { name: 'Announce', exact: true }).click();
  await state(visitor, 'reached');
  await page.getByRole('button', { name: 'Start again' }).click();
  await state(visitor, 'playing');
  await visitor.play('c6', 'e5');
  const pass = page.getByRole('button', { name: 'Do not announce' });
  await pass.waitFor();
  // In a new try there is nothing to decide yet: the other side would answer to nothing.
  await page.getByRole('button', { name: 'Start again' }).click();
  await pass.waitFor({ state: 'hidden' });
  await state(visitor, 'playing');
  await visitor.play('c6', 'e5');
  await pass.click();
  await state(visitor, 'missed');
  await visitor.leave();
});

test('the men of the other side are placed, it answers, and so it goes on', async () => {
  const visitor = await enter('#/learn/hamiltonian/placing-and-winning');
  const { page } = visitor;
  // Nobody can announce anything yet.
  await page.getByRole('button', { name: 'Announce', exact: true }).first().waitFor({ state: 'hidden' });
  await page.locator('.practice .pocket-piece:enabled').click();
  await visitor.click('a8');
  await page.getByText('Black answers B@h8. 2 turns are left.').waitFor();
  await visitor.play('h8', 'g7');
  const pass = page.getByRole('button', { name: 'Do not announce' });
  await pass.click();
  // Which of its turns it chooses is the engine's affair.
  await page.getByText(/Black answers \S+\. One turn is left\./).waitFor();
  await visitor.play('g7', 'h6');
  await pass.waitFor();
  await page.getByRole('button', { name: 'Announce', exact: true }).click();
  await state(visitor, 'reached');
  await visitor.leave();
});

test('a lesson is shown, but that does not solve it', async () => {
  const visitor = await enter('#/learn/fuel/last-move');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Show me' }).click();
  await state(visitor, 'shown');
  assert.equal(await page.locator('.lessons .done').count(), 0);
  await page.getByRole('button', { name: 'Start again' }).click();
  await state(visitor, 'playing');
  await visitor.leave();
});

test('an address of no lesson', async () => {
  const visitor = await Visitor.enter();
  for (const address of ['#/learn/fuel/none', '#/learn/checkers']) {
    await visitor.open(address);
    await visitor.page.getByRole('heading', { name: 'No such page' }).waitFor();
    await visitor.open('#/learn');
    await visitor.page.getByRole('heading', { name: 'Learn', exact: true }).waitFor();
  }
  await visitor.leave();
});

/** The squares that are marked as attacked by the piece on a square. */
async function attackedBy({ page }, square) {
  await page.waitForSelector(`.attacks[data-of="${square}"]`);
  return (await page.locator('.attacked').evaluateAll((marks) => marks.map(({ dataset }) => dataset.square))).sort();
}

test('pointing at an enemy piece shows what it attacks, as far as its fuel goes', async () => {
  const visitor = await enter('#/learn/fuel/past-the-rook');
  const { page } = visitor;
  await page.mouse.move(...(await visitor.spot('e8')));
  const rook = ['b8', 'c8', 'd8', 'e5', 'e6', 'e7', 'f8', 'g8', 'h8'];
  assert.deepEqual(await attackedBy(visitor, 'e8'), rook);
  assert.match(await page.locator('.practice .meaning').innerText(), /attacks .*e5/);
  await page.mouse.move(...(await visitor.spot('c5')));
  await page.waitForSelector('.attacks:not([data-of])', { state: 'attached' });

  // The same by keyboard; the first key shows the cursor, on the king.
  await page.locator('.practice .board').focus();
  await page.mouse.move(0, 0);
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  assert.deepEqual(await attackedBy(visitor, 'e8'), rook);
  await visitor.leave();
});

test('on the board of a match, too', async () => {
  const { match } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const visitor = await Visitor.enter();
  await visitor.open(`#/match/${match.id}`);
  await visitor.page.waitForSelector('.match[data-ply="0"]');
  await visitor.page.mouse.move(...(await visitor.spot('b8')));
  assert.deepEqual(await attackedBy(visitor, 'b8'), ['a6', 'c6', 'd7']);
  await visitor.leave();
});
