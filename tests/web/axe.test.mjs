// SPDX-License-Identifier: GPL-3.0-or-later
// axe-core finds no violation on any page, in either theme: start, settings, my games, the card for mail, matches in progress and finished, studies, the board editor,
// lessons, problems, inventing, tours, playing without the server, and pages that do not exist. Of forms that have the same parts, one is tried, and of games that look alike, one
// in the dark theme.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { Server, Visitor, sendsMail, server } from './support.mjs';

const axe = await readFile(createRequire(new URL('../../web/package.json', import.meta.url)).resolve('axe-core/axe.min.js'), 'utf8');

/** A server that writes to players. */
let postal;
before(async () => {
  postal = await Server.start({ options: sendsMail });
});
after(() => postal.stop());

let found = [];
/** Everything found since the last call; called at the end of a test, so that it reports all at once. */
function findings() {
  const all = [...new Set(found)];
  found = [];
  return all;
}

/** The rules about colours: in the dark theme, everything else is as in the light one. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Collects what axe finds on the page or in a part of it, one line per rule and element. */
async function check(page, what, { part = 'html', themes = ['light', 'dark'] } = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      ([within, rules]) => {
        // What is changing at the moment, such as opacity, has the colours of neither state.
        for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
        return globalThis.axe.run(within, { resultTypes: ['violations'], ...rules });
      },
      [part, colorScheme === 'dark' ? { runOnly: { type: 'rule', values: COLOURS } } : {}],
    );
    const lines = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${colorScheme}: ${what}: ${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`));
    found.push(...lines);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** What a form consists of: its elements, their attributes, and which have a text. */
const parts = (form) =>
  form.evaluate((whole) =>
    [...whole.querySelectorAll('*')]
      .map((element) => [element.tagName, element.getAttribute('class'), element.getAttribute('type'), ...element.getAttributeNames(), element.textContent.trim() !== ''].join(' '))
      .join(),
  );

const SQUARES = ['hans38', 'hans38-neutral', 'hans38-postal', 'hans38-postal-plus', 'infinite-reserves', 'moving-squares'];
const GAMES = ['chess', 'fuel', 'hamiltonian', 'hnefa', ...SQUARES];
/** The other games with squares have the colours of hans38. */
const IN_THE_DARK = ['chess', 'fuel', 'hamiltonian', 'hnefa', 'hans38'];

test('the analysis board and its dialogs', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/study/fuel');
  await page.waitForSelector('.study[data-ready="true"]');
  await visitor.play('e2', 'e4');
  await page.waitForSelector('.study[data-ply="1"]');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Good');
  await page.getByRole('button', { name: 'Good turn' }).click();
  await check(page, 'study');
  await page.getByRole('switch', { name: 'Engine' }).click();
  await page.locator('.engine-lines li').first().waitFor();
  await check(page, 'the engine');
  await page.getByRole('switch', { name: 'Engine' }).click();
  for (const tool of ['New…', 'My studies', 'Open PGN', 'PGN', 'Share']) {
    await page.locator('.study-head').getByRole('button', { name: tool, exact: true }).click();
    await page.locator('dialog[open]').waitFor();
    await check(page, tool);
    await page.locator('dialog[open]').evaluate((dialog) => dialog.close());
  }
  assert.deepEqual(findings(), []);
  await visitor.leave();
});

test('a game with variations, and its review', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/study/chess');
  await page.waitForSelector('.study[data-ready="true"]');
  await page.locator('.study-head').getByRole('button', { name: 'Open PGN' }).click();
  await page.locator('.import textarea').fill('[White "Ada"]\n\n1. f3 {Weak.} e5 (1... d5 2. d4 (2. e3 Nf6)) 2. g4?? Qh4# 0-1\n\n[White "Ben"]\n\n1. e4 *\n');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.locator('dialog[open]').getByText('Ada').waitFor();
  await check(page, 'several games to choose from');
  await page.locator('dialog[open]').getByRole('button', { name: /Ada/ }).click();
  await page.waitForSelector('.study-moves .variation');
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.graph-dot').first().waitFor();
  await page.getByRole('button', { name: 'Review the game' }).waitFor();
  await check(page, 'a review');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

test('seeks, one’s own and another’s', async () => {
  const [ada, bob] = [await Visitor.enter(), await Visitor.enter()];
  for (const visitor of [ada, bob]) {
    await visitor.open();
    await visitor.page.locator('.opponents label', { hasText: 'Find an opponent' }).click();
    await visitor.page.getByRole('button', { name: 'Find an opponent' }).click();
    await visitor.page.locator('.own-seek').waitFor();
  }
  await ada.page.locator('.seeks li').first().waitFor();
  await check(ada.page, 'seeks');
  await ada.page.locator('.seeks').getByRole('button', { name: /^The rules of/ }).first().click();
  await ada.page.locator('.seek-start .mini-board').waitFor();
  await check(ada.page, 'the rules of what is sought');
  await ada.page.keyboard.press('Escape');
  await ada.open('#/learn');
  await ada.page.locator('.banner', { hasText: 'still waiting' }).waitFor();
  await check(ada.page, 'seeking elsewhere');
  assert.deepEqual(findings(), []);
  for (const visitor of [ada, bob]) await visitor.leave();
});

test('my games, with a link to another device, and what that device is shown', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/mine');
  await page.waitForSelector('.mine[data-ready="true"]');
  await check(page, 'no games');
  for (const game of ['chess', 'hans38']) {
    const { match, seats } = await server.create({ game, opponent: { kind: 'engine', level: 'beginner' }, clock: '3days' });
    await visitor.sit(match.id, seats);
  }
  await visitor.open('#/mine');
  await page.locator('.mine-board').nth(1).waitFor();
  await check(page, 'two games');
  await page.getByRole('button', { name: 'To another device' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.locator('.qr').waitFor();
  await check(page, 'a link and its code');
  const link = await page.locator('.device-link .link').inputValue();
  const other = await Visitor.enter();
  await other.page.goto(link);
  await other.page.getByText('Chess, White').waitFor();
  await check(other.page, 'what is offered');
  await other.leave();
  assert.deepEqual(findings(), []);
  await visitor.leave();
});

test('the start screen, its form for each game, its lists, the settings, an error', async () => {
  const { match, seats } = await server.create({ game: 'fuel', opponent: { kind: 'local' } });
  await server.ask(`/matches/${match.id}/resign`, { token: seats.white, body: { ply: 0 } });
  await server.create({ game: 'chess', opponent: { kind: 'local' } });
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open();
  await page.waitForSelector('.matches a');
  const forms = new Set();
  for (const card of await page.locator('.games label').all()) {
    await card.click();
    await page.locator('.about summary').click();
    await check(page, await card.innerText());
    for (const relative of await page.locator('.relatives label').all()) {
      await relative.click();
      const form = await parts(page.locator('.setup'));
      // Their colours are those of the card's own form.
      if (!forms.has(form)) await check(page, await relative.innerText(), { part: '.setup', themes: ['light'] });
      forms.add(form);
    }
  }
  await page.getByText('Start from another position').click();
  for (const opponent of await page.locator('.opponents label').all()) {
    await opponent.click();
    await check(page, await opponent.innerText());
  }
  await page.locator('.lobby button', { hasText: 'Finished' }).click();
  await page.locator('.matches a', { hasText: 'resigned' }).first().waitFor();
  await check(page, 'finished matches');
  await page.getByLabel(/^Position/).fill('nonsense');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.banner.error').waitFor();
  await check(page, 'an error');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

for (const game of GAMES)
  test(`${game}, its rules and pieces, in progress and finished`, async () => {
    const themes = IN_THE_DARK.includes(game) ? ['light', 'dark'] : ['light'];
    const { visitor, page, match, seats } = await Visitor.atBoard({ game, fen: undefined });
    await check(page, 'at the start', { themes });
    for (const name of ['Rules', 'Pieces', 'Moves']) {
      await page.getByRole('tab', { name }).click();
      await check(page, name, { themes });
    }
    const { legal } = (await server.match(match.id)).state;
    const action = legal.find(({ kind }) => kind === 'move') ?? legal[0];
    await page.locator('.typed-input').fill(action.action);
    await page.locator('.typed-input').press('Enter');
    await page.waitForFunction(() => document.querySelector('.match').dataset.ply !== '0' || document.querySelector('.match').dataset.steps !== '');
    await check(page, 'after a move', { themes });
    await page.locator('.stepping button').last().click();
    await page.locator('dialog[open]').waitFor();
    await check(page, 'settings', { themes });
    await page.keyboard.press('Escape');
    const { ply } = await server.match(match.id);
    await server.ask(`/matches/${match.id}/resign`, { token: seats.white, body: { ply } });
    await page.waitForSelector('.result');
    await check(page, 'finished', { themes });
    await visitor.leave();
    assert.deepEqual(findings(), []);
  });

test('inviting, joining, watching, a decision to make, a second game', async () => {
  const { match, seats, join } = await server.create({ game: 'hamiltonian', opponent: { kind: 'friend' }, name: 'Ada' });
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/');
  await page.evaluate(([id, one, two]) => {
    localStorage.setItem(`leaper:seats:${id}`, one);
    localStorage.setItem(`leaper:join:${id}`, two);
  }, [match.id, JSON.stringify(seats), join]);
  await visitor.open(`#/match/${match.id}`);
  await page.waitForSelector('.invite');
  await check(page, 'inviting');
  const friend = await Visitor.enter();
  await friend.open(`#/match/${match.id}/join/${join}`);
  await friend.page.waitForSelector('.join');
  await check(friend.page, 'joining');
  await friend.leave();
  await visitor.open(`#/match/${(await server.create({ game: 'hnefa', opponent: { kind: 'local' } })).match.id}`);
  await page.locator('.status', { hasText: 'watching' }).waitFor();
  await check(page, 'watching');
  const second = await server.create({ game: 'chess', opponent: { kind: 'local' } });
  await visitor.sit(second.match.id, second.seats);
  await page.locator('.resign').click();
  await page.locator('dialog[open]').waitFor();
  await check(page, 'a question');
  await page.locator('dialog .danger').click();
  await page.locator('.rematch').click();
  await page.waitForFunction((old) => !location.hash.includes(old), second.match.id);
  await page.locator('.series:not([hidden])').waitFor();
  await check(page, 'a second game');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

test('the card for mail, empty, refused and with an address', async () => {
  const { id, tokens } = await postal.friends({ clock: '3days' });
  const visitor = await Visitor.enter({}, postal);
  const { page } = visitor;
  await visitor.sit(id, { white: tokens.white });
  const card = page.locator('.card.mail');
  await card.getByLabel('Write to me when it is my turn').fill('bea@example');
  await check(page, 'an empty card for mail');
  await card.getByRole('button', { name: 'Leave address' }).click();
  await card.getByText('no address that messages can be sent to').waitFor();
  await check(page, 'an address that is none');
  await card.getByLabel('Write to me when it is my turn').fill('bea@example.org');
  await card.getByRole('button', { name: 'Leave address' }).click();
  await card.getByRole('button', { name: 'Delete address' }).waitFor();
  await check(page, 'a card with an address');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

test('tours, and pages that do not exist', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/tours/6x6/N/closed');
  await page.waitForSelector('.tally .number');
  await page.locator('.known summary').click();
  await page.getByRole('button', { name: 'Random tour' }).click();
  await page.waitForSelector('.tour-list:not([hidden])');
  await page.locator('.tour-list summary').click();
  await check(page, 'tours');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.locator('.estimate-plot .band').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByLabel('Files').fill('0');
  await page.getByLabel('Files').press('Enter');
  await page.locator('.sides-news.wrong').waitFor();
  await check(page, 'an estimate and a complaint');
  await visitor.open('#/match/none');
  await page.locator('.nothing').waitFor();
  await check(page, 'no such match');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});
test('all lessons’ games, a lesson that has been missed and one that has been solved', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/learn');
  await page.waitForSelector('.courses');
  await check(page, 'learn');
  await visitor.open('#/learn/fuel/last-move');
  await page.waitForSelector('.practice[data-game]');
  await visitor.play('d4', 'd7');
  await page.waitForSelector('.lesson[data-state="missed"]');
  await check(page, 'a lesson missed');
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.waitForSelector('.lesson[data-state="playing"]');
  await visitor.play('d4', 'a4');
  await page.waitForSelector('.lesson[data-state="reached"]');
  await check(page, 'a lesson solved');
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.waitForSelector('.lesson[data-state="shown"]');
  await check(page, 'a lesson shown');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

test('all problems, and one that has been missed', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/problems');
  await page.waitForSelector('.problem-games');
  await check(page, 'problems');
  await visitor.open('#/problems/fuel/0611bee0');
  await page.waitForSelector('.exercise[data-game]');
  await visitor.play('f6', 'e6');
  await page.waitForSelector('.exercise-place[data-state="wrong"]');
  await check(page, 'a problem missed');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.waitForSelector('.exercise-place[data-state="shown"]');
  await check(page, 'a solution');
  await page.getByRole('link', { name: 'All problems' }).click();
  await page.waitForSelector('.problem-history table');
  await check(page, 'what has been solved');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

test('the board editor, with faults at their squares, and with hands', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  for (const game of GAMES.filter((key) => key !== 'hans38')) {
    await visitor.open(`#/editor/${game}`);
    await page.waitForSelector(`.board-editor[data-ready="true"][data-game="${game}"]`);
    await check(page, `editor of ${game}`);
  }
  await visitor.open('#/editor/hans38');
  await page.waitForSelector('.board-editor[data-ready="true"][data-game="hans38"]');
  await check(page, 'editor of hans38');
  await page.locator('[data-name="side black"]').check({ force: true });
  await page.locator('[data-tool="erase"]:not(.board-editor)').click();
  await page.locator('.edit-square[data-square="e1"]').click();
  await page.waitForSelector('.edit-verdict[data-legal="false"]');
  await check(page, 'editor with faults');
  await visitor.open('#/editor/crazyhouse');
  await page.waitForSelector('.board-editor[data-ready="true"][data-fen*="[]"]');
  await check(page, 'editor with hands');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

test('without the server: the start screen, a match, the list with one deleted, and what needs the server', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await page.route('**/api/**', (route) => route.abort());
  await visitor.open('#/');
  await page.getByRole('checkbox', { name: 'Play in this browser' }).waitFor();
  await page.getByText('The server cannot be reached.').first().waitFor();
  await check(page, 'start');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForSelector('.match[data-ready="true"]');
  await check(page, 'a match');
  await visitor.open('#/');
  await page.locator('.own-matches li[data-id]').waitFor();
  await check(page, 'matches of this browser');
  await page.locator('.own-matches').getByRole('button', { name: /^Delete / }).click();
  await page.locator('.own-matches .gone').waitFor();
  await check(page, 'a match deleted');
  await visitor.open('#/match/none');
  await page.getByRole('heading', { name: 'Without the server' }).waitFor();
  await check(page, 'without the server');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});

test('the Invent screen, with a fault, its gallery, its lists and a link', async () => {
  const visitor = await Visitor.enter();
  const { page } = visitor;
  await visitor.open('#/invent');
  await page.waitForSelector('.invent[data-read="true"] .piece-cards li');
  await check(page, 'invent');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('castling = flase');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.faults[data-kind="error"]');
  await check(page, 'invent with a fault');
  await page.getByRole('button', { name: 'Start from' }).click();
  await page.waitForSelector('.mini-board');
  await check(page, 'gallery');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'My inventions' }).click();
  await page.waitForSelector('.shelf-list li');
  await check(page, 'my games');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForSelector('.share .link');
  await check(page, 'share');
  await page.keyboard.press('Escape');
  await visitor.leave();
  assert.deepEqual(findings(), []);
});
