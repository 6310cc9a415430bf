// SPDX-License-Identifier: GPL-3.0-or-later
// The board: chessgroundx shows the pieces and turns clicks and drags into one of the actions that the server listed.
import type { Api } from 'chessgroundx/api';
import { AttackLayer } from './attacks';
import { isSquare, sourceOf } from './actions';
import { createGround, showPosition } from './chessground';
import { choosePromotion } from './chooser';
import { Cursor } from './cursor';
import { Drawings } from './drawings';
import { h } from '../app/dom';
import { carryOut } from './effects';
import { markPieces } from './gauges';
import { Hand, RESERVE } from './hand';
import { ghostOf, meaningOf } from './meaning';
import { Overlay } from './overlay';
import { arrowsOf, type Arrow } from './links';
import { Queue } from './queue';
import { dressPieces } from '../pieces';
import { Scenery } from './scenery';
import { cell, keyOf, locationsOf, squareOf, type Size } from './squares';
import type { Action, Location } from '../app/types';
import type { Listener, Marks, View } from './view';
import { Zoom } from './zoom';

export class Board {
  /** The board itself, which takes the focus. */
  readonly element: HTMLElement;
  /** Arrows and circles over the pieces. */
  readonly drawings: Drawings;
  private readonly zoom: Zoom;
  private readonly wrap: HTMLElement;
  private readonly overlay: Overlay;
  private readonly attacks: AttackLayer;
  private readonly scenery = new Scenery(() => this.drawLandmarks());
  private readonly queue = new Queue<View>(() => this.rest(), (view) => this.showNow(view));
  /** In pixels, as it is on the screen now. */
  private squareSize = 64;
  private readonly hand: Hand;
  private readonly api: Api;
  private view: View | null = null;
  private locations = new Map<string, Location>();
  private closeChooser: (() => void) | null = null;
  private readonly cursor: Cursor;
  private hovered: string | null = null;
  private touched = false;
  private marks: Marks = { mode: 'piece', walks: [], missing: [], visiting: false };

  constructor(private readonly listener: Listener) {
    this.wrap = h('div', { class: 'cg-wrap' });
    this.overlay = new Overlay();
    this.attacks = new AttackLayer((square, text) => this.tellAttacks(square, text));
    this.overlay.element.prepend(this.attacks.element);
    this.element = h(
      'div',
      {
        class: 'board',
        tabindex: '0',
        role: 'application',
        'aria-roledescription': 'chess board',
        'aria-label': 'Board. Arrow keys move, Enter selects and plays, Escape cancels.',
      },
      ...this.scenery.elements,
      this.wrap,
      this.overlay.element,
    );
    this.zoom = new Zoom(this.element, {
      canTake: (x, y) => {
        this.api.state.dom.bounds.clear(); // The frame hears of a touch before the board does, and may just have been scrolled.
        return this.actionsFrom(this.squareAt(x, y)).length > 0;
      },
      dragging: () => this.api.state.draggable.current !== undefined,
      cancelDrag: () => this.api.cancelMove(),
      square: () => this.attended(),
    });
    this.api = createGround(this.wrap, (from, to) => this.moved(from, to));
    this.drawings = new Drawings(this.api);
    // chessgroundx reuses its elements and draws whenever it likes; the fuel and the costs are updated after it.
    const observer = new MutationObserver(() => this.decorate());
    observer.observe(this.wrap, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
    new ResizeObserver(() => this.measure()).observe(this.wrap);
    // chessgroundx remembers where the board lies; a card that appears above it moves it without a scroll or resize.
    for (const event of ['mousedown', 'mousemove', 'touchstart'])
      this.element.addEventListener(event, () => this.api.state.dom.bounds.clear(), { capture: true, passive: true });
    // Before the hand and chessgroundx: while a path is being named, all presses belong to it.
    for (const name of ['pointerdown', 'mousedown', 'touchstart'] as const)
      this.element.addEventListener(name, (event) => this.pressed(event), { capture: true, passive: false });
    this.hand = new Hand(this.element, {
      squareAt: (x, y) => this.squareAt(x, y),
      canTake: (source) => this.locations.get(source)?.piece === undefined && this.actionsFrom(source).length > 0,
      canPut: (source, target) => this.action(source, target) !== undefined,
      pieceCanGo: (target) => this.action(this.selectedPiece(), target) !== undefined,
      changed: () => this.pickedUp(),
      ghost: (source) => ghostOf(source, this.actionsFrom(source)[0], this.view),
      over: (target) => this.overlay.over(target),
      put: (source, target, single) => {
        const action = this.action(source, target);
        if (action !== undefined) this.played(action, single);
      },
    });
    this.cursor = new Cursor({
      view: () => this.view,
      api: this.api,
      hand: this.hand,
      overlay: this.overlay,
      listener,
      visiting: () => this.marks.visiting,
      choosing: () => this.closeChooser !== null,
      actionsFrom: (source) => this.actionsFrom(source),
      selected: () => this.selected(),
      meaning: (square) => this.meaning(square),
      toggleZoom: () => this.zoom.toggle(),
      moved: (square) => this.pointed(square),
      changed: () => this.decorate(),
    });
    this.element.addEventListener('keydown', (event) => this.cursor.keyPressed(event));
    this.element.addEventListener('mousemove', ({ clientX, clientY }) => this.hover(this.squareAt(clientX, clientY)));
    this.element.addEventListener('pointerdown', ({ pointerType, clientX, clientY }) => {
      this.touched = pointerType === 'touch';
      if (this.touched) this.hover(this.squareAt(clientX, clientY));
    });
    this.element.addEventListener('mouseleave', () => this.hover(null));
    this.element.addEventListener('blur', () => {
      this.overlay.cursor(null);
      this.attacks.point(null);
    });
    this.element.addEventListener('mousedown', () => this.overlay.cursor(null));
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

  /** Where the cursor is, or what was last played. */
  private attended(): DOMRect | null {
    const square = this.cursor.at ?? this.hovered ?? this.selected() ?? this.view?.state.last?.squares.at(-1) ?? null;
    return square === null || !isSquare(square) ? null : this.boxOf(square);
  }

  /** Where a square is on the screen. */
  private boxOf(square: string): DOMRect {
    const { left, top } = this.wrap.getBoundingClientRect();
    const [column, row] = cell(square, this.size(), this.view?.orientation ?? 'white');
    return new DOMRect(left + column * this.squareSize, top + row * this.squareSize, this.squareSize, this.squareSize);
  }

  /** What has been picked up: a square, RESERVE, or a kind of piece in the tray. */
  get taken(): string | null {
    return this.hand.picked;
  }

  /** Lets something be picked up from the picture of a reserve or a tray. */
  bindSource(element: HTMLElement, source: string): void {
    this.hand.bind(element, source);
  }

  /** Shows links and paths; presses on the board may be for them. */
  mark(marks: Marks): void {
    if (marks.visiting && !this.marks.visiting) {
      this.api.unselect();
      this.hand.pick(null);
    }
    this.marks = marks;
    this.element.classList.toggle('visiting', marks.visiting);
    this.decorate();
  }

  /** Shows a position once the last animation has ended: a reply must not overlap the move that it answers. */
  show(view: View): void {
    this.queue.add(view);
  }

  /** How long the pieces still move, in milliseconds. */
  private rest(): number {
    const running = this.api.state.animation.current;
    return running === undefined ? 0 : running.start + 1 / running.frequency - performance.now();
  }

  /** A selected piece stays selected if it can still move. */
  private showNow(view: View): void {
    const turned = this.view !== null && this.view.orientation !== view.orientation;
    const news = this.view !== null && view.state.last?.turn !== this.view.state.last?.turn;
    this.dismissChooser();
    this.view = view;
    this.cursor.reached = null;
    this.locations = locationsOf(view.state);
    const { files, ranks } = view.state.board;
    this.place.style.setProperty('--files', String(files));
    this.place.style.setProperty('--ranks', String(ranks));
    this.overlay.resize({ files, ranks }, view.orientation);
    this.attacks.reset(view.attacks ?? null, { files, ranks }, view.orientation);
    dressPieces(view.game);
    showPosition(this.api, view);
    const pieceKept = this.actionsFrom(this.selectedPiece()).length > 0;
    if (!pieceKept && this.api.state.selectable.selected !== undefined) this.api.unselect();
    this.hand.reset(view.armed);
    this.drawGround();
    if (turned) this.measure();
    this.overlay.coordinates();
    this.decorate();
    if (this.cursor.at !== null && document.activeElement === this.element) this.overlay.cursor(this.cursor.at);
    const played = view.state.last?.squares.at(-1);
    if (news && played !== undefined) this.zoom.reveal(this.boxOf(played));
  }

  /** Plays what the person typed or pressed as if it had been done on the board. */
  perform(action: Action): void {
    if (action.piece !== undefined && action.from !== undefined) this.api.move(keyOf(action.from), keyOf(action.target));
    this.played(action);
  }

  private size(): Size {
    return this.view?.state.board ?? { files: 8, ranks: 8 };
  }

  private measure(): void {
    // chessgroundx rounds the board down to whole pixels a square; what lies over and around it must fit exactly.
    const width = this.wrap.querySelector('cg-container')?.clientWidth ?? this.wrap.clientWidth;
    this.squareSize = width / this.size().files;
    this.element.style.setProperty('--square', `${this.squareSize}px`);
    if (!this.zoom.on) this.place.parentElement?.style.setProperty('--board', `${width}px`);
    this.zoom.measured(this.squareSize);
  }

  private drawGround(): void {
    if (this.view !== null) this.scenery.drawGround(this.element, this.view, this.locations, this.view.state.side);
  }

  private drawLandmarks(): void {
    if (this.view !== null) this.scenery.drawLandmarks(this.element, this.view, this.locations, this.selectedPiece() ?? this.hovered);
  }

  private actionsFrom(source: string | null): Action[] {
    return this.view?.actions.filter((action) => source !== null && sourceOf(action) === source) ?? [];
  }

  private action(source: string | null, target: string): Action | undefined {
    return this.actionsFrom(source).find((action) => action.target === target);
  }

  private selectedPiece(): string | null {
    const { selected } = this.api.state.selectable;
    return typeof selected === 'string' ? squareOf(selected) : null;
  }

  private selected(): string | null {
    return this.selectedPiece() ?? this.hand.picked;
  }

  /** Where the actions shown start: what has been picked up, what is under the pointer, or the reserve. */
  private source(): string | null {
    const selected = this.selected();
    if (selected !== null || this.view === null) return selected;
    if (this.hand.armed) return RESERVE;
    return this.actionsFrom(this.hovered).length > 0 ? this.hovered : null;
  }

  private squareAt(x: number, y: number): string | null {
    const key = this.api.getKeyAtDomPos([x, y]);
    return key === undefined ? null : squareOf(key);
  }

  private pressed(event: PointerEvent | MouseEvent | TouchEvent): void {
    if (!this.marks.visiting) return;
    event.stopImmediatePropagation();
    if (event.type === 'touchstart' && event.cancelable) event.preventDefault();
    if (!(event instanceof PointerEvent) || event.button !== 0 || !event.isPrimary) return;
    const square = this.squareAt(event.clientX, event.clientY);
    if (square !== null) this.listener.visit(square);
  }

  private drawLinks(): void {
    const { links } = this.view?.state ?? {};
    const { mode, walks, missing } = this.marks;
    const focused = document.activeElement === this.element ? this.cursor.at : null;
    const pointed = this.hovered ?? focused ?? this.selectedPiece();
    const arrows: Arrow[] = links === undefined ? [] : arrowsOf(links, mode, pointed);
    const occupied = this.view?.state.board.locations.filter(({ piece }) => piece !== undefined).map(({ at }) => at) ?? [];
    this.overlay.links.show(arrows, walks, missing, occupied);
  }

  private pickedUp(): void {
    if (this.hand.picked !== null && this.selectedPiece() !== null) this.api.unselect();
    this.decorate();
    this.listener.picked();
  }

  private moved(from: string, target: string): void {
    const choices = this.actionsFrom(from).filter((action) => action.target === target);
    const [only] = choices;
    if (only === undefined || this.view === null) return this.restore();
    if (choices.length === 1) return this.played(only);
    this.closeChooser = choosePromotion({
      host: this.overlay.element,
      square: target,
      size: this.size(),
      orientation: this.view.orientation,
      color: this.view.state.side,
      game: this.view.game,
      choices,
      chosen: (action) => {
        this.closeChooser = null;
        this.element.focus({ preventScroll: true });
        if (action === null) this.restore();
        else this.played(action);
      },
    });
  }

  /** Completes on the board what the action says happens besides the move itself, then passes it on. */
  private played(action: Action, single = false): void {
    const { view } = this;
    if (view === null) return;
    const diff = carryOut(action, view.state.side, this.locations);
    this.view = { ...view, actions: [] };
    this.hand.reset(false);
    this.drawGround();
    if (diff.size > 0) this.api.setPieces(diff);
    delete this.api.state.movable.color;
    this.decorate();
    this.listener.tell('');
    this.listener.play(action, single);
  }

  /** Puts the position back as the server has it. */
  restore(): void {
    if (this.view !== null && this.queue.empty) this.showNow(this.view);
  }

  private dismissChooser(): void {
    this.closeChooser?.();
    this.closeChooser = null;
  }

  private decorate(): void {
    this.drawLandmarks();
    const tank = this.view?.tank ?? null;
    markPieces(this.wrap, this.locations, tank);
    if (this.selectedPiece() !== null && this.hand.picked !== null) this.hand.pick(null);
    const selected = this.selected();
    const source = this.source();
    const targets = this.marks.visiting ? [] : this.actionsFrom(source);
    this.overlay.targets(targets, tank, selected === null && source !== RESERVE);
    this.element.classList.toggle('placing', source !== null && !isSquare(source));
    this.overlay.taken(isSquare(this.hand.picked) ? this.hand.picked : null);
    this.drawLinks();
    this.pointAttacks();
  }

  /** Pieces that can be moved show their moves; of all others, what they attack. */
  private pointAttacks(): void {
    const square = this.hovered ?? (document.activeElement === this.element ? this.cursor.at : null);
    const piece = square === null ? undefined : this.locations.get(square)?.piece;
    const shown = piece !== undefined && this.actionsFrom(square).length === 0 && !this.marks.visiting;
    this.attacks.point(shown ? square : null);
  }

  private tellAttacks(square: string, text: string): void {
    if (this.action(this.selected(), square) !== undefined) return;
    // A line that comes late and goes with the next touch would move what is below the board away from under the finger.
    if (!this.touched) this.listener.tell(`${this.meaning(square)}; ${text}`);
    // Said where the cursor was moved to, not over the news that a turn has been played there.
    if (this.hovered === null && this.cursor.reached === square) this.listener.announce(text);
  }

  private hover(square: string | null): void {
    if (square === this.hovered) return;
    this.hovered = square;
    this.decorate();
    this.listener.tell(square === null ? '' : this.meaning(square));
  }

  /** The cursor has come to a square. */
  private pointed(square: string): void {
    this.zoom.reveal(this.boxOf(square));
    this.drawLinks();
    const text = this.meaning(square);
    this.listener.tell(text);
    this.pointAttacks();
    this.listener.announce(text);
  }

  private meaning(square: string): string {
    if (this.view === null) return '';
    const action = this.action(this.selected() ?? (this.hand.armed ? RESERVE : null), square);
    return meaningOf(square, action, this.locations.get(square), this.view);
  }
}
