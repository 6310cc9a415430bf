// SPDX-License-Identifier: GPL-3.0-or-later
// A 16×16 board with landmarks: walls, gates and corners, two-digit ranks, promotion lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, server } from './support.mjs';

const atTheBoard = (body, options) => Visitor.atBoard({ game: 'hnefa', ...body }, options);

const marked = (page, css) => page.locator(`.landmarks ${css}`).evaluateAll((all) => all.map((each) => each.dataset.square).sort());

const CORNER = '16/1k14/16/3****2****3/3*8*3/3*8*3/3*8*3/16/16/3*8*3/3*8*3/3*8*3/3****2****3/16/1K14/16 w - - 0 1';

test('walls, gates and corners are drawn in their places, even when the board is flipped', async () => {
  const { visitor, page } = await atTheBoard({});
  assert.equal((await marked(page, '.wall')).length, 28);
  assert.deepEqual(await marked(page, '.gate'), ['d8', 'd9', 'h13', 'h4', 'i13', 'i4', 'm8', 'm9']);
  assert.deepEqual(await marked(page, '.corner'), ['a1', 'a16', 'p1', 'p16']);
  const middle = async (square) => {
    const box = await page.locator(`.landmarks [data-square="${square}"]`).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
  };
  const near = async (square) => {
    const [one, other] = [await middle(square), (await visitor.spot(square)).map(Math.round)];
    assert.ok(Math.abs(one[0] - other[0]) < 3 && Math.abs(one[1] - other[1]) < 3, `${square}: ${one} ${other}`);
  };
  for (const square of ['d4', 'm13', 'a16', 'h13']) await near(square);
  await page.keyboard.press('f');
  await page.waitForSelector('.cg-wrap.orientation-black');
  for (const square of ['d4', 'm13', 'a16', 'h13']) await near(square);
  assert.equal(await page.locator('.names.ranks span').first().textContent(), '1');
  await visitor.leave();
});

test('moves to two-digit ranks are played by click, by drag and by typing', async () => {
  const { visitor, match, page } = await atTheBoard({});
  await visitor.play('g14', 'g13').catch(() => undefined);
  assert.equal((await server.match(match.id)).ply, 0, 'nobody walks into a wall');
  await page.keyboard.press('Escape');
  await visitor.play('e15', 'e16');
  await visitor.waitForPly(1);
  await visitor.drag('b12', 'b13');
  await visitor.waitForPly(2);
  await page.getByPlaceholder(/Type a move/).fill('Vl16');
  await page.keyboard.press('Enter');
  await visitor.waitForPly(3);
  assert.deepEqual(
    (await server.match(match.id)).turns.map(({ turn }) => turn),
    ['e15e16', 'b12b13', 'l15l16'],
  );
  await visitor.leave();
});

test('promotion lines are shown on request, and for the pawn that has been picked up', async () => {
  const { visitor, page } = await atTheBoard({});
  assert.equal((await marked(page, '.goal')).length, 0);
  await page.getByLabel('where pawns promote').check();
  const all = await marked(page, '.goal');
  for (const square of ['i5', 'i12', 'h8', 'e9', 'l8', 'a12', 'p5']) assert.ok(all.includes(square), square);
  assert.ok(!all.includes('i4') && !all.includes('d8'), 'gates are outside');
  await page.getByLabel('where pawns promote').uncheck();
  await visitor.click('o9');
  await page.waitForSelector('.landmarks .goal');
  assert.deepEqual(await marked(page, '.goal'), ['i10', 'i11', 'i12', 'i5', 'i6', 'i7', 'i8', 'i9']);
  await visitor.leave();
});

test('a king that reaches a corner wins', async () => {
  const { visitor, page } = await atTheBoard({ fen: CORNER });
  await visitor.play('b2', 'a1');
  await page.locator('.result', { hasText: 'king reached a corner' }).waitFor();
  assert.match(await page.locator('.result').textContent(), /White wins/);
  await visitor.leave();
});

test('on a phone the whole board fits, and its pieces can be told apart', async () => {
  const { visitor, page } = await atTheBoard({}, { viewport: { width: 390, height: 844 } });
  const box = await page.locator('cg-board').boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, 'the board is cut off');
  const pictures = await page.evaluate(() =>
    ['h', 'v', 'g', 'p'].map((letter) => getComputedStyle(document.querySelector(`piece.${letter}-piece.white`)).backgroundImage),
  );
  assert.equal(new Set(pictures).size, 4);
  assert.ok(pictures.every((picture) => picture.includes('svg') && !picture.includes('%3Ctext')), 'each has a drawing of its own');
  await visitor.leave();
});
