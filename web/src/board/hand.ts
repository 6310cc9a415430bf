// SPDX-License-Identifier: GPL-3.0-or-later
// The hand picks up squares and pieces from beside the board, and squares from the board, by click or drag, and puts them down elsewhere.
//
// chessgroundx handles pieces on the board. A press that the hand claims never reaches it, so the two cannot disagree.
/** The reserve as the place where an action starts; other places are squares, and kinds of pieces in a tray (tray.ts). */
export const RESERVE = 'reserve';

export interface Grip {
  /** The square under a point of the window, or null. */
  squareAt(x: number, y: number): string | null;
  /** Whether a square without a piece can be picked up from here. */
  canTake(source: string): boolean;
  /** Whether it can be put down there. */
  canPut(source: string, target: string): boolean;
  /** Whether a selected piece can go there, which comes first. */
  pieceCanGo(target: string): boolean;
  /** Something was picked up or put back. */
  changed(): void;
  /** What follows the pointer while something is dragged. */
  ghost(source: string): HTMLElement;
  /** What is being dragged is over this target, or over none. */
  over(target: string | null): void;
  /** `single`: by one press, with nothing picked up before. */
  put(source: string, target: string, single: boolean): void;
}

interface Press {
  source: string;
  x: number;
  y: number;
  again: boolean;
  ghost: HTMLElement | null;
}

const DRAG_FROM = 5;

export class Hand {
  /** What has been picked up: a square, the reserve, or a kind of piece. */
  picked: string | null = null;
  /** The reserve is used when a place for it is pressed and nothing has been picked up. */
  armed = false;
  private press: Press | null = null;
  private claimed = false;
  private dragged = false;
  private readonly moved = (event: PointerEvent): void => this.drag(event);
  private readonly released = (event: PointerEvent): void => this.release(event);
  private readonly cancelled = (): void => this.end();

  constructor(
    board: HTMLElement,
    private readonly grip: Grip,
  ) {
    board.addEventListener('pointerdown', (event) => this.pressed(event), { capture: true });
    for (const name of ['mousedown', 'touchstart'])
      board.addEventListener(
        name,
        (event) => {
          if (!this.claimed) return;
          event.stopPropagation();
          // A touch must neither scroll nor become a mouse click.
          if (name === 'touchstart' && event.cancelable) event.preventDefault();
        },
        { capture: true, passive: false },
      );
  }

  /** Makes an element beside the board, such as a reserve, respond to presses and drags. */
  bind(element: HTMLElement, source: string): void {
    element.addEventListener('pointerdown', (event) => {
      this.dragged = false;
      if (event.button !== 0 || !event.isPrimary || !this.grip.canTake(source)) return;
      this.begin(source, event);
    });
    element.addEventListener('click', () => {
      if (!this.dragged && this.grip.canTake(source)) this.pick(this.picked === source ? null : source);
      this.dragged = false;
    });
  }

  pick(source: string | null): void {
    if (this.picked === source) return;
    this.picked = source;
    this.grip.changed();
  }

  /** Handles a press on a square, by key or pointer. True if it was for the hand. */
  choose(square: string): boolean {
    if (this.grip.pieceCanGo(square)) return false;
    const source = this.picked ?? (this.armed ? RESERVE : null);
    if (source !== null && this.grip.canPut(source, square)) {
      const single = this.picked === null;
      this.picked = null;
      this.grip.put(source, square, single);
      return true;
    }
    if (this.grip.canTake(square)) {
      this.pick(this.picked === square ? null : square);
      return true;
    }
    this.pick(null);
    return false;
  }

  /** Lets go of everything, as when the position changes. */
  reset(armed: boolean): void {
    this.end();
    this.picked = null;
    this.armed = armed;
  }

  private pressed(event: PointerEvent): void {
    this.claimed = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const square = this.grip.squareAt(event.clientX, event.clientY);
    if (square === null) return;
    const before = this.picked;
    const taken = this.grip.canTake(square) && !this.grip.pieceCanGo(square);
    // A second press on what has been picked up may begin a drag, so it is put back on release.
    this.claimed = taken && before === square ? true : this.choose(square);
    if (taken && this.claimed) {
      this.begin(square, event);
      if (this.press !== null) this.press.again = before === square;
    }
  }

  private begin(source: string, { clientX: x, clientY: y }: PointerEvent): void {
    this.end();
    this.press = { source, x, y, again: false, ghost: null };
    document.addEventListener('pointermove', this.moved);
    document.addEventListener('pointerup', this.released);
    document.addEventListener('pointercancel', this.cancelled);
  }

  private drag(event: PointerEvent): void {
    const { press } = this;
    if (press === null) return;
    const { clientX: x, clientY: y } = event;
    if (press.ghost === null) {
      if (Math.hypot(x - press.x, y - press.y) < DRAG_FROM) return;
      press.ghost = this.grip.ghost(press.source);
      document.body.append(press.ghost);
      this.dragged = true;
      this.pick(press.source);
    }
    press.ghost.style.left = `${x}px`;
    press.ghost.style.top = `${y}px`;
    const target = this.grip.squareAt(x, y);
    this.grip.over(target !== null && this.grip.canPut(press.source, target) ? target : null);
    event.preventDefault();
  }

  private release({ clientX: x, clientY: y }: PointerEvent): void {
    const { press } = this;
    this.end();
    if (press === null) return;
    if (press.ghost === null) {
      if (press.again) this.pick(null);
      return;
    }
    const target = this.grip.squareAt(x, y);
    if (target !== null && this.grip.canPut(press.source, target)) {
      this.picked = null;
      this.grip.put(press.source, target, false);
    } else this.pick(null);
  }

  private end(): void {
    this.press?.ghost?.remove();
    if (this.press !== null) this.grip.over(null);
    this.press = null;
    document.removeEventListener('pointermove', this.moved);
    document.removeEventListener('pointerup', this.released);
    document.removeEventListener('pointercancel', this.cancelled);
  }
}
