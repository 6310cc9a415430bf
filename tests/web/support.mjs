// SPDX-License-Identifier: GPL-3.0-or-later
// What the browser tests share: a real server on a free port with a database of its own, Chromium, and visitors who play there.
//
// A test waits for what it needs to see, never for a time: it has to pass however busy the machine is. Two variables of the
// environment make the page slow, to find tests that do not, and pages that do not: SLOW=10 lets it compute ten times slower,
// LAG=300 delays each answer of the server by up to 300 ms. For example: SLOW=10 LAG=300 node tests/web/run.mjs safety
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

// The page's own dependencies are the only place with node modules.
const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.LEAPER_PROGRAM ?? path.join(root, 'build/leaper');
const pages = process.env.LEAPER_WEB ?? path.join(root, 'web/dist');

/** How long anything may take before it counts as not happening; generous, since machines are busy. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

const SLOW = Number(process.env.SLOW ?? 1);
const LAG = Number(process.env.LAG ?? 0);

/** Options for a server that writes to players. */
export const sendsMail = ['--mail', 'true', '--url', 'https://chess.example.org', '--mail-from', 'leaper@example.org'];

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Waits until `check` returns something true. */
export async function until(what, check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await check();
    if (value) return value;
    assert.ok(Date.now() < end, `waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** `leaper serve` with its own database directory; can be killed and restarted. */
export class Server {
  /** `inTime`: its clock is the test's, to be moved with move(). */
  static async start({ bind = '127.0.0.1', web = pages, inTime = false, options = [] } = {}) {
    const server = new Server();
    server.bind = bind;
    server.web = web;
    server.options = options;
    server.port = await freePort();
    server.directory = await mkdtemp(path.join(tmpdir(), 'leaper-web-'));
    if (inTime) {
      server.ahead = path.join(server.directory, 'ahead');
      await server.move(0);
      const preloaded = path.join(process.env.LEAPER_BUILD ?? path.join(root, 'build'), 'tests/support/moved_clock.so');
      server.environment = { ...process.env, LD_PRELOAD: preloaded, MOVED_CLOCK: server.ahead };
    }
    await server.run();
    return server;
  }

  /** Lets that many seconds pass at once (tests/support/moved_clock.c). */
  async move(seconds) {
    this.milliseconds = (this.milliseconds ?? 0) + seconds * 1000;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.milliseconds));
    const file = await open(this.ahead, this.milliseconds === 0 ? 'w' : 'r+');
    await file.write(bytes, 0, 8, 0);
    await file.close();
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async run() {
    const database = path.join(this.directory, 'games.db');
    const options = ['serve', '--bind', this.bind, '--port', String(this.port), '--db', database, '--web', this.web, ...this.options];
    this.output = '';
    this.process = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'], env: this.environment ?? process.env });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on('data', (text) => {
        this.output += text;
      });
    }
    await until('the server answers', async () => {
      assert.equal(this.process.exitCode, null, `the server ended: ${this.output}`);
      return fetch(`${this.url}/api/health`).then((answer) => answer.ok, () => false);
    });
  }

  async end(signal = 'SIGTERM') {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill(signal);
    await gone;
  }

  async stop() {
    await this.end();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** Sends a request to the API, as a script would. */
  async ask(route, { body, token } = {}) {
    // A connection that is kept may be closed by the server, whose time is moved, just when it is used again.
    const headers = { Connection: 'close' };
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    const init = { headers };
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json';
      Object.assign(init, { method: 'POST', body: JSON.stringify(body) });
    }
    const answer = await fetch(`${this.url}/api${route}`, init);
    return { status: answer.status, body: await answer.json() };
  }

  async create(body) {
    const answer = await this.ask('/matches', { body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  /** A match between Ada, who creates it, and somebody who has joined, after these turns. */
  async friends({ guest = 'Bob', turns = [], ...body } = {}) {
    const { match, seats, join } = await this.create({ game: 'chess', opponent: { kind: 'friend' }, name: 'Ada', ...body });
    const { body: joined } = await this.ask(`/matches/${match.id}/join`, { body: { join, name: guest } });
    const tokens = { ...seats, [joined.seat]: joined.token };
    /** The turn of whoever is to move. */
    const play = async (turn) => {
      const { ply, state } = await this.match(match.id);
      const played = await this.ask(`/matches/${match.id}/turns`, { body: { ply, turn }, token: tokens[state.side] });
      assert.equal(played.status, 200, JSON.stringify(played.body));
    };
    for (const turn of turns) await play(turn);
    return { id: match.id, tokens, play };
  }

  async match(id) {
    return (await this.ask(`/matches/${id}`)).body;
  }
}

// The shell opens a page twice as fast, but shows no notifications, and thinks that every page can be installed.
const usual = process.env.WHOLE_BROWSER ? '/usr/bin/chromium' : '/usr/bin/chromium-headless-shell';

function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? usual,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The server and the browser of this process: all test files that run in it share them. */
export let server;
export let browser;

before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Makes the pages of a browser profile as slow as the environment asks. */
async function slowDown(context) {
  if (SLOW > 1)
    context.on('page', async (page) => {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    });
  if (LAG > 0)
    await context.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LAG));
      await route.continue().catch(() => undefined); // The page may have left.
    });
}

/** A person with a separate browser profile. */
export class Visitor {
  static async enter(options = {}, place = server) {
    const visitor = new Visitor();
    visitor.server = place;
    visitor.context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      // Whoever tests what the page keeps allows them: kept files cannot be delayed or refused by a test.
      serviceWorkers: 'block',
      ...options,
    });
    visitor.context.setDefaultTimeout(PATIENCE);
    await slowDown(visitor.context);
    visitor.page = await visitor.context.newPage();
    visitor.errors = [];
    visitor.page.on('pageerror', (error) => visitor.errors.push(error.message));
    return visitor;
  }

  async leave() {
    assert.deepEqual(this.errors, [], 'the page threw errors');
    await this.context.close();
  }

  async open(place = '#/') {
    await this.page.goto(`${this.server.url}/${place}`);
  }

  /** A visitor at the board of a new match between two people on this page, with both seats. */
  static async atBoard(body, options) {
    const { match, seats } = await server.create({ opponent: { kind: 'local' }, ...body });
    const visitor = await Visitor.enter(options);
    await visitor.sit(match.id, seats);
    return { visitor, match, seats, page: visitor.page };
  }

  /** Opens a match with the given seats, as if they had been taken in this browser. */
  async sit(id, seats) {
    await this.open('#/');
    await this.page.evaluate(([key, value]) => localStorage.setItem(key, value), [`leaper:seats:${id}`, JSON.stringify(seats)]);
    await this.open(`#/match/${id}`);
    await this.page.waitForSelector('.board piece:not(.ghost), .tray:not([hidden])'); // or still an empty board
  }

  /** The id of the match on the screen. */
  async matchId() {
    await this.page.waitForSelector('.match[data-ply]');
    return /#\/match\/([^/]+)/.exec(this.page.url())[1];
  }

  async waitForPly(ply) {
    await this.page.waitForFunction((wanted) => document.querySelector('.match')?.dataset.ply === String(wanted), ply);
  }

  /** Waits until this person may move or the game is over; true if the person may move. */
  async mayMove() {
    await this.page.waitForFunction(
      () => document.querySelector('.match')?.dataset.ready === 'true' || document.querySelector('.result') !== null,
    );
    return (await this.page.locator('.result').count()) === 0;
  }

  /** Switches off the question before a turn that loses, for tests that lose on purpose. */
  async unwarned() {
    await this.page.evaluate(() => localStorage.setItem('leaper:warn', 'no'));
  }

  /** Waits until the page has drawn what it knows: the board is drawn, and finds its place, a frame later. */
  async drawn() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  /** The centre of a square on the screen. */
  async spot(square) {
    await this.drawn();
    // There is none at the moment in which the board is made anew, turned about for instance.
    const box = await until('the board is there', () => this.page.locator('cg-board').boundingBox());
    const black = (await this.page.locator('.cg-wrap.orientation-black').count()) > 0;
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.slice(1)) - 1;
    const [files, ranks] = await this.page.locator('.board').evaluate((board) => {
      const style = getComputedStyle(board);
      return [Number(style.getPropertyValue('--files')), Number(style.getPropertyValue('--ranks'))];
    });
    const [column, row] = black ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
    return [box.x + ((column + 0.5) * box.width) / files, box.y + ((row + 0.5) * box.height) / ranks];
  }

  async click(square) {
    await this.page.mouse.click(...(await this.spot(square)));
  }

  /** Plays a move with two clicks. */
  async play(from, to) {
    await this.click(from);
    await this.page.waitForSelector('cg-board square.selected');
    await this.click(to);
  }

  async drag(from, to) {
    await this.page.mouse.move(...(await this.spot(from)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.spot(to)), { steps: 4 });
    await this.page.waitForSelector('cg-board piece.dragging');
    await this.page.mouse.up();
  }

  /** What the board shows on a square: `{color, letter, fuel}` or null. */
  async pieceOn(square) {
    await this.drawn();
    const key = square.charAt(0) + String.fromCharCode(48 + Number(square.slice(1)));
    return this.page.evaluate((wanted) => {
      for (const element of document.querySelectorAll('cg-board piece')) {
        if (element.cgKey !== wanted || element.classList.contains('fading')) continue;
        const color = element.classList.contains('white') ? 'white' : 'black';
        const letter = /(\w)-piece/.exec(element.className)[1].toUpperCase();
        return { color, letter, fuel: element.dataset.fuel ?? null };
      }
      return null;
    }, key);
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  /** The moves as the list shows them. */
  moves() {
    return this.page.locator('.moves .san').allInnerTexts();
  }
}

/** The action that ends a game with fuel soonest: the one with the highest cost, and the first of those. */
export function dearest(match) {
  const actions = match.state.legal.filter((action) => action.promotion === undefined);
  return actions.reduce((best, action) => (action.cost > best.cost ? action : best));
}

/** A visitor whose browser has kept the page, at a server of its own. */
export async function visited() {
  const place = await Server.start();
  const visitor = await Visitor.enter({ serviceWorkers: 'allow' }, place);
  await visitor.open('#/');
  await visitor.page.waitForSelector('.home');
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return { place, visitor, page: visitor.page };
}
