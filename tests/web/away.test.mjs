// SPDX-License-Identifier: GPL-3.0-or-later
// Playing against the engine without the server: the match is kept in the browser, which has the rules and the engine.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Server, server, until, Visitor } from './support.mjs';

/** A visitor whose browser has kept the page, and whose server is gone. */
async function cutOff() {
  const place = await Server.start();
  const visitor = await Visitor.enter({ serviceWorkers: 'allow' }, place);
  await visitor.open('#/');
  await visitor.page.waitForSelector('.home');
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await place.end();
  await visitor.page.reload();
  await visitor.page.waitForSelector('.home');
  return { place, visitor, page: visitor.page };
}

async function leave({ place, visitor }) {
  await visitor.leave();
  await place.stop();
}

/** Begins a game from the start screen, by what was chosen there the last time. */
async function begin({ visitor, page }, choice, { fen } = {}) {
  const chosen = { parameters: {}, color: 'white', opponent: { kind: 'engine', level: 'beginner' }, ...choice };
  await page.evaluate(
    ([value, name]) => {
      localStorage.setItem('leaper:choice', value);
      localStorage.setItem('leaper:name', name);
    },
    [JSON.stringify(chosen), 'Ada'],
  );
  await visitor.open('#/');
  await page.reload();
  await page.waitForSelector('.setup');
  if (fen !== undefined) {
    await page.locator('.more summary').click();
    await page.getByLabel(/^Position/).fill(fen);
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
  const id = await visitor.matchId();
  assert.match(id, /^here\./, 'the match is kept here');
  return id;
}

/** The engine has answered, and the person may move. */
const answered = (page, ply) => page.waitForSelector(`.match[data-ply="${ply}"][data-ready="true"]`);

test('Fuel Chess against the engine: kept over a reload, listed, taken back', async () => {
  const place = await cutOff();
  const { visitor, page } = place;
  await page.getByRole('checkbox', { name: 'Play in this browser' }).waitFor();
  assert.ok(await page.getByRole('checkbox', { name: 'Play in this browser' }).isChecked());
  const id = await begin(place, { game: 'fuel', parameters: { fuel: 20 } });
  await page.waitForSelector('cg-board piece[data-fuel="20"]');
  await page.getByText('This match is kept in this browser.').waitFor();
  await visitor.play('e2', 'e4');
  await answered(page, 2);
  const moves = await visitor.moves();
  assert.equal(moves[0], 'e4');

  await page.reload();
  await answered(page, 2);
  assert.deepEqual(await visitor.moves(), moves);
  assert.equal((await visitor.pieceOn('e4')).fuel, '18');
  await visitor.play('g1', 'f3');
  await answered(page, 4);

  await page.getByRole('button', { name: 'First position' }).click();
  await page.waitForSelector('.match[data-shown="0"]');
  await page.getByRole('button', { name: 'Current position' }).click();
  await page.waitForSelector('.match[data-shown="4"]');
  await page.locator('.take-back').click();
  await answered(page, 2);
  assert.deepEqual(await visitor.moves(), moves);

  await visitor.open('#/');
  const row = page.locator(`.own-matches li[data-id="${id}"]`);
  await row.waitFor();
  assert.match(await row.innerText(), /Yours: resume/);
  await row.locator('a').click();
  await answered(page, 2);
  await page.locator('.resign').click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.waitForSelector('.result[data-result="black"][data-reason="resignation"]');
  await leave(place);
});

// Each turn with others in its stead, since the engine’s answer may prevent it.
const GAMES = [
  { game: 'hamiltonian', turns: [['Q@d4'], ['R@a1', 'R@h1', 'R@a8']] },
  { game: 'hans38', turns: [['@@f3'], ['@@c6', '@@d6', '@@c4']] },
  { game: 'hnefa', turns: [['e15e16'], ['e16e15', 'd15d16', 'f15f16']] },
  { game: 'chess', parameters: { armies: ['nutters', 'clobberers'] }, turns: [['e2e4'], ['d2d3', 'a2a3', 'h2h3']] },
];

/** Types the first of these turns that can be played: the field is empty then. */
async function type(page, turns) {
  const field = page.getByPlaceholder(/Type a move/);
  for (const turn of turns) {
    await field.fill(turn);
    await page.keyboard.press('Enter');
    if ((await field.inputValue()) === '') return;
  }
  assert.fail(`none of ${turns.join(', ')} can be played`);
}

for (const { turns, ...choice } of GAMES)
  test(`${choice.game} against the engine, with a reload after each turn`, async () => {
    const place = await cutOff();
    const { page } = place;
    await begin(place, choice);
    for (const [index, turn] of turns.entries()) {
      const ply = 2 * index + 2;
      await page.waitForSelector('.match[data-ready="true"]');
      await type(page, turn);
      await answered(page, ply);
      await page.reload();
      await answered(page, ply);
    }
    await leave(place);
  });

test('a game is finished, saved, analysed and followed by the next, all without a server', async () => {
  const place = await cutOff();
  const { visitor, page } = place;
  const id = await begin(place, { game: 'chess' }, { fen: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1' });
  await page.waitForSelector('.match[data-ready="true"]');
  await visitor.play('g6', 'g7');
  await page.waitForSelector('.result[data-result="white"][data-reason="checkmate"]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.result a', { hasText: 'PGN' }).click()]);
  const pgn = await readFile(await download.path(), 'utf8');
  assert.match(pgn, /\[Black "Leaper \(beginner\)"\]/);
  assert.match(pgn, /\[White "Ada"\]/);
  assert.match(pgn, /1\. Qg7# 1-0/);

  await page.locator('.rematch').click();
  await page.waitForFunction((old) => location.hash.startsWith('#/match/here.') && !location.hash.endsWith(old), id);
  await visitor.waitForPly(1); // The engine has White now.
  await page.locator('.series', { hasText: /Game 2/ }).waitFor();
  await page.goBack();
  await page.waitForSelector('.result');
  await page.locator('.rematch', { hasText: 'Go to the rematch' }).waitFor();
  await page.locator('.result a', { hasText: 'Analyse' }).click();
  await page.waitForSelector('.study');
  await page.locator('.study', { hasText: 'Qg7#' }).waitFor();
  await leave(place);
});

test('the game of a text of one’s own is played without a server', async () => {
  const place = await cutOff();
  const { visitor, page } = place;
  await visitor.open('#/invent');
  await page.waitForSelector('.invent[data-read="true"]');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  assert.match(await visitor.matchId(), /^here\./);
  await page.getByRole('tab', { name: 'Text' }).waitFor();
  await visitor.play('e2', 'e4');
  await answered(page, 2);
  await page.reload();
  await answered(page, 2);
  await page.getByRole('tab', { name: 'Text' }).waitFor();
  await leave(place);
});

test('another tab shows the same match, and its turns', async () => {
  const place = await cutOff();
  const { visitor, page } = place;
  const id = await begin(place, { game: 'chess', opponent: { kind: 'local' } });
  const other = await visitor.context.newPage();
  await other.goto(`${place.place.url}/#/match/${id}`);
  await other.waitForSelector('.match[data-ready="true"]');
  await page.bringToFront();
  await visitor.play('e2', 'e4');
  await visitor.waitForPly(1);
  await other.waitForSelector('.match[data-ply="1"]');
  await leave(place);
});

test('whoever asks for it plays in the browser though the server is there', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/');
  await page.waitForSelector('.home');
  await page.getByRole('checkbox', { name: 'Play in this browser' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const id = await visitor.matchId();
  assert.match(id, /^here\./);
  await visitor.play('e2', 'e4');
  await answered(page, 2);
  assert.equal((await server.ask(`/matches/${id}`)).status, 404);
  await visitor.leave();
});

test('a match that the browser keeps is deleted from the list, comes back, and is gone for good after a reload', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/');
  await page.getByRole('checkbox', { name: 'Play in this browser' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const id = await visitor.matchId();
  await visitor.play('e2', 'e4');
  await answered(page, 2);
  await visitor.open('#/');
  const row = page.locator(`.own-matches li[data-id="${id}"]`);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await row.waitFor({ state: 'detached' });
  await page.locator('.own-matches').getByRole('button', { name: 'Undo' }).click();
  await page.locator('.banner').waitFor({ state: 'detached' });
  await row.getByText('Yours: resume').waitFor();
  await row.locator('a').click();
  await answered(page, 2);

  await visitor.open('#/');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.locator('.own-matches .gone').waitFor();
  await page.reload();
  await page.waitForSelector('.lobby .matches li');
  await visitor.open(`#/match/${id}`);
  await page.getByText('No such match').waitFor();
  await visitor.leave();
});

const clocks = (page) => page.locator('.player .clock').allInnerTexts();

test('a match that is kept here has clocks, and the flag falls', async () => {
  const place = await cutOff();
  const { visitor, page } = place;
  await begin(place, { game: 'chess', opponent: { kind: 'local' }, clock: '0.05+0' });
  assert.deepEqual(await clocks(page), ['3.0', '3.0']);
  // The first turns take no time.
  await visitor.play('e2', 'e4');
  await visitor.waitForPly(1);
  await visitor.play('e7', 'e5');
  await page.locator('.result', { hasText: 'White ran out of time' }).waitFor();
  assert.deepEqual(await clocks(page), ['3.0', '0.0']);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PGN' }).click();
  const pgn = await readFile(await (await saved).path(), 'utf8');
  assert.match(pgn, /\[TimeControl "3"\]/);
  assert.match(pgn, /1\. e4 \{\[%clk 0:00:03\]\}/);
  assert.match(pgn, /\[Termination "time forfeit"\]/);
  await leave(place);
});

test('the clock of a match that is kept here runs on after a reload, and not while no page shows it', async () => {
  const place = await cutOff();
  const { visitor, page } = place;
  // The page's own time, which the test moves.
  await page.clock.install();
  const id = await begin(place, { game: 'chess', opponent: { kind: 'local' }, clock: '600+3' });
  await visitor.play('e2', 'e4');
  await visitor.waitForPly(1);
  await visitor.play('e7', 'e5');
  await visitor.waitForPly(2);
  const key = `leaper:time:${id}`;
  const elapsed = () => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').elapsed ?? 0, key);
  const MINUTE = 60_000;
  await page.clock.fastForward(MINUTE);
  await until('a minute counts', async () => (await elapsed()) >= MINUTE);
  assert.match((await clocks(page))[1], /^9:5[78]:\d\d$/);
  // An hour on another screen does not, nor does one while the page is loaded again.
  await visitor.open('#/');
  await page.waitForSelector('.setup');
  const left = await elapsed();
  await page.clock.fastForward(60 * MINUTE);
  assert.equal(await elapsed(), left);
  await page.reload();
  await page.waitForSelector('.setup');
  await page.clock.fastForward(60 * MINUTE);
  assert.equal(await elapsed(), left);
  await visitor.open(`#/match/${id}`);
  await visitor.waitForPly(2);
  assert.match((await clocks(page))[1], /^9:5\d:\d\d$/);
  await page.reload();
  await visitor.waitForPly(2);
  await page.clock.fastForward(MINUTE);
  await until('another minute counts', async () => (await elapsed()) >= left + MINUTE);
  assert.match((await clocks(page))[1], /^9:5\d:\d\d$/);
  // The turn brings its three seconds, and the study shows the times.
  await visitor.play('g1', 'f3');
  await visitor.waitForPly(3);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').getByRole('link', { name: 'Analyse' }).click();
  await page.locator('.study-moves .time-left').nth(2).waitFor();
  assert.deepEqual((await page.locator('.study-moves .time-left').allInnerTexts()).slice(0, 2), ['10:00:00', '10:00:00']);
  await leave(place);
});

test('the engine plays by its clock here', async () => {
  const place = await cutOff();
  const { visitor, page } = place;
  await begin(place, { game: 'chess', opponent: { kind: 'engine', level: 'full' }, clock: '20+0' });
  await visitor.play('e2', 'e4');
  await answered(page, 2);
  await visitor.play('g1', 'f3');
  await answered(page, 4);
  assert.match((await clocks(page))[0], /^19:\d\d$/);
  await leave(place);
});
