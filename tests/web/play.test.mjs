// SPDX-License-Identifier: GPL-3.0-or-later
// Whole games in the browser: against the engine, between two people, and everything a player can do in between.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Visitor, dearest, server, until } from './support.mjs';

/** A person who is not asked before a turn that loses; tests/web/safety.test.mjs tests the question. */
async function reckless() {
  const visitor = await Visitor.enter();
  // A blank page has no storage.
  await visitor.page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('leaper:warn', 'no');
  });
  return visitor;
}

/** Plays by clicks until the visitor has no move left. */
async function playToTheEnd(visitor, id) {
  while (await visitor.mayMove()) {
    const match = await server.match(id);
    const { from, target } = dearest(match);
    await visitor.play(from, target);
    await visitor.page.waitForFunction(
      (ply) => Number(document.querySelector('.match').dataset.ply) > ply,
      match.ply,
    );
  }
}

test('Fuel Chess with 3 units against the engine, from the start screen to the end, by clicks', async () => {
  const ada = await reckless();
  const { page } = ada;
  await ada.open();
  await page.locator('.games label', { hasText: 'Fuel Chess' }).click();
  await page.locator('.parameters input[name=fuel]').fill('3');
  await page.locator('.opponents label', { hasText: 'The engine' }).click();
  await page.getByLabel('Strength').fill('0');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const id = await ada.matchId();
  await page.waitForSelector('cg-board piece[data-fuel="3"]');
  await ada.unwarned();
  assert.equal(await page.locator('cg-board piece[data-fuel="3"]').count(), 32, 'every piece shows its fuel');

  await playToTheEnd(ada, id);

  const match = await server.match(id);
  assert.notEqual(match.result, 'ongoing');
  assert.equal(match.players.black.level, 'beginner');
  const sentence = { 'no-fuel': 'has no legal move: out of fuel', checkmate: 'is checkmated', stalemate: 'has no legal move: stalemate' };
  const loser = match.state.side === 'white' ? 'White' : 'Black';
  assert.equal(await ada.text('.result-reason'), `${loser} ${sentence[match.reason]}.`);
  assert.equal(await ada.text('.result h2'), loser === 'White' ? 'Black wins' : 'White wins');
  assert.deepEqual(await ada.moves(), match.turns.map((turn) => turn.san));

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.result a', { hasText: 'PGN' }).click(),
  ]);
  const pgn = await readFile(await download.path(), 'utf8');
  assert.match(pgn, /\[White "Ada"\]/);
  assert.ok(pgn.includes(match.result === 'white' ? '1-0' : '0-1'), pgn);

  await page.locator('.rematch').click();
  await page.waitForFunction((old) => !location.hash.includes(old), id);
  await ada.waitForPly(1); // The engine has White now.
  const next = await server.match(await ada.matchId());
  assert.equal(next.players.white.kind, 'engine');
  assert.deepEqual(next.parameters, match.parameters);
  assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 1, 'Black is at the bottom for Black');
  await ada.leave();
});

test('Fuel Chess with 3 units between two browsers, from joining by the link to the end', async () => {
  const ada = await reckless();
  const bob = await reckless();
  await ada.open();
  await ada.page.locator('.games label', { hasText: 'Fuel Chess' }).click();
  await ada.page.locator('.parameters input[name=fuel]').fill('3');
  await ada.page.locator('.opponents label', { hasText: 'A friend' }).click();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  const id = await ada.matchId();
  const link = await ada.page.locator('.invite .link').inputValue();
  assert.match(link, /#\/match\/[^/]+\/join\/.{22,}$/);
  assert.equal(await ada.page.locator('.match').getAttribute('data-ready'), 'false', 'nobody moves before both are there');

  await bob.page.goto(link);
  await bob.page.getByLabel('Your name').fill('Bob');
  await bob.page.getByRole('button', { name: 'Play Black' }).click();
  await bob.page.waitForSelector('.cg-wrap.orientation-black');
  assert.ok(!bob.page.url().includes('join'), 'the secret leaves the address');
  await ada.page.waitForFunction(() => document.querySelector('.invite') === null);
  await ada.page.locator('.player-name', { hasText: 'Bob' }).waitFor();

  const late = await Visitor.enter();
  await late.page.goto(link);
  await late.page.locator('.banner', { hasText: 'already taken this seat' }).waitFor();
  await late.leave();

  const players = [ada, bob];
  for (const player of players) await player.unwarned();
  for (let ply = 0; ; ply += 1) {
    const match = await server.match(id);
    if (match.result !== 'ongoing') break;
    const [mover, other] = match.state.side === 'white' ? players : [...players].reverse();
    await mover.mayMove();
    const { from, target, fuel } = dearest(match);
    await mover.play(from, target);
    await other.waitForPly(ply + 1);
    await until('the other browser shows the move', async () => (await other.pieceOn(target))?.fuel === String(fuel));
  }
  await ada.page.waitForSelector('.result');
  await bob.page.waitForSelector('.result');
  assert.equal(await ada.text('.result-reason'), await bob.text('.result-reason'));

  await ada.page.locator('.rematch').click();
  await bob.page.locator('.rematch', { hasText: 'Go to the rematch' }).click();
  await until('both are in the rematch', async () => (await ada.matchId()) !== id && (await ada.matchId()) === (await bob.matchId()));
  await bob.page.waitForFunction(() => document.querySelector('.match')?.dataset.ready === 'true');
  assert.equal((await server.match(await bob.matchId())).players.white.name, 'Bob');
  await ada.leave();
  await bob.leave();
});

test('a game with a friend is listed only if its creator wants that', async () => {
  const ada = await reckless();
  const listed = async () => (await (await fetch(`${server.url}/api/matches?limit=100`)).json()).matches.map(({ id }) => id);
  const box = ada.page.getByLabel('Show in the lobby');
  for (const wanted of [false, true]) {
    await ada.open();
    assert.equal(await box.isChecked(), true, 'against the engine it is shown');
    await ada.page.locator('.opponents label', { hasText: 'A friend' }).click();
    assert.equal(await box.isChecked(), false, 'with a friend it is not, unless that is wanted');
    if (wanted) await box.check();
    await ada.page.getByRole('button', { name: 'Start the game' }).click();
    const id = await ada.matchId();
    assert.equal((await listed()).includes(id), wanted);
    assert.equal((await server.match(id)).listed, wanted);
    await ada.page.evaluate(() => localStorage.clear());
    await ada.page.goto('about:blank');
  }
  await ada.leave();
});

test('a reload in mid-game resumes with seat, position and moves', async () => {
  const { match, seats } = await server.create({ game: 'fuel', parameters: { fuel: 20 }, opponent: { kind: 'local' } });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  await ada.play('e2', 'e4');
  await ada.waitForPly(1);
  await ada.play('g8', 'f6');
  await ada.waitForPly(2);
  await ada.page.reload();
  await ada.waitForPly(2);
  assert.ok(await ada.mayMove());
  assert.deepEqual(await ada.pieceOn('f6'), { color: 'black', letter: 'N', fuel: '18' });
  assert.deepEqual(await ada.moves(), ['e4', 'Nf6']);
  await ada.drag('b1', 'c3');
  await ada.waitForPly(3);
  assert.deepEqual(await ada.pieceOn('c3'), { color: 'white', letter: 'N', fuel: '18' });
  await ada.leave();
});

test('a spectator sees the moves live and cannot move', async () => {
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const ada = await Visitor.enter();
  const eve = await Visitor.enter();
  await ada.sit(match.id, seats);
  await eve.open(`#/match/${match.id}`);
  await eve.page.locator('.status', { hasText: 'You are watching' }).waitFor();
  await eve.click('e2');
  await eve.click('e4');
  assert.equal(await eve.page.locator('cg-board square.selected').count(), 0);
  assert.equal(await eve.page.locator('.typed, .resign, .take-back').filter({ visible: true }).count(), 0);
  const refused = await server.ask(`/matches/${match.id}/turns`, { body: { ply: 0, turn: 'e2e4' } });
  assert.equal(refused.status, 401);
  assert.equal(refused.body.error.code, 'no-token');
  await ada.play('d2', 'd4');
  await eve.waitForPly(1);
  assert.deepEqual(await eve.pieceOn('d4'), { color: 'white', letter: 'P', fuel: null });
  await ada.leave();
  await eve.leave();
});

test('promotion asks for the piece, and can be cancelled', async () => {
  const fen = 'r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1';
  const { match, seats } = await server.create({ game: 'chess', fen, opponent: { kind: 'local' } });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  await ada.play('b7', 'a8');
  await ada.page.waitForSelector('.chooser');
  assert.deepEqual(await ada.page.locator('.choice-name').allInnerTexts(), ['queen', 'rook', 'bishop', 'knight']);
  await ada.page.keyboard.press('Escape');
  await ada.page.waitForSelector('.chooser', { state: 'detached' });
  await until('the pawn is back', async () => (await ada.pieceOn('b7'))?.letter === 'P');
  assert.deepEqual(await ada.pieceOn('a8'), { color: 'black', letter: 'R', fuel: null });
  await ada.play('b7', 'b8');
  await ada.page.locator('.choice', { hasText: 'rook' }).click();
  await ada.waitForPly(1);
  assert.deepEqual(await ada.pieceOn('b8'), { color: 'white', letter: 'R', fuel: null });
  assert.deepEqual((await server.match(match.id)).turns.map((turn) => turn.turn), ['b7b8r']);
  await ada.leave();
});

test('castling is the king’s move to its target and moves the rook, with the fuel of both', async () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 9';
  const { match, seats } = await server.create({ game: 'fuel', parameters: { fuel: 9 }, fen, opponent: { kind: 'local' } });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  await ada.click('e1');
  await ada.page.mouse.move(...(await ada.spot('c1')));
  await ada.page.locator('.meaning', { hasText: 'King e1 to c1: costs 2, leaves 7; rook a1 to d1 for 3, leaves 6' }).waitFor();
  await ada.click('c1');
  await ada.waitForPly(1);
  await until('the rook has moved', async () => (await ada.pieceOn('d1'))?.fuel === '6');
  assert.deepEqual(await ada.pieceOn('c1'), { color: 'white', letter: 'K', fuel: '7' });
  assert.equal(await ada.pieceOn('a1'), null);
  await ada.leave();
});

test('selecting or hovering a piece shows what each target would cost', async () => {
  const { match, seats } = await server.create({ game: 'fuel', parameters: { fuel: 3 }, opponent: { kind: 'local' } });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  await ada.page.mouse.move(...(await ada.spot('e2')));
  await ada.page.waitForSelector('.chips.preview .chip');
  assert.deepEqual((await ada.page.locator('.chip .cost').allInnerTexts()).sort(), ['−1', '−2']);
  await ada.click('b1');
  await ada.page.waitForSelector('.chips:not(.preview) .chip[data-square="c3"][data-level="low"]');
  assert.deepEqual(await ada.page.locator('.chip .cost').allInnerTexts(), ['−2', '−2']);
  await ada.page.mouse.move(...(await ada.spot('c3')));
  await ada.page.locator('.meaning', { hasText: 'Knight b1 to c3: costs 2, leaves 1' }).waitFor();
  await ada.click('c3');
  await ada.waitForPly(1);
  await ada.page.waitForSelector('cg-board piece.n-piece[data-fuel="1"][data-level="low"]');
  await ada.leave();
});

test('the list of moves can be stepped through, and the board flipped', async () => {
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  await ada.play('e2', 'e4');
  await ada.waitForPly(1);
  await ada.play('c7', 'c5');
  await ada.waitForPly(2);
  const shown = (ply) => ada.page.waitForSelector(`.match[data-shown="${ply}"]`);
  await ada.page.locator('.moves button', { hasText: 'e4' }).click();
  await shown(1);
  await until('the pawn is back on c7', async () => (await ada.pieceOn('c7')) !== null);
  assert.equal(await ada.pieceOn('c5'), null);
  await ada.page.locator('.stepping [aria-label="First position"]').click();
  await shown(0);
  await until('the start position', async () => (await ada.pieceOn('e2')) !== null);
  assert.equal(await ada.page.locator('.match').getAttribute('data-ready'), 'false', 'the past cannot be changed');
  await ada.page.locator('body').press('ArrowRight');
  await shown(1);
  await ada.page.locator('body').press('End');
  await shown(2);
  await until('the present', async () => (await ada.pieceOn('c5')) !== null);
  await ada.page.locator('[aria-label="Flip the board"]').click();
  await ada.page.waitForSelector('.cg-wrap.orientation-black');
  await ada.play('g1', 'f3');
  await ada.waitForPly(3);
  await ada.leave();
});

test('taking back against the engine, and resigning after a confirmation', async () => {
  const { match, seats } = await server.create({ game: 'chess', opponent: { kind: 'engine', level: 'beginner' } });
  const ada = await Visitor.enter();
  await ada.sit(match.id, seats);
  await ada.play('e2', 'e4');
  await ada.waitForPly(2);
  await ada.page.locator('.take-back').click();
  await ada.waitForPly(0);
  await until('the pawn is back', async () => (await ada.pieceOn('e2')) !== null);
  await ada.play('d2', 'd4');
  await ada.waitForPly(2);
  await ada.page.locator('.resign').click();
  await ada.page.locator('dialog button', { hasText: 'Cancel' }).click();
  assert.equal((await server.match(match.id)).result, 'ongoing');
  await ada.page.locator('.resign').click();
  await ada.page.locator('dialog button', { hasText: 'Resign' }).click();
  await ada.page.locator('.result-reason', { hasText: 'White resigned.' }).waitFor();
  await ada.leave();
});

test('a draw is offered, declined and accepted in chess, and cannot be offered in Fuel Chess', async () => {
  const { id, tokens } = await server.friends();
  const ada = await Visitor.enter();
  const bob = await Visitor.enter();
  await ada.sit(id, { white: tokens.white });
  await bob.sit(id, { black: tokens.black });
  await ada.page.locator('.offer-draw').click();
  await bob.page.locator('.offer-place button', { hasText: 'Decline' }).click();
  await ada.page.locator('.banner', { hasText: 'The draw was declined.' }).waitFor();
  await bob.page.locator('.offer-draw').click();
  await ada.page.locator('.offer-place button', { hasText: 'Accept' }).click();
  for (const visitor of [ada, bob]) {
    await visitor.page.locator('.result-reason', { hasText: 'Agreed by both players.' }).waitFor();
    await visitor.leave();
  }

  const fuel = await server.create({ game: 'fuel', opponent: { kind: 'local' } });
  const carl = await Visitor.enter();
  await carl.sit(fuel.match.id, fuel.seats);
  await carl.page.locator('.resign').waitFor();
  assert.equal(await carl.page.locator('.offer-draw').isVisible(), false);
  await carl.leave();
});

test('the duck leaves its square as soon as it is put on another, before the server has answered', async () => {
  const fen = 'rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  const { visitor, page } = await Visitor.atBoard({ game: 'duck', fen });
  let answer;
  const allowed = new Promise((resolve) => {
    answer = resolve;
  });
  await page.route('**/turns', async (route) => {
    await allowed;
    await route.continue();
  });
  const walls = () => page.locator('.landmarks .wall').evaluateAll((all) => all.map((each) => each.getAttribute('style')));
  const before = await walls();
  assert.equal(before.length, 1);
  await visitor.play('e2', 'e4');
  await page.waitForSelector('.match[data-steps="e2e4"]');
  await visitor.click('e5');
  await until('the duck has moved', async () => JSON.stringify(await walls()) !== JSON.stringify(before));
  assert.equal((await walls()).length, 1, 'there is one duck');
  answer();
  await visitor.waitForPly(1);
  assert.deepEqual(await visitor.moves(), ['e4,*e5']);
  await visitor.leave();
});
