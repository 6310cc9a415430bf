// SPDX-License-Identifier: GPL-3.0-or-later
// A board with all that stands around it, on which turns of several actions are put together with the library in the browser.
//
// Whose turns they are, and what becomes of them, is for the screen that holds it to say.
import * as library from '../library/calls';
import { Superseded } from '../library/library';
import type { Play } from '../library/contract';
import { fill, h, iconOf, type IconName } from '../app/dom';
import { announce, errorText } from '../app/notices';
import type { Action, Color, Game, Progress, State } from '../app/types';
import { colorName, opposite, resultReason, resultTitle } from '../app/words';
import { armsReserve } from '../match/hints';
import { attacksIn } from './attacks';
import { Board } from './board';
import { RESERVE } from './hand';
import { Pocket } from './pocket';
import { Reserve } from './reserve';

/** How things stand, in words: "White to move, in check", "Black wins: White is checkmated". */
export function standing({ state, result, reason, claims }: Pick<Play, 'state' | 'result' | 'reason' | 'claims'>): string {
  if (result !== 'ongoing') return `${resultTitle(result)}: ${resultReason(result, reason, state.side, claims)}`;
  return `${colorName(state.side)} to move${state.check ? ', in check' : ''}`;
}

/** Whether men are still to be placed; until all stand, nobody announces. */
export const placing = ({ state: { hands } }: Pick<Play, 'state'>): boolean =>
  hands !== undefined && Object.values(hands).some((hand) => Object.values(hand).some((count) => count > 0));

/** What is shown. */
export interface Position {
  chosen: library.Chosen;
  game: Game;
  moves: readonly string[];
  play: Play;
  /** What a full tank holds, in games with fuel. */
  tank: number | null;
  /** To look at only. */
  frozen?: boolean;
}

export interface TableListener {
  /** A turn has been put together. */
  turn(text: string): void;
  /** An action of a turn has been added or taken back. */
  stepped(): void;
  /** The side that is not to move may announce, too, and a button takes back what has been begun of a turn. */
  analysis?: true;
  /** A square was pressed while presses name squares (`board.mark()`). */
  visit?(square: string): void;
}

export class Table {
  readonly element: HTMLElement;
  readonly board: Board;
  /** Buttons under the board; others may be put before them. */
  readonly buttons: HTMLElement;
  private readonly pockets: Record<Color, Pocket>;
  private readonly reserves: Record<Color, Reserve> = { white: new Reserve(), black: new Reserve() };
  private readonly sides: Record<Color, HTMLElement> = { white: h('div', { class: 'table-side' }), black: h('div', { class: 'table-side' }) };
  private readonly top = h('div', { class: 'table-bar' });
  private readonly bottom = h('div', { class: 'table-bar' });
  private readonly status = h('p', { class: 'status', role: 'status' }, 'Loading…');
  private readonly meaning = h('p', { class: 'meaning' });
  private readonly pass: HTMLButtonElement;
  private readonly end: HTMLButtonElement;
  private readonly claim: HTMLButtonElement;
  private readonly otherClaim: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private position: Position | null = null;
  private steps: Action[] = [];
  private progress: Progress | null = null;
  private orientation: Color = 'white';
  private asked = 0;

  /** `css`: a class of its own; `label`: for screen readers. */
  constructor(
    css: string,
    label: string,
    private readonly listener: TableListener,
  ) {
    this.board = new Board({
      visit: (square) => listener.visit?.(square),
      play: (action) => void this.take(action),
      picked: () => this.drawSides(),
      tell: (text) => this.tell(text),
      announce,
    });
    const bind = (button: HTMLElement, source: string): void => this.board.bindSource(button, source);
    this.pockets = { white: new Pocket(bind), black: new Pocket(bind) };
    for (const reserve of Object.values(this.reserves)) bind(reserve.element, RESERVE);
    const button = (name: string, icon: IconName, pressed: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: 'button small', hidden: true, onclick: pressed }, iconOf(icon), name);
    this.pass = button('Pass', 'forward', () => void this.takePass());
    this.end = button('End turn', 'forward', () => listener.turn(this.turnSoFar()));
    this.back = button('Take back', 'undo', () => this.unstep());
    this.claim = button('Announce', 'flag', () => listener.turn('!'));
    this.otherClaim = button('Announce', 'flag', () => listener.turn(',!'));
    this.buttons = h('div', { class: 'row table-buttons' }, this.board.zoomButton, this.end, this.back, this.pass, this.claim, this.otherClaim);
    this.element = h(
      'section',
      { class: `table ${css}`, 'aria-label': label },
      this.top,
      this.board.place,
      this.bottom,
      h('div', { class: 'under' }, this.status, this.meaning),
      this.board.legend,
      this.buttons,
    );
  }

  /** Shows a position; a turn that has been begun is forgotten. */
  show(position: Position): void {
    this.asked += 1;
    this.position = position;
    this.steps = [];
    this.progress = null;
    this.draw();
  }

  /** Forgets the turn that has been begun; false if there is none. */
  unstep(): boolean {
    if (this.steps.length === 0 || this.position === null) return false;
    this.show(this.position);
    this.listener.stepped();
    return true;
  }

  /** Shows the position without the turn that has just been made: nothing has become of it. */
  unplay(): void {
    if (this.position !== null) this.show(this.position);
  }

  /** Whether a turn has been begun. */
  get begun(): boolean {
    return this.steps.length > 0;
  }

  flip(): void {
    this.orientation = opposite(this.orientation);
    this.draw();
  }

  /** Whose side is below. */
  get below(): Color {
    return this.orientation;
  }

  /** Says something under the board. */
  tell(text: string): void {
    this.meaning.textContent = text;
  }

  /** Says why something was not done, and puts the position back. */
  failed(error: unknown): void {
    if (error instanceof Superseded) return;
    this.tell(errorText(error));
    announce(errorText(error));
    this.board.restore();
  }

  private turnSoFar(): string {
    return this.steps.map(({ action }) => action).join(',');
  }

  private async take(action: Action): Promise<void> {
    const { position } = this;
    if (position === null) return;
    const steps = [...this.steps, action];
    const after = steps.map((each) => each.action).join(',');
    if (!action.more) {
      this.steps = [];
      return this.listener.turn(after);
    }
    this.asked += 1;
    const ticket = this.asked;
    try {
      const progress = await library.actions(position.chosen, position.moves, after);
      if (ticket !== this.asked) return;
      this.steps = steps;
      this.progress = progress;
      this.draw();
      this.listener.stepped();
    } catch (error) {
      if (ticket === this.asked) this.failed(error);
    }
  }

  private async takePass(): Promise<void> {
    const pass = this.legal().find(({ kind }) => kind === 'pass');
    if (pass !== undefined) await this.take(pass);
  }

  private legal(): Action[] {
    const { position } = this;
    if (position === null || position.play.result !== 'ongoing' || position.frozen === true) return [];
    return this.progress?.actions ?? position.play.state.legal ?? [];
  }

  private state(): State | null {
    const state = this.position?.play.state ?? null;
    if (state === null || this.progress === null) return state;
    const squares = this.steps.flatMap(({ from, to }) => (from === undefined ? [to] : [from, to]));
    return { ...state, ...this.progress.state, last: { turn: '', san: '', color: state.side, squares } };
  }

  private draw(): void {
    const { position } = this;
    const state = this.state();
    if (position === null || state === null) return;
    const { game, play, tank } = position;
    const legal = this.legal();
    const { chosen, moves } = position;
    // Within a turn the board is not that of the moves.
    const attacks = !this.begun && { attacks: attacksIn(chosen, moves) };
    this.board.show({ game, state, orientation: this.orientation, actions: legal, armed: armsReserve(legal), tank, ...attacks });
    this.status.textContent = this.begun ? `${colorName(state.side)} goes on: ${this.steps.map(({ san }) => san).join(', ')}` : standing(play);
    this.pass.hidden = !legal.some(({ kind }) => kind === 'pass');
    this.end.hidden = this.progress?.complete !== true;
    this.back.hidden = !this.begun || this.listener.analysis !== true;
    this.drawClaims(game.announcements === true && play.result === 'ongoing' && position.frozen !== true && !placing(play), state.side);
    this.drawSides();
    this.element.dataset['ply'] = String(play.ply);
    this.element.dataset['game'] = game.key;
    this.element.dataset['result'] = play.result;
  }

  private drawClaims(possible: boolean, side: Color): void {
    const both = this.listener.analysis === true;
    this.claim.hidden = !possible;
    this.otherClaim.hidden = !possible || !both;
    if (!both) return;
    this.claim.lastChild?.replaceWith(`${colorName(side)} announces`);
    this.otherClaim.lastChild?.replaceWith(`${colorName(opposite(side))} announces`);
  }

  /** The hands and reserves of both sides, each beside its side of the board. */
  private drawSides(): void {
    const { position } = this;
    const state = this.state();
    if (position === null || state === null) return;
    const { game } = position;
    const legal = this.legal();
    const taken = this.board.taken;
    for (const color of ['white', 'black'] as const) this.pockets[color].show({ state, game, color, actions: legal, taken, whilePlacing: true });
    for (const color of ['white', 'black'] as const) {
      const mover = color === state.side;
      const count = state.reserves?.[color];
      if (count !== undefined) this.reserves[color].show(count, color, mover && legal.some(({ kind }) => kind === 'square-placement'), mover && taken === RESERVE);
      const stone = h('span', { class: `stone ${color}` });
      const side = this.sides[color];
      // Who is to move stands below the board: a bar is for what a side has beside it.
      side.classList.toggle('plain', count === undefined && this.pockets.white.element.hidden && this.pockets.black.element.hidden);
      side.classList.toggle('to-move', mover && position.play.result === 'ongoing');
      fill(side, stone, h('span', { class: 'table-name' }, colorName(color)), this.pockets[color].element, count !== undefined && this.reserves[color].element);
    }
    fill(this.top, this.sides[opposite(this.orientation)]);
    fill(this.bottom, this.sides[this.orientation]);
  }
}
