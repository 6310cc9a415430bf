// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing arrows and circles on the board: with the right button, or, once a colour has been chosen, by presses on squares and with the keyboard.
import type { Board } from '../board/board';
import type { Drawing } from '../board/drawings';
import { sameShape, type Brush, type Shape } from './comments';

const BRUSH: Record<Brush, Drawing['brush']> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };
const BRUSHES: Record<Drawing['brush'], Brush> = { green: 'G', red: 'R', yellow: 'Y', blue: 'B' };

interface PenListener {
  /** All drawings, after one has been added or taken away. */
  drawn(shapes: Shape[]): void;
  tell(words: string): void;
}

export class Pen {
  private brush: Brush | null = null;
  private from: string | null = null;
  private shapes: readonly Shape[] = [];

  constructor(
    private readonly board: Board,
    private readonly listener: PenListener,
  ) {
    board.drawings.enable((all) => listener.drawn(all.map(({ brush, from, to }) => ({ brush: BRUSHES[brush], from, to }))));
  }

  /** Whether presses on squares draw. */
  get drawing(): boolean {
    return this.brush !== null;
  }

  /** Presses on squares draw from now on, or with null play again. */
  use(brush: Brush | null): void {
    this.brush = brush;
    this.from = null;
    this.board.mark({ mode: 'piece', walks: [], missing: [], visiting: brush !== null });
    this.listener.tell(brush === null ? '' : 'Press a square and then another for an arrow, or the same again for a circle.');
  }

  /** Shows the drawings of another position. */
  show(shapes: readonly Shape[]): void {
    this.shapes = shapes;
    this.from = null;
    this.board.drawings.show(shapes.map(({ brush, from, to }) => ({ brush: BRUSH[brush], from, to })));
  }

  /** A square has been pressed: where a drawing begins, or where it ends. */
  press(square: string): void {
    const { brush, from } = this;
    if (brush === null) return;
    if (from === null) {
      this.from = square;
      this.listener.tell(`From ${square}: press where the arrow ends, or ${square} again for a circle.`);
      return;
    }
    const shape = { brush, from, to: square };
    const same = this.shapes.find((each) => sameShape(each, shape));
    const others = this.shapes.filter((each) => each !== same);
    const erased = same?.brush === brush;
    this.listener.drawn(erased ? others : [...others, shape]);
    const what = from === square ? `circle on ${square}` : `arrow from ${from} to ${square}`;
    this.listener.tell(erased ? `The ${what} is erased.` : `Drawn: ${what}.`);
  }
}
