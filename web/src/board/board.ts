// SPDX-License-Identifier: GPL-3.0-or-later
// The board: chessgroundx shows the pieces and turns clicks and drags into one of the actions that the server listed.
import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import type { Key } from 'chessgroundx/types';
import { destinations, isSquare, leftOver, sourceOf } from './actions';
import { choosePromotion } from './chooser';
import { h } from '../app/dom';
import { fuelLevel, fuelPercent } from './fuel';
import { Ground, isFrozen } from './ground';
import { Hand, RESERVE } from './hand';
import { isBuilt, Landmarks, promotionLines } from './landmarks';
import { Overlay } from './overlay';
import { arrowsOf, type Arrow, type LinkMode, type Step, type Walk } from './links';
import { dressPieces, pieceImage } from '../pieces';
import { traySource } from '../match/tray';
import { cell, coordinates, keyOf, locationsOf, placement, squareAt, squareOf, type Size } from './squares';
import type { Action, Color, Game, Location, State } from '../app/types';
import { describeAction, describeSquare, linkWords } from '../app/words';
import { Zoom } from './zoom';

export interface View {
  game: Game;
  state: State;
  orientation: Color;
  /** The actions on offer; empty for spectators, when it is somebody else's turn, and for earlier positions. */
  actions: Action[];
  /** Pressing a place for a square places one; none need be picked up first. */
  armed: boolean;
  /** What a full tank holds, in games with fuel. */
  tank: number | null;
}

/** What is drawn over the position, apart from the links of the piece under the pointer. */
export interface Marks {
  mode: LinkMode;
  walks: Walk[];
  /** Steps of a walk that have no link. */
  missing: Step[];
  /** Presses on squares name a path instead of playing. */
  visiting: boolean;
}

export interface Listener {
  /** A square was pressed for a path. */
  visit(square: string): void;
  /** The person has chosen an action; `single`: by one press on an empty place, with nothing picked up before. */
  play(action: Action, single: boolean): void;
  /** Something to read under the board: what the square or target under the pointer or cursor means. */
  tell(text: string): void;
  /** A square was picked up, or put back. */
  picked(): void;
  /** The same for a screen reader, on keyboard moves. */
  announce(text: string): void;
  /** Whether the board can be enlarged now, and whether it is. */
  zoomed(offered: boolean, on: boolean): void;
}

/** How many positions may wait until the one before them has been shown; of any more, only the newest is shown. */
const MOST_WAITING = 3;
/** Between two moves, in milliseconds. */
const PAUSE = 60;

interface CgElement extends HTMLElement {
  cgKey?: Key;
}

export class Board {
  /** The board itself, which takes the focus. */
  readonly element: HTMLElement;
  private readonly zoom: Zoom;
  private readonly wrap: HTMLElement;
  private readonly overlay: Overlay;
  private readonly ground = new Ground();
  private readonly landmarks = new Landmarks();
  private linesShown = false;
  private readonly waiting: View[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** In pixels, as it is on the screen now. */
  private squareSize = 64;
  private readonly hand: Hand;
  private readonly api: Api;
  private view: View | null = null;
  private locations = new Map<string, Location>();
  private closeChooser: (() => void) | null = null;
  private cursor: string | null = null;
  private hovered: string | null = null;
  private marks: Marks = { mode: 'piece', walks: [], missing: [], visiting: false };

  constructor(private readonly listener: Listener) {
    this.wrap = h('div', { class: 'cg-wrap' });
    this.overlay = new Overlay();
    this.element = h(
      'div',
      {
        class: 'board',
        tabindex: '0',
        role: 'application',
        'aria-roledescription': 'chess board',
        'aria-label': 'Board. Arrow keys move, Enter selects and plays, Escape cancels.',
      },
      this.ground.element,
      this.landmarks.element,
      this.wrap,
      this.overlay.element,
    );
    this.zoom = new Zoom(this.element, {
      canTake: (x, y) => this.actionsFrom(this.squareAt(x, y)).length > 0,
      dragging: () => this.api.state.draggable.current !== undefined,
      cancelDrag: () => this.api.cancelMove(),
      changed: (offered, on) => this.listener.zoomed(offered, on),
    });
    this.api = Chessground(this.wrap, {
      coordinates: false,
      autoCastle: false,
      disableContextMenu: true,
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
      movable: {
        free: false,
        showDests: true,
        rookCastle: true,
        events: { after: (from, to) => this.moved(squareOf(from), squareOf(to)) },
      },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      highlight: { lastMove: true, check: true },
    });
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
      ghost: (source) => this.ghost(source),
      over: (target) => this.overlay.over(target),
      put: (source, target, single) => {
        const action = this.action(source, target);
        if (action !== undefined) this.played(action, single);
      },
    });
    this.element.addEventListener('keydown', (event) => this.keyPressed(event));
    this.element.addEventListener('mousemove', (event) => this.pointed(event));
    this.element.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch') this.hover(this.squareAt(event.clientX, event.clientY));
    });
    this.element.addEventListener('mouseleave', () => this.hover(null));
    this.element.addEventListener('blur', () => this.overlay.cursor(null));
    this.element.addEventListener('mousedown', () => this.overlay.cursor(null));
  }

  /** The board in its frame, to be put where there is room for it. */
  get place(): HTMLElement {
    return this.zoom.element;
  }

  /** Enlarges the board around the cursor or what was last played, or shows all of it again. */
  toggleZoom(): void {
    const square = this.cursor ?? this.hovered ?? this.selected() ?? this.view?.state.last?.squares.at(-1) ?? null;
    const box = square === null || !isSquare(square) ? null : this.boxOf(square);
    this.zoom.toggle(this.squareSize, box === null ? null : [box.x + box.width / 2, box.y + box.height / 2]);
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
    this.waiting.push(view);
    if (this.waiting.length > MOST_WAITING) this.waiting.splice(0, this.waiting.length - 1);
    this.showNext();
  }

  /** Shows the waiting positions, each after the pieces have stopped. */
  private showNext(): void {
    const running = this.api.state.animation.current;
    const rest = running === undefined ? 0 : running.start + 1 / running.frequency - performance.now();
    clearTimeout(this.timer);
    if (rest > 0) {
      this.timer = setTimeout(() => this.showNext(), rest + PAUSE);
      return;
    }
    const next = this.waiting.shift();
    if (next === undefined) return;
    this.showNow(next);
    if (this.waiting.length > 0) this.showNext();
  }

  /** A selected piece stays selected if it can still move. */
  private showNow(view: View): void {
    const turned = this.view !== null && this.view.orientation !== view.orientation;
    const news = this.view !== null && view.state.last?.turn !== this.view.state.last?.turn;
    this.dismissChooser();
    this.view = view;
    this.locations = locationsOf(view.state);
    const { files, ranks } = view.state.board;
    this.place.style.setProperty('--files', String(files));
    this.place.style.setProperty('--ranks', String(ranks));
    this.overlay.resize({ files, ranks }, view.orientation);
    dressPieces(view.game);
    const { state } = this.api;
    delete state.movable.color;
    if (state.selectable.selected !== undefined && view.actions.length === 0) this.api.unselect();
    this.api.set({
      dimensions: { width: files, height: ranks },
      orientation: view.orientation,
      fen: placement(view.state),
      turnColor: view.state.side,
      check: view.state.checked.map(keyOf),
      lastMove: (view.state.last?.squares ?? []).map(keyOf),
      movable: { dests: destinations(view.actions), ...(view.actions.length > 0 ? { color: view.state.side } : {}) },
    });
    const pieceKept = this.actionsFrom(this.selectedPiece()).length > 0;
    if (!pieceKept && state.selectable.selected !== undefined) this.api.unselect();
    this.hand.reset(view.armed);
    this.drawGround();
    if (turned) this.measure();
    this.overlay.coordinates();
    this.decorate();
    if (this.cursor !== null && document.activeElement === this.element) this.overlay.cursor(this.cursor);
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
    const { files, ranks } = this.size();
    this.squareSize = width / files;
    this.element.style.setProperty('--square', `${this.squareSize}px`);
    if (!this.zoom.on) this.place.parentElement?.style.setProperty('--board', `${width}px`);
    this.zoom.measured(this.squareSize);
    this.overlay.element.style.width = `${width}px`;
    this.overlay.element.style.height = `${(width * ranks) / files}px`;
  }

  private drawGround(): void {
    const { view, locations } = this;
    if (view === null) return;
    const { reserves, board, side } = view.state;
    const size = { files: board.files, ranks: board.ranks };
    const owners = board.owners === true;
    this.element.classList.toggle('afloat', reserves !== undefined);
    this.ground.show(reserves === undefined ? null : { locations, size, orientation: view.orientation, owners, side });
  }

  /** Whether all promotion lines are shown, not only those of the pawn under the pointer. */
  showLines(shown: boolean): void {
    this.linesShown = shown;
    this.drawLandmarks();
  }

  private drawLandmarks(): void {
    const { view, locations } = this;
    if (view === null) return;
    const { game, orientation } = view;
    const built = isBuilt(game, locations);
    this.element.classList.toggle('built', built);
    if (!built) return this.landmarks.show(null);
    const { piece, color } = locations.get(this.selectedPiece() ?? this.hovered ?? '') ?? {};
    const lines = this.linesShown ? promotionLines(game) : piece === undefined ? [] : promotionLines(game, piece, color);
    this.landmarks.show({ game, locations, size: this.size(), orientation, lines });
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

  /** What follows the pointer during a drag: a tile, or a piece from the tray. */
  private ghost(source: string): HTMLElement {
    const { piece, color } = this.actionsFrom(source)[0] ?? {};
    if (this.view === null || piece === undefined || color === undefined || source !== traySource(piece))
      return h('div', { class: 'square-ghost', 'aria-hidden': 'true' });
    return h('div', { class: 'piece-ghost', 'aria-hidden': 'true' }, pieceImage(piece, color, this.view.game));
  }

  private drawLinks(): void {
    const { links } = this.view?.state ?? {};
    const { mode, walks, missing } = this.marks;
    const focused = document.activeElement === this.element ? this.cursor : null;
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
    const color = view.state.side;
    const diff = new Map<Key, { role: `${string}-piece`; color: Color } | undefined>();
    if (action.capture !== undefined && action.capture !== action.to) diff.set(keyOf(action.capture), undefined);
    for (const { from, to, piece } of action.also ?? []) {
      diff.set(keyOf(from), undefined);
      diff.set(keyOf(to), { role: `${piece.toLowerCase()}-piece`, color });
    }
    if (action.promotion !== undefined)
      diff.set(keyOf(action.to), { role: `${action.promotion.toLowerCase()}-piece`, color });
    if (action.kind === 'square-placement') this.locations.set(action.to, { at: action.to, owner: color });
    if (action.kind === 'placement' && action.piece !== undefined) {
      const owner = action.color ?? color;
      diff.set(keyOf(action.to), { role: `${action.piece.toLowerCase()}-piece`, color: owner });
      this.locations.set(action.to, { at: action.to, piece: action.piece, color: owner });
    }
    if (action.from !== undefined) {
      const { fuel, ...moving } = this.locations.get(action.from) ?? { at: action.to };
      this.locations.delete(action.from);
      this.locations.set(action.to, { ...moving, at: action.to, ...leftOver(action.fuel ?? fuel) });
    }
    for (const other of action.also ?? []) {
      this.locations.delete(other.from);
      this.locations.set(other.to, { at: other.to, piece: other.piece, color, ...leftOver(other.fuel) });
    }
    if (action.kind === 'square-move' && action.from !== undefined)
      this.locations.set(action.from, { at: action.from, kind: 'hole' });
    this.view = { ...view, actions: [] };
    this.hand.reset(false);
    this.drawGround();
    if (diff.size > 0) this.api.setPieces(diff as Parameters<Api['setPieces']>[0]);
    delete this.api.state.movable.color;
    this.decorate();
    this.listener.tell('');
    this.listener.play(action, single);
  }

  /** Puts the position back as the server has it. */
  restore(): void {
    if (this.view !== null && this.waiting.length === 0) this.showNow(this.view);
  }

  private dismissChooser(): void {
    this.closeChooser?.();
    this.closeChooser = null;
  }

  private decorate(): void {
    this.drawLandmarks();
    const tank = this.view?.tank ?? null;
    for (const element of this.wrap.querySelectorAll<CgElement>('cg-board piece')) {
      if (element.cgKey === undefined || element.classList.contains('fading')) continue;
      const fuel = this.locations.get(squareOf(element.cgKey))?.fuel;
      if (tank === null || fuel === undefined) {
        if (element.dataset['fuel'] !== undefined) delete element.dataset['fuel'];
        continue;
      }
      if (element.dataset['fuel'] === String(fuel)) continue;
      element.dataset['fuel'] = String(fuel);
      element.dataset['level'] = fuelLevel(fuel, tank);
      element.style.setProperty('--fuel', `${fuelPercent(fuel, tank)}%`);
    }
    if (this.selectedPiece() !== null && this.hand.picked !== null) this.hand.pick(null);
    const selected = this.selected();
    const source = this.source();
    const targets = this.marks.visiting ? [] : this.actionsFrom(source);
    this.overlay.targets(targets, tank, selected === null && source !== RESERVE);
    this.element.classList.toggle('placing', source !== null && !isSquare(source));
    this.overlay.taken(isSquare(this.hand.picked) ? this.hand.picked : null);
    this.drawLinks();
  }

  private pointed(event: MouseEvent): void {
    this.hover(this.squareAt(event.clientX, event.clientY));
  }

  private hover(square: string | null): void {
    if (square === this.hovered) return;
    this.hovered = square;
    this.decorate();
    this.listener.tell(square === null ? '' : this.meaning(square));
  }

  /** What a square means now: the action it would be for the selected piece, else what stands there. */
  private meaning(square: string): string {
    if (this.view === null) return '';
    const action = this.action(this.selected() ?? (this.hand.armed ? RESERVE : null), square);
    if (action !== undefined) return describeAction(action, this.view.game);
    const location = this.locations.get(square);
    const frozen = isFrozen(location, this.view.state.side) ? '; frozen: just touched by the opponent, it cannot be moved this turn' : '';
    const links = linkWords(square, this.view.state.links);
    return describeSquare(square, location, this.view.game) + frozen + links;
  }

  private keyPressed(event: KeyboardEvent): void {
    if (this.view === null || event.ctrlKey || event.metaKey || event.altKey || this.closeChooser !== null) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step !== undefined) this.moveCursor(step);
    else if (event.key === 'Enter' || event.key === ' ') this.press();
    else if (event.key === 'r' && this.actionsFrom(RESERVE).length > 0) {
      this.hand.pick(this.hand.picked === RESERVE ? null : RESERVE);
      this.listener.announce(this.hand.picked === null ? 'Nothing selected' : 'A square from the reserve: choose where to place it');
    } else if (event.key === 'z') this.toggleZoom();
    else if (event.key === 'Escape') {
      this.api.selectSquare(null);
      this.hand.pick(null);
      this.listener.announce('Nothing selected');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private moveCursor([right, up]: [number, number]): void {
    const { view } = this;
    if (view === null) return;
    const { files, ranks } = view.state.board;
    const sign = view.orientation === 'white' ? 1 : -1;
    if (this.cursor === null) this.cursor = this.startingSquare();
    else {
      const [file, rank] = coordinates(this.cursor);
      this.cursor = squareAt(
        Math.max(0, Math.min(files - 1, file + sign * right)),
        Math.max(0, Math.min(ranks - 1, rank + sign * up)),
      );
    }
    this.overlay.cursor(this.cursor);
    this.zoom.reveal(this.boxOf(this.cursor));
    this.drawLinks();
    const text = this.meaning(this.cursor);
    this.listener.tell(text);
    this.listener.announce(text);
  }

  private startingSquare(): string {
    const own = this.view?.actions[0]?.from;
    return own ?? this.view?.state.last?.squares.at(-1) ?? squareAt(0, 0);
  }

  private press(): void {
    this.cursor ??= this.startingSquare();
    this.overlay.cursor(this.cursor);
    if (this.marks.visiting) return this.listener.visit(this.cursor);
    if (this.hand.choose(this.cursor)) {
      const taken = this.hand.picked;
      const count = this.actionsFrom(taken).length;
      if (taken !== null) this.listener.announce(`${this.meaning(this.cursor)}. Picked up, ${count} ${count === 1 ? 'place' : 'places'} for it`);
      return;
    }
    const before = this.selected();
    const isTarget = this.actionsFrom(before).some((action) => action.target === this.cursor);
    if (before === this.cursor) this.api.selectSquare(null);
    else this.api.selectSquare(keyOf(this.cursor));
    this.decorate();
    if (isTarget) return;
    const count = this.actionsFrom(this.selected()).length;
    const what = this.meaning(this.cursor);
    if (this.selected() === null) this.listener.announce(`${what}. Nothing selected`);
    else this.listener.announce(`${what}. Selected, ${count} ${count === 1 ? 'move' : 'moves'}`);
  }
}
