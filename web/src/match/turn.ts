// SPDX-License-Identifier: GPL-3.0-or-later
// A turn of several actions while it is being put together: its actions so far, the board after them, what may follow.
import * as api from '../app/api';
import { begunTurn, keepBegunTurn } from '../app/store';
import type { Action, Match, Progress, State } from '../app/types';

export interface TurnListener {
  /** Another step was made or undone. */
  changed(): void;
  /** The turn is complete. */
  send(turn: string): void;
  failed(error: unknown): void;
}

export class TurnBuilder {
  private steps: Action[] = [];
  private progress: Progress | null = null;
  /** The position where the turn begins, once it is known. */
  private start: { ply: number; fen: string } | null = null;
  /** Waiting for an answer. */
  asking = false;

  constructor(
    private readonly id: string,
    private readonly listener: TurnListener,
  ) {}

  /** The actions so far. */
  get actions(): readonly Action[] {
    return this.steps;
  }

  /** Whether the turn is complete and only waits to be sent. */
  get confirming(): boolean {
    return this.complete && this.progress?.actions.length === 0;
  }

  /** Whether the turn may be sent as it is. */
  get complete(): boolean {
    return this.progress?.complete ?? false;
  }

  /** Forgets an unfinished turn, since another one is to be played. */
  reset(match: Match): void {
    this.clear();
    this.start = { ply: match.ply, fen: match.state.fen };
    keepBegunTurn(this.id, null);
  }

  /** Continues the turn that was begun before the page was reloaded, if it is still that turn. */
  async restore(match: Match): Promise<void> {
    this.start = { ply: match.ply, fen: match.state.fen };
    const begun = begunTurn(this.id);
    if (begun === null || begun.steps.length === 0) return;
    if (begun.ply !== match.ply || begun.fen !== match.state.fen) return this.reset(match);
    await this.goTo(begun.steps, () => this.reset(match));
  }

  private clear(): void {
    this.steps = [];
    this.progress = null;
    this.asking = false;
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
    return this.progress?.actions ?? match.state.legal ?? [];
  }

  /** Adds an action. If no more can follow, sends the turn, unless it is to be confirmed. */
  async take(action: Action, confirm: boolean): Promise<void> {
    const steps = [...this.steps, action];
    if (action.more || confirm) await this.goTo(steps);
    else this.listener.send(written(steps));
  }

  /** Makes the first action without sending it, whatever may follow, since an announcement is to go with it. */
  async stage(action: Action): Promise<void> {
    await this.goTo([action]);
  }

  async undo(): Promise<void> {
    if (this.steps.length > 0) await this.goTo(this.steps.slice(0, -1));
  }

  finish(): void {
    if (this.complete && !this.asking) this.listener.send(written(this.steps));
  }

  private async goTo(steps: Action[], failed = (error: unknown): void => this.listener.failed(error)): Promise<void> {
    if (this.asking) return;
    if (steps.length === 0) {
      this.clear();
      keepBegunTurn(this.id, null);
      this.listener.changed();
      return;
    }
    const before = this.steps;
    this.asking = true;
    this.steps = steps;
    try {
      const progress = await api.getProgress(this.id, written(steps));
      if (this.steps !== steps) return; // The match has moved on.
      this.progress = progress;
      if (this.start !== null) keepBegunTurn(this.id, { ...this.start, steps });
    } catch (error) {
      if (this.steps !== steps) return;
      this.steps = before;
      failed(error);
    }
    this.asking = false;
    this.listener.changed();
  }
}

function written(steps: readonly Action[]): string {
  return steps.map(({ action }) => action).join(',');
}
