// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis board in the browser: playing and branching, notes, PGN, links, what is kept, matches, all games, the keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analyst } from './analyst.mjs';
import { server, until, Visitor } from './support.mjs';

const PGN = `[White "Ada"]
[Black "Ben"]
[Result "1-0"]

{Start [%csl Gd4]} 1. e4! {best [%cal Ge2e4,Rd8h4] [%eval 0.3]} (1. d4 {also} d5 $14 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 Nc6 1-0
`;

test('turns are played, branch, and are promoted and deleted with a way back', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.play('e2', 'e4', 1);
  await analyst.play('e7', 'e5', 2);
  await analyst.key('ArrowLeft');
  await analyst.at(1);
  await analyst.play('c7', 'c5', 2);
  assert.equal(await analyst.tree(), 'e4 e5 (c5)');
  await analyst.key('ArrowUp');
  await page.waitForSelector('.study-moves [aria-current="true"]:has-text("e5")');
  await analyst.key('ArrowDown');
  await page.waitForSelector('.study-moves [aria-current="true"]:has-text("c5")');
  await page.getByRole('button', { name: 'Promote' }).click();
  await until('it is promoted', async () => (await analyst.tree()) === 'e4 c5 (e5)');
  await page.locator('.annotate').getByRole('button', { name: 'Delete' }).click();
  await until('it is deleted', async () => (await analyst.tree()) === 'e4 e5');
  await page.locator('.banner').getByRole('button', { name: 'Undo' }).click();
  await until('it is back', async () => (await analyst.tree()) === 'e4 c5 (e5)');
  await analyst.key('Home');
  await analyst.at(0);
  await analyst.key('End');
  await analyst.at(2);
  await analyst.leave();
});

test('notes are kept over a reload and written as PGN, which reads back as the same', async () => {
  const analyst = await Analyst.enter();
  const { page, visitor } = analyst;
  await analyst.play('g1', 'f3', 1);
  await page.getByRole('textbox', { name: 'Comment' }).fill('Réti’s  opening');
  await page.getByRole('button', { name: 'Interesting turn' }).click();
  await page.getByRole('button', { name: 'Draw in red' }).click();
  for (const square of ['f3', 'e5', 'd4', 'd4']) await visitor.click(square);
  await page.keyboard.press('Escape');
  const [x, y] = await visitor.spot('g1');
  const [toX, toY] = await visitor.spot('f3');
  await page.mouse.move(x, y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(toX, toY, { steps: 4 });
  await page.waitForFunction(() => document.querySelectorAll('.cg-shapes line').length === 2);
  await page.mouse.up({ button: 'right' });
  await page.waitForFunction(() => document.querySelectorAll('.cg-shapes line').length === 2 && document.querySelectorAll('.cg-shapes circle').length === 1);
  await analyst.kept();
  const pgn = await analyst.passed('PGN');
  assert.match(pgn, /1\. Nf3 \$5 \{\[%csl Rd4\]\[%cal Rf3e5,Gg1f3\] Réti’s\s+opening\}/);
  await analyst.reload();
  await analyst.at(1);
  assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Réti’s opening');
  assert.equal(await analyst.passed('PGN'), pgn);
  await analyst.import(pgn);
  await page.waitForFunction(() => document.querySelector('.study')?.dataset.ply === '0');
  assert.equal(await analyst.passed('PGN'), pgn);
  await analyst.leave();
});

test('PGN with variations is read whole; of several games one is chosen; faults are told with their place', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.import(PGN);
  await until('it is there', async () => (await analyst.tree()) === 'e4! (d4 d5+= (Nf6 c4) c4) e5 Nf3 Nc6');
  assert.equal(await page.locator('h1').innerText(), 'Ada – Ben');
  assert.match(await page.locator('.study-moves').innerText(), /Start.*\+0\.3.*best.*also.*White wins: Black resigned/s);
  await analyst.import('1. e4 e5 2. Ke3 *');
  await until('the fault is told', async () => /Line 1, column \d+.*Ke3/.test(await page.locator('.import .fault').innerText()));
  await page.locator('.import textarea').fill(`${PGN}\n[White "Cy"]\n\n1. c4 *\n\n[Variant "Fuel Chess"]\n[Fuel "9"]\n[White "Di"]\n\n1. Nf3 *\n\n1. Nf9 *\n`);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.waitForSelector('.import-found li');
  assert.equal(await page.locator('.import-found li.unread').count(), 1);
  await page.locator('.import-found button', { hasText: 'Di' }).click();
  await until('it is open', async () => (await page.locator('h1').innerText()) === 'Di – ?');
  assert.match(await page.locator('.study-game').innerText(), /Fuel Chess · fuel.*: 9/i);
  await analyst.leave();
});

test('a link brings game, parameters, position and line; a damaged one is refused in words', async () => {
  const analyst = await Analyst.enter('#/study/fuel');
  const { page } = analyst;
  await analyst.play('e2', 'e4', 1);
  await analyst.play('e7', 'e5', 2);
  await analyst.key('ArrowLeft');
  await analyst.at(1);
  const link = await analyst.passed('Share');
  const other = await Analyst.enter(link.slice(link.indexOf('#')));
  await other.at(1);
  assert.equal(await other.tree(), 'e4 e5');
  assert.equal(await other.page.locator('h1').innerText(), 'Fuel Chess');
  await other.open(`${link.slice(link.indexOf('#'), -9)}`);
  await other.page.locator('.banner', { hasText: 'damaged' }).waitFor();
  await other.leave();
  await page.getByLabel('FEN').fill('4k3/8/8/8/8/8/8/4X3 w - - 0 1');
  await page.keyboard.press('Enter');
  await until('the fault is told', async () => /character \d+/.test(await page.locator('.study-side .fault').innerText()));
  await analyst.leave();
});

test('a study begins from any game, parameters and FEN', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.tool('New…');
  await page.locator('.begin').getByLabel('Game', { exact: true }).selectOption({ label: 'Fuel Chess' });
  await page.locator('.begin input[type=number]').fill('7');
  await page.locator('.begin').getByLabel(/^Position/).fill('nonsense');
  await page.getByRole('button', { name: 'Start', exact: true }).last().click();
  await until('the fault is told', async () => /^At the end: placement/.test(await page.locator('.begin .fault').innerText()));
  await page.locator('.begin').getByLabel(/^Position/).fill('');
  await page.getByRole('button', { name: 'Start', exact: true }).last().click();
  await until('the game is there', async () => (await page.locator('h1').innerText()) === 'Fuel Chess');
  assert.equal((await analyst.visitor.pieceOn('e2')).fuel, '7');
  await analyst.leave();
});

test('studies are listed, renamed, deleted, brought back, and opened', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.play('e2', 'e4', 1);
  await analyst.kept();
  await analyst.open('#/study/fuel');
  await page.waitForSelector('.study[data-ply="0"]');
  await analyst.play('d2', 'd4', 1);
  await analyst.kept();
  await analyst.tool('My studies');
  await page.waitForSelector('.shelf-list li');
  assert.equal(await page.locator('.shelf-list li').count(), 2);
  await page.getByRole('button', { name: 'Rename Chess' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Mine' }).click();
  await page.locator('.shelf-list').getByRole('button', { name: 'Undo' }).click();
  await page.locator('.shelf-open', { hasText: 'Mine' }).click();
  await until('it is open', async () => (await page.locator('h1').innerText()) === 'Mine');
  assert.equal(await analyst.tree(), 'e4');
  await analyst.leave();
});

test('the same study in two tabs: neither change is lost', async () => {
  const analyst = await Analyst.enter();
  const { page, visitor } = analyst;
  await analyst.play('e2', 'e4', 1);
  await analyst.kept();
  const second = await visitor.context.newPage();
  await second.goto(page.url());
  await second.waitForSelector('.study[data-ready="true"]');
  await second.getByRole('textbox', { name: 'Comment' }).fill('from the second');
  await second.waitForFunction(() => document.querySelector('.study .kept')?.textContent === 'Kept in this browser');
  await analyst.play('e7', 'e5', 2);
  await analyst.tool('My studies');
  await page.waitForFunction(() => document.querySelectorAll('.shelf-list li').length === 2);
  await analyst.leave();
});

test('a match is opened with one click once it is over', async () => {
  const { match, seats } = await server.create({ game: 'fuel', parameters: { fuel: 30 }, opponent: { kind: 'local' } });
  await server.ask(`/matches/${match.id}/turns`, { token: seats.white, body: { ply: 0, turn: 'e2e4' } });
  await server.ask(`/matches/${match.id}/resign`, { token: seats.black, body: { ply: 1 } });
  const visitor = await Visitor.enter();
  await visitor.open(`#/match/${match.id}`);
  await visitor.page.getByRole('link', { name: 'Analyse' }).first().click();
  await visitor.page.waitForSelector('.study[data-ply="1"]');
  assert.match(await visitor.page.locator('.study-moves').innerText(), /e4.*White wins: Black resigned/s);
  await visitor.leave();
});

test('a file that is longer than the library reads is refused, with the limit', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/study/chess');
  await page.waitForSelector('.study[data-ready="true"]');
  await page.getByRole('button', { name: 'Open PGN' }).click();
  await page.locator('dialog.import input[type=file]').setInputFiles({ name: 'long.pgn', mimeType: 'text/plain', buffer: Buffer.alloc(1_200_000, '1. e4 *\n\n') });
  await page.getByText('up to 1 MiB').waitFor();
  await visitor.leave();
});
