// SPDX-License-Identifier: GPL-3.0-or-later
// The board on which positions are put together: squares that can be pressed, painted on, dragged from, and reached by keyboard.
//
// It knows nothing of the game but what the library has described: what to draw, and which squares are wrong.
import { fill, h } from '../app/dom';
import type { Color, Game, Location } from '../app/types';
import { coordinates, squareAt } from '../board/squares';
import { pieceImage } from '../pieces';

export interface Picture {
  game: Game;
  files: number;
  ranks: number;
  orientation: Color;
  locations: Map<string, Location>;
  /** Squares are placed and moved in this game, so those that are missing are water. */
  water: boolean;
  owners: boolean;
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
  readonly element: HTMLElement;
  private readonly cells = new Map<string, HTMLElement>();
  private layout = '';
  private picture: Picture | null = null;
  private cursor: string | null = null;
  private selected: string | null = null;
  /** What a pointer is doing: painting over squares, or carrying a piece. */
  private held: { last: string; carries: boolean; from: string } | null = null;
  private ghost: HTMLElement | null = null;

  constructor(private readonly listener: CanvasListener) {
    this.element = h('div', {
      class: 'edit-board',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'board editor',
      'aria-label': 'Board. Arrow keys move, Enter puts the chosen piece or uses the chosen tool, Delete clears a square, letters choose pieces.',
    });
    this.element.addEventListener('pointerdown', (event) => this.down(event));
    this.element.addEventListener('pointermove', (event) => this.moved(event));
    this.element.addEventListener('pointerup', (event) => this.up(event));
    this.element.addEventListener('pointercancel', () => this.release());
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
    this.element.addEventListener('keydown', (event) => this.keyPressed(event));
    this.element.addEventListener('blur', () => this.showCursor());
    this.element.addEventListener('focus', () => this.showCursor());
  }

  show(picture: Picture): void {
    this.picture = picture;
    this.lay(picture);
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

  private lay({ files, ranks, orientation }: Picture): void {
    const layout = `${files} ${ranks} ${orientation}`;
    if (layout === this.layout) return;
    this.layout = layout;
    this.cells.clear();
    this.element.style.setProperty('--files', String(files));
    this.element.style.setProperty('--ranks', String(ranks));
    this.element.parentElement?.style.setProperty('--files', String(files));
    this.element.parentElement?.style.setProperty('--ranks', String(ranks));
    for (let row = 0; row < ranks; row += 1)
      for (let column = 0; column < files; column += 1) {
        const [file, rank] = orientation === 'white' ? [column, ranks - 1 - row] : [files - 1 - column, row];
        const name = squareAt(file, rank);
        const element = h('div', { class: 'edit-square', 'data-square': name, 'data-shade': (file + rank) % 2 === 0 ? 'dark' : 'light' });
        if (row === ranks - 1) element.dataset['file'] = name.charAt(0);
        if (column === 0) element.dataset['rank'] = String(rank + 1);
        this.cells.set(name, element);
      }
    fill(this.element, ...this.cells.values());
  }

  private draw(name: string, element: HTMLElement, { game, locations, water, owners, faults }: Picture): void {
    const location = locations.get(name);
    const { piece, color, kind, fuel, owner, frozen } = location ?? {};
    const fault = faults.get(name);
    const key = JSON.stringify([game.key, game.drawings, location, water, fault]);
    if (element.dataset['drawn'] === key) return;
    element.dataset['drawn'] = key;
    element.dataset['kind'] = kind === undefined ? 'square' : water && kind === 'hole' ? 'water' : 'wall';
    element.dataset['piece'] = piece === undefined ? '' : `${color === 'black' ? 'black' : 'white'} ${piece}`;
    element.toggleAttribute('data-fault', fault !== undefined);
    element.title = fault ?? '';
    fill(
      element,
      owners && kind === undefined && piece === undefined && owner !== undefined && h('i', { class: `owner ${owner}` }),
      frozen === true && h('i', { class: 'frost' }, '❄'),
      piece !== undefined && color !== undefined && pieceImage(piece, color, game),
      fuel !== undefined && h('b', { class: 'edit-fuel' }, String(fuel)),
      fault !== undefined && h('b', { class: 'edit-fault' }, '!'),
    );
  }

  // ---- Pointer ----

  private down(event: PointerEvent): void {
    const square = this.squareAt(event.clientX, event.clientY);
    if (square === null || !event.isPrimary) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.cursor = square;
    this.showCursor();
    if (event.button === 2) return this.listener.remove(square);
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    if (!this.listener.moves()) {
      this.held = { last: square, carries: false, from: square };
      this.listener.press(square, true);
    } else if (this.selected !== null && this.selected !== square) this.moveTo(square);
    else if (this.has(square)) this.held = { last: square, carries: true, from: square };
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
    held.last = square;
    if (this.listener.paints()) this.listener.press(square, false);
  }

  private up(event: PointerEvent): void {
    const { held } = this;
    const carried = this.ghost !== null;
    const square = this.squareAt(event.clientX, event.clientY);
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
    const sign = picture.orientation === 'white' ? 1 : -1;
    const [file, rank] = this.cursor === null ? [0, 0] : coordinates(this.cursor);
    const within = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
    if (this.cursor === null) this.cursor = picture.orientation === 'white' ? 'a1' : squareAt(picture.files - 1, picture.ranks - 1);
    else this.cursor = squareAt(within(file + sign * right, picture.files), within(rank + sign * up, picture.ranks));
    this.showCursor();
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
  }

  private showCursor(): void {
    const focused = document.activeElement === this.element;
    for (const [name, element] of this.cells) element.classList.toggle('cursor-here', focused && name === this.cursor);
  }
}
