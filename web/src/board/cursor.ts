// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard on the board: a cursor that the arrow keys move, and what the other keys do where it stands.
import type { Api } from 'chessgroundx/api';
import type { Action } from '../app/types';
import { RESERVE, type Hand } from './hand';
import type { Overlay } from './overlay';
import { coordinates, keyOf, squareAt } from './squares';
import type { Listener, View } from './view';

/** The board that the cursor is on. */
interface Host {
  view: () => View | null;
  api: Api;
  hand: Hand;
  overlay: Overlay;
  listener: Listener;
  /** Whether presses name a path instead of playing. */
  visiting: () => boolean;
  /** Whether a promotion is being chosen. */
  choosing: () => boolean;
  actionsFrom: (source: string | null) => Action[];
  /** What has been picked up. */
  selected: () => string | null;
  /** What a square means now, in words. */
  meaning: (square: string) => string;
  toggleZoom: () => void;
  /** The cursor has been moved to a square. */
  moved: (square: string) => void;
  /** Something has been picked up or put back. */
  changed: () => void;
}

export class Cursor {
  at: string | null = null;
  /** Where it was moved to in the position that is shown. */
  reached: string | null = null;

  constructor(private readonly host: Host) {}

  keyPressed(event: KeyboardEvent): void {
    const { view, choosing, actionsFrom, hand, api, listener } = this.host;
    if (view() === null || event.ctrlKey || event.metaKey || event.altKey || choosing()) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step !== undefined) this.move(step);
    else if (event.key === 'Enter' || event.key === ' ') this.press();
    else if (event.key === 'r' && actionsFrom(RESERVE).length > 0) {
      hand.pick(hand.picked === RESERVE ? null : RESERVE);
      listener.announce(hand.picked === null ? 'Nothing selected' : 'A square from the reserve: choose where to place it');
    } else if (event.key === 'z') this.host.toggleZoom();
    else if (event.key === 'Escape') {
      api.selectSquare(null);
      hand.pick(null);
      listener.announce('Nothing selected');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private move([right, up]: [number, number]): void {
    const view = this.host.view();
    if (view === null) return;
    const { files, ranks } = view.state.board;
    const sign = view.orientation === 'white' ? 1 : -1;
    if (this.at === null) this.at = this.startingSquare();
    else {
      const [file, rank] = coordinates(this.at);
      this.at = squareAt(
        Math.max(0, Math.min(files - 1, file + sign * right)),
        Math.max(0, Math.min(ranks - 1, rank + sign * up)),
      );
    }
    this.host.overlay.cursor(this.at);
    this.reached = this.at;
    this.host.moved(this.at);
  }

  private startingSquare(): string {
    const view = this.host.view();
    return view?.actions[0]?.from ?? view?.state.last?.squares.at(-1) ?? squareAt(0, 0);
  }

  private press(): void {
    const { hand, api, listener, actionsFrom, selected, meaning } = this.host;
    this.at ??= this.startingSquare();
    this.host.overlay.cursor(this.at);
    if (this.host.visiting()) return listener.visit(this.at);
    if (hand.choose(this.at)) {
      const taken = hand.picked;
      const count = actionsFrom(taken).length;
      if (taken !== null) listener.announce(`${meaning(this.at)}. Picked up, ${count} ${count === 1 ? 'place' : 'places'} for it`);
      return;
    }
    const before = selected();
    const isTarget = actionsFrom(before).some((action) => action.target === this.at);
    if (before === this.at) api.selectSquare(null);
    else api.selectSquare(keyOf(this.at));
    this.host.changed();
    if (isTarget) return;
    const count = actionsFrom(selected()).length;
    const now = selected() === null ? 'Nothing selected' : `Selected, ${count} ${count === 1 ? 'move' : 'moves'}`;
    listener.announce(`${meaning(this.at)}. ${now}`);
  }
}
