// SPDX-License-Identifier: GPL-3.0-or-later
// Positions that wait until the pieces have stopped: a reply must not overlap the move that it answers.

/** How many positions may wait until the one before them has been shown; of any more, only the newest is shown. */
const MOST_WAITING = 3;
/** Between two moves, in milliseconds. */
const PAUSE = 60;

export class Queue<Position> {
  private readonly waiting: Position[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `rest`: how long the pieces still move, in milliseconds. */
  constructor(
    private readonly rest: () => number,
    private readonly show: (position: Position) => void,
  ) {}

  get empty(): boolean {
    return this.waiting.length === 0;
  }

  add(position: Position): void {
    this.waiting.push(position);
    if (this.waiting.length > MOST_WAITING) this.waiting.splice(0, this.waiting.length - 1);
    this.showNext();
  }

  /** Shows the waiting positions, each after the pieces have stopped. */
  private showNext(): void {
    const rest = this.rest();
    clearTimeout(this.timer);
    if (rest > 0) {
      this.timer = setTimeout(() => this.showNext(), rest + PAUSE);
      return;
    }
    const next = this.waiting.shift();
    if (next === undefined) return;
    this.show(next);
    if (this.waiting.length > 0) this.showNext();
  }
}
