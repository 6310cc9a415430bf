// SPDX-License-Identifier: GPL-3.0-or-later
// Hamiltonian Chess on the page: placing the opponent's pieces, links, true and false announcements, series of games.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, server, until } from './support.mjs';

// The example of the game's author, where both sides have a path; with the black king on h8 only White has one;
// and with the white king on d2 as well, it is one move away from closing White's circuit.
const BOTH = '1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 9';
const WHITE = '1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 9';
const ALMOST = '1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/3K4/1b1Q4 w - - 0 9';
const CIRCUIT = 'e2 d1 b3 b8 g3 e4 f6 a6'.split(' ');

const atTheBoard = (body, options) => Visitor.atBoard({ game: 'hamiltonian', ...body }, options);

const tray = (page, letter) => page.locator(`.tray-piece[data-letter=${letter}]`);
const begin = (page, color) => page.locator(`.announce[data-color=${color}]`).click();
const steps = (page) => page.locator('.walk.naming .number').count();
const links = (page) => page.locator('.links > .link').evaluateAll((all) => all.map(({ dataset }) => `${dataset.from}${dataset.both === 'true' ? '=' : '>'}${dataset.to}`).sort());

/** Names squares by clicking them. */
async function name(visitor, squares) {
  for (const [index, square] of squares.entries()) {
    await visitor.click(square);
    const number = Math.min(index + 1, 8);
    await visitor.page.waitForFunction((wanted) => document.querySelectorAll('.walk.naming .number').length === wanted, number);
  }
}

test('all sixteen pieces are placed from the tray, each side placing the other’s, by click and by drag', async () => {
  const { visitor, page, match } = await atTheBoard({});
  const squares = 'a1 h8 c3 f6 b7 g2 d5 e4 a8 h1 c6 f3 b2 g7 d8 e1'.split(' ');
  const letters = Array.from('KQRRBBNN').flatMap((letter) => [letter, letter]);
  for (const [ply, square] of squares.entries()) {
    const [player, owner] = ply % 2 === 0 ? ['White', 'black'] : ['Black', 'white'];
    await page.locator('.tray h2', { hasText: `${player} places ${owner === 'black' ? 'Black’s' : 'White’s'} pieces` }).waitFor();
    assert.equal(await page.locator('.tray').getAttribute('data-color'), owner);
    if (ply % 3 === 0) {
      const box = await tray(page, letters[ply]).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(...(await visitor.spot(square)), { steps: 4 });
      await page.waitForSelector(`.chip.over[data-square="${square}"]`);
      await page.waitForSelector('.piece-ghost');
      await page.mouse.up();
    } else {
      await tray(page, letters[ply]).click();
      assert.equal(await page.locator('.chip[data-kind=placement]').count(), 64 - ply, 'every empty square is a target');
      await visitor.click(square);
    }
    await visitor.waitForPly(ply + 1);
    await until(`${square} holds it`, async () => (await visitor.pieceOn(square))?.color === owner);
    assert.equal((await visitor.pieceOn(square)).letter, letters[ply]);
  }
  await page.waitForSelector('.claims:not([hidden])');
  assert.ok(await page.locator('.tray').isHidden(), 'nothing is left to place');
  const { state } = await server.match(match.id);
  assert.equal(state.board.locations.length, 16);
  await visitor.leave();
});

test('against the engine the tray says that the pieces are the opponent’s', async () => {
  const { visitor, page } = await atTheBoard({ opponent: { kind: 'engine', level: 'beginner' } });
  assert.equal(await visitor.text('.tray h2'), 'You place Black’s pieces');
  assert.match(await visitor.text('.tray-words'), /the opponent’s, not yours/);
  assert.equal(await page.locator('.tray-left img').count(), 8);
  await tray(page, 'Q').click();
  await visitor.click('d4');
  await visitor.waitForPly(2);
  assert.equal(await tray(page, 'Q').getAttribute('data-count'), '0');
  assert.ok(await tray(page, 'Q').isDisabled());
  assert.equal(await page.locator('.tray-left img').count(), 7);
  await visitor.leave();
});

test('links of the piece under the pointer or the cursor, all links on request, each side’s told apart', async () => {
  const { visitor, page } = await atTheBoard({ fen: BOTH });
  assert.deepEqual(await links(page), []);
  await page.mouse.move(...(await visitor.spot('g3')));
  await page.locator('.meaning', { hasText: 'links to e2 and e4, linked from e4 and b8' }).waitFor();
  assert.deepEqual(await links(page), ['b8>g3', 'g3=e4', 'g3>e2']);
  await page.mouse.move(2, 2);
  await page.locator('[data-mode=all]').click();
  await page.mouse.move(2, 2);
  await until('all are drawn', async () => (await links(page)).length > 15);
  const all = await links(page);
  assert.ok(all.includes('d1=e2') && all.includes('e3>h6'));
  assert.ok((await page.locator('.links > .link.white').count()) > 0 && (await page.locator('.links > .link.black').count()) > 0);
  await page.locator('[data-mode=black]').click();
  await page.mouse.move(2, 2);
  await until('only Black’s', async () => (await page.locator('.links > .link.white').count()) === 0);
  assert.ok((await page.locator('.links > .link.black').count()) > 5);
  await page.locator('[data-mode=piece]').click();
  await page.locator('.board').focus();
  await page.keyboard.press('ArrowUp');
  const at = await page.locator('.cursor').getAttribute('data-square');
  await until('the links of the piece under the cursor', async () => (await links(page)).some((link) => link.includes(at)));
  await visitor.leave();
});

test('a circuit is named square by square, announced, and drawn with its score', async () => {
  const { visitor, page, match } = await atTheBoard({ fen: WHITE });
  await begin(page, 'white');
  assert.ok(await page.locator('.send-claim').isDisabled());
  await visitor.click('e7');
  await page.locator('.meaning', { hasText: 'Only White’s pieces' }).waitFor();
  await name(visitor, ['e2', 'd1', 'b3']);
  assert.equal(await visitor.text('.claim-count'), '3 of 8');
  await page.locator('.undo-claim').click();
  await until('the last step is gone', async () => (await steps(page)) === 2);
  await name(visitor, []);
  for (const square of CIRCUIT.slice(2)) await visitor.click(square);
  await page.locator('.claim-count', { hasText: '8 of 8' }).waitFor();
  await visitor.click('e2');
  await page.getByRole('button', { name: 'Announce the circuit' }).click();
  await page.waitForSelector('.result');
  assert.equal(await visitor.text('.result h2'), 'White wins');
  assert.equal(await visitor.text('.result-score'), '16–0');
  assert.match(await visitor.text('.claim-line'), /White’s circuit, 16 points: e2 → d1 → .* → a6 → e2/);
  assert.equal(await page.locator('.walk.final.white .step').count(), 8);
  assert.equal(await page.locator('.walk-label').textContent(), '16 points');
  assert.deepEqual(await visitor.moves(), ['White announces e2d1b3b8g3e4f6a6e2']);
  assert.equal((await server.match(match.id)).points.white, 16);
  await visitor.leave();
});

test('a false announcement shows the missing link, on the board too, and changes nothing', async () => {
  const { visitor, page, match } = await atTheBoard({ fen: BOTH });
  await begin(page, 'white');
  await name(visitor, ['e2', 'd1', 'b3', 'g3', 'b8', 'e4', 'f6', 'a6']);
  await page.locator('.send-claim').click();
  assert.match(await visitor.text('.claim-refusal'), /no link from b3 to g3/);
  const missing = page.locator('.link.missing');
  const gaps = await missing.evaluateAll((all) => all.map(({ dataset }) => [dataset.from, dataset.to]));
  assert.deepEqual(gaps, [['b3', 'g3'], ['g3', 'b8'], ['b8', 'e4']], 'all that is missing is marked');
  assert.equal(await page.locator('.walk.naming .step').count(), 4, 'steps that there are not are not drawn as such');
  const now = await server.match(match.id);
  assert.deepEqual([now.ply, now.revision, now.result], [0, 1, 'ongoing']);
  await page.locator('.undo-claim').click();
  await until('the mark is gone', async () => (await missing.count()) === 0);
  await page.locator('.cancel-claim').click();
  await until('nothing is drawn', async () => (await steps(page)) === 0);
  await visitor.play('e2', 'f2');
  await visitor.waitForPly(1);
  await visitor.leave();
});

test('two paths are a draw, and both are drawn', async () => {
  const { visitor, page } = await atTheBoard({ fen: BOTH });
  await begin(page, 'black');
  await name(visitor, 'e3 h6 h7 e7 d5 a5 a3 b1'.split(' '));
  await page.locator('.send-claim').click();
  await page.waitForSelector('.result');
  assert.equal(await visitor.text('.result h2'), 'A draw');
  assert.match(await visitor.text('.result-reason'), /both sides have a path/);
  assert.equal(await visitor.text('.result-score'), '0–0');
  assert.equal(await page.locator('.walk.final.black .step').count(), 7);
  assert.equal(await page.locator('.walk.final.white .step').count(), 8);
  assert.equal(await page.locator('.walk-label').count(), 0, 'a draw scores nothing');
  assert.deepEqual(await visitor.moves(), ['Black announces e3h6h7e7d5a5a3b1']);
  await visitor.leave();
});

test('a move that completes the path is sent with the announcement, or not at all', async () => {
  const { visitor, page, match } = await atTheBoard({ fen: ALMOST });
  await begin(page, 'white');
  await page.locator('.move-first').click();
  await visitor.play('d2', 'e2');
  await page.locator('.claim-after', { hasText: 'Ke2' }).waitFor();
  await until('the king stands there', async () => (await visitor.pieceOn('e2'))?.letter === 'K');
  await page.locator('.cancel-claim').click();
  await until('the king is back', async () => (await visitor.pieceOn('d2'))?.letter === 'K');
  assert.equal((await server.match(match.id)).ply, 0);
  await begin(page, 'white');
  await page.locator('.move-first').click();
  await visitor.play('d2', 'e2');
  await page.locator('.claims[aria-busy=false] .claim-after').waitFor();
  await name(visitor, [...CIRCUIT, 'e2']);
  await page.locator('.send-claim').click();
  await page.waitForSelector('.result');
  assert.deepEqual((await server.match(match.id)).turns.map(({ turn }) => turn), [`d2e2,!${CIRCUIT.join('')}e2`]);
  await visitor.leave();
});

test('the friend who is not to move announces, and both see it', async () => {
  const { id, tokens } = await server.friends({ game: 'hamiltonian', fen: WHITE.replace(' w ', ' b ') });
  const ada = await Visitor.enter();
  const bob = await Visitor.enter();
  await ada.sit(id, { white: tokens.white });
  await bob.sit(id, { black: tokens.black });
  assert.ok(await bob.mayMove(), 'it is Black’s turn');
  await begin(ada.page, 'white');
  assert.equal(await ada.page.locator('.move-first').count(), 0);
  await name(ada, [...CIRCUIT, 'e2']);
  await ada.page.locator('.send-claim').click();
  for (const visitor of [ada, bob]) {
    await visitor.page.waitForSelector('.result');
    assert.equal(await visitor.text('.result h2'), 'White wins');
    assert.equal(await visitor.page.locator('.walk.final.white .step').count(), 8);
    await visitor.leave();
  }
});

test('a path that is being named is dropped when the position changes', async () => {
  const { visitor, page, match, seats } = await atTheBoard({ fen: WHITE });
  await begin(page, 'white');
  await name(visitor, ['e2', 'd1']);
  await server.ask(`/matches/${match.id}/turns`, { body: { ply: 0, turn: 'e2d2' }, token: seats.white });
  await page.locator('.claim-note', { hasText: 'position has changed' }).waitFor();
  assert.equal(await steps(page), 0);
  await visitor.leave();
});

test('the program finds paths only if that was switched on', async () => {
  const without = await atTheBoard({ fen: WHITE });
  await begin(without.page, 'white');
  assert.equal(await without.page.locator('.find-claim').count(), 0);
  await without.visitor.leave();
  const { visitor, page } = await atTheBoard({ fen: WHITE, finder: true });
  await begin(page, 'black');
  await page.locator('.find-claim').click();
  await page.locator('.claim-refusal', { hasText: 'neither path nor circuit' }).waitFor();
  await page.locator('.cancel-claim').click();
  await begin(page, 'white');
  await page.locator('.find-claim').click();
  await page.waitForSelector('.result');
  assert.equal(await visitor.text('.result-score'), '16–0');
  await visitor.leave();
});

test('the engine announces at once after a move', async () => {
  const { visitor, page } = await atTheBoard({ fen: WHITE.replace(' w ', ' b '), color: 'black', opponent: { kind: 'engine', level: 'casual' } });
  await visitor.play('h8', 'g8');
  await page.waitForSelector('.result');
  assert.equal(await visitor.text('.result h2'), 'White wins');
  assert.equal(await page.locator('.walk.final.white .step').count(), 8);
  await visitor.leave();
});

test('a series: the next game, running totals, and kill -9 in between', async () => {
  const { visitor, page } = await atTheBoard({ fen: WHITE, name: 'Ada' });
  await begin(page, 'white');
  await name(visitor, CIRCUIT);
  await page.locator('.send-claim').click();
  await page.waitForSelector('.result');
  assert.equal(await visitor.text('.result-score'), '8–0');
  const total = (color) => visitor.text(`.series tr[data-color=${color}] .total`);
  assert.equal(await total('white'), '8');
  await server.end('SIGKILL');
  await server.run();
  await page.locator('.rematch').click();
  await page.locator('.series h2', { hasText: 'Game 2' }).waitFor();
  assert.deepEqual([await total('white'), await total('black')], ['0', '8'], 'colours are exchanged, points stay with the players');
  await begin(page, 'white');
  await name(visitor, [...CIRCUIT, 'e2']);
  await page.locator('.send-claim').click();
  await page.waitForSelector('.result');
  await until('the totals', async () => (await total('white')) === '16');
  assert.equal(await visitor.text('.player[data-color=white] .total'), 'total 16');
  await server.end('SIGKILL');
  await server.run();
  await page.reload();
  await page.waitForSelector('.series');
  await until('the totals are still there', async () => (await total('white')) === '16' && (await total('black')) === '8');
  await visitor.leave();
});

test('by keyboard alone: a piece is placed, and a path is begun', async () => {
  const { visitor, page, match } = await atTheBoard({});
  await tray(page, 'K').focus();
  await page.keyboard.press('Enter');
  await page.locator('.tray-piece[aria-pressed=true]').waitFor();
  await page.locator('.board').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await visitor.waitForPly(1);
  assert.match((await server.match(match.id)).turns[0].turn, /^K@/);
  const other = await atTheBoard({ fen: WHITE });
  await other.page.locator('.announce[data-color=white]').focus();
  await other.page.keyboard.press('Enter');
  await other.page.locator('.board').focus();
  const at = () => other.page.locator('.cursor').getAttribute('data-square');
  await other.page.keyboard.press('ArrowUp');
  for (let count = 0; count < 20 && (await at()) !== 'e2'; count += 1) {
    const [file, rank] = await at();
    await other.page.keyboard.press(file < 'e' ? 'ArrowRight' : file > 'e' ? 'ArrowLeft' : rank < '2' ? 'ArrowUp' : 'ArrowDown');
  }
  await other.page.keyboard.press('Enter');
  await until('the first square', async () => (await steps(other.page)) === 1);
  await visitor.leave();
  await other.visitor.leave();
});

test('a phone: taps place and name, a tap shows links, and everything fits', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const placing = await atTheBoard({}, phone);
  const tap = async (visitor, square) => visitor.page.touchscreen.tap(...(await visitor.spot(square)));
  const box = await tray(placing.page, 'N').boundingBox();
  assert.ok(box.y + box.height <= 740, 'the tray is on the screen');
  await tray(placing.page, 'N').tap();
  await tap(placing.visitor, 'c6');
  await placing.visitor.waitForPly(1);
  assert.ok((await placing.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0);
  await placing.visitor.leave();
  const { visitor, page } = await atTheBoard({ fen: WHITE }, phone);
  await tap(visitor, 'g3');
  await until('its links are shown', async () => (await links(page)).includes('b8>g3'));
  await page.locator('.announce[data-color=white]').tap();
  for (const square of [...CIRCUIT, 'e2']) await tap(visitor, square);
  const send = await page.locator('.send-claim').boundingBox();
  assert.ok(send.y + send.height <= 740, 'the button is on the screen');
  await page.locator('.send-claim').tap();
  await page.waitForSelector('.result');
  assert.equal(await visitor.text('.result-score'), '16–0');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0);
  await visitor.leave();
});

test('the start screen offers the help and shows what a circuit is', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.locator('.games label', { hasText: 'Fuel' }).click();
  assert.ok(await page.locator('.finder').isHidden());
  await page.locator('.games label', { hasText: 'Hamiltonian' }).click();
  assert.equal(await page.locator('.diagram .walk .step').count(), 8);
  await page.locator('.finder .check').click();
  await page.locator('.opponents label', { hasText: 'Both sides' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const match = await server.match(await visitor.matchId());
  assert.deepEqual([match.game, match.finder], ['hamiltonian', true]);
  await visitor.leave();
});
