// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a slip of the finger from costing the game: turns that wait for confirmation, warnings, and turns that survive a reload.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, server, until } from './support.mjs';

const AFLOAT = 'rnbqkb1r/pppppppp/****n***/****1***/***1****/*****N**/PPPPPPPP/RNBQKB1R w KQkq - 0 5 2/2 g1d4/g8e5 -';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const waiting = (page, done) => page.waitForSelector(`.match[data-steps="${done}"] .turn-bar.confirming`);
const nothingBegun = (page) => page.waitForSelector('.match[data-ready="true"][data-steps=""]');
const focused = (page) => page.evaluate(() => document.activeElement?.className ?? '');

/** Chooses in the settings dialog when turns wait for confirmation. */
async function choose(page, name) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForSelector('dialog', { state: 'detached' });
}

async function turnsOf(id) {
  return (await server.match(id)).turns.map(({ turn }) => turn);
}

test('a tap on water uses no square until the turn is sent', async () => {
  const { visitor, page, match } = await Visitor.atBoard({ game: 'hans38-postal', fen: AFLOAT }, PHONE);
  const tap = async (square) => page.touchscreen.tap(...(await visitor.spot(square)));
  await tap('f3');
  await page.waitForSelector('cg-board square.selected');
  await tap('d4');
  await page.waitForSelector('.match[data-steps="f3d4"]');
  await tap('g5');
  await waiting(page, 'f3d4,@@g5');
  assert.match(await visitor.text('.turn-bar .what'), /Send this turn/);
  const bar = await page.locator('.turn-buttons').boundingBox();
  assert.ok(bar.y >= 0 && bar.y + bar.height <= 844, 'the buttons are on the screen');
  assert.deepEqual(await turnsOf(match.id), [], 'nothing has been sent');
  await page.locator('.undo-step').tap();
  await page.waitForSelector('.match[data-steps="f3d4"]');
  await tap('c5');
  await waiting(page, 'f3d4,@@c5');
  await page.locator('.send-turn').tap();
  await visitor.waitForPly(1);
  assert.deepEqual(await turnsOf(match.id), ['f3d4,@@c5']);
  await visitor.leave();
});

test('by keyboard: a turn waiting for confirmation has the focus, Enter sends it, Escape undoes it', async () => {
  const { visitor, page, match } = await Visitor.atBoard({ game: 'hans38-postal' });
  await page.locator('.board').focus();
  await page.keyboard.press('ArrowUp'); // The cursor appears on a1.
  for (let count = 0; count < 2; count += 1) await page.keyboard.press('ArrowUp');
  await page.waitForSelector('.cursor[data-square="a3"]');
  await page.keyboard.press('Enter');
  await waiting(page, '@@a3');
  await until('the button has the focus', async () => (await focused(page)).includes('send-turn'));
  assert.equal(await page.locator('.turn-bar .what[role=status]').innerText(), 'Send this turn?');
  await page.keyboard.press('Escape');
  await nothingBegun(page);
  await until('the board has the focus', async () => (await focused(page)).includes('board'));
  assert.deepEqual(await turnsOf(match.id), []);
  await page.keyboard.press('Enter');
  await waiting(page, '@@a3');
  await until('the button has the focus', async () => (await focused(page)).includes('send-turn'));
  await page.keyboard.press('Enter');
  await visitor.waitForPly(1);
  assert.deepEqual(await turnsOf(match.id), ['@@a3']);
  await visitor.leave();
});

test('turns wait as the settings say, never or always, and the browser remembers that', async () => {
  const { visitor, page, match } = await Visitor.atBoard({ game: 'hans38-postal' });
  await choose(page, /^Never/);
  await visitor.click('c3');
  await visitor.waitForPly(1);
  await choose(page, /^Always/);
  await page.reload();
  await nothingBegun(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  assert.ok(await page.getByRole('radio', { name: /^Always/ }).isChecked());
  await page.keyboard.press('Escape');
  await until('the focus is back', async () => (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) === 'Settings');
  await visitor.click('c6');
  await waiting(page, '@@c6');
  await page.locator('.send-turn').click();
  await visitor.waitForPly(2);
  assert.deepEqual(await turnsOf(match.id), ['@@c3', '@@c6']);
  await visitor.leave();
});

test('always: a move of chess waits too, by click, drag and typing', async () => {
  const { visitor, page, match } = await Visitor.atBoard({ game: 'chess' });
  await choose(page, /^Always/);
  await visitor.play('e2', 'e4');
  await waiting(page, 'e2e4');
  assert.equal((await visitor.pieceOn('e4'))?.letter, 'P', 'the board shows what it would be');
  assert.equal(await page.locator('.player[data-color=white].to-move').count(), 1);
  await page.locator('.undo-step').click();
  await nothingBegun(page);
  await until('the pawn is back', async () => (await visitor.pieceOn('e2'))?.letter === 'P');
  await visitor.drag('d2', 'd4');
  await waiting(page, 'd2d4');
  await page.locator('.send-turn').click();
  await visitor.waitForPly(1);
  await page.locator('.typed-input').fill('Nf6');
  await page.locator('.typed-input').press('Enter');
  await waiting(page, 'g8f6');
  await page.locator('.send-turn').click();
  await visitor.waitForPly(2);
  assert.deepEqual(await turnsOf(match.id), ['d2d4', 'g8f6']);
  await visitor.leave();
});

test('a first placement that leaves nothing to move is asked about, and can be sent anyway', async () => {
  const { visitor, page, match } = await Visitor.atBoard({ game: 'hans38-postal' });
  await visitor.click('e5');
  await waiting(page, '@@e5');
  await page.locator('.send-turn').click();
  const dialog = page.getByRole('dialog', { name: 'Send it anyway?' });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /After this none of your pieces can move/);
  assert.deepEqual(await turnsOf(match.id), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waiting(page, '@@e5');
  await page.locator('.send-turn').click();
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Send it' }).click();
  await visitor.waitForPly(1);
  // A placement that gives the army room to move is sent without a question.
  await visitor.click('d6');
  await waiting(page, '@@d6');
  await page.locator('.send-turn').click();
  await visitor.waitForPly(2);
  assert.deepEqual(await turnsOf(match.id), ['@@e5', '@@d6']);
  await visitor.leave();
});

test('a mate that loses is asked about, unless warnings are switched off', async () => {
  const fen = '16/16/16/3****2****3/3*8*3/3*8*3/3*8*3/16/15k/3*8*3/3*8*3/3*8*3/3****2****3/2K13/13R2/14R1 w - - 0 1';
  const { visitor, page, match } = await Visitor.atBoard({ game: 'hnefa', fen });
  await visitor.play('n2', 'p2');
  const dialog = page.getByRole('dialog', { name: 'Send it anyway?' });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /This turn loses the game at once: whoever gives checkmate loses/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await nothingBegun(page);
  await until('the rook is back', async () => (await visitor.pieceOn('n2'))?.letter === 'R');
  assert.equal((await server.match(match.id)).ply, 0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /^Ask before a turn that loses/ }).uncheck();
  await page.getByRole('button', { name: 'Done' }).click();
  await visitor.play('n2', 'p2');
  await visitor.waitForPly(1);
  assert.deepEqual([(await server.match(match.id)).reason], ['mate-loses']);
  await visitor.leave();
});

test('an unfinished turn survives a reload', async () => {
  const { visitor, page, match } = await Visitor.atBoard({ game: 'hans38-postal-plus', fen: AFLOAT });
  await visitor.play('f3', 'd4');
  await page.waitForSelector('.match[data-steps="f3d4"]');
  await page.reload();
  await page.waitForSelector('.match[data-ready="true"][data-steps="f3d4"]');
  assert.equal(await visitor.text('.turn-bar .steps'), 'This turn: Nd4');
  await until('the knight stands there', async () => (await visitor.pieceOn('d4'))?.letter === 'N');
  await visitor.click('f3');
  await page.waitForSelector('.taken:not([hidden])');
  await visitor.click('e4');
  await page.waitForSelector('.match[data-steps="f3d4,@f3e4"]');
  await page.reload();
  await page.waitForSelector('.match[data-steps="f3d4,@f3e4"]');
  await page.locator('.undo-step').click();
  await page.waitForSelector('.match[data-steps="f3d4"]');
  await page.locator('.send-turn').click();
  await visitor.waitForPly(1);
  await page.reload();
  await nothingBegun(page);
  assert.deepEqual(await turnsOf(match.id), ['f3d4']);
  await visitor.leave();
});

test('an unfinished turn is forgotten if the match has moved on, or if it is nonsense', async () => {
  const { visitor, page, match, seats } = await Visitor.atBoard({ game: 'hans38-postal-plus', fen: AFLOAT });
  await visitor.play('f3', 'd4');
  await page.waitForSelector('.match[data-steps="f3d4"]');
  await visitor.open('#/');
  await page.waitForSelector('.setup');
  const played = await server.ask(`/matches/${match.id}/turns`, { body: { ply: 0, turn: 'f3e5' }, token: seats.white });
  assert.equal(played.status, 200, JSON.stringify(played.body));
  await visitor.open(`#/match/${match.id}`);
  await page.waitForSelector('.match[data-ply="1"][data-ready="true"][data-steps=""]');
  const { state } = await server.match(match.id);
  for (const steps of ['[{"action":"a1h8","san":"?","to":"h8"}]', '[7]', 'true']) {
    await page.evaluate(([id, fen, text]) => sessionStorage.setItem(`leaper:turn:${id}`, `{"ply":1,"fen":"${fen}","steps":${text}}`), [match.id, state.fen, steps]);
    await page.reload();
    await page.waitForSelector('.match[data-ply="1"][data-ready="true"][data-steps=""]');
    assert.equal(await page.locator('.banner').count(), 0);
  }
  await visitor.leave();
});
