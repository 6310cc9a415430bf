// SPDX-License-Identifier: GPL-3.0-or-later
// A turn of several actions while it is being put together: its actions so far, the board after them, what may follow.
import { untilAnswered } from '../app/api';
import { begunTurn, keepBegunTurn } from '../app/store';
import type { Action, Match, Progress, State } from '../app/types';
import type { Host } from './host';

export interface TurnListener {
  /** Another step was made or undone. */
  changed(): void;
  /** The turn is complete. */
  send(turn: string): void;
  failed(error: unknown): void;
}

export class TurnBuilder {
  /** The actions that the server has answered for, and that answer. */
  private steps: Action[] = [];
  private progress: Progress | null = null;
  /** The actions that the server is being asked about. */
  private asked: Action[] | null = null;
  /** The first actions where there are too many for the match itself, null until they have come; and the position that they belong to. */
  private all: { fen: string; actions: Action[] | null } | null = null;
  /** The position where the turn begins, once it is known. */
  private start: { ply: number; fen: string } | null = null;

  constructor(
    private readonly host: Pick<Host, 'id' | 'progress'>,
    private readonly listener: TurnListener,
  ) {}

  /** The actions so far, without those that still wait for an answer. */
  get actions(): readonly Action[] {
    return this.steps;
  }

  /** Waiting for an answer: nothing can be added or sent, but the last action can be undone. */
  get asking(): boolean {
    return this.asked !== null;
  }

  /** Whether the turn is complete and only waits to be sent. */
  get confirming(): boolean {
    return !this.asking && this.complete && this.progress?.actions.length === 0;
  }

  /** Whether the turn may be sent as it is. */
  get complete(): boolean {
    return this.progress?.complete ?? false;
  }

  /** Forgets an unfinished turn, since another one is to be played. */
  reset(match: Match): void {
    this.clear();
    this.start = { ply: match.ply, fen: match.state.fen };
    keepBegunTurn(this.host.id, null);
  }

  /** Continues the turn that was begun before the page was reloaded, if it is still that turn. */
  async restore(match: Match): Promise<void> {
    this.start = { ply: match.ply, fen: match.state.fen };
    const begun = begunTurn(this.host.id);
    if (begun === null || begun.steps.length === 0) return;
    if (begun.ply !== match.ply || begun.fen !== match.state.fen) return this.reset(match);
    await this.goTo(begun.steps, { failed: () => this.reset(match), patient: true });
  }

  /** The screen is left: no answer is wanted any more. What has been begun is kept. */
  leave(): void {
    this.asked = null;
    this.all = null;
  }

  private clear(): void {
    this.steps = [];
    this.progress = null;
    this.asked = null;
  }

  /** The position to show while it is `match`'s turn. */
  state(match: Match): State {
    if (this.progress === null) return match.state;
    const squares = this.steps.flatMap(({ from, to }) => (from === undefined ? [to] : [from, to]));
    const last = { turn: '', san: '', color: match.state.side, squares };
    return { ...match.state, ...this.progress.state, last };
  }

  legal(match: Match): Action[] {
    if (this.asking) return [];
    return this.progress?.actions ?? (match.state.legal === null ? this.many(match.state.fen) : match.state.legal) ?? [];
  }

  /** The first actions of a position that has too many for its match; asked for when they are first wanted. */
  private many(fen: string): Action[] {
    if (this.all?.fen !== fen) {
      const asked: { fen: string; actions: Action[] | null } = { fen, actions: null };
      this.all = asked;
      untilAnswered(() => this.host.progress(''), () => this.all === asked, () => undefined).then(
        (progress) => {
          if (progress === null || this.all !== asked) return;
          asked.actions = progress.actions;
          this.listener.changed();
        },
        (error: unknown) => this.listener.failed(error),
      );
    }
    return this.all.actions ?? [];
  }

  /** Adds an action. If no more can follow, sends the turn, unless it is to be confirmed. */
  async take(action: Action, confirm: boolean): Promise<void> {
    if (this.asking) return;
    const steps = [...this.steps, action];
    if (action.more || confirm) await this.goTo(steps);
    else this.listener.send(written(steps));
  }

  /** Makes the first action without sending it, whatever may follow, since an announcement is to go with it. */
  async stage(action: Action): Promise<void> {
    if (!this.asking) await this.goTo([action]);
  }

  /** Takes back the last action, even one that the server has not answered for yet. */
  async undo(): Promise<void> {
    const made = this.asked ?? this.steps;
    if (made.length > 0) await this.goTo(made.slice(0, -1));
  }

  finish(): void {
    if (this.complete && !this.asking) this.listener.send(written(this.steps));
  }

  /** Kept before the server is asked, so that a reload in the meantime loses nothing. */
  private keep(steps: Action[]): void {
    if (this.start !== null) keepBegunTurn(this.host.id, steps.length === 0 ? null : { ...this.start, steps });
  }

  /** `patient`: repeats the question while the server is away. */
  private async goTo(steps: Action[], { failed = (error: unknown): void => this.listener.failed(error), patient = false } = {}): Promise<void> {
    this.keep(steps);
    if (steps.length === 0) this.clear();
    else if (steps.length === this.steps.length) this.asked = null; // The last action has been undone before it was answered.
    else {
      this.asked = steps;
      const wanted = (): boolean => this.asked === steps;
      try {
        const ask = (): Promise<Progress> => this.host.progress(written(steps));
        const progress = await (patient ? untilAnswered(ask, wanted, () => undefined) : ask());
        if (!wanted() || progress === null) return; // The match has moved on.
        this.progress = progress;
        this.steps = steps;
      } catch (error) {
        if (!wanted()) return;
        this.keep(this.steps);
        failed(error);
      }
      this.asked = null;
    }
    this.listener.changed();
  }
}

function written(steps: readonly Action[]): string {
  return steps.map(({ action }) => action).join(',');
}
