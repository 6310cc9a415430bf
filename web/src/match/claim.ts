// SPDX-License-Identifier: GPL-3.0-or-later
// Announcing a path: squares are clicked one by one, undone and sent, and what the server says is missing is shown.
import { fill, h, iconOf } from '../app/dom';
import type { LinkMode, Step, Walk } from '../board/links';
import type { Action, Color, Match, State } from '../app/types';
import { capital, colorName, opposite, pointWords } from '../app/words';

export interface Announcement {
  color: Color;
  /** The move that is made with it. */
  after: Action | null;
  /** Named in their order, a circuit with the first again at the end; null: the program is to find them. */
  squares: string[] | null;
}

export interface ClaimListener {
  /** Something about the path or the links to show has changed. */
  changed(): void;
  /** Undo the move that was made for the path. */
  unmove(): void;
  send(announcement: Announcement): void;
  tell(text: string): void;
}

interface Shown {
  match: Match;
  /** The position on the screen, a move that was made for the path included. */
  state: State;
  own: Color[];
  /** This person could make a move now. */
  movable: boolean;
  /** Something is on its way to the server. */
  busy: boolean;
}

const MODES: { mode: LinkMode; name: string }[] = [
  { mode: 'piece', name: 'Pointed at' },
  { mode: 'white', name: 'White’s' },
  { mode: 'black', name: 'Black’s' },
  { mode: 'all', name: 'All' },
];

export class Claims {
  readonly element = h('section', { class: 'claims', hidden: true, 'aria-label': 'Links and announcing' });
  mode: LinkMode = 'piece';
  private readonly body = h('div', { class: 'claim-body' });
  private readonly modes: HTMLButtonElement[];
  private color: Color | null = null;
  private squares: string[] = [];
  private closed = false;
  private after: Action | null = null;
  /** Make a move first. */
  private moving = false;
  private gaps: Step[] = [];
  private refusal = '';
  private note = '';
  private shown: Shown | null = null;
  private drawn = '';

  constructor(private readonly listener: ClaimListener) {
    this.modes = MODES.map(({ mode, name }) =>
      h('button', { type: 'button', 'data-mode': mode, 'aria-pressed': String(mode === this.mode), onclick: () => this.choose(mode) }, name),
    );
    fill(
      this.element,
      this.body,
      h('div', { class: 'link-modes', role: 'group', 'aria-label': 'Links to show' }, h('span', {}, 'Show links'), h('div', { class: 'switch' }, ...this.modes)),
    );
  }

  /** The squares of the board are being clicked for a path. */
  get visiting(): boolean {
    return this.color !== null && !this.moving && this.shown?.busy === false;
  }

  /** The next move is made for the path and not sent yet. */
  get takesMove(): boolean {
    return this.moving && this.after === null;
  }

  /** A move is being made for the path, or waits to go with it. */
  get hasMove(): boolean {
    return this.moving || this.after !== null;
  }

  /** What to draw: the path so far, and the links that it lacks. */
  walks(): Walk[] {
    if (this.color === null || this.squares.length === 0) return [];
    return [{ squares: this.closed ? [...this.squares, ...this.squares.slice(0, 1)] : this.squares, css: 'naming' }];
  }

  missing(): Step[] {
    return this.gaps;
  }

  show(shown: Shown): void {
    this.shown = shown;
    const { match, state, own } = shown;
    const placing = Object.values(state.hands ?? {}).some((hand) => Object.keys(hand).length > 0);
    this.element.hidden = state.links === undefined || placing;
    this.element.setAttribute('aria-busy', String(shown.busy));
    if (match.result !== 'ongoing' || own.length === 0) this.reset();
    this.draw();
  }

  /** Cancels everything, as when the position changes; `note` says why. */
  reset(note = ''): void {
    const active = this.color !== null;
    this.color = this.after = null;
    this.gaps = [];
    this.squares = [];
    this.closed = this.moving = false;
    this.refusal = '';
    this.note = active ? note : '';
  }

  /** The move that completes the path has been made. */
  moved(action: Action): void {
    this.after = action;
    this.moving = false;
    this.update();
  }

  /** The person has pressed a square of the board. */
  visit(square: string): void {
    const links = this.shown?.state.links;
    if (this.color === null || links === undefined) return;
    if (links[this.color][square] === undefined) {
      this.listener.tell(`Only ${colorName(this.color)}’s pieces belong to this path`);
      return;
    }
    if (square === this.squares[0] && this.squares.length > 1 && this.left() === 0 && !this.closed) this.closed = true;
    else if (square === this.squares.at(-1) && !this.closed) this.squares = this.squares.slice(0, -1);
    else if (this.squares.includes(square)) {
      this.listener.tell(`${square} is already in the path; Undo removes the last step`);
      return;
    } else this.squares = [...this.squares, square];
    this.clearRefusal();
    this.update();
  }

  /** The server has refused: `at` is the place that docs/api.md gives for a missing link. False: no path is being named. */
  refused(message: string, at: string | number | null): boolean {
    if (this.color === null) return false;
    const named = this.closed ? [...this.squares, ...this.squares.slice(0, 1)] : this.squares;
    const links = this.shown?.state.links?.[this.color] ?? {};
    // The message names the first one; the board shows them all.
    this.gaps = !/^squares\.\d+$/.test(String(at))
      ? []
      : named.slice(1).flatMap((to, index): Step[] => {
          const from = named[index];
          return from === undefined || links[from]?.includes(to) === true ? [] : [[from, to]];
        });
    this.refusal = `${capital(message)}. Nothing has changed.`;
    this.update();
    return true;
  }

  private clearRefusal(): void {
    this.gaps = [];
    this.refusal = '';
  }

  private left(): number {
    const links = this.color === null ? undefined : this.shown?.state.links?.[this.color];
    return Object.keys(links ?? {}).length - this.squares.length;
  }

  private begin(color: Color): void {
    this.reset();
    this.color = color;
    this.note = '';
    this.update();
  }

  private cancel(): void {
    const moved = this.after !== null;
    this.reset();
    this.note = '';
    if (moved) this.listener.unmove();
    this.update();
  }

  private undo(): void {
    if (this.closed) this.closed = false;
    else this.squares = this.squares.slice(0, -1);
    this.clearRefusal();
    this.update();
  }

  private submit(find: boolean): void {
    if (this.color === null) return;
    const squares = this.closed ? [...this.squares, ...this.squares.slice(0, 1)] : this.squares;
    this.clearRefusal();
    this.listener.send({ color: this.color, after: this.after, squares: find ? null : squares });
  }

  private choose(mode: LinkMode): void {
    this.mode = mode;
    for (const button of this.modes) button.setAttribute('aria-pressed', String(button.dataset['mode'] === mode));
    this.listener.changed();
  }

  private update(): void {
    this.draw();
    this.listener.changed();
  }

  private draw(): void {
    const { shown } = this;
    if (shown === null || this.element.hidden) return;
    const { match, own, movable, busy } = shown;
    const key = JSON.stringify([this.color, this.squares, this.closed, this.after?.san, this.moving, this.refusal, this.note, match.result, match.finder, own, movable, busy]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.dataset['stage'] = this.color === null ? 'idle' : this.moving ? 'move' : 'path';
    this.body.hidden = match.result !== 'ongoing' || own.length === 0;
    if (this.color === null) this.drawIdle(own);
    else if (this.moving) this.drawMoving(this.color);
    else this.drawPath(this.color, match, movable, busy);
  }

  private drawIdle(own: Color[]): void {
    const button = (color: Color): HTMLElement =>
      h('button', { type: 'button', class: 'button primary small announce', 'data-color': color, onclick: () => this.begin(color) }, own.length === 1 ? 'Announce a path…' : `${colorName(color)} announces…`);
    const whose = own.length === 1 ? 'all your pieces' : 'all pieces of a side';
    fill(
      this.body,
      h('h2', {}, `Link ${whose}`),
      this.note !== '' && h('p', { class: 'claim-note', role: 'status' }, this.note),
      h('p', { class: 'hint' }, 'A piece links to each piece of its own side that it protects. A path follows links through all of them, visiting each once. You can announce it at any time, even when the other side is to move, or together with your move. Nobody does it for you.'),
      h('div', { class: 'claim-begin' }, ...own.map(button)),
    );
  }

  private drawMoving(color: Color): void {
    fill(
      this.body,
      h('h2', {}, 'Make your move'),
      h('p', { class: 'what', role: 'status' }, `Play ${colorName(color)}’s move that completes the path. It is not sent yet: you name the path next.`),
      h('div', { class: 'row' }, h('button', { type: 'button', class: 'button small cancel-claim', onclick: () => this.cancel() }, iconOf('close'), 'Cancel')),
    );
  }

  private drawPath(color: Color, match: Match, movable: boolean, busy: boolean): void {
    const left = this.left();
    const total = left + this.squares.length;
    const ready = left === 0 && this.squares.length > 0;
    const first = this.squares[0] ?? '';
    const steps = this.closed ? [...this.squares, first] : this.squares;
    const button = (css: string, disabled: boolean, pressed: () => void, ...label: (string | Node)[]): HTMLElement =>
      h('button', { type: 'button', class: `button small ${css}`, disabled: disabled || busy, onclick: pressed }, ...label);
    fill(
      this.body,
      h('h2', {}, `${colorName(color)}’s path`),
      this.after !== null && h('p', { class: 'claim-after' }, 'With the move ', h('strong', {}, this.after.san), ', which is not sent yet.'),
      h('p', { class: 'what', role: 'status' }, this.instruction(first, ready)),
      h('p', { class: 'claim-steps' }, h('b', { class: 'claim-count' }, `${this.squares.length} of ${total}`), ' ', steps.join(' → ')),
      this.refusal !== '' && h('p', { class: 'claim-refusal', role: 'alert' }, this.refusal),
      h(
        'div',
        { class: 'claim-buttons' },
        button('primary send-claim', !ready, () => this.submit(false), this.closed ? 'Announce the circuit' : 'Announce the path'),
        button('undo-claim', this.squares.length === 0, () => this.undo(), iconOf('undo'), 'Undo'),
        button('cancel-claim', false, () => this.cancel(), iconOf('close'), 'Cancel'),
      ),
      movable &&
        this.after === null &&
        this.squares.length === 0 &&
        match.state.side === color &&
        h('div', { class: 'claim-more' }, button('move-first', false, () => this.moveFirst(), 'Move first'), h('span', { class: 'hint' }, `if your next move completes it, before ${colorName(opposite(color))} can answer`)),
      match.finder === true &&
        h('div', { class: 'claim-more' }, button('find-claim', false, () => this.submit(true), 'Let the program find it'), h('span', { class: 'hint' }, 'and announce the best there is')),
    );
  }

  private moveFirst(): void {
    this.moving = true;
    this.update();
  }

  private instruction(first: string, ready: boolean): string {
    if (this.closed) return 'It ends where it began: a circuit.';
    if (ready) return `All pieces are in it. Announce it; or, if the last one links to ${first}, click ${first} again to make it a circuit.`;
    if (this.squares.length === 0) return 'Click the piece where the path begins, then the others in order.';
    return 'Click the piece that it links to.';
  }
}

/** What decided the game, for the board. */
export function decided(match: Match): Walk[] {
  return (['white', 'black'] as const).flatMap((color) => {
    const claim = match.claims?.[color] ?? null;
    if (claim === null) return [];
    const walk: Walk = { squares: claim.squares, css: `final ${color}` };
    // In a draw, what the path would have been worth is shown beside the board: it has scored nothing.
    if (match.result !== 'draw') walk.label = pointWords(claim.points);
    return [walk];
  });
}
