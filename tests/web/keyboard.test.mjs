// SPDX-License-Identifier: GPL-3.0-or-later
// What each screen is for, done by keyboard alone: studying, editing, learning, solving, playing in the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './support.mjs';
import { Typist } from './typist.mjs';

test('study: turns, a variation, a comment, a line of the engine, and a PGN of it all', async () => {
  const typist = await Typist.enter('#/study/chess');
  const { page } = typist;
  const at = (ply) => page.waitForSelector(`.study[data-ply="${ply}"]`);
  await page.waitForSelector('.study[data-ready="true"]');
  await typist.toBoard();
  await typist.play('e2', 'e4');
  await at(1);
  await typist.play('e7', 'e5');
  await at(2);
  await typist.press(',');
  await at(1);
  await typist.play('c7', 'c5');
  await page.waitForSelector('.study-moves .variation');
  await typist.press('c');
  await until('the comment can be written', () => typist.has(page.getByRole('textbox', { name: 'Comment' })));
  await typist.type('A Sicilian');
  await typist.press('Tab');
  await typist.press('l');
  const lines = page.locator('.engine-lines');
  await lines.locator('button').first().waitFor();
  await typist.tabTo(lines);
  await typist.press('Enter');
  await at(3);
  assert.ok(await typist.has(lines), 'the list of lines keeps the focus');
  await typist.press('l');
  await lines.waitFor({ state: 'hidden' });

  await typist.use('button', 'PGN');
  const field = page.locator('dialog.share').locator('input, textarea');
  await field.waitFor();
  assert.match(await field.inputValue(), /1\. e4 e5 \(1\.\.\. c5 \{A Sicilian\} 2\. \w+.*\)/s);
  await typist.press('Escape');
  await field.waitFor({ state: 'detached' });
  await typist.leave();
});

test('editor: pieces are put and removed, and the position is analysed', async () => {
  const typist = await Typist.enter('#/editor/chess');
  const { page } = typist;
  await page.waitForSelector('.board-editor[data-ready="true"]');
  await typist.use('button', 'Empty board');
  await page.waitForSelector('.board-editor[data-fen^="8/8/8/8/8/8/8/8 "]');
  await typist.toBoard();
  for (const [letter, square] of [['K', 'e1'], ['Q', 'd3'], ['k', 'e8']]) {
    await typist.press(letter);
    await typist.walkTo(square);
    await typist.press('Enter');
    await page.waitForSelector(`.edit-square[data-square="${square}"]:not([data-piece=""])`);
  }
  await typist.walkTo('d3');
  await typist.press('Delete');
  await page.waitForSelector('.edit-square[data-square="d3"][data-piece=""]');
  await typist.press('R');
  await typist.walkTo('a2');
  await typist.press('Enter');
  await page.waitForSelector('.board-editor[data-fen="4k3/8/8/8/8/8/R7/4K3 w - - 0 1"]');
  await typist.use('button', 'Analyse');
  await page.waitForSelector('.study[data-ready="true"]');
  assert.match(await page.getByRole('textbox', { name: 'FEN' }).inputValue(), /^4k3\/8\/8\/8\/8\/8\/R7\/4K3 w /);
  await typist.leave();
});

test('learn: a lesson is missed, begun again and solved, with the focus at the board', async () => {
  const typist = await Typist.enter('#/learn');
  const { page } = typist;
  const state = (name) => page.waitForSelector(`.lesson[data-state="${name}"]`);
  await typist.use('link', 'Fuel Chess');
  await state('playing');
  await typist.toBoard();
  await typist.play('d1', 'd2');
  await state('missed');
  await typist.use('button', 'Start again');
  await state('playing');
  await until('the board has the focus', () => typist.has(page.locator('.board')));
  await typist.play('d1', 'b3');
  await state('reached');
  await typist.use('link', 'Next lesson');
  await page.getByRole('heading', { name: 'A check needs fuel' }).waitFor();
  await typist.leave();
});

test('problems: one is solved, and its solution read out', async () => {
  const typist = await Typist.enter('#/problems/fuel/0611bee0');
  const { page } = typist;
  const state = (name) => page.waitForSelector(`.exercise-place[data-state="${name}"]`);
  await state('playing');
  await typist.toBoard();
  await typist.play('h5', 'h4');
  await page.getByText('White answers Kg4. Go on.').waitFor();
  await typist.play('f6', 'e6');
  await state('solved');
  assert.match(await page.locator('.problem-record').innerText(), /^1 solved/);
  await typist.use('button', 'Show the solution');
  await page.locator('[aria-live="polite"]', { hasText: 'checkmate' }).waitFor({ state: 'attached' });
  await state('shown');
  await typist.leave();
});

test('a match in the browser: begun, a turn is played, the match is deleted and brought back', async () => {
  const typist = await Typist.enter('#/');
  const { page } = typist;
  await typist.tabTo(page.getByRole('checkbox', { name: 'Play in this browser' }));
  await typist.press('Space');
  await typist.use('button', 'Start the game');
  await page.waitForSelector('.match[data-ready="true"]');
  await typist.toBoard();
  await typist.play('e2', 'e4');
  await page.waitForSelector('.match[data-ply="2"][data-ready="true"]');
  await typist.use('link', 'New game');
  await typist.tabTo(page.getByRole('button', { name: /^Delete / }));
  await typist.press('Enter');
  const back = page.locator('.own-matches').getByRole('button', { name: 'Undo' });
  await back.waitFor();
  assert.ok(await typist.has(back), 'the way back has the focus');
  await typist.press('Enter');
  const row = page.locator('.own-matches li[data-id] a');
  await row.waitFor();
  await until('the match has the focus', () => typist.has(row));
  await typist.press('Enter');
  await page.waitForSelector('.match[data-ply="2"][data-ready="true"]');
  await typist.leave();
});
