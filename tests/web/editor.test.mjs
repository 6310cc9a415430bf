// SPDX-License-Identifier: GPL-3.0-or-later
// The board editor in the browser: pieces, squares, hands, faults at their squares, the keyboard, reloading, playing and analysing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from './support.mjs';

class Editor {
  static async enter(game, options = {}) {
    const editor = new Editor();
    editor.visitor = await Visitor.enter(options);
    editor.page = editor.visitor.page;
    await editor.visitor.open(`#/editor/${game}`);
    await editor.ready();
    return editor;
  }

  ready() {
    return this.page.waitForSelector('.board-editor[data-ready="true"]');
  }

  tool(name) {
    return this.page.locator(`[data-tool="${name}"]:not(.board-editor)`).click();
  }

  press(square) {
    return this.page.locator(`.edit-square[data-square="${square}"]`).click();
  }

  /** Waits until the position is that. */
  fen(fen) {
    return this.page.waitForSelector(`.board-editor[data-fen="${fen}"]`);
  }

  leave() {
    return this.visitor.leave();
  }
}

test('fuel: pieces are put with their fuel and erased; faults stand at their squares; a reload loses nothing', async () => {
  const editor = await Editor.enter('fuel');
  const { page } = editor;
  await page.getByRole('button', { name: 'Empty board' }).click();
  await editor.fen('8/8/8/8/8/8/8/8 w - - 0 1 0');
  await page.waitForSelector('.edit-verdict[data-legal="false"]');
  await editor.tool('piece K white');
  await editor.press('e1');
  await editor.tool('piece K black');
  await editor.press('e8');
  await page.locator('#editor-fuel').fill('7');
  await editor.tool('piece R black');
  await editor.press('e4');
  await editor.fen('4k3/8/8/8/4r3/8/8/4K3 w - - 0 1 50,7,50');
  await page.waitForSelector('.edit-verdict[data-legal="true"]');
  await page.locator('[data-name="side black"]').check({ force: true });
  await page.waitForSelector('.edit-square[data-square="e1"][data-fault]');
  await page.reload();
  await editor.ready();
  await editor.fen('4k3/8/8/8/4r3/8/8/4K3 b - - 0 1 50,7,50');
  await editor.leave();
});

test('hans38: holes become squares with owners', async () => {
  const editor = await Editor.enter('hans38');
  const { page } = editor;
  await editor.tool('square');
  await editor.press('e4');
  await page.waitForSelector('.edit-square[data-square="e4"][data-kind="square"]');
  await editor.tool('hole');
  await editor.press('e4');
  await page.waitForSelector('.edit-square[data-square="e4"][data-kind="hole"]');
  await editor.leave();
});

test('the keyboard alone puts and erases pieces', async () => {
  const editor = await Editor.enter('hnefa');
  const { page } = editor;
  await page.locator('.edit-board').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Q');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.edit-square[data-square="a1"][data-piece="white Q"]');
  await page.keyboard.press('Delete');
  await page.waitForSelector('.edit-square[data-square="a1"][data-piece=""]');
  await editor.leave();
});

test('crazyhouse: hands; a position is analysed, comes back, and is played against the engine', async () => {
  const editor = await Editor.enter('crazyhouse');
  const { page } = editor;
  await page.locator('[data-name="hand white N"]').fill('2');
  await page.locator('[data-name="hand white N"]').press('Tab');
  const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NN] w KQkq - 0 1';
  await editor.fen(fen);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.waitForSelector('.study[data-ready="true"]');
  await page.getByRole('button', { name: 'Edit board' }).click();
  await editor.fen(fen);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForSelector('.match[data-ply]');
  assert.match(page.url(), /#\/match\//);
  await editor.leave();
});

test('hnefa on a phone: gates, corners and walls lie on the board, which can be enlarged; then a tap puts a piece, and a finger that moves on puts none', async () => {
  const editor = await Editor.enter('hnefa', { viewport: { width: 360, height: 740 }, hasTouch: true });
  const { page } = editor;
  await page.waitForSelector('.landmarks .gate');
  await page.waitForSelector('.landmarks .corner');
  await page.waitForSelector('.landmarks .wall');
  await page.getByText('a king here wins').waitFor();
  await page.getByRole('button', { name: 'Enlarge the board' }).click();
  await page.waitForSelector('.board-frame.enlarged');
  await editor.tool('piece Q white');
  const square = page.locator('.edit-square[data-square="a2"]');
  await square.scrollIntoViewIfNeeded();
  const { width } = await square.boundingBox();
  assert.ok(width >= 40, `an enlarged square is ${width} pixels wide`);
  await square.tap();
  await page.waitForSelector('.edit-square[data-square="a2"][data-piece="white Q"]');
  const { x, y } = await square.boundingBox();
  const finger = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x: x + width * 1.5, y: y + width / 2 });
  for (const squares of [2.5, 3.5, 4.5]) await touch('touchMove', { x: x + width * squares, y: y + width / 2 });
  await touch('touchEnd');
  await square.tap();
  await page.waitForSelector('.edit-square[data-square="a2"][data-piece=""]');
  assert.equal(await page.locator('.edit-square[data-piece="white Q"]').count(), 1, 'the one that the game begins with');
  await page.getByRole('button', { name: 'Show the whole board' }).click();
  await page.waitForSelector('.board-frame:not(.enlarged)');
  await editor.leave();
});
