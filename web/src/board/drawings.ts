// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows and circles over the pieces: those that a person draws with the right button, and those of an engine.
import type { Api } from 'chessgroundx/api';
import type { DrawShape } from 'chessgroundx/draw';
import { keyOf, squareOf } from './squares';

/** A circle if it ends where it begins. */
export interface Drawing {
  brush: 'green' | 'red' | 'yellow' | 'blue';
  from: string;
  to: string;
}

/** An arrow that belongs to nobody; of rank 1, the strongest, on. */
export interface Hint {
  from: string;
  to: string;
  rank: number;
}

const shapeOf = ({ brush, from, to }: Drawing): DrawShape => ({ orig: keyOf(from), brush, ...(from === to ? {} : { dest: keyOf(to) }) });

export class Drawings {
  constructor(private readonly api: Api) {}

  /** Lets a person draw: `changed` gets all drawings after each change. A click on the board leaves them. */
  enable(changed: (all: Drawing[]) => void): void {
    const drawn = (shapes: DrawShape[]): void =>
      changed(
        shapes.map(({ orig, dest, brush }) => {
          const from = squareOf(orig);
          return { brush: (brush ?? 'green') as Drawing['brush'], from, to: dest === undefined ? from : squareOf(dest) };
        }),
      );
    this.api.set({ drawable: { enabled: true, eraseOnClick: false, defaultSnapToValidMove: false, onChange: drawn } });
  }

  show(drawings: readonly Drawing[]): void {
    this.api.setShapes(drawings.map(shapeOf));
  }

  hint(hints: readonly Hint[]): void {
    // chessgroundx draws later ones above earlier ones.
    this.api.setAutoShapes(
      [...hints].reverse().map(({ from, to, rank }) => ({
        orig: keyOf(from),
        brush: rank <= 1 ? 'paleBlue' : 'paleGrey',
        ...(from === to ? {} : { dest: keyOf(to) }),
        modifiers: { lineWidth: Math.max(5, 16 - 3 * rank) },
      })),
    );
  }
}
