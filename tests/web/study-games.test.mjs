// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis board with games that are not played by one move at a time: several actions, drops, gates, reserves, announcements, texts of one's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analyst } from './analyst.mjs';
import { until } from './support.mjs';

async function study(game) {
  const analyst = await Analyst.enter(`#/study/${game}`);
  await analyst.page.waitForSelector(`.studied[data-game="${game}"]`);
  return analyst;
}

const status = (analyst, text) => analyst.page.locator('.studied .status').filter({ hasText: text }).waitFor();

/** The study as PGN, which reads back as the same. */
async function survives(analyst) {
  const pgn = await analyst.passed('PGN');
  await analyst.import(pgn);
  await analyst.page.waitForSelector('dialog', { state: 'detached' });
  await analyst.at(0);
  assert.equal(await analyst.passed('PGN'), pgn);
  return pgn;
}

async function typeFen(analyst, fen) {
  await analyst.page.getByLabel('FEN').fill(fen);
  await analyst.page.keyboard.press('Enter');
  await until('the position is there', async () => (await analyst.page.getByLabel('FEN').inputValue()).startsWith(fen) && analyst.page.locator('.study[data-ply="0"]').count());
}

test('in Hamiltonian Chess both sides may announce, whoever is to move', async () => {
  const analyst = await study('hamiltonian');
  const { page } = analyst;
  // White has a path, and Black has none.
  await typeFen(analyst, '1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4 b - - 0 9');
  await status(analyst, 'Black to move');
  await page.getByRole('button', { name: 'Black announces' }).click();
  await page.locator('.studied .meaning').filter({ hasText: /path/ }).waitFor();
  await analyst.at(0);
  await page.getByRole('button', { name: 'White announces' }).click();
  await analyst.at(1);
  await status(analyst, 'White wins');
  assert.equal(await analyst.tree(), ',!');
  assert.equal(await page.getByRole('button', { name: 'White announces' }).isVisible(), false);
  assert.match(await survives(analyst), /9\.\.\. ,! 1-0/);
  await analyst.leave();
});

test('a duck is part of the turn, which can be taken back before it is put down', async () => {
  const analyst = await study('duck');
  const { page, visitor } = analyst;
  await visitor.play('e2', 'e4');
  await status(analyst, 'White goes on: e4');
  await page.getByRole('button', { name: 'Take back' }).click();
  await status(analyst, 'White to move');
  await visitor.play('d2', 'd4');
  await status(analyst, 'White goes on: d4');
  await analyst.key('ArrowLeft');
  await status(analyst, 'White to move');
  await visitor.play('e2', 'e4');
  await status(analyst, 'White goes on: e4');
  await visitor.click('e6');
  await analyst.at(1);
  assert.match(await analyst.tree(), /^e4,.*e6$/);
  await survives(analyst);
  await analyst.leave();
});

test('an amazon shoots where it has gone, and lines branch by the arrow', async () => {
  const analyst = await study('amazons');
  const { visitor } = analyst;
  for (const arrow of ['d7', 'd5']) {
    await analyst.key('Home');
    await analyst.at(0);
    await visitor.play('d1', 'd6');
    await status(analyst, 'White goes on');
    await visitor.click(arrow);
    await analyst.at(1);
  }
  assert.match(await analyst.tree(), /d6.*d7 \(.*d6.*d5\)$/);
  await survives(analyst);
  await analyst.leave();
});

test('what was captured is dropped from the hand', async () => {
  const analyst = await study('crazyhouse');
  const { page, visitor } = analyst;
  await analyst.play('e2', 'e4', 1);
  await analyst.play('d7', 'd5', 2);
  await analyst.play('e4', 'd5', 3);
  await analyst.play('d8', 'd5', 4);
  await page.locator('.table-side', { hasText: 'White' }).locator('.pocket button').first().click();
  await page.waitForSelector('.chip[data-square="e5"]');
  await visitor.click('e5');
  await analyst.at(5);
  assert.equal(await analyst.tree(), 'e4 d5 exd5 Qxd5 P@e5');
  await survives(analyst);
  await analyst.leave();
});

test('a piece comes in through the gate, or the turn ends without it', async () => {
  const analyst = await study('seirawan');
  const { page, visitor } = analyst;
  await visitor.play('g1', 'f3');
  await status(analyst, 'White goes on: Nf3');
  await page.getByRole('button', { name: 'End turn' }).click();
  await analyst.at(1);
  await analyst.key('ArrowLeft');
  await analyst.at(0);
  await visitor.play('b1', 'c3');
  await status(analyst, 'White goes on: Nc3');
  await page.locator('.table-side', { hasText: 'White' }).locator('.pocket button').first().click();
  await page.waitForSelector('.chip[data-square="b1"]');
  await visitor.click('b1');
  await analyst.at(1);
  assert.match(await analyst.tree(), /^Nf3 \(Nc3,[EH]@b1\)$/);
  await survives(analyst);
  await analyst.leave();
});

test('squares are placed from the reserve, and a second action may follow', async () => {
  const analyst = await study('infinite-reserves');
  const { page, visitor } = analyst;
  await page.locator('.reserve').last().click();
  await page.waitForSelector('.chip[data-square="c3"]');
  await visitor.click('c3');
  await status(analyst, 'White goes on: @@c3');
  await page.getByRole('button', { name: 'End turn' }).click();
  await analyst.at(1);
  assert.equal(await analyst.tree(), '@@c3');
  await survives(analyst);
  await analyst.leave();
});

test('a game of a text is studied, its text goes along in PGN and in links', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  const text = '[tiny:chess]\\\\nmaxFile = 5\\\\nmaxRank = 5\\\\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\\\\ncastling = false\\\\ndoubleStep = false\\\\n';
  await analyst.import(`[Variant "tiny"]\n[VariantText "${text}"]\n\n1. b3 {mine} *\n`);
  await page.waitForSelector('.studied[data-game="tiny"]');
  await analyst.key('End');
  await analyst.at(1);
  await analyst.play('a4', 'b3', 2);
  assert.equal(await analyst.tree(), 'b3 axb3');
  const link = await analyst.passed('Share');
  assert.match(await survives(analyst), /VariantText/);
  const other = await Analyst.enter(link.slice(link.indexOf('#')));
  await other.at(2);
  assert.equal(await other.tree(), 'b3 axb3');
  await other.leave();
  await analyst.leave();
});
