// SPDX-License-Identifier: GPL-3.0-or-later
// A board on which something is to be found: tries begin, turns are played, with or without an announcement, the solution is shown,
// and what fails is said. What is to be found, and who answers, is for the task to say.
import { fill, h, iconOf, type IconName } from '../app/dom';
import { FocusKeeper } from '../app/focus';
import { announce, errorText } from '../app/notices';
import { lastWords } from '../app/speech';
import type { Game } from '../app/types';
import { tankOf } from '../board/fuel';
import { placing, Table } from '../board/table';
import type { Chosen, Play } from '../library/contract';
import { Superseded } from '../library/library';
import { Round } from './round';
import { Walk } from './walk';

/** Between two turns that are shown, in milliseconds. */
const PAUSE = 1100;

/** A position, and where it comes from, for requests about it. */
export interface Sight {
  fen: string;
  moves: readonly string[];
  play: Play;
}

/** A try. */
export interface Trial {
  /** The position as it is now. */
  readonly sight: Sight;
  /** Whether a turn has been played. */
  readonly begun: boolean;
}

/** `good`: well done; `bad`: something is wrong. */
export type Tone = 'plain' | 'good' | 'bad';

export interface Task<T extends Trial> {
  readonly game: Game;
  readonly chosen: Omit<Chosen, 'fen'>;
  /** What is said when a try begins. */
  readonly opening: string;
  /** Whether nobody need be asked for an announcement, because the turn that leads there decides by itself. */
  decided(trial: T, turn: string, play: Play): boolean;
  start(round: Round): Promise<T>;
  /** What a turn would lead to. Fails if it is not legal. */
  look(trial: T, turn: string): Promise<Play>;
  /** Plays a turn, and says what came of it. Fails with what the library says if it is not legal; then nothing has changed. */
  enter(trial: T, turn: string, round: Round): Promise<void>;
  /** Plays the solution in a new try, turn by turn of both sides. */
  solution(trial: T, round: Round): AsyncGenerator<Sight>;
  /** The solution has been shown. */
  shown(): string;
}

/** What makes an element of the page of it. */
export interface Looks {
  /** Classes of the whole, of the board, and of what is said below it. */
  css: string;
  board: string;
  say: string;
  /** For screen readers. */
  label: string;
  reveal: string;
}

export class Exercise<T extends Trial> {
  readonly element: HTMLElement;
  readonly table: Table;
  /** The buttons below; others may be put before them. */
  readonly buttons: HTMLElement;
  trial: T | null = null;
  private readonly feedback: HTMLElement;
  private readonly walk = new Walk((sight) => this.put(sight, true));
  private readonly again: HTMLButtonElement;
  private readonly declare: HTMLButtonElement;
  private readonly goOn: HTMLButtonElement;
  private readonly keeper: FocusKeeper;
  private tank: number | null = null;
  /** A turn that may still be announced with, and where it leads. */
  private waiting: { turn: string; play: Play } | null = null;
  private round = new Round();
  private busy = false;
  /** Whether what is shown is only to be looked at. */
  private frozen = false;

  constructor(
    private readonly task: Task<T>,
    looks: Looks,
  ) {
    this.table = new Table(looks.board, looks.label, { turn: (turn) => void this.take(turn), stepped: () => this.enable() });
    const button = (name: string, icon: IconName, pressed: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: 'button small', onclick: pressed }, iconOf(icon), name);
    this.again = button('Start again', 'again', () => void this.begin());
    this.again.disabled = true;
    const reveal = button(looks.reveal, 'eye', () => void this.show());
    this.declare = button('Announce', 'flag', () => void this.decide(true));
    this.goOn = button('Do not announce', 'forward', () => void this.decide(false));
    this.declare.hidden = this.goOn.hidden = true;
    this.table.buttons.prepend(this.declare, this.goOn);
    this.feedback = h('p', { class: 'feedback', role: 'status' });
    this.buttons = h('div', { class: 'row' }, this.again, reveal);
    this.element = h('div', { class: looks.css }, this.table.element, h('div', { class: looks.say }, this.feedback, this.walk.element, this.buttons));
    // A button that has done what it can is gone: what comes next is done on the board.
    this.keeper = new FocusKeeper(this.element, () => this.table.board.element, false);
  }

  /** `loading`, `playing` as soon as turns can be played, or how the try stands. */
  get state(): string {
    return this.element.dataset['state'] ?? '';
  }

  set state(name: string) {
    this.element.dataset['state'] = name;
    this.enable();
  }

  leave(): void {
    this.round.end();
    this.keeper.stop();
  }

  /** Begins a try. */
  begin(): Promise<void> {
    return this.run(this.renew(), async (round) => {
      await this.start(round);
      this.draw(false);
      this.state = 'playing';
    });
  }

  /** Draws the position of the try. */
  draw(frozen: boolean): void {
    if (this.trial !== null) this.put(this.trial.sight, frozen);
  }

  say(text: string, tone: Tone = 'plain'): void {
    this.feedback.dataset['tone'] = tone;
    fill(this.feedback, text);
  }

  /** Plays the solution. */
  private show(): Promise<void> {
    return this.run(this.renew(), async (round) => {
      const trial = await this.start(round);
      this.state = 'showing';
      this.draw(true);
      this.walk.reset(trial.sight);
      for await (const sight of this.task.solution(trial, round)) {
        await round.pause(PAUSE);
        this.walk.add(sight);
        announce(lastWords(sight.play.state, this.task.game));
      }
      this.state = 'shown';
      this.say(this.task.shown());
    });
  }

  private async start(round: Round): Promise<T> {
    const trial = await round.after(this.task.start(round));
    this.trial = trial;
    this.tank = tankOf(trial.sight.play.state.board.locations);
    return trial;
  }

  private renew(): Round {
    this.round.end();
    this.round = new Round();
    this.busy = false;
    this.walk.reset(null);
    this.wait(null);
    this.state = 'loading';
    this.say(this.task.opening);
    return this.round;
  }

  /** A turn has been put together. Where players announce, it may be followed by that. */
  private take(turn: string): Promise<void> {
    return this.run(this.round, async (round) => {
      const { trial, task } = this;
      if (trial === null) return;
      if (task.game.announcements !== true || turn.includes('!')) return task.enter(trial, turn, round);
      const play = await round.after(task.look(trial, turn));
      if (play.result !== 'ongoing' || placing(play) || task.decided(trial, turn, play)) return task.enter(trial, turn, round);
      this.wait({ turn, play });
      const { fen, moves } = trial.sight;
      this.put({ fen, moves: [...moves, turn], play }, true);
      this.say('Do you announce a path or circuit?');
    });
  }

  private decide(announces: boolean): Promise<void> {
    return this.run(this.round, async (round) => {
      const { trial, waiting } = this;
      if (trial === null || waiting === null) return;
      const { play } = trial.sight;
      try {
        await this.task.enter(trial, announces ? `${waiting.turn},!` : waiting.turn, round);
      } catch (error) {
        // A false announcement is rejected, and there is still to decide. If the turn has been played, what failed is the answer.
        if (trial.sight.play !== play) this.wait(null);
        throw error;
      }
      this.wait(null);
    });
  }

  private wait(waiting: { turn: string; play: Play } | null): void {
    this.waiting = waiting;
    this.declare.hidden = this.goOn.hidden = waiting === null;
    this.enable();
  }

  /** One thing after the other: what is pressed meanwhile does nothing. */
  private async run(round: Round, work: (round: Round) => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await work(round);
    } catch (error) {
      if (!round.signal.aborted) this.failed(error);
    } finally {
      if (round === this.round) this.busy = false;
      this.enable();
    }
  }

  private failed(error: unknown): void {
    if (error instanceof Superseded) return;
    if (this.state === 'loading') this.state = 'failed';
    else if (this.waiting === null) this.draw(this.frozen);
    this.table.failed(error);
    this.say(errorText(error), 'bad');
    announce(errorText(error));
  }

  private put({ fen, moves, play }: Sight, frozen: boolean): void {
    this.frozen = frozen;
    const { game, chosen } = this.task;
    this.table.show({ chosen: { ...chosen, fen }, game, moves, play, tank: this.tank, frozen });
    this.enable();
  }

  private enable(): void {
    this.again.disabled = ['', 'loading', 'playing'].includes(this.state) && this.trial?.begun !== true && !this.table.begun && this.waiting === null;
  }
}
