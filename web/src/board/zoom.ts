// SPDX-License-Identifier: GPL-3.0-or-later
// The frame around the board: it fits the board into the available space, and enlarges boards whose squares are too small to hit.
//
// An enlarged board scrolls within its frame: by one finger on anything that cannot be picked up, by two fingers, by the wheel,
// and by itself to follow the keyboard cursor, a piece dragged to an edge, and the opponent's move.
import { fill, h, iconOf } from '../app/dom';

/** Squares smaller than this, in pixels, are worth enlarging. */
const SMALL = 34;
/** The minimum size of an enlarged square: the usual size of a touch target. */
const TOUCHABLE = 44;
const LEAST_FACTOR = 2;
/** How far two fingers must move apart, or together, to count as a pinch. */
const PINCH = 1.2;
/** Within this distance of an edge, in pixels, a dragged piece makes the board scroll. */
const EDGE = 28;
const EDGE_STEP = 9;

export interface Zoomed {
  /** Whether a press there picks something up; elsewhere a finger scrolls. */
  canTake(x: number, y: number): boolean;
  dragging(): boolean;
  cancelDrag(): void;
  /** The square that matters now, in the window: the board is enlarged around it. Null: around its middle. */
  square(): DOMRect | null;
}

type Point = [number, number];

const between = (touches: TouchList): { middle: Point; apart: number } => {
  const [one, two] = [touches[0], touches[1]];
  if (one === undefined || two === undefined) return { middle: [0, 0], apart: 1 };
  return {
    middle: [(one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2],
    apart: Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)),
  };
};

export class Zoom {
  /** Takes the space left for the board. */
  readonly element: HTMLElement;
  /** Enlarges the board or shows all of it again; hidden where its squares are large enough. */
  readonly button = h('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => this.toggle() });
  private readonly frame: HTMLElement;
  private factor = 1;
  private told = '';
  private pinch: { middle: Point; apart: number } | null = null;
  private pointer: Point | null = null;
  private ticking = false;
  private readonly pointed = (event: MouseEvent | TouchEvent): void => this.moved(event);
  private readonly letGo = (): void => this.released();

  constructor(
    private readonly board: HTMLElement,
    private readonly zoomed: Zoomed,
  ) {
    this.frame = h('div', { class: 'board-frame' }, board);
    this.element = h('div', { class: 'stage' }, this.frame);
    this.frame.addEventListener('scroll', () => this.followLabels(), { passive: true });
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
      this.frame.addEventListener(name, (event) => this.touched(event), { capture: true, passive: false });
    for (const name of ['mousedown', 'touchstart'] as const) this.frame.addEventListener(name, () => this.follow(true), { passive: true });
  }

  /** Follows the pointer over the whole page while a button or a finger is down. */
  private follow(down: boolean): void {
    const change = down ? document.addEventListener.bind(document) : document.removeEventListener.bind(document);
    for (const name of ['mousemove', 'touchmove'] as const) change(name, this.pointed, { capture: true });
    for (const name of ['mouseup', 'touchend', 'touchcancel'] as const) change(name, this.letGo, { capture: true });
  }

  get on(): boolean {
    return this.factor > 1;
  }

  /** The size of a square in pixels, as it is on the screen now. */
  measured(square: number): void {
    this.tell(square / this.factor < SMALL || this.on);
    this.followLabels();
  }

  private tell(offered: boolean): void {
    const key = `${String(offered)} ${String(this.on)}`;
    if (key === this.told) return;
    this.told = key;
    const label = this.on ? 'Show the whole board' : 'Enlarge the board';
    this.button.hidden = !offered;
    this.button.title = label;
    this.button.setAttribute('aria-label', label);
    this.button.setAttribute('aria-pressed', String(this.on));
    fill(this.button, iconOf(this.on ? 'zoomOut' : 'zoomIn'));
  }

  /** Enlarges the board around a point of the window, or shows all of it again. */
  toggle(around = this.around()): void {
    const { left, top } = this.frame.getBoundingClientRect();
    const [x, y] = around;
    const before = this.board.getBoundingClientRect();
    const [shareX, shareY] = [(x - before.left) / before.width, (y - before.top) / before.height];
    this.factor = this.on ? 1 : Math.max(LEAST_FACTOR, TOUCHABLE / this.square());
    this.element.style.setProperty('--zoom', String(this.factor));
    this.frame.classList.toggle('enlarged', this.on);
    this.frame.scrollLeft = this.on ? shareX * this.board.offsetWidth - (x - left) : 0;
    this.frame.scrollTop = this.on ? shareY * this.board.offsetHeight - (y - top) : 0;
    this.tell(true);
  }

  private around(): Point {
    const { x, y, width, height } = this.zoomed.square() ?? this.frame.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }

  /** Scrolls so that this part of the window, a square of the board, can be seen with its neighbours. */
  reveal(part: DOMRect): void {
    if (!this.on) return;
    const frame = this.frame.getBoundingClientRect();
    const [roomX, roomY] = [part.width * 1.2, part.height * 1.2];
    const by = (low: number, high: number, from: number, to: number): number => (low < from ? low - from : high > to ? high - to : 0);
    this.frame.scrollLeft += by(part.left - roomX, part.right + roomX, frame.left, frame.right);
    this.frame.scrollTop += by(part.top - roomY, part.bottom + roomY, frame.top, frame.bottom);
  }

  /** Keeps the names of files and ranks at the edges of the frame. */
  private followLabels(): void {
    const { scrollLeft, scrollTop, scrollHeight, clientHeight } = this.frame;
    this.element.style.setProperty('--pan-x', `${this.on ? scrollLeft : 0}px`);
    this.element.style.setProperty('--pan-y', `${this.on ? scrollTop + clientHeight - scrollHeight : 0}px`);
  }

  private touched(event: TouchEvent): void {
    if (event.touches.length > 1) return this.pinched(event);
    if (event.type !== 'touchstart') {
      if (event.touches.length === 0) this.pinch = null;
      return;
    }
    const [touch] = event.touches;
    // A touch that picks nothing up scrolls; a tap arrives as a mouse click.
    if (this.on && touch !== undefined && !this.zoomed.canTake(touch.clientX, touch.clientY)) event.stopPropagation();
  }

  private pinched(event: TouchEvent): void {
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
    const now = between(event.touches);
    if (event.type === 'touchstart' || this.pinch === null) {
      this.zoomed.cancelDrag();
      this.pinch = now;
      return;
    }
    const ratio = now.apart / this.pinch.apart;
    const square = this.square();
    if (this.on ? ratio < 1 / PINCH : ratio > PINCH && square < TOUCHABLE) {
      this.toggle(now.middle);
      this.pinch = now;
    } else if (this.on) {
      this.frame.scrollLeft -= now.middle[0] - this.pinch.middle[0];
      this.frame.scrollTop -= now.middle[1] - this.pinch.middle[1];
      this.pinch.middle = now.middle;
    }
  }

  /** The size of a square without enlargement. */
  private square(): number {
    return parseFloat(getComputedStyle(this.board).getPropertyValue('--square')) / this.factor;
  }

  private moved(event: MouseEvent | TouchEvent): void {
    const at = event instanceof MouseEvent ? event : event.touches[0];
    this.pointer = at === undefined ? null : [at.clientX, at.clientY];
    if (!this.on || this.ticking || !this.zoomed.dragging()) return;
    this.ticking = true;
    requestAnimationFrame(() => this.scrollAtEdge());
  }

  private scrollAtEdge(): void {
    this.ticking = false;
    if (!this.on || this.pointer === null || !this.zoomed.dragging()) return;
    const [x, y] = this.pointer;
    const { left, right, top, bottom } = this.frame.getBoundingClientRect();
    const by = (at: number, low: number, high: number): number => (at < low + EDGE ? -EDGE_STEP : at > high - EDGE ? EDGE_STEP : 0);
    const [dx, dy] = [by(x, left, right), by(y, top, bottom)];
    if (dx === 0 && dy === 0) return;
    this.frame.scrollBy(dx, dy);
    this.ticking = true;
    requestAnimationFrame(() => this.scrollAtEdge());
  }

  /** A piece dropped outside the frame goes back: the square there is not visible. */
  private released(): void {
    this.follow(false);
    if (!this.on || this.pointer === null || !this.zoomed.dragging()) return;
    const [x, y] = this.pointer;
    const { left, right, top, bottom } = this.frame.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) this.zoomed.cancelDrag();
  }
}
