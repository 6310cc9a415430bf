// SPDX-License-Identifier: GPL-3.0-or-later
// Games in which squares come and go: placed from the reserve, moved, captured, carried, in turns of several steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, server, until } from './support.mjs';

async function atTheBoard(body, options) {
  const { visitor, match } = await Visitor.atBoard(body, options);
  const turns = async () => (await server.match(match.id)).turns.map(({ turn }) => turn);
  return { visitor, match, page: visitor.page, turns };
}

/** What is under a square: `water`, or a tile with its owner and whether it is frozen. */
function tileAt(page, square) {
  return page.locator(`.ground [data-square="${square}"]`).evaluate((tile) => {
    if (tile.classList.contains('water')) return 'water';
    return [tile.dataset.owner ?? 'tile', ...(tile.dataset.frozen === undefined ? [] : ['frozen'])].join(' ');
  });
}

const lies = (page, square, what) => until(`${square} is ${what}`, async () => (await tileAt(page, square)) === what);
const steps = (page, done) => page.waitForSelector(`.match[data-ready="true"][data-steps="${done}"]`);
/** A square placed by a single press waits for confirmation. */
async function confirm(page, done) {
  await page.waitForSelector(`.match[data-steps="${done}"] .turn-bar.confirming`);
  await page.locator('.send-turn').click();
}

const reserve = (page) => page.locator('.player.to-move .reserve');

test('a square is placed from the reserve by click and by drag, and moved by drag and by click', async () => {
  const { visitor, page, turns } = await atTheBoard({ game: 'hans38' });
  assert.equal(await tileAt(page, 'f3'), 'water');
  assert.equal(await page.locator('.ground .water').count(), 32);
  assert.match(await visitor.text('.turn-bar .what'), /place a square/);

  await reserve(page).click();
  assert.equal(await page.locator('.chip[data-kind=square-placement]').count(), 32, 'every hole is a target');
  await visitor.click('f3');
  await visitor.waitForPly(1);
  await lies(page, 'f3', 'white');
  assert.equal(await page.locator('.player[data-color=white] .reserve').getAttribute('data-count'), '2');

  const box = await reserve(page).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(...(await visitor.spot('c6')), { steps: 4 });
  await page.waitForSelector('.chip.over[data-square="c6"]');
  await page.mouse.up();
  await visitor.waitForPly(2);
  await lies(page, 'c6', 'black');

  await page.mouse.move(...(await visitor.spot('f3')));
  await page.mouse.down();
  await page.mouse.move(...(await visitor.spot('e5')), { steps: 4 });
  await page.waitForSelector('.square-ghost');
  await page.mouse.up();
  await visitor.waitForPly(3);
  await lies(page, 'f3', 'water');
  await lies(page, 'e5', 'white');

  await visitor.click('c6');
  await page.waitForSelector('.taken:not([hidden])');
  await visitor.click('b4');
  await visitor.waitForPly(4);
  assert.deepEqual(await turns(), ['@@f3', '@@c6', '@f3e5', '@c6b4']);
  assert.deepEqual(await visitor.moves(), ['@@f3', '@@c6', '@f3-e5', '@c6-b4']);
  await visitor.leave();
});

test('a piece captures the square it moves to', async () => {
  const fen = 'rnbqkb*r/pppppppp/****n***/********/***1****/********/PPPPPPPP/RNBQKBNR b KQkq - 0 3 2/2 d4/- -';
  const { visitor, page } = await atTheBoard({ game: 'hans38', fen });
  await lies(page, 'd4', 'white');
  await page.locator('.ground [data-square="d4"] .owner.white').waitFor();
  await visitor.play('e6', 'd4');
  await visitor.waitForPly(1);
  await reserve(page).click();
  await visitor.click('h5');
  await visitor.waitForPly(2);
  await lies(page, 'e6', 'black');
  await page.mouse.move(...(await visitor.spot('e6')));
  await page.locator('.meaning', { hasText: 'e6: empty, Black’s' }).waitFor();
  await visitor.play('d4', 'e6');
  await visitor.waitForPly(3);
  await lies(page, 'd4', 'black');
  await visitor.leave();
});

const POSTAL = 'rnbqkb1r/pppppppp/****n***/****1***/***1****/*****N**/PPPPPPPP/RNBQKB1R w KQkq - 0 5 2/2 g1d4/g8e5 -';

test('a postal turn: a move, undo, another move, then a square, after which the turn only needs to be sent', async () => {
  const { visitor, page, turns } = await atTheBoard({ game: 'hans38-postal', fen: POSTAL });
  assert.match(await visitor.text('.turn-bar .what'), /^First move a piece/);
  assert.ok(await reserve(page).isDisabled(), 'the piece comes first');
  await visitor.play('f3', 'e5');
  await steps(page, 'f3e5');
  assert.equal(await visitor.text('.turn-bar .steps'), 'This turn: Ne5');
  assert.match(await visitor.text('.turn-bar .what'), /^You may still place a square or move one of your empty squares/);
  await lies(page, 'f3', 'white');
  assert.equal((await visitor.pieceOn('e5'))?.letter, 'N');
  assert.equal((await server.match(await visitor.matchId())).ply, 0, 'nothing has been sent');

  await page.locator('.undo-step').click();
  await steps(page, '');
  await until('the knight is back', async () => (await visitor.pieceOn('f3'))?.letter === 'N');
  await lies(page, 'e5', 'black');

  await visitor.play('f3', 'd4');
  await steps(page, 'f3d4');
  await visitor.click('g5');
  await confirm(page, 'f3d4,@@g5');
  await visitor.waitForPly(1);
  await lies(page, 'g5', 'white');
  assert.deepEqual(await turns(), ['f3d4,@@g5']);
  const marked = await page.locator('cg-board square.last-move').count();
  assert.equal(marked, 3, 'from, to, and the new square');
  await visitor.leave();
});

test('a turn can be sent without its optional part, and an unfinished one survives a look at earlier positions', async () => {
  const { visitor, page, turns } = await atTheBoard({ game: 'hans38-postal-plus', fen: POSTAL });
  await visitor.play('f3', 'd4');
  await steps(page, 'f3d4');
  await page.locator('.send-turn').click();
  await visitor.waitForPly(1);
  await visitor.play('e6', 'd4');
  await steps(page, 'e6d4');
  await page.locator('[aria-label="First position"]').click();
  await page.waitForSelector('.match[data-shown="0"]');
  await page.locator('[aria-label="Current position"]').click();
  await steps(page, 'e6d4');
  await visitor.click('e6');
  await visitor.click('e4');
  await steps(page, 'e6d4,@e6e4');
  await visitor.click('a5');
  await confirm(page, 'e6d4,@e6e4,@@a5');
  await visitor.waitForPly(2);
  assert.deepEqual(await turns(), ['f3d4', 'e6d4,@e6e4,@@a5']);
  await visitor.leave();
});

const AFLOAT = 'r1bqkb1r/ppp1pppp/**n2n**/**1p1***/*2P*1**/1*N2N2/PPP1PPPP/R1BQKB1R w KQkq - 0 5 inf/inf - c4';

test('moving squares: the placement is required, a square travels with its piece, the one left behind is gone', async () => {
  const { visitor, page, turns } = await atTheBoard({ game: 'moving-squares', fen: AFLOAT });
  await lies(page, 'c4', 'tile frozen');
  await page.mouse.move(...(await visitor.spot('c4')));
  await page.locator('.meaning', { hasText: 'frozen' }).waitFor();
  assert.equal(await reserve(page).getAttribute('data-count'), '∞');
  await visitor.play('f3', 'e5');
  await steps(page, 'f3e5');
  await lies(page, 'f3', 'water');
  assert.ok(await page.locator('.send-turn').isDisabled(), 'a square must be placed');
  assert.match(await visitor.text('.turn-bar .what'), /you must place/);
  assert.match(await visitor.text('.turn-bar .how'), /Frozen/);
  await visitor.play('e5', 'f5');
  await steps(page, 'f3e5,@e5f5');
  assert.equal(await visitor.pieceOn('e5'), null);
  assert.equal((await visitor.pieceOn('f5'))?.letter, 'N');
  await lies(page, 'e5', 'water');
  await lies(page, 'f5', 'tile');
  await visitor.click('h4');
  await confirm(page, 'f3e5,@e5f5,@@h4');
  await visitor.waitForPly(1);
  assert.deepEqual(await turns(), ['f3e5,@e5f5,@@h4']);
  await lies(page, 'h4', 'tile frozen');
  await visitor.leave();
});

test('the engine answers, in every game of the family', async () => {
  const { body } = await server.ask('/games');
  const games = body.games.filter(({ family }) => family === 'Chess with a Limited Supply of Squares');
  assert.equal(games.length, 6);
  for (const { key } of games) {
    const { visitor, page } = await atTheBoard({ game: key, opponent: { kind: 'engine', level: 'beginner' } });
    await visitor.click('f3'); // No piece can move yet, so this places a square.
    await page.waitForSelector('.match[data-steps="@@f3"], .match:not([data-ply="0"])');
    const match = page.locator('.match');
    if ((await match.getAttribute('data-steps')) !== '') await page.locator('.send-turn').click();
    await visitor.waitForPly(2);
    await visitor.leave();
  }
});

test('the six games form one family on the start screen', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.locator('.games label', { hasText: 'Limited Supply' }).click();
  await page.locator('.relatives label', { hasText: 'Postal Hans38 Plus' }).click();
  await page.locator('.about summary', { hasText: 'Postal Hans38 Plus' }).click();
  assert.ok((await page.locator('.about .rule[data-source=R]').count()) > 1);
  await page.locator('.opponents label', { hasText: 'Both sides' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const id = await visitor.matchId();
  assert.equal((await server.match(id)).game, 'hans38-postal-plus');
  await visitor.leave();
});

test('by keyboard alone: a square from the reserve', async () => {
  const { visitor, page, turns } = await atTheBoard({ game: 'hans38' });
  await page.locator('.board').focus();
  await page.keyboard.press('r');
  await page.locator('.reserve[aria-pressed=true]').waitFor();
  const at = () => page.locator('.cursor').getAttribute('data-square');
  await page.keyboard.press('ArrowUp');
  for (let count = 0; count < 20 && (await at()) !== 'c3'; count += 1) {
    const [file, rank] = await at();
    await page.keyboard.press(file < 'c' ? 'ArrowRight' : file > 'c' ? 'ArrowLeft' : rank < '3' ? 'ArrowUp' : 'ArrowDown');
  }
  await page.keyboard.press('Enter');
  await visitor.waitForPly(1);
  assert.deepEqual(await turns(), ['@@c3']);
  await visitor.leave();
});

test('a phone: everything fits, and a turn is put together by taps', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const { visitor, page, turns } = await atTheBoard({ game: 'infinite-reserves', fen: AFLOAT }, phone);
  const tap = async (square) => page.touchscreen.tap(...(await visitor.spot(square)));
  await tap('f3');
  await page.waitForSelector('cg-board square.selected');
  await tap('e5');
  await steps(page, 'f3e5');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0);
  const bar = await page.locator('.turn-bar').boundingBox();
  assert.ok(bar.y + bar.height <= 740, 'the buttons are on the screen');
  await tap('h4');
  await steps(page, 'f3e5,@@h4');
  await page.locator('.send-turn').tap();
  await visitor.waitForPly(1);
  assert.deepEqual(await turns(), ['f3e5,@@h4']);
  await visitor.leave();
});

test('on a phone a finger drags squares, and the page stays where it is', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const fen = 'rnbqkb*r/pppppppp/****n***/********/***1****/********/PPPPPPPP/RNBQKBNR w KQkq - 0 3 2/2 d4/- -';
  const { visitor, page, turns } = await atTheBoard({ game: 'hans38', fen }, phone);
  const finger = await visitor.context.newCDPSession(page);
  const touch = (type, at) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x: at[0], y: at[1] }] });
  const drag = async (from, to) => {
    await touch('touchStart', from);
    for (const share of [0.2, 0.6, 1])
      await touch('touchMove', [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    await page.waitForSelector('.square-ghost');
    await touch('touchEnd', null);
  };
  await drag(await visitor.spot('d4'), await visitor.spot('f5'));
  await visitor.waitForPly(1);
  await lies(page, 'f5', 'white');
  const { x, y, width, height } = await reserve(page).boundingBox();
  await drag([x + width / 2, y + height / 2], await visitor.spot('c5'));
  await visitor.waitForPly(2);
  assert.deepEqual(await turns(), ['@d4f5', '@@c5']);
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  await visitor.leave();
});
