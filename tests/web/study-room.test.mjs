// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis board at the limits of PGN, its keys, the menu of a turn, and the review of a match.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analyst } from './analyst.mjs';
import { server, until } from './support.mjs';

/** A game in which a knight goes elsewhere instead, and in that variation the other one, and so on; Fuel Chess knows no repetition. */
function ladder(depth) {
  const turns = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
  const write = (level) => {
    const number = `${Math.floor(level / 2) + 1}.${level % 2 === 0 ? '' : '..'}`;
    const other = level % 2 === 0 ? 'Nc3' : 'Nc6';
    return level === depth ? `${number} ${turns[level % 4]}` : `${number} ${other} (${number} ${turns[level % 4]} ${write(level + 1)})`;
  };
  return `[Variant "Fuel Chess"]\n[Fuel "200"]\n\n${write(0)} *\n`;
}

const refused = (page, words) => page.locator('.banner[data-key="room"]', { hasText: words }).waitFor();
const comment = (page) => page.getByRole('textbox', { name: 'Comment' });

test('variations are nested as deep as PGN has room for, and no deeper', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.import(ladder(64));
  await page.waitForFunction(() => document.querySelectorAll('.study-moves .variation').length === 64);
  const before = await analyst.tree();
  const pgn = await analyst.passed('PGN');
  assert.equal(pgn.match(/\(/g).length, 64);
  await page.locator('.study-moves [data-ply="64"]').last().click();
  await analyst.at(64);
  await analyst.visitor.play('a2', 'a3');
  await refused(page, 'up to 64 deep');
  await page.locator('.studied .status', { hasText: 'White to move' }).waitFor();
  assert.equal(await analyst.tree(), before);
  await analyst.at(64);
  assert.equal(await analyst.passed('PGN'), pgn);
  await analyst.leave();
});

test('a comment that a game in PGN has no room for is refused, and a shorter one is not', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  const long = 'ten bytes '.repeat(100_000).trim();
  await analyst.import(`[Event "?"]\n\n{${long}} 1. e4 *\n`);
  await until('it is there', async () => (await analyst.tree()) === 'e4');
  assert.ok((await analyst.passed('PGN')).length > 1_000_000);
  await comment(page).evaluate((field, text) => {
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }, `${long} more`);
  await refused(page, 'at most 1 MiB');
  assert.equal((await comment(page).inputValue()).length, long.length);
  await comment(page).fill('short');
  await until('it is written', async () => (await page.locator('.study-moves .comment').first().innerText()) === 'short');
  await analyst.leave();
});

test('braces in comments, and games that were played on after a repetition, are read as they were written', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.import('[Event "?"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 (5... c5) *\n');
  await until('it is there', async () => (await analyst.tree()) === 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 (c5)');
  await analyst.key('End');
  await analyst.at(10);
  await analyst.play('g1', 'f3', 11);
  await comment(page).fill('a {set} of } braces');
  const pgn = await analyst.passed('PGN');
  assert.match(pgn, /\n; a \{set\} of \} braces\n/);
  await analyst.import(pgn);
  await analyst.at(0);
  assert.equal(await analyst.passed('PGN'), pgn);
  await analyst.leave();
});

test('keys do what the box says that they do', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.import('[Event "?"]\n\n1. e4 (1. d4 d5) 1... e5 *\n');
  const becomes = (tree) => until(tree, async () => (await analyst.tree()) === tree);
  await becomes('e4 (d4 d5) e5');
  await page.locator('.study-moves .variation [data-ply="1"]').click();
  await analyst.at(1);
  await analyst.key('3');
  await becomes('e4 (d4!! d5) e5');
  await analyst.key('x');
  await becomes('e4 e5');
  await analyst.key('Control+z');
  await becomes('e4 (d4!! d5) e5');
  await analyst.at(1);
  await analyst.key('p');
  await becomes('d4!! (e4 e5) d5');
  await analyst.key('Delete');
  await becomes('e4 e5');
  await analyst.key('f');
  await page.waitForSelector('.cg-wrap.orientation-black');
  await analyst.key('l');
  await page.waitForSelector('[role=switch][aria-checked=true]');
  await analyst.key('l');
  await page.waitForSelector('[role=switch][aria-checked=false]');
  await analyst.key('c');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type('fix?');
  await page.keyboard.press('Tab');
  assert.equal(await comment(page).inputValue(), 'fix?');
  await analyst.key('?');
  const box = page.getByRole('dialog', { name: 'Keys and mouse' });
  await box.getByText('Promote the variation').waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await analyst.leave();
});

test('the menu of a turn, by mouse and by keyboard', async () => {
  const analyst = await Analyst.enter();
  const { page } = analyst;
  await analyst.import('[Event "?"]\n\n1. e4 (1. d4 d5) 1... e5 *\n');
  const becomes = (tree) => until(tree, async () => (await analyst.tree()) === tree);
  await becomes('e4 (d4 d5) e5');
  await page.locator('.study-moves .variation [data-ply="1"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Make it the main line' }).click();
  await becomes('d4 (e4 e5) d5');
  await page.locator('.study-moves .variation [data-ply="2"]').dispatchEvent('contextmenu');
  await page.waitForFunction(() => document.activeElement?.closest('[role=menu]') !== null);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await becomes('d4 (e4) d5');
  await page.locator('.study-moves [data-ply="2"]').click({ button: 'right' });
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role=menu]', { state: 'detached' });
  await page.locator('.study-moves [data-ply="2"]').click({ button: 'right' });
  await page.getByRole('menuitemcheckbox', { name: 'Mistake' }).click();
  await becomes('d4 (e4) d5?');
  await analyst.leave();
});

test('a match that has just ended is reviewed by itself, once', async () => {
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const turns = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
  for (const [ply, turn] of turns.entries()) await server.ask(`/matches/${match.id}/turns`, { token: ply % 2 === 0 ? seats.white : seats.black, body: { ply, turn } });
  const analyst = await Analyst.enter(`#/study/match/${match.id}`);
  const { page } = analyst;
  await page.waitForSelector('.review[data-state="done"]');
  await page.locator('.review-list li[data-mark="??"]').first().waitFor();
  await analyst.kept();
  await analyst.reload();
  await analyst.at(4);
  assert.equal(await page.locator('.review[data-state="working"]').count(), 0);
  await analyst.leave();
});
