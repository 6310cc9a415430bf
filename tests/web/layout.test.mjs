// SPDX-License-Identifier: GPL-3.0-or-later
// Board, pieces in hand and status fit on every screen, even after it was resized or rotated; small squares can be enlarged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, server, until } from './support.mjs';

const SIZES = {
  'a large window': [1440, 900],
  'a laptop': [1280, 720],
  'a phone on its side': [844, 390],
  'a phone': [390, 844],
};
// In both directions, so that nothing left over from a larger size props up a smaller one.
const WALK = ['a large window', 'a laptop', 'a phone on its side', 'a phone', 'a phone on its side', 'a laptop', 'a phone', 'a large window', 'a phone'];

// One game of each kind, or those that are left.
const KINDS = ['chess', 'hamiltonian', 'hnefa', 'hans38'];
const FURTHER = ['fuel', 'hans38-neutral', 'hans38-postal', 'hans38-postal-plus', 'infinite-reserves', 'moving-squares'];
const further = process.env.FURTHER_GAMES !== undefined;
const GAMES = further ? FURTHER : KINDS;
/** What has nothing to do with these games has been tested with the others. */
const once = further ? () => undefined : test;

/** Which parts of the table stick out of the window, in words; empty if none do. */
const faults = () => {
  const list = [];
  scrollTo(0, 0);
  const seen = (name, selector, needed = true) => {
    const all = [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length > 0);
    if (needed && all.length === 0) list.push(`no ${name}`);
    for (const each of all) {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        list.push(`${name} is cut off: ${[left, top, right, bottom].map(Math.round)} of ${innerWidth}×${innerHeight}`);
    }
  };
  seen('board', 'cg-board');
  seen('player', '.player');
  seen('reserve', '.player .reserve', false);
  seen('tray', '.tray:not([hidden]) .tray-pieces', false);
  seen('status', '.status');
  // A column beside the board must be visible in full.
  if (innerWidth > 900) seen('column', '.side > *');
  const board = document.querySelector('cg-board').getBoundingClientRect();
  const least = 0.6 * Math.min(innerWidth, innerHeight);
  if (board.width < least) list.push(`the board is ${board.width} wide, which is less than ${least}`);
  const overlay = document.querySelector('.overlay').getBoundingClientRect();
  if (Math.abs(overlay.width - board.width) > 1) list.push(`the overlay is ${overlay.width} wide, the board ${board.width}`);
  if (document.documentElement.scrollWidth > innerWidth) list.push(`${document.documentElement.scrollWidth - innerWidth} pixels too wide`);
  return list;
};

for (const game of GAMES)
  test(`${game}: board, pieces in hand and status fit, whatever the window was before`, async () => {
    const { visitor, page } = await Visitor.atBoard({ game });
    for (const name of WALK) {
      const [width, height] = SIZES[name];
      await page.setViewportSize({ width, height });
      let found;
      await until(`everything fits on ${name}: ${found}`, async () => (found = await page.evaluate(faults)).length === 0).catch(() => undefined);
      assert.deepEqual(found, [], name);
    }
    await visitor.leave();
  });

once('a match that fits the window does not scroll by a few pixels', async () => {
  const { visitor, page } = await Visitor.atBoard({ game: 'chess' });
  for (const name of ['a large window', 'a laptop']) {
    const [width, height] = SIZES[name];
    await page.setViewportSize({ width, height });
    await until(`nothing is below ${name}`, () => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  }
  await visitor.leave();
});

once('there is no gap among the cards of the games', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  for (const [width, height] of Object.values(SIZES)) {
    await page.setViewportSize({ width, height });
    await visitor.open('#/');
    await page.waitForSelector('.choices.games label');
    const gaps = await page.evaluate(() => {
      const right = document.querySelector('.choices.games .options').getBoundingClientRect().right;
      const rows = new Map();
      for (const card of document.querySelectorAll('.choices.games label')) {
        const box = card.getBoundingClientRect();
        rows.set(box.top, Math.max(rows.get(box.top) ?? 0, box.right));
      }
      return [...rows.values()].filter((end) => end < right - 1).length;
    });
    assert.equal(gaps, 0, `${width}×${height}`);
  }
  await visitor.leave();
});

once('the letters of the files i and l cannot be mistaken for each other', async () => {
  const { visitor, page } = await Visitor.atBoard({ game: 'hnefa' });
  // Draws both as the board does, and compares the ink.
  const difference = await page.evaluate(() => {
    const { fontFamily, fontWeight } = getComputedStyle(document.querySelector('.names.files'));
    const ink = (letter) => {
      const canvas = new OffscreenCanvas(120, 120);
      const context = canvas.getContext('2d');
      context.font = `${fontWeight} 100px ${fontFamily}`;
      context.textAlign = 'center';
      context.fillText(letter, 60, 90);
      const { data } = context.getImageData(0, 0, 120, 120);
      return Array.from({ length: 120 * 120 }, (_, index) => data[4 * index + 3] > 127);
    };
    const [one, other] = [ink('i'), ink('l')];
    const either = one.filter((dark, index) => dark || other[index]).length;
    return one.filter((dark, index) => dark !== other[index]).length / either;
  });
  assert.ok(difference > 0.4, `only ${Math.round(100 * difference)} % of the ink differs`);
  await visitor.leave();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const enlarge = (page) => page.getByRole('button', { name: 'Enlarge the board' });
const whole = (page) => page.getByRole('button', { name: 'Show the whole board' });
const squareWidth = async (page, count = 16) => (await page.locator('cg-board').boundingBox()).width / count;

/** Scrolls the enlarged board until a square lies well inside its frame. */
async function bring(visitor, square) {
  const frame = await visitor.page.locator('.board-frame').boundingBox();
  const [x, y] = await visitor.spot(square);
  await visitor.page.locator('.board-frame').evaluate((each, [dx, dy]) => each.scrollBy(dx, dy), [x - frame.x - frame.width / 2, y - frame.y - frame.height / 2]);
  return visitor.spot(square);
}

once('on a phone the squares of a large board are enlarged, scrolled and tapped', async () => {
  const { visitor, match, page } = await Visitor.atBoard({ game: 'hnefa' }, PHONE);
  assert.ok((await squareWidth(page)) < 30);
  await enlarge(page).tap();
  await until('squares are large enough to touch', async () => (await squareWidth(page)) >= 44);
  const frame = await page.locator('.board-frame').boundingBox();
  assert.ok(frame.x >= 0 && frame.x + frame.width <= 390, 'the frame stays where it was');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  for (const [from, to, ply] of [['e6', 'e8', 1], ['l11', 'l9', 2], ['o5', 'o4', 3]]) {
    await page.touchscreen.tap(...(await bring(visitor, from)));
    await page.waitForSelector('cg-board square.selected');
    await page.touchscreen.tap(...(await bring(visitor, to)));
    await visitor.waitForPly(ply);
  }
  assert.deepEqual((await server.match(match.id)).turns.map(({ turn }) => turn), ['e6e8', 'l11l9', 'o5o4']);
  await whole(page).tap();
  await until('all of it is shown again', async () => (await squareWidth(page)) < 30);
  await visitor.leave();
});

once('one finger scrolls the enlarged board or drags what can move, and two fingers enlarge it', async () => {
  const { visitor, match, page } = await Visitor.atBoard({ game: 'hnefa' }, PHONE);
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x: Math.round(x), y: Math.round(y), id })) });
  const [x, y] = await visitor.spot('h8');
  await touch('touchStart', [x - 20, y], [x + 20, y]);
  for (const apart of [26, 34, 44]) await touch('touchMove', [x - apart, y], [x + apart, y]);
  await touch('touchEnd');
  await until('it is enlarged', async () => (await squareWidth(page)) >= 44);
  assert.ok(await visitor.spot('h8').then(([at]) => Math.abs(at - x) < 60), 'around the fingers');
  const panned = () => page.locator('.board-frame').evaluate((each) => each.scrollLeft);
  const start = await panned();
  await page.locator('.board-frame').evaluate((each, from) => {
    each.addEventListener('scrollend', () => each.toggleAttribute('data-rested', each.scrollLeft < from - 30));
  }, start);
  await touch('touchStart', [x, y]);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', [x + 9 * step, y]);
  await touch('touchEnd');
  await page.waitForSelector('.board-frame[data-rested]'); // A finger that lets go leaves the board gliding.
  assert.equal((await server.match(match.id)).ply, 0);
  const from = await bring(visitor, 'h6');
  const to = await visitor.spot('h8');
  await touch('touchStart', from);
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', [from[0] + ((to[0] - from[0]) * step) / 5, from[1] + ((to[1] - from[1]) * step) / 5]);
  await page.waitForSelector('cg-board piece.dragging');
  await touch('touchEnd');
  await visitor.waitForPly(1);
  assert.deepEqual((await server.match(match.id)).turns.map(({ turn }) => turn), ['h6h8']);
  await visitor.leave();
});

once('by keyboard: Z enlarges, and the board follows the cursor', async () => {
  const { visitor, match, page } = await Visitor.atBoard({ game: 'hnefa' }, { viewport: { width: 844, height: 390 } });
  await page.locator('.board').focus();
  await page.keyboard.press('z');
  await until('it is enlarged', async () => (await squareWidth(page)) >= 40);
  const at = () => page.locator('.cursor').getAttribute('data-square');
  await page.keyboard.press('ArrowUp');
  const walk = async (target) => {
    for (let now = await at(); now !== target; now = await at()) {
      const [file, rank] = [now.charCodeAt(0) - target.charCodeAt(0), Number(now.slice(1)) - Number(target.slice(1))];
      await page.keyboard.press(file < 0 ? 'ArrowRight' : file > 0 ? 'ArrowLeft' : rank < 0 ? 'ArrowUp' : 'ArrowDown');
      const [cursor, frame] = [await page.locator('.cursor').boundingBox(), await page.locator('.board-frame').boundingBox()];
      const inside = cursor.x >= frame.x - 1 && cursor.y >= frame.y - 1 && cursor.x + cursor.width <= frame.x + frame.width + 1 && cursor.y + cursor.height <= frame.y + frame.height + 1;
      assert.ok(inside, `the cursor on ${await at()} can be seen`);
    }
  };
  await walk('o12');
  await walk('o5');
  await page.keyboard.press('Enter');
  await page.waitForSelector('cg-board square.selected');
  await walk('o4');
  await page.keyboard.press('Enter');
  await visitor.waitForPly(1);
  assert.deepEqual((await server.match(match.id)).turns.map(({ turn }) => turn), ['o5o4']);
  await visitor.leave();
});
