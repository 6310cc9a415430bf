// SPDX-License-Identifier: GPL-3.0-or-later
// The board on which positions are put together: squares that can be pressed, painted on, dragged from, and reached by keyboard.
//
// It knows nothing of the game but what the library has described: what to draw, and which squares are wrong.
import { fill, h } from '../app/dom';
import type { Location } from '../app/types';
import { Overlay } from '../board/overlay';
import { Scenery, type Land } from '../board/scenery';
import { coordinates, squareAt } from '../board/squares';
import { Zoom } from '../board/zoom';
import { pieceImage } from '../pieces';

export interface Picture extends Land {
  locations: Map<string, Location>;
  /** What is wrong, by squares. */
  faults: ReadonlyMap<string, string>;
}

export interface CanvasListener {
  /** A square was pressed; `first`: not only painted over while the button was held. */
  press(square: string, first: boolean): void;
  /** Whether pieces are picked up rather than put down. */
  moves(): boolean;
  /** Whether a pressed tool goes on painting over further squares. */
  paints(): boolean;
  move(from: string, to: string): void;
  /** Taken off the board. */
  remove(square: string): void;
  /** A letter was typed: the piece that it stands for. False if it stands for none. */
  letter(key: string): boolean;
  escape(): void;
  /** The cursor has come to a square. */
  visit(square: string): void;
}

export class Canvas {
  /** The board itself, which takes the focus. */
  readonly element: HTMLElement;
  private readonly zoom: Zoom;
  private readonly scenery = new Scenery(() => this.drawLandmarks());
  private readonly overlay = new Overlay();
  private readonly squares = h('div', { class: 'edit-squares' });
  private readonly cells = new Map<string, HTMLElement>();
  private layout = '';
  private picture: Picture | null = null;
  private cursor: string | null = null;
  private selected: string | null = null;
  /** What a pointer is doing: painting over squares from the `last` one on, or carrying a piece. A finger has `pressed` nothing until it moves on or is lifted: it may yet scroll or pinch. */
  private held: { last: string; carries: boolean; from: string; pressed: boolean } | null = null;
  private ghost: HTMLElement | null = null;

  constructor(private readonly listener: CanvasListener) {
    this.element = h(
      'div',
      {
        class: 'board edit-board',
        tabindex: '0',
        role: 'application',
        'aria-roledescription': 'board editor',
        'aria-label': 'Board. Arrow keys move, Enter puts the chosen piece or uses the chosen tool, Delete clears a square, letters choose pieces.',
      },
      ...this.scenery.elements,
      this.squares,
      this.overlay.element,
    );
    this.zoom = new Zoom(this.element, {
      canTake: (x, y) => this.canTake(this.squareAt(x, y)),
      dragging: () => this.ghost !== null,
      cancelDrag: () => this.release(),
      square: () => (this.cursor === null ? null : this.boxOf(this.cursor)),
    });
    new ResizeObserver(() => this.measure()).observe(this.squares);
    // What the frame lets through is for the board: it must not scroll with the finger.
    this.element.addEventListener('touchstart', (event) => event.cancelable && event.preventDefault(), { passive: false });
    this.element.addEventListener('pointerdown', (event) => this.down(event));
    this.element.addEventListener('pointermove', (event) => this.moved(event));
    this.element.addEventListener('pointerup', (event) => this.up(event));
    this.element.addEventListener('pointercancel', () => this.release());
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
    this.element.addEventListener('keydown', (event) => this.keyPressed(event));
    this.element.addEventListener('blur', () => this.showCursor());
    this.element.addEventListener('focus', () => this.showCursor());
  }

  /** The board in its frame, to be put where there is room for it. */
  get place(): HTMLElement {
    return this.zoom.element;
  }

  /** Enlarges the board or shows all of it again. */
  get zoomButton(): HTMLElement {
    return this.zoom.button;
  }

  /** What the landmarks on the board mean. */
  get legend(): HTMLElement {
    return this.scenery.legend;
  }

  show(picture: Picture): void {
    this.picture = picture;
    this.lay(picture);
    this.scenery.drawGround(this.element, picture, picture.locations, null);
    this.drawLandmarks();
    for (const [name, element] of this.cells) this.draw(name, element, picture);
    if (this.selected !== null && picture.locations.get(this.selected)?.piece === undefined) this.select(null);
    this.showCursor();
  }

  /** Nothing is picked up any more. False if nothing was. */
  drop(): boolean {
    const was = this.selected !== null;
    this.select(null);
    return was;
  }

  /** The square at a place on the screen, or null. */
  squareAt(x: number, y: number): string | null {
    const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('.edit-square');
    return element && this.element.contains(element) ? (element.dataset['square'] ?? null) : null;
  }

  /** Marks squares, as those that an error is about. */
  point(squares: readonly string[]): void {
    for (const [name, element] of this.cells) element.classList.toggle('pointed', squares.includes(name));
  }

  private lay({ state, orientation }: Picture): void {
    const { files, ranks } = state.board;
    const layout = `${files} ${ranks} ${orientation}`;
    if (layout === this.layout) return;
    this.layout = layout;
    this.cells.clear();
    this.place.style.setProperty('--files', String(files));
    this.place.style.setProperty('--ranks', String(ranks));
    for (let row = 0; row < ranks; row += 1)
      for (let column = 0; column < files; column += 1) {
        const name = orientation === 'white' ? squareAt(column, ranks - 1 - row) : squareAt(files - 1 - column, row);
        this.cells.set(name, h('div', { class: 'edit-square', 'data-square': name }));
      }
    fill(this.squares, ...this.cells.values());
    this.overlay.resize({ files, ranks }, orientation);
    this.overlay.coordinates();
    this.measure();
  }

  private measure(): void {
    const { picture } = this;
    if (picture === null) return;
    const square = this.squares.clientWidth / picture.state.board.files;
    this.element.style.setProperty('--square', `${square}px`);
    this.zoom.measured(square);
  }

  private drawLandmarks(): void {
    if (this.picture !== null) this.scenery.drawLandmarks(this.element, this.picture, this.picture.locations, this.selected);
  }

  /** Where a square is on the screen. */
  private boxOf(name: string): DOMRect | null {
    return this.cells.get(name)?.getBoundingClientRect() ?? null;
  }

  private draw(name: string, element: HTMLElement, { game, locations, faults }: Picture): void {
    const location = locations.get(name);
    const { piece, color, kind = 'square', fuel } = location ?? {};
    const fault = faults.get(name);
    const key = JSON.stringify([game.key, game.drawings, location, fault]);
    if (element.dataset['drawn'] === key) return;
    element.dataset['drawn'] = key;
    element.dataset['kind'] = kind;
    element.dataset['piece'] = piece === undefined ? '' : `${color === 'black' ? 'black' : 'white'} ${piece}`;
    element.toggleAttribute('data-fault', fault !== undefined);
    element.title = fault ?? '';
    fill(
      element,
      piece !== undefined && color !== undefined && pieceImage(piece, color, game),
      fuel !== undefined && h('b', { class: 'edit-fuel' }, String(fuel)),
      fault !== undefined && h('b', { class: 'edit-fault' }, '!'),
    );
  }

  // ---- Pointer ----

  private down(event: PointerEvent): void {
    const square = this.squareAt(event.clientX, event.clientY);
    if (square === null || !event.isPrimary) return;
    this.element.focus({ preventScroll: true });
    this.cursor = square;
    this.showCursor();
    if (event.button === 2) return this.listener.remove(square);
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    const carries = this.listener.moves();
    if (carries && this.selected !== null && this.selected !== square) return this.moveTo(square);
    if (carries && !this.has(square)) return;
    this.held = { last: square, carries, from: square, pressed: false };
    if (event.pointerType !== 'touch') this.pressHeld();
  }

  /** A piece to be carried, or any square to be painted on; a finger on an enlarged board scrolls it rather than paint. */
  private canTake(square: string | null): boolean {
    return square !== null && (this.listener.moves() ? this.has(square) : !this.zoom.on);
  }

  private pressHeld(): void {
    const { held } = this;
    if (held === null || held.carries || held.pressed) return;
    held.pressed = true;
    this.listener.press(held.from, true);
  }

  private moved(event: PointerEvent): void {
    const { held } = this;
    if (held === null) return;
    const square = this.squareAt(event.clientX, event.clientY);
    if (held.carries) {
      if (square !== held.from || this.ghost !== null) this.carry(held.from, event);
      return;
    }
    if (square === null || square === held.last) return;
    // On an enlarged board the finger scrolls: only a tap is meant for a square.
    if (event.pointerType === 'touch' && this.zoom.on) return this.release();
    this.pressHeld();
    held.last = square;
    if (this.listener.paints()) this.listener.press(square, false);
  }

  private up(event: PointerEvent): void {
    const { held } = this;
    const carried = this.ghost !== null;
    const square = this.squareAt(event.clientX, event.clientY);
    this.pressHeld();
    this.release();
    if (held === null || !held.carries) return;
    if (!carried) this.select(this.selected === held.from ? null : held.from);
    else if (square === null) this.listener.remove(held.from);
    else if (square !== held.from) this.listener.move(held.from, square);
  }

  private carry(from: string, { clientX, clientY }: PointerEvent): void {
    const image = this.cells.get(from)?.querySelector('img');
    if (this.ghost === null && image) {
      const { width } = image.getBoundingClientRect();
      this.ghost = h('div', { class: 'edit-ghost', 'aria-hidden': 'true' }, image.cloneNode() as HTMLElement);
      this.ghost.style.width = `${width}px`;
      this.select(null);
      this.cells.get(from)?.classList.add('lifted');
      document.body.append(this.ghost);
    }
    if (this.ghost !== null) this.ghost.style.translate = `${clientX}px ${clientY}px`;
  }

  private release(): void {
    this.ghost?.remove();
    this.ghost = null;
    for (const element of this.cells.values()) element.classList.remove('lifted');
    this.held = null;
  }

  // ---- Keyboard ----

  private keyPressed(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step !== undefined) this.step(step);
    else if (event.key === 'Enter' || event.key === ' ') this.enter();
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (this.cursor !== null) this.listener.remove(this.cursor);
    } else if (event.key === 'Escape') this.listener.escape();
    else if (event.key.length !== 1 || !this.listener.letter(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private step([right, up]: [number, number]): void {
    const { picture } = this;
    if (picture === null) return;
    const { files, ranks } = picture.state.board;
    const sign = picture.orientation === 'white' ? 1 : -1;
    const [file, rank] = this.cursor === null ? [0, 0] : coordinates(this.cursor);
    const within = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
    if (this.cursor === null) this.cursor = picture.orientation === 'white' ? 'a1' : squareAt(files - 1, ranks - 1);
    else this.cursor = squareAt(within(file + sign * right, files), within(rank + sign * up, ranks));
    this.showCursor();
    const box = this.boxOf(this.cursor);
    if (box !== null) this.zoom.reveal(box);
    this.listener.visit(this.cursor);
  }

  private enter(): void {
    this.cursor ??= 'a1';
    this.showCursor();
    if (!this.listener.moves()) this.listener.press(this.cursor, true);
    else if (this.selected !== null && this.selected !== this.cursor) this.moveTo(this.cursor);
    else if (this.has(this.cursor)) this.select(this.selected === null ? this.cursor : null);
  }

  private has(square: string): boolean {
    return this.picture?.locations.get(square)?.piece !== undefined;
  }

  private moveTo(square: string): void {
    const from = this.selected;
    this.select(null);
    if (from !== null) this.listener.move(from, square);
  }

  private select(square: string | null): void {
    this.selected = square;
    for (const [name, element] of this.cells) element.classList.toggle('selected', name === square);
    this.drawLandmarks();
  }

  private showCursor(): void {
    this.overlay.cursor(document.activeElement === this.element ? this.cursor : null);
  }
}
