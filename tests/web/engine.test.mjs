// SPDX-License-Identifier: GPL-3.0-or-later
// The engine on the analysis board: what it shows, previews, plays and remembers, threats, the server's engine, and reviews of games.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Visitor } from './support.mjs';

const axe = await readFile(createRequire(new URL('../../web/package.json', import.meta.url)).resolve('axe-core/axe.min.js'), 'utf8');

/** The analysis board with the engine on. */
async function enter(place = '#/study/chess', { on = true, ...options } = {}) {
  const visitor = await Visitor.enter(options);
  const { page } = visitor;
  await visitor.open('#/');
  if (on) await page.evaluate(() => localStorage.setItem('leaper:engine', '{"on":true,"lines":3}'));
  await visitor.open(place);
  await page.waitForSelector('.study[data-ready="true"]');
  return { visitor, page };
}

const reaches = (page, depth) =>
  page.waitForFunction((least) => Number(document.querySelector('.study .engine').dataset.depth) >= least, depth);
const words = (page, text) => page.waitForFunction((wanted) => document.querySelector('.engine-words').textContent.includes(wanted), text);
const at = (page, ply) => page.waitForSelector(`.study[data-ply="${ply}"]`);

/** Plays a turn, and waits until the next one can be played. */
async function turn(visitor, from, to) {
  const ply = Number(await visitor.page.locator('.study').getAttribute('data-ply'));
  await visitor.play(from, to);
  await at(visitor.page, ply + 1);
}

async function openPgn(page, text) {
  await page.getByRole('button', { name: 'Open PGN' }).click();
  await page.locator('.import textarea').fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

test('the engine is off until it is switched on, by keyboard too, and the browser remembers it', async () => {
  const { visitor, page } = await enter('#/study/fuel', { on: false });
  const toggle = page.getByRole('switch', { name: 'Engine' });
  assert.equal(await toggle.getAttribute('aria-checked'), 'false');
  assert.equal(await page.locator('.engine-lines').isVisible(), false);
  assert.equal(await page.locator('.engine-bar').isVisible(), false);
  await toggle.focus();
  await page.keyboard.press('Space');
  await reaches(page, 4);
  assert.equal(await page.locator('.engine-lines li').count(), 3);
  await page.locator('.engine-count select').first().selectOption('5');
  await page.waitForFunction(() => document.querySelectorAll('.engine-lines li').length === 5);
  const texts = await page.locator('.engine-lines .line-worth').allInnerTexts();
  const values = texts.map((text) => Number(text.replace('−', '-').replace(/[≤≥] /, '')));
  assert.deepEqual(values, [...values].sort((one, other) => other - one), 'best first');
  await page.waitForFunction(() => document.querySelectorAll('.cg-shapes line').length >= 5);
  assert.match(await page.locator('.engine-bar').getAttribute('aria-valuetext'), /chances|better/);
  assert.match(await page.locator('.engine-facts').innerText(), /^Depth \d+\/\d+ · .* nodes\/s$/);
  await page.reload();
  await page.waitForSelector('.study[data-ready="true"]');
  await reaches(page, 2);
  assert.equal(await page.locator('.engine-count select').first().inputValue(), '5');
  await page.getByRole('switch', { name: 'Engine' }).click();
  assert.equal(await page.locator('.engine-bar').isVisible(), false);
  await page.waitForFunction(() => document.querySelectorAll('.cg-shapes line').length === 0);
  await visitor.leave();
});

test('a line is shown while it is pointed at, and played as far as it is pressed', async () => {
  const { visitor, page } = await enter();
  await reaches(page, 6);
  const list = page.locator('.engine-lines');
  const first = list.locator('li').first().locator('.line-turn');
  // From here on the list stays as it is, so its turns can be counted.
  await first.first().hover();
  await page.waitForSelector('.studied[data-ply="1"]');
  const length = await first.count();
  await first.last().hover();
  await page.waitForSelector(`.studied[data-ply="${length}"]`);
  assert.equal(await page.locator('.study').getAttribute('data-ply'), '0', 'nothing has been played');
  await page.mouse.move(5, 5);
  await page.waitForSelector('.studied[data-ply="0"]');
  await first.first().hover();
  await page.waitForSelector('.studied[data-ply="1"]');
  const pressed = await first.count();
  await first.last().click();
  await at(page, pressed);
  // By keyboard: one stop for Tab, and arrow keys inside. The pointer is still where the new lines come, but points at nothing until it moves.
  await reaches(page, 4);
  assert.equal(await page.locator('.line-turn[tabindex="0"]').count(), 1);
  await page.waitForFunction(() => {
    const [stop, next] = document.querySelectorAll('.engine-lines li:first-child .line-turn');
    if (next === undefined || stop.tabIndex !== 0) return false;
    stop.focus();
    return true;
  });
  await page.waitForSelector(`.studied[data-ply="${pressed + 1}"]`);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector(`.studied[data-ply="${pressed + 2}"]`);
  await page.keyboard.press('Enter');
  await at(page, pressed + 2);
  await visitor.leave();
});

test('the list of lines stays as it is while somebody points at it, so that what is pressed is what was read', async () => {
  const { visitor, page } = await enter();
  await reaches(page, 2);
  const item = page.locator('.engine-lines li').first();
  const deeper = (than) =>
    page.waitForFunction((least) => Number(document.querySelector('.study .engine').dataset.depth) > least, than);
  await item.locator('.line-turn').first().hover();
  await page.waitForSelector('.studied[data-ply="1"]');
  const read = await page.locator('.engine-lines').innerText();
  const depth = Number(await item.getAttribute('data-depth'));
  await deeper(depth + 2);
  assert.equal(await page.locator('.engine-lines').innerText(), read);
  // Left alone it catches up, and a focus holds it as well.
  await page.mouse.move(5, 5);
  await page.waitForFunction((than) => Number(document.querySelector('.engine-lines li').dataset.depth) > than, depth + 1);
  await item.locator('.line-turn').first().focus();
  const focused = await page.locator('.engine-lines').innerText();
  const then = Number(await item.getAttribute('data-depth'));
  await deeper(then);
  assert.equal(await page.locator('.engine-lines').innerText(), focused);
  const san = (await item.locator('.line-turn').first().innerText()).replace(/^.* /, '');
  await page.keyboard.press('Enter');
  await at(page, 1);
  assert.equal(await page.locator('.study-moves .san').first().innerText(), san);
  await visitor.leave();
});

test('a win is told in turns, and a game that is over is not searched', async () => {
  const { visitor, page } = await enter();
  for (const [from, to] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4']]) await turn(visitor, from, to);
  await at(page, 3);
  await words(page, 'Black wins in 1 turn');
  await page.waitForSelector('.engine-bar[aria-valuenow="0"]');
  await page.locator('.engine-lines .line-turn').first().click();
  await at(page, 4);
  await page.getByText('White is checkmated.', { exact: true }).waitFor();
  // What was said of the position before begins with the same words.
  await page.waitForFunction(() => document.querySelector('.engine-words').textContent.trim() === 'Black wins');
  await page.waitForFunction(() => document.querySelectorAll('.engine-lines li, .cg-shapes line').length === 0);
  // What was found is there again at once.
  await page.keyboard.press('ArrowLeft');
  await at(page, 3);
  await words(page, 'Black wins in 1 turn');
  await visitor.leave();
});

test('threats: what the other side would do after a pass, where that makes sense', async () => {
  const { visitor, page } = await enter();
  const threat = page.getByRole('button', { name: 'Threat' });
  for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['f1', 'c4'], ['a7', 'a6'], ['d1', 'h5']]) await turn(visitor, from, to);
  await at(page, 5);
  await reaches(page, 2);
  // By keyboard, since lines that come and go may move the button while the mouse is on its way.
  await threat.press('Enter');
  await page.locator('.engine [aria-pressed="true"]', { hasText: 'Threat' }).waitFor();
  await words(page, 'After a pass: White wins in 1 turn');
  await threat.press('Enter');
  await page.waitForFunction(() => !document.querySelector('.engine-words').textContent.includes('pass'));
  await visitor.play('a6', 'a5');
  await at(page, 6);
  await visitor.play('h5', 'f7');
  await at(page, 7);
  assert.equal(await threat.isDisabled(), true);
  await visitor.open('#/study/hamiltonian');
  await page.waitForFunction(() => document.querySelector('.studied')?.dataset.game === 'hamiltonian');
  await threat.click();
  await page.waitForFunction(() => document.querySelector('.engine-message').textContent.startsWith('White cannot pass here'));
  await visitor.leave();
});

test('the search stops while nobody sees it', async () => {
  const { visitor, page } = await enter();
  await reaches(page, 3);
  const hide = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  const facts = page.locator('.engine-facts');
  const before = await facts.innerText();
  await page.waitForTimeout(300);
  assert.equal(await facts.innerText(), before);
  await hide(false);
  await page.waitForFunction(() => /^Depth/.test(document.querySelector('.engine-facts').textContent));
  await visitor.open('#/');
  await page.waitForSelector('.study', { state: 'detached' });
  await visitor.leave();
});

test('the server searches where it offers to', async () => {
  const { visitor, page } = await enter('#/study/hans38-postal');
  await page.locator('.engine-count select').nth(1).selectOption('server');
  await page.waitForFunction(() => document.querySelector('.engine-facts').textContent.endsWith('on the server'));
  await reaches(page, 4);
  assert.equal(await page.locator('.engine-lines li').count(), 3);
  await page.locator('.engine-lines .line-turn').first().click();
  await at(page, 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.engine-facts')?.textContent.endsWith('on the server'));
  await visitor.leave();
});

const BLUNDERS = '[Event "?"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n';

test('a game is reviewed: graph, mistakes, and what would have been better, in the tree', async () => {
  const { visitor, page } = await enter('#/study/chess', { on: false });
  await openPgn(page, BLUNDERS);
  await page.waitForFunction(() => document.querySelectorAll('.study-moves .san').length === 7);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.waitForSelector('.review[data-state="done"]');
  assert.match(await page.locator('.review').innerText(), /Black\s*1 blunder/);
  const item = page.locator('.review-list li[data-mark="??"]');
  assert.match(await item.first().innerText(), /3… Nf6\?\?.*White wins in 1 turn.*Better: /s);
  await page.waitForFunction(() => document.querySelectorAll('.study-moves .variation').length >= 1);
  const graph = page.getByRole('slider', { name: 'Chances over the game' });
  await graph.focus();
  await page.keyboard.press('End');
  await at(page, 7);
  await page.keyboard.press('ArrowLeft');
  await at(page, 6);
  assert.match(await graph.getAttribute('aria-valuetext'), /^3… Nf6, a blunder: White wins in 1 turn/);
  await page.keyboard.press('Home');
  await at(page, 0);
  await page.getByRole('button', { name: 'Next mistake' }).click();
  await page.waitForFunction(() => document.querySelector('.study').dataset.ply !== '0');
  await visitor.leave();
});

for (const colorScheme of ['light', 'dark'])
  test(`axe-core finds nothing with the engine on and a game reviewed, ${colorScheme}`, async () => {
    const { visitor, page } = await enter('#/study/chess', { colorScheme });
    await openPgn(page, BLUNDERS);
    await page.waitForFunction(() => document.querySelectorAll('.study-moves .san').length === 7);
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.waitForSelector('.review[data-state="done"]');
    await page.getByRole('slider', { name: 'Chances over the game' }).press('Home');
    await reaches(page, 4);
    await page.evaluate(axe);
    const faults = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    });
    assert.deepEqual(faults, []);
    await visitor.leave();
  });
