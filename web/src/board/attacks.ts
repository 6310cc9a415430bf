// SPDX-License-Identifier: GPL-3.0-or-later
// What the piece under the pointer attacks, for pieces that cannot be moved now: above all, the enemy's.
import { h } from '../app/dom';
import type { Color } from '../app/types';
import type { Chosen } from '../library/contract';
import { place, type Size } from './squares';

/** What each piece attacks, by its square. */
export type Attacks = Record<string, string[]>;

/** Asks the library in the browser, which is loaded only then, what the pieces attack after the moves. */
export const attacksIn =
  (chosen: Chosen, moves: readonly string[] = []) =>
  async (): Promise<Attacks> =>
    (await (await import('../library/calls')).attacks(chosen, moves)).attacks;

export class AttackLayer {
  readonly element = h('div', { class: 'attacks', 'aria-hidden': 'true' });
  private ask: (() => Promise<Attacks>) | null = null;
  private known: Promise<Attacks> | null = null;
  private pointed: string | null = null;
  private size: Size = { files: 8, ranks: 8 };
  private orientation: Color = 'white';

  /** `tell`: is told the squares, in words. */
  constructor(private readonly tell: (square: string, text: string) => void) {}

  /** Another position; `ask` says what is attacked in it, and is asked once, if at all. */
  reset(ask: (() => Promise<Attacks>) | null, size: Size, orientation: Color): void {
    this.ask = ask;
    this.known = null;
    this.size = size;
    this.orientation = orientation;
    this.point(null);
  }

  /** The piece whose attacks are shown; null for none. */
  point(square: string | null): void {
    if (square === this.pointed) return;
    this.pointed = square;
    this.element.replaceChildren();
    delete this.element.dataset['of'];
    if (square !== null && this.ask !== null) void this.draw(square, (this.known ??= this.ask()));
  }

  private async draw(square: string, known: Promise<Attacks>): Promise<void> {
    // Without an answer nothing is shown; the next piece asks anew.
    const all = await known.catch(() => null);
    if (known !== this.known) return;
    if (all === null) this.known = null;
    if (square !== this.pointed || all === null) return;
    // A piece that has come there within the turn is not among them.
    const squares = all[square];
    if (squares === undefined) return;
    for (const at of squares) {
      const mark = h('div', { class: 'attacked', 'data-square': at });
      place(mark, at, this.size, this.orientation);
      this.element.append(mark);
    }
    this.element.dataset['of'] = square;
    this.tell(square, squares.length === 0 ? 'attacks nothing' : `attacks ${squares.join(', ')}`);
  }
}
