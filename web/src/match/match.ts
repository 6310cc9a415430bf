// SPDX-License-Identifier: GPL-3.0-or-later
// The match screen: holds the match as its host last reported it, and has each part of the page show its share.
import * as api from '../app/api';
import { Alarm } from '../clock/alarm';
import { attacksIn } from '../board/attacks';
import { Board } from '../board/board';
import { Controls } from './controls';
import { Delivery } from './delivery';
import { Desk } from './desk';
import { fill, h } from '../app/dom';
import { FocusKeeper, usesKeyboard } from '../app/focus';
import { chosenAt, MatchText } from './game-text';
import { armsReserve } from './hints';
import type { Host, Watching } from './host';
import { LeaveCard } from './leave';
import { Invitation } from './invite';
import type { Screen } from '../app/screen';
import { MoveList } from './moves';
import { announce, banner, clearBanner, errorText } from '../app/notices';
import { Sides } from './players';
import { Past } from './positions';
import { Requests } from './requests';
import { SidePanel } from './panel';
import { openSettings } from '../app/settings';
import { MailCard } from '../mail/card';
import { SeriesCard } from './series';
import { hear, lostSeats, onChange } from '../mine/book';
import { keyHint, statusText, tellNews } from './status';
import { seatsOf, type Seats } from '../app/store';
import type { Catalogue, Color, Game, Match, Presence } from '../app/types';
import { tankOf } from '../board/fuel';
import { matchTitle, opposite } from '../app/words';
import { setTitle } from '../app/title';

/** Answers and events may arrive in another order than they were written in. */
const isOlder = (one: Match, other: Match): boolean => one.revision < other.revision || (one.revision === other.revision && (one.served ?? 0) < (other.served ?? 0));

export class MatchScreen implements Screen {
  readonly element = h('div', { class: 'match' });
  private readonly live: Watching;
  private readonly board: Board;
  private readonly sides: Sides;
  private readonly alarm = new Alarm();
  private readonly leaving = new LeaveCard((result) => void this.requests.claim(result));
  private readonly moves = new MoveList((ply) => void this.past.step(ply));
  private readonly controls: Controls;
  private readonly requests: Requests;
  private readonly title = h('h1', { class: 'visually-hidden' });
  private readonly invite: Invitation;
  private readonly past: Past;
  private readonly delivery: Delivery;
  private readonly desk: Desk;
  private readonly series: SeriesCard;
  private readonly mail: MailCard;
  private panel: SidePanel | null = null;
  private match: Match | null = null;
  private readonly text = new MatchText();
  private seats: Seats;
  private orientation: Color | null = null;
  private depth = 0;
  /** The fullest tank when the match was opened, for games whose fuel is no parameter. */
  private fullTank: number | null = null;
  private boardKey = '';
  private left = false;
  private readonly unlisten = onChange(() => this.seatLost());
  private readonly keeper = new FocusKeeper(this.element, () => this.board.element);
  private readonly keys = (event: KeyboardEvent): void => this.keyPressed(event);

  constructor(
    private readonly catalogue: Catalogue,
    private readonly host: Host,
    joinSecret: string | null,
  ) {
    this.seats = seatsOf(host.id);
    this.past = new Past(host, { match: () => this.match, game: () => this.game, left: () => this.left, changed: () => this.render(), returned: () => this.forget() });
    this.delivery = new Delivery(host, {
      match: () => this.match,
      seats: () => this.seats,
      left: () => this.left,
      accept: (match) => this.accept(match),
      changed: () => this.render(),
      sent: () => this.renderPlayers(),
      untaken: () => this.forget(),
      denied: (message, at) => this.desk.claims.refused(message, at),
    });
    this.desk = new Desk(host, {
      match: () => this.match,
      game: () => this.game,
      seats: () => this.seats,
      waiting: () => this.waiting(),
      board: () => this.board,
      past: this.past,
      delivery: this.delivery,
      changed: () => this.render(),
      chosen: () => this.renderPlayers(),
      untaken: () => this.forget(),
    });
    this.series = new SeriesCard(catalogue.levels);
    this.mail = new MailCard(catalogue.mail === true);
    this.board = new Board({
      visit: (square) => this.desk.claims.visit(square),
      play: (action, single) => this.desk.take(action, single),
      picked: () => this.renderPlayers(),
      tell: (text) => {
        this.desk.meaning.textContent = text;
      },
      announce,
    });
    const bind = (button: HTMLElement, source: string): void => this.board.bindSource(button, source);
    this.sides = new Sides(catalogue.levels, this.alarm, bind);
    this.requests = new Requests(host, {
      match: () => this.match,
      seats: () => this.seats,
      accept: (match) => this.accept(match),
      answered: () => {
        // The button that was pressed may be gone.
        if (document.activeElement === document.body) this.board.element.focus({ preventScroll: true });
      },
    });
    this.invite = new Invitation(host, joinSecret, catalogue, {
      seated: (seat, match) => {
        this.seats = seatsOf(host.id);
        this.orientation = seat;
        this.live.renew();
        this.forget();
        this.accept(match);
      },
      cancel: () => void this.requests.cancel(),
    });
    this.controls = new Controls(host, this.board.zoomButton, {
      step: (ply) => void this.past.step(ply),
      flip: () => this.flip(),
      settings: () => openSettings(() => undefined, host.here || Object.keys(this.seats).length === 0 ? null : host.id),
      resign: () => void this.requests.resign(),
      abort: () => void this.requests.abort(),
      takeBack: (action) => void this.requests.takeBack(action),
      draw: (action) => void this.requests.draw(action),
      rematch: () => void this.requests.rematch(),
    });
    this.live = host.watch({
      changed: (match) => void this.receive(match),
      thinking: (thinking, depth) => this.thought(thinking, depth),
      presence: (presence) => this.attended(presence),
      connected: (yes) => {
        if (yes) return clearBanner('connection');
        this.sides.pause();
        this.leaving.leave();
        banner('connection', 'The connection to the server is lost. Trying again…');
      },
    });
    document.addEventListener('keydown', this.keys);
    void this.load();
  }

  leave(): void {
    this.left = true;
    this.unlisten();
    this.desk.turn.leave();
    this.live.close();
    this.sides.leave();
    this.leaving.leave();
    this.alarm.leave();
    this.keeper.stop();
    document.removeEventListener('keydown', this.keys);
  }

  private get game(): Game | undefined {
    if (this.match?.variants !== undefined) return this.text.game ?? undefined;
    return this.catalogue.games.find((game) => game.key === this.match?.game);
  }

  /** The seat may have been ended from another device. */
  private seatLost(): void {
    if (Object.keys(this.seats).length === 0 || lostSeats().get(this.host.id) !== 'bad-token') return;
    this.seats = {};
    banner('seat', 'Your seat in this match was ended from another device. You can watch.');
    this.render();
  }

  /** Takes over a match, once its game is known. */
  private async receive(given: Match): Promise<void> {
    let match: Match = { heard: performance.now(), ...given };
    try {
      match = await this.text.learn(match, this.host);
    } catch (error) {
      if (!this.left) banner('page', errorText(error));
      return;
    }
    this.accept(match);
  }

  private async load(): Promise<void> {
    try {
      await this.receive(await this.host.match(this.seats.white ?? this.seats.black));
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
  private accept(given: Match): void {
    if (this.left || (this.match !== null && isOlder(given, this.match))) return;
    const match = this.text.with({ heard: performance.now(), ...given });
    const before = this.match;
    this.match = match;
    hear(match);
    if (before?.ply !== match.ply || before.state.fen !== match.state.fen || match.result !== 'ongoing') {
      const mine = match.result === 'ongoing' && this.seats[match.state.side] !== undefined;
      if (before === null && mine) void this.desk.turn.restore(match);
      else this.desk.turn.reset(match);
      this.desk.claims.reset(before === null ? '' : 'The position has changed. If your path still stands, announce it again.');
    }
    if (this.game === undefined) {
      banner('page', `This page does not know the game “${match.game}”. Reload it.`);
      return;
    }
    if (this.delivery.pending !== null && match.ply !== this.delivery.pending.ply) this.delivery.pending = null;
    if (!match.thinking) this.depth = 0;
    this.orientation ??= this.seats.white === undefined && this.seats.black !== undefined ? 'black' : 'white';
    if (before === null) {
      this.build(match, this.game);
      if (this.invite.invited && !this.waiting() && Object.keys(this.seats).length === 0)
        banner('join', 'Someone has already taken this seat. You can watch.');
    }
    const toPresent = this.past.shown !== null && this.past.shown.ply < match.ply ? (): void => void this.past.step(this.match?.ply ?? 0) : null;
    if (before !== null) tellNews({ before, now: match, seats: this.seats, game: this.game, toPresent });
    if (this.past.shown !== null && this.past.shown.ply >= match.ply) this.past.shown = null;
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
    this.panel = new SidePanel(game, { parameters: match.parameters, text: match.variants }, this.catalogue.armies, this.moves.element);
    this.fullTank = tankOf(match.state.board.locations);
    fill(
      this.element,
      this.title,
      h(
        'section',
        { class: 'table', 'aria-label': game.name },
        ...this.sides.top,
        this.board.place,
        ...this.sides.bottom,
        h('div', { class: 'under' }, this.desk.status, this.desk.meaning),
        this.board.legend,
      ),
      h(
        'aside',
        { class: 'side' },
        this.invite.element,
        this.controls.result,
        this.controls.offer,
        this.leaving.element,
        this.desk.tray.element,
        this.desk.claims.element,
        this.desk.turnBar.element,
        this.desk.pass,
        this.series.element,
        this.panel.element,
        this.controls.stepping,
        this.desk.typed.element,
        this.controls.actions,
        this.mail.element,
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

  private attended({ watchers, away }: Presence): void {
    if (this.match === null) return;
    this.match = { ...this.match, watchers, away };
    this.controls.showWatchers({ watchers });
    this.renderPlayers();
  }

  /** The board may show an action that has not been answered: it is drawn anew. */
  private forget(): void {
    this.boardKey = '';
  }

  private waiting(): boolean {
    return Object.values(this.match?.players ?? {}).some(({ kind }) => kind === 'open');
  }

  private tank(): number | null {
    const fuel = this.match?.parameters['fuel'];
    return typeof fuel === 'number' ? fuel : this.fullTank;
  }

  private render(): void {
    const { match, game, orientation } = this;
    if (match === null || game === undefined || orientation === null) return;
    const state = this.desk.shownState(match);
    const ply = this.past.shown?.ply ?? match.ply;
    const actions = this.desk.offered();
    const steps = this.desk.turn.actions.map(({ action }) => action).join(',');
    // The same position again (an answer and its event) must not disturb a drag or a selection, nor undo on the board the action that is being asked about.
    const key = [match.revision, ply, orientation, actions.length, steps, JSON.stringify(this.delivery.pending)].join(' ');
    if (key !== this.boardKey && this.delivery.pending === null && !(this.desk.turn.asking && this.past.shown === null && this.boardKey !== '')) {
      this.board.show({ game, state, orientation, actions, armed: armsReserve(actions), tank: this.tank(), ...(steps === '' && { attacks: attacksIn(chosenAt(match, state.fen)) }) });
      this.boardKey = key;
    }
    this.board.element.classList.toggle('past', this.past.shown !== null);
    this.element.dataset['ply'] = String(match.ply);
    this.element.dataset['shown'] = String(ply);
    this.element.dataset['ready'] = String(actions.length > 0);
    this.element.dataset['steps'] = steps;
    this.moves.show(match, ply, this.tank(), game);
    this.controls.show({ match, game, seats: this.seats, ply });
    this.series.show(match);
    const [own, further] = Object.values(this.seats);
    this.mail.show(match, own !== undefined && further === undefined ? own : null);
    const useful = Object.keys(this.seats).length > 0 && match.result === 'ongoing';
    this.desk.typed.enable(actions, useful);
    this.renderPlayers();
    this.invite.show(match, game, this.waiting() && match.result === 'ongoing', Object.keys(this.seats).length > 0);
    this.renderTitle();
  }

  private renderPlayers(): void {
    const { match, game, orientation } = this;
    if (match === null || orientation === null) return;
    const state = this.desk.shownState(match);
    const offered = this.desk.offered();
    if (game !== undefined) this.sides.show({ match, game, state, orientation, offered, seats: this.seats, tank: this.tank(), depth: this.depth, taken: this.board.taken });
    this.desk.show(match, game, offered);
    if (game !== undefined) this.leaving.show(match, this.seats, game.draws);
  }

  private renderTitle(): void {
    const { match, game } = this;
    const yours = match !== null && !match.local && this.desk.offered().length > 0;
    if (match !== null && game !== undefined) this.title.textContent = matchTitle(match, game, this.catalogue.levels);
    // Whoever has waited for somebody may look at another tab.
    const begun = match?.ply === 0 && match.result === 'ongoing' && Object.values(match.players).every(({ kind }) => kind === 'human') && Object.keys(this.seats).length === 1;
    setTitle(`${yours ? '● Your move – ' : begun ? '● Your opponent is here – ' : ''}${game?.name ?? ''} – Leaper`);
  }

  private flip(): void {
    if (this.orientation === null) return;
    this.orientation = opposite(this.orientation);
    this.render();
  }

  private keyPressed(event: KeyboardEvent): void {
    const { target } = event;
    if (this.match === null || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [role=tablist]') !== null) return;
    // On the board, the arrow keys move the cursor.
    if (target instanceof Element && target.closest('.board') !== null && event.key !== 'f' && event.key !== 'Escape') return;
    const at = this.past.at ?? this.match.ply;
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.match.ply };
    const to = steps[event.key];
    if (to !== undefined) void this.past.step(to);
    else if (event.key === 'f') this.flip();
    else if (event.key === 'Escape' && this.desk.confirming()) this.desk.unsend();
    else return;
    event.preventDefault();
  }
}
