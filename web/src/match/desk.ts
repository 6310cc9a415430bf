// SPDX-License-Identifier: GPL-3.0-or-later
// What the person does now: the actions on offer, the turn that is put together of them, announcements, and moves that are typed.
import { fill, h } from '../app/dom';
import { announce, banner, clearBanner, errorText } from '../app/notices';
import { confirmTurns, heldColors, type Seats } from '../app/store';
import type { Action, Color, Game, Match, State } from '../app/types';
import type { Board } from '../board/board';
import type { Marks } from '../board/view';
import { Claims, decided } from './claim';
import type { Delivery } from './delivery';
import { hintFor } from './hints';
import type { Host } from './host';
import type { Past } from './positions';
import { statusText } from './status';
import { Tray } from './tray';
import { TurnBuilder } from './turn';
import { TurnBar } from './turnbar';
import { announcementIn, looksLikeMove, TypedMove } from './typed';

/** The match that the desk belongs to. */
interface Table {
  match: () => Match | null;
  game: () => Game | undefined;
  seats: () => Seats;
  /** Whether a seat is still open. */
  waiting: () => boolean;
  board: () => Board;
  past: Past;
  delivery: Delivery;
  /** All of the screen shows something else. */
  changed: () => void;
  /** Only what stands around the board does. */
  chosen: () => void;
  /** The board may show an action that has not been answered. */
  untaken: () => void;
}

export class Desk {
  readonly turn: TurnBuilder;
  readonly turnBar: TurnBar;
  readonly claims: Claims;
  readonly tray: Tray;
  readonly typed = new TypedMove((text) => this.type(text));
  readonly pass = h('button', { type: 'button', class: 'button small pass', hidden: true, onclick: () => this.takePass() }, 'Pass');
  readonly status = h('p', { class: 'status' });
  readonly meaning = h('p', { class: 'meaning' });

  constructor(
    host: Host,
    private readonly table: Table,
  ) {
    this.turn = new TurnBuilder(host, {
      changed: () => table.changed(),
      send: (turn) => void table.delivery.play(turn),
      failed: (error) => this.stepFailed(error),
    });
    this.turnBar = new TurnBar({ undo: () => (this.confirming() ? this.unsend() : this.undoStep()), send: () => this.turn.finish() });
    this.claims = new Claims({
      changed: () => this.showClaims(),
      unmove: () => this.undoStep(),
      send: (announcement) => void table.delivery.announce(announcement),
      tell: (text) => {
        this.meaning.textContent = text;
        announce(text);
      },
    });
    this.tray = new Tray((button, source) => table.board().bindSource(button, source));
  }

  /** The actions that the person may choose from now. */
  offered(): Action[] {
    const match = this.table.match();
    if (match === null || match.result !== 'ongoing' || this.table.past.shown !== null || this.table.delivery.pending !== null) return [];
    if (this.table.seats()[match.state.side] === undefined || this.table.waiting()) return [];
    return this.turn.legal(match);
  }

  /** The position that is shown: an earlier one, or that after the steps of the turn. */
  shownState(match: Match): State {
    return this.table.past.shown?.state ?? this.turn.state(match);
  }

  /** The person has chosen an action: a turn, or a step of one. */
  take(action: Action, single: boolean): void {
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
    this.table.chosen();
  }

  private takePass(): void {
    const pass = this.offered().find(({ kind }) => kind === 'pass');
    if (pass !== undefined) this.take(pass, false);
  }

  private undoStep(): void {
    this.table.untaken();
    void this.turn.undo();
    this.table.changed();
  }

  /** Undoes a turn that waits to be sent. */
  unsend(): void {
    this.undoStep();
    announce('Taken back. Nothing was sent.');
    this.table.board().element.focus({ preventScroll: true });
  }

  /** A turn is complete and waits to be sent, and no announcement goes with it. */
  confirming(): boolean {
    return this.turn.confirming && this.table.delivery.pending?.sent !== true && this.table.past.shown === null && !this.claims.hasMove;
  }

  private stepFailed(error: unknown): void {
    this.table.untaken();
    banner('move', errorText(error));
  }

  private ownColors(): Color[] {
    return this.table.waiting() ? [] : heldColors(this.table.seats());
  }

  /** What is on offer, and how far the turn has come. */
  show(match: Match, game: Game | undefined, offered: Action[]): void {
    const { past, delivery } = this.table;
    const state = this.shownState(match);
    this.pass.hidden = !offered.some(({ kind }) => kind === 'pass');
    const pending = delivery.pending?.sent === true;
    fill(this.status, statusText({ match, seats: this.table.seats(), shown: past.shown?.ply ?? null, pending }));
    const steps = past.shown === null && !pending ? this.turn.actions : [];
    const { complete } = this.turn;
    const soon = state.reserves !== undefined && match.result === 'ongoing' && Object.keys(this.table.seats()).length > 0;
    this.turnBar.show({ hint: delivery.pending === null ? hintFor(state, offered, steps.length > 0, complete) : null, soon, steps, complete, confirming: this.confirming(), asking: this.turn.asking && past.shown === null });
    if (game !== undefined)
      this.tray.show({ match, game, usable: offered.some(({ kind }) => kind === 'placement'), own: this.ownColors(), taken: this.table.board().taken });
    this.showClaims();
  }

  /** Links, the path that is being named, and at the end the one that decided the game. */
  private showClaims(): void {
    const match = this.table.match();
    if (match === null) return;
    const { past, delivery } = this.table;
    const busy = delivery.pending !== null || this.turn.asking || past.shown !== null;
    this.claims.show({ match, state: this.shownState(match), own: this.ownColors(), movable: this.offered().length > 0, busy });
    const marks: Marks = { mode: this.claims.mode, walks: this.claims.walks(), missing: this.claims.missing(), visiting: this.claims.visiting };
    if (past.shown !== null) marks.walks = [];
    else if (match.claims !== undefined) marks.walks = decided(match);
    this.table.board().mark(marks);
  }

  private type(text: string): void {
    const match = this.table.match();
    const announced = match === null ? null : announcementIn(text, match.state.side);
    if (announced !== null) return void this.table.delivery.announce(announced);
    const found = this.typed.find(text, this.offered());
    if (found !== null) {
      this.typed.clear();
      this.table.board().perform(found);
    } else if (looksLikeMove(text)) {
      // It looks like a move but is not on the list: the server can say why.
      void this.table.delivery.play(text);
    } else banner('move', `“${text}” is not a legal move here.`);
  }
}
