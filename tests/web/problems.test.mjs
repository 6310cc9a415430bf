// SPDX-License-Identifier: GPL-3.0-or-later
// Problems in the browser: they are found, missed, solved and shown; announcements; filters; what is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from './support.mjs';

/** Black wins in two turns: 1…h4 2. Kg4 Qe6#. */
const FUEL = '#/problems/fuel/0611bee0';
/** Black wins at once: 1…Nc8,!. */
const HAMILTONIAN = '#/problems/hamiltonian/16f5c838';

async function enter(address, options) {
  const visitor = await Visitor.enter(options);
  await visitor.open(address);
  await state(visitor, 'playing');
  return visitor;
}

const state = ({ page }, name) => page.waitForSelector(`.exercise-place[data-state="${name}"]`);
const text = ({ page }, selector) => page.locator(selector).innerText();
const record = ({ page }) => page.locator('.problem-record').innerText();

test('a problem is missed and solved; the next one is solved at the first try, and both are kept', async () => {
  const visitor = await enter(FUEL);
  const { page } = visitor;
  assert.equal(await page.locator('.problem-words h2').innerText(), 'Black to move and win in 2 turns.');
  await visitor.play('f6', 'e6');
  await state(visitor, 'wrong');
  await visitor.play('h5', 'h4');
  await page.getByText('White answers Kg4. Go on.').waitFor();
  await visitor.play('f6', 'e6');
  await state(visitor, 'solved');
  assert.match(await record(visitor), /^1 solved · streak 0 · best 0 · rating \d+\?$/);
  const rating = async () => Number(/rating (\d+)/.exec(await record(visitor))[1]);
  const low = await rating();
  assert.ok(low < 1200, 'a first try that fails lowers it');

  await visitor.open(HAMILTONIAN);
  await page.waitForSelector('.exercise[data-game="hamiltonian"]');
  await visitor.play('e7', 'c8');
  await page.getByText('Do you announce a path or circuit?').waitFor();
  await page.getByRole('button', { name: 'Announce', exact: true }).first().click();
  await state(visitor, 'solved');
  const both = /^2 solved · streak 1 · best 1 · rating \d+\?$/;
  assert.match(await record(visitor), both);
  assert.ok((await rating()) > low);

  await page.reload();
  await state(visitor, 'playing');
  assert.match(await record(visitor), both);
  await page.getByText(/^1 of \d+ solved$/).waitFor();
  await page.getByRole('link', { name: 'All problems' }).click();
  await page.locator('.problem-history tbody tr').nth(1).waitFor();
  assert.deepEqual(await page.locator('.problem-history tbody td:nth-child(2)').allInnerTexts(), ['Solved', 'Not at once']);

  // All of it goes into a file and comes back from it.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saved).path();
  await page.getByRole('button', { name: 'Forget all' }).click();
  await page.locator('dialog .danger').click();
  await page.getByText('0 solved · streak 0 · best 0 · rating 1200?').waitFor();
  const input = page.getByLabel('File of solved problems');
  await input.setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"leaper":"studies"}') });
  await page.getByText('This is not a file').waitFor();
  await input.setInputFiles(file);
  await page.getByText('2 solved · streak 1 · best 1').waitFor();
  await visitor.leave();
});

test('whoever does not announce has not solved it', async () => {
  const visitor = await enter(HAMILTONIAN);
  const { page } = visitor;
  await visitor.play('e7', 'c8');
  const pass = page.getByRole('button', { name: 'Do not announce' });
  await pass.click();
  await state(visitor, 'wrong');

  // On the same page it can be tried again, also after a try that was broken off while there was still to decide.
  await visitor.play('e7', 'f5');
  await pass.waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await state(visitor, 'playing');
  await pass.waitFor({ state: 'hidden' });
  await visitor.play('e7', 'c8');
  await pass.click();
  await state(visitor, 'wrong');
  await visitor.play('e7', 'c8');
  await page.getByText('Do you announce a path or circuit?').waitFor();
  await page.getByRole('button', { name: 'Announce', exact: true }).first().click();
  await state(visitor, 'solved');
  await visitor.leave();
});

test('what is not there cannot be announced', async () => {
  const visitor = await enter(HAMILTONIAN);
  const { page } = visitor;
  await visitor.play('e7', 'f5');
  await page.getByText('Do you announce a path or circuit?').waitFor();
  await page.getByRole('button', { name: 'Announce', exact: true }).first().click();
  await page.getByText(/false announcement/i).first().waitFor();
  // The turn still stands, and may be played without.
  await page.getByRole('button', { name: 'Do not announce' }).click();
  await state(visitor, 'wrong');
  await visitor.leave();
});

test('hints say what it is about and where to begin; the solution is played', async () => {
  const visitor = await enter(FUEL);
  const { page } = visitor;
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('Think of: checkmate.').waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('The turn begins on h5.').waitFor();
  await page.locator('.exercise .cg-shapes circle').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await state(visitor, 'shown');
  // Each of its turns leads to the position after it.
  const turns = page.locator('.walk-line button');
  assert.deepEqual(await turns.allInnerTexts(), ['h4+', 'Kg4', 'Qe6#']);
  await turns.first().click();
  await page.waitForSelector('.exercise[data-ply="1"]');
  await page.getByRole('button', { name: 'One turn on' }).click();
  await page.waitForSelector('.exercise[data-ply="2"]');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.waitForSelector('.study[data-ready="true"]');
  await page.locator('.study').getByText('Qe6#').waitFor();
  await visitor.leave();
});

test('a theme filters what comes next', async () => {
  const visitor = await enter('#/problems/hamiltonian');
  const { page } = visitor;
  await page.getByLabel('Theme', { exact: true }).selectOption('circuit');
  await page.getByText(/^0 of \d\d solved$/).waitFor();
  await page.getByLabel('Difficulty', { exact: true }).selectOption('hard');
  await page.getByText(/^0 of \d solved$/).waitFor();
  const next = await page.getByRole('link', { name: 'Next problem' }).getAttribute('href');
  await visitor.open(next);
  await state(visitor, 'playing');
  assert.equal(await page.getByLabel('Theme', { exact: true }).inputValue(), 'circuit');
  assert.ok(Number(/Rating (\d+)/.exec(await text(visitor, '.problem-words'))[1]) >= 1700);
  await page.getByLabel('Set', { exact: true }).selectOption('fuel');
  await page.waitForSelector('.exercise[data-game="fuel"]');
  await visitor.leave();
});

test('the problem of the day is the same for everybody, and another one on another day', async () => {
  const seen = [];
  for (const day of ['2026-11-22T01:00:00Z', '2026-11-22T23:00:00Z', '2026-11-23T01:00:00Z']) {
    const visitor = await Visitor.enter();
    await visitor.page.clock.setFixedTime(new Date(day));
    await visitor.open('#/problems');
    const link = visitor.page.locator('.daily a');
    await link.waitFor();
    seen.push(await link.getAttribute('href'));
    await visitor.leave();
  }
  assert.equal(seen[0], seen[1]);
  assert.notEqual(seen[0], seen[2]);
});

test('an address without a problem is no page', async () => {
  const visitor = await Visitor.enter();
  for (const address of ['#/problems/fuel/none', '#/problems/checkers']) {
    await visitor.open(address);
    await visitor.page.locator('.nothing').waitFor();
    await visitor.open('#/problems');
    await visitor.page.waitForSelector('.problem-games');
  }
  await visitor.leave();
});
