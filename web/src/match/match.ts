// SPDX-License-Identifier: GPL-3.0-or-later
// The match screen: holds the match as the server last reported it, and has each part of the page show its share.
import * as api from '../app/api';
import { Board, type Marks } from '../board/board';
import { isMeant, type Waiting } from './caution';
import { Claims, decided, type Announcement } from './claim';
import { Controls } from './controls';
import { fill, h } from '../app/dom';
import { FocusKeeper, usesKeyboard } from '../app/focus';
import { armsReserve, hintFor } from './hints';
import { RESERVE } from '../board/hand';
import { invitation, joinForm } from './invite';
import { legend } from '../board/landmarks';
import { Live } from '../app/live';
import type { Screen } from '../app/screen';
import { MoveList } from './moves';
import { announce, banner, clearBanner, confirmation, errorText } from '../app/notices';
import { PlayerBar } from './players';
import { Positions } from './positions';
import { SidePanel } from './panel';
import { openSettings } from '../app/settings';
import { SeriesCard } from './series';
import { lastWords } from '../app/speech';
import { keyHint, statusText, tellNews } from './status';
import { confirmTurns, joinKey, joinSecretOf, keepPlayerName, keepSeats, seatsOf, type Seats } from '../app/store';
import type { Action, Catalogue, Color, Game, Match, State } from '../app/types';
import { locationsOf } from '../board/squares';
import { Tray } from './tray';
import { TurnBuilder } from './turn';
import { TurnBar } from './turnbar';
import { TypedMove } from './typed';
import { matchTitle, opposite } from '../app/words';

/** A turn on its way to the server; `sent` once the person has confirmed it, if that was needed. */
interface Pending {
  ply: number;
  turn: string;
  sent: boolean;
}

export class MatchScreen implements Screen {
  readonly element = h('div', { class: 'match' });
  private readonly live: Live;
  private readonly board: Board;
  private readonly bars: Record<'top' | 'bottom', PlayerBar>;
  private readonly moves = new MoveList((ply) => void this.step(ply));
  private readonly typed = new TypedMove((text) => this.type(text));
  private readonly controls: Controls;
  private readonly title = h('h1', { class: 'visually-hidden' });
  private readonly status = h('p', { class: 'status' });
  private readonly meaning = h('p', { class: 'meaning' });
  private readonly invite = h('div', { class: 'invite-place' });
  private readonly positions: Positions;
  private readonly turn: TurnBuilder;
  private readonly turnBar: TurnBar;
  private readonly claims: Claims;
  private readonly tray: Tray;
  private readonly series: SeriesCard;
  private panel: SidePanel | null = null;
  private match: Match | null = null;
  private seats: Seats;
  private orientation: Color | null = null;
  private shown: { ply: number; state: State } | null = null;
  private pending: Pending | null = null;
  private depth = 0;
  private boardKey = '';
  private left = false;
  private readonly keeper = new FocusKeeper(this.element, () => this.board.element);
  private readonly keys = (event: KeyboardEvent): void => this.keyPressed(event);

  constructor(
    private readonly catalogue: Catalogue,
    private readonly id: string,
    private joinSecret: string | null,
  ) {
    this.seats = seatsOf(id);
    this.positions = new Positions(id);
    this.bars = { top: new PlayerBar(catalogue.levels), bottom: new PlayerBar(catalogue.levels) };
    this.turn = new TurnBuilder(id, {
      changed: () => this.render(),
      send: (turn) => void this.play(turn),
      failed: (error) => this.stepFailed(error),
    });
    this.turnBar = new TurnBar({ undo: () => (this.confirming() ? this.unsend() : void this.turn.undo()), send: () => this.turn.finish() });
    this.claims = new Claims({
      changed: () => this.renderClaims(),
      unmove: () => {
        this.boardKey = '';
        void this.turn.undo();
      },
      send: (announcement) => void this.announce(announcement),
      tell: (text) => {
        this.meaning.textContent = text;
        announce(text);
      },
    });
    this.series = new SeriesCard(catalogue.levels);
    this.board = new Board({
      visit: (square) => this.claims.visit(square),
      play: (action, single) => this.take(action, single),
      picked: () => this.renderPlayers(),
      tell: (text) => {
        this.meaning.textContent = text;
      },
      announce,
      zoomed: (offered, on) => this.controls.offerZoom(offered, on),
    });
    this.tray = new Tray((button, source) => this.board.bindSource(button, source));
    for (const bar of Object.values(this.bars)) this.board.bindSource(bar.reserve.element, RESERVE);
    this.controls = new Controls({
      step: (ply) => void this.step(ply),
      flip: () => this.flip(),
      settings: () => openSettings(() => undefined),
      zoom: () => this.board.toggleZoom(),
      resign: () => void this.resign(),
      takeBack: (action) => void this.ask((match, token) => api.takeBack(this.id, token, match.ply, action)),
      draw: (action) => void this.draw(action),
      rematch: () => void this.rematch(),
    });
    this.live = new Live(id, {
      changed: (match) => this.accept(match),
      thinking: (thinking, depth) => this.thought(thinking, depth),
      connected: (yes) => {
        if (yes) clearBanner('connection');
        else banner('connection', 'The connection to the server is lost. Trying again…');
      },
    });
    document.addEventListener('keydown', this.keys);
    void this.load();
  }

  leave(): void {
    this.left = true;
    this.live.close();
    this.keeper.stop();
    document.removeEventListener('keydown', this.keys);
  }

  private get game(): Game | undefined {
    return this.catalogue.games.find((game) => game.key === this.match?.game);
  }

  private async load(): Promise<void> {
    try {
      this.accept(await api.getMatch(this.id, this.seats.white ?? this.seats.black));
    } catch (error) {
      if (error instanceof api.Unreachable || this.left) return; // The event stream keeps trying.
      if (error instanceof api.Refusal && error.code === 'bad-token') return; // So does it show the match to watch.
      this.live.close();
      clearBanner('connection');
      fill(
        this.element,
        h('div', { class: 'nothing' }, h('h1', {}, 'No such match'), h('p', {}, errorText(error)), h('a', { href: '#/', class: 'button' }, 'Back to home')),
      );
    }
  }

  /** Takes over a match from the server, unless a newer one is already known. */
  private accept(match: Match): void {
    if (this.left || (this.match !== null && match.revision < this.match.revision)) return;
    const before = this.match;
    this.match = match;
    if (before?.ply !== match.ply || before.state.fen !== match.state.fen || match.result !== 'ongoing') {
      const mine = match.result === 'ongoing' && this.seats[match.state.side] !== undefined;
      if (before === null && mine) void this.turn.restore(match);
      else this.turn.reset(match);
      this.claims.reset(before === null ? '' : 'The position has changed. If your path still stands, announce it again.');
    }
    if (this.game === undefined) {
      banner('page', `This page does not know the game “${match.game}”. Reload it.`);
      return;
    }
    if (this.pending !== null && match.ply !== this.pending.ply) this.pending = null;
    if (!match.thinking) this.depth = 0;
    this.orientation ??= this.seats.white === undefined && this.seats.black !== undefined ? 'black' : 'white';
    if (before === null) {
      this.build(match, this.game);
      if (this.joinSecret !== null && !this.waiting() && Object.keys(this.seats).length === 0)
        banner('join', 'Someone has already taken this seat. You can watch.');
    }
    const toPresent = this.shown !== null && this.shown.ply < match.ply ? (): void => void this.step(this.match?.ply ?? 0) : null;
    if (before !== null) tellNews({ before, now: match, seats: this.seats, game: this.game, toPresent });
    if (this.shown !== null && this.shown.ply >= match.ply) this.shown = null;
    this.render();
    if (before === null) this.enter(match);
  }

  /** The screen is ready: the keyboard focus moves to the board, and a screen reader announces the match. */
  private enter(match: Match): void {
    const nowhere = document.activeElement === null || document.activeElement === document.body || document.activeElement.id === 'main';
    if (nowhere && usesKeyboard()) this.board.element.focus({ preventScroll: true });
    announce(`${this.title.textContent}. ${statusText({ match, seats: this.seats, shown: null, pending: false })}`);
  }

  private build(match: Match, game: Game): void {
    this.panel = new SidePanel(game, match.parameters, this.catalogue.armies, this.moves.element);
    fill(
      this.element,
      this.title,
      h(
        'section',
        { class: 'table', 'aria-label': game.name },
        this.bars.top.element,
        this.board.place,
        this.bars.bottom.element,
        h('div', { class: 'under' }, this.status, this.meaning),
        legend(game, locationsOf(match.state), (shown) => this.board.showLines(shown)),
      ),
      h(
        'aside',
        { class: 'side' },
        this.invite,
        this.controls.result,
        this.controls.offer,
        this.tray.element,
        this.claims.element,
        this.turnBar.element,
        this.series.element,
        this.panel.element,
        this.controls.stepping,
        this.typed.element,
        this.controls.actions,
        keyHint(match.state.reserves !== undefined, game.files > 8),
      ),
    );
  }

  private thought(thinking: boolean, depth: number): void {
    if (this.match === null) return;
    this.match = { ...this.match, thinking };
    this.depth = thinking ? depth : 0;
    this.renderPlayers();
  }

  /** The actions that the person may choose from now. */
  private offered(): Action[] {
    const { match } = this;
    if (match === null || match.result !== 'ongoing' || this.shown !== null || this.pending !== null) return [];
    if (this.seats[match.state.side] === undefined || this.waiting()) return [];
    return this.turn.legal(match);
  }

  /** The person has chosen an action: a turn, or a step of one. */
  private take(action: Action, single: boolean): void {
    clearBanner('move');
    if (this.claims.takesMove) {
      this.claims.moved(action);
      void this.turn.stage(action);
    } else {
      const setting = confirmTurns();
      const confirm = setting === 'always' || (setting === 'single' && single && action.kind === 'square-placement');
      void this.turn.take(action, confirm).then(() => {
        if (this.confirming()) this.turnBar.focus();
      });
    }
    this.renderPlayers();
  }

  /** Undoes a turn that waits to be sent. */
  private unsend(): void {
    void this.turn.undo();
    announce('Taken back. Nothing was sent.');
    this.board.element.focus({ preventScroll: true });
  }

  /** A turn is complete and waits to be sent, and no announcement goes with it. */
  private confirming(): boolean {
    return this.turn.confirming && this.pending?.sent !== true && this.shown === null && !this.claims.hasMove;
  }

  private stepFailed(error: unknown): void {
    this.boardKey = '';
    banner('move', errorText(error));
  }

  private waiting(): boolean {
    return Object.values(this.match?.players ?? {}).some(({ kind }) => kind === 'open');
  }

  private tank(): number | null {
    const fuel = this.match?.parameters['fuel'];
    return typeof fuel === 'number' ? fuel : null;
  }

  private render(): void {
    const { match, game, orientation } = this;
    if (match === null || game === undefined || orientation === null) return;
    const state = this.shownState(match);
    const ply = this.shown?.ply ?? match.ply;
    const actions = this.offered();
    const steps = this.turn.actions.map(({ action }) => action).join(',');
    // The same position again (an answer and its event) must not disturb a drag or a selection.
    const key = [match.revision, ply, orientation, actions.length, steps, JSON.stringify(this.pending)].join(' ');
    if (key !== this.boardKey && this.pending === null && !(this.turn.asking && this.shown === null)) {
      this.board.show({ game, state, orientation, actions, armed: armsReserve(actions), tank: this.tank() });
      this.boardKey = key;
    }
    this.board.element.classList.toggle('past', this.shown !== null);
    this.element.dataset['ply'] = String(match.ply);
    this.element.dataset['shown'] = String(ply);
    this.element.dataset['ready'] = String(actions.length > 0);
    this.element.dataset['steps'] = steps;
    this.moves.show(match, ply, this.tank(), game);
    this.controls.show({ match, game, seats: this.seats, ply });
    this.series.show(match);
    const useful = Object.keys(this.seats).length > 0 && match.result === 'ongoing';
    this.typed.enable(actions, useful);
    this.renderPlayers();
    this.renderInvite();
    this.renderTitle();
  }

  private renderPlayers(): void {
    const { match, orientation } = this;
    if (match === null || orientation === null) return;
    const state = this.shownState(match);
    const offered = this.offered();
    const placing = offered.some((action) => action.kind === 'square-placement');
    const show = (bar: PlayerBar, color: Color): void =>
      bar.show({
        match,
        state,
        color,
        own: this.seats[color] !== undefined,
        tank: this.tank(),
        depth: this.depth,
        placing: placing && color === match.state.side,
        taken: this.board.taken === RESERVE && color === match.state.side,
      });
    show(this.bars.top, opposite(orientation));
    show(this.bars.bottom, orientation);
    const pending = this.pending?.sent === true;
    fill(this.status, statusText({ match, seats: this.seats, shown: this.shown?.ply ?? null, pending }));
    const steps = this.shown === null && !pending ? this.turn.actions : [];
    const { complete } = this.turn;
    const soon = state.reserves !== undefined && match.result === 'ongoing' && Object.keys(this.seats).length > 0;
    this.turnBar.show({ hint: this.pending === null ? hintFor(state, offered, steps.length > 0, complete) : null, soon, steps, complete, confirming: this.confirming() });
    const { game } = this;
    const own = this.ownColors();
    if (game !== undefined)
      this.tray.show({ match, game, usable: offered.some(({ kind }) => kind === 'placement'), own, taken: this.board.taken });
    this.renderClaims();
  }

  private ownColors(): Color[] {
    return (['white', 'black'] as const).filter((color) => this.seats[color] !== undefined && !this.waiting());
  }

  /** Links, the path that is being named, and at the end the one that decided the game. */
  private renderClaims(): void {
    const { match } = this;
    if (match === null) return;
    const busy = this.pending !== null || this.turn.asking || this.shown !== null;
    this.claims.show({ match, state: this.shownState(match), own: this.ownColors(), movable: this.offered().length > 0, busy });
    const marks: Marks = { mode: this.claims.mode, walks: this.claims.walks(), missing: this.claims.missing(), visiting: this.claims.visiting };
    if (this.shown !== null) marks.walks = [];
    else if (match.claims !== undefined) marks.walks = decided(match);
    this.board.mark(marks);
  }

  private shownState(match: Match): State {
    return this.shown?.state ?? this.turn.state(match);
  }

  private renderInvite(): void {
    const { match, game } = this;
    if (match === null || game === undefined) return;
    const owner = Object.keys(this.seats).length > 0;
    const secret = joinSecretOf(this.id);
    const waiting = this.waiting() && match.result === 'ongoing';
    const key = `${waiting} ${owner}`;
    if (this.invite.dataset['key'] === key) return;
    this.invite.dataset['key'] = key;
    if (waiting && owner && secret !== null) {
      const cancel = (): void => void this.ask((_, token) => api.cancelMatch(this.id, token));
      fill(this.invite, invitation(this.id, secret, this.catalogue.loopback, cancel));
    } else if (waiting && this.joinSecret !== null) {
      const secretGiven = this.joinSecret;
      fill(this.invite, joinForm(match, game, this.catalogue, (name) => this.join(secretGiven, name)));
    } else fill(this.invite);
  }

  private renderTitle(): void {
    const { match, game } = this;
    const yours = match !== null && !match.local && this.offered().length > 0;
    if (match !== null && game !== undefined) this.title.textContent = matchTitle(match, game, this.catalogue.levels);
    document.title = `${yours ? '● Your move – ' : ''}${game?.name ?? ''} – Leaper`;
  }

  private async join(secret: string, name: string): Promise<void> {
    keepPlayerName(name);
    clearBanner('join');
    try {
      const { match, seat, token } = await api.joinMatch(this.id, { join: secret, name, key: joinKey(this.id) });
      keepSeats(this.id, { [seat]: token });
      this.seats = seatsOf(this.id);
      this.orientation = seat;
      this.joinSecret = null;
      history.replaceState(null, '', `#/match/${this.id}`);
      this.boardKey = '';
      this.accept(match);
    } catch (error) {
      banner('join', errorText(error));
    }
  }

  /** Sends a turn and does not give up while the server is away: the ply makes repeating harmless. */
  private async play(turn: string): Promise<void> {
    const { match } = this;
    const token = match === null ? undefined : this.seats[match.state.side];
    if (match === null || token === undefined) return;
    await this.deliver(turn, (ply) => api.playTurn(this.id, token, ply, turn), (waiting) => isMeant(this.id, turn, waiting));
  }

  /** An announcement is sent in the same way, by whichever side makes it. */
  private async announce({ color, after, squares }: Announcement): Promise<void> {
    const token = this.seats[color];
    if (token === undefined) return;
    const body = { ...(after === null ? {} : { after: after.action }), ...(squares === null ? {} : { squares }) };
    await this.deliver('', (ply) => api.announce(this.id, token, ply, body));
  }

  private async deliver(turn: string, request: (ply: number) => Promise<Match>, meant: (waiting: Waiting) => Promise<boolean> = () => Promise.resolve(true)): Promise<void> {
    const { match } = this;
    if (match === null || this.pending !== null) return;
    const sent: Pending = { ply: match.ply, turn, sent: false };
    this.pending = sent;
    clearBanner('move');
    this.render();
    try {
      const wanted = (): boolean => this.pending === sent && !this.left;
      const retrying = (): void => banner('move', 'Your move has not reached the server yet. Trying again…');
      if (!(await meant({ wanted, retrying }))) return this.keep(sent);
      sent.sent = true;
      this.renderPlayers();
      const answer = await api.untilAnswered(() => request(sent.ply), wanted, retrying);
      clearBanner('move');
      if (this.pending === sent) this.pending = null;
      if (answer !== null) this.accept(answer);
    } catch (error) {
      this.refused(error, sent);
    }
  }

  /** The turn was not sent: the person wants another. */
  private keep(sent: Pending): void {
    if (this.pending !== sent) return;
    this.pending = null;
    clearBanner('move');
    this.boardKey = '';
    this.render();
  }

  private refused(error: unknown, sent: Pending): void {
    this.pending = null;
    if (error instanceof api.Refusal && error.code === 'false-announcement') {
      if (!this.claims.refused(error.message, error.at)) banner('move', errorText(error));
      this.render();
      return;
    }
    this.boardKey = '';
    const now = error instanceof api.Refusal ? error.match : null;
    if (now !== null) this.accept(now);
    if (now?.turns[sent.ply]?.turn !== sent.turn) banner('move', errorText(error));
    this.render();
  }

  private type(text: string): void {
    const claim = /^(,?)!([a-p\d-]*)$/.exec(text);
    const { match } = this;
    if (claim !== null && match !== null) {
      const color = claim[1] === '' ? match.state.side : opposite(match.state.side);
      const squares = claim[2]?.match(/[a-p]\d{1,2}/g) ?? null;
      return void this.announce({ color, after: null, squares });
    }
    const found = this.typed.find(text, this.offered());
    if (found !== null) {
      this.typed.clear();
      this.board.perform(found);
    } else if (text.includes(',') || /^@?[@a-p]\d{1,2}[a-p]\d{1,2}[a-z]?$/.test(text)) {
      // It looks like a move but is not on the list: the server can say why.
      void this.play(text);
    } else banner('move', `“${text}” is not a legal move here.`);
  }

  /** Something that needs a seat and answers with the match. */
  private async ask(request: (match: Match, token: string) => Promise<Match>): Promise<void> {
    const { match } = this;
    if (match === null) return;
    const token = this.seats[match.state.side] ?? this.seats.white ?? this.seats.black;
    if (token === undefined) return;
    clearBanner('ask');
    try {
      this.accept(await request(match, token));
    } catch (error) {
      if (error instanceof api.Refusal && error.match !== null) this.accept(error.match);
      banner('ask', errorText(error));
    }
    // The button that was pressed may be gone.
    if (document.activeElement === document.body) this.board.element.focus({ preventScroll: true });
  }

  private async resign(): Promise<void> {
    const sure = await confirmation('Resign this game?', 'Your opponent wins at once.', 'Resign');
    if (sure) await this.ask((match, token) => api.resign(this.id, token, match.ply));
  }

  private async draw(action: 'offer' | 'accept' | 'decline'): Promise<void> {
    await this.ask((match, token) => api.draw(this.id, token, match.ply, action));
    const { match } = this;
    if (action === 'offer' && match?.result === 'ongoing' && match.draw_offer === null)
      banner('draw', 'The engine declines the draw.', 'news');
  }

  /** The seats keep their tokens in the new match, with the colours exchanged. */
  private async rematch(): Promise<void> {
    const { white, black } = this.seats;
    const token = white ?? black;
    if (token === undefined) return;
    try {
      const { match } = await api.rematch(this.id, token);
      const seats: Seats = {};
      if (white !== undefined) seats.black = white;
      if (black !== undefined) seats.white = black;
      keepSeats(match.id, seats);
      location.hash = `#/match/${match.id}`;
    } catch (error) {
      banner('ask', errorText(error));
    }
  }

  private flip(): void {
    if (this.orientation === null) return;
    this.orientation = opposite(this.orientation);
    this.render();
  }

  private async step(to: number): Promise<void> {
    const { match } = this;
    if (match === null) return;
    const ply = Math.max(0, Math.min(match.ply, to));
    if (ply === match.ply) {
      this.shown = null;
      this.boardKey = '';
      clearBanner('played');
      this.render();
      const { game } = this;
      if (game !== undefined) announce(`Current position. ${lastWords(match.state, game)}`);
      return;
    }
    try {
      const state = await this.positions.get(match, ply);
      if (state === null || this.left) return;
      this.shown = { ply, state };
      this.render();
      if (this.game !== undefined) announce(`After ${ply} of ${match.ply} moves. ${lastWords(state, this.game)}`);
    } catch (error) {
      banner('ask', errorText(error));
    }
  }

  private keyPressed(event: KeyboardEvent): void {
    const { target } = event;
    if (this.match === null || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [role=tablist]') !== null) return;
    // On the board, the arrow keys move the cursor.
    if (target instanceof Element && target.closest('.board') !== null && event.key !== 'f' && event.key !== 'Escape') return;
    const at = this.positions.wanted ?? this.shown?.ply ?? this.match.ply;
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.match.ply };
    const to = steps[event.key];
    if (to !== undefined) void this.step(to);
    else if (event.key === 'f') this.flip();
    else if (event.key === 'Escape' && this.confirming()) this.unsend();
    else return;
    event.preventDefault();
  }
}
