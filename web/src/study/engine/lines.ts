// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's lines as a list: pointing at a turn shows the position after it, and pressing it plays the line that far.
//
// New states come several times a second. While somebody points at the list or has the focus in it, it stays as it is, since what is
// pressed must be what was pointed at; otherwise elements are changed in place.
import { h } from '../../app/dom';
import type { Color } from '../../app/types';
import type { Line } from '../../library/contract';
import { numberBefore, turnsOf } from './numbers';
import { short, worthOf } from './worth';

export interface LinesShown {
  /** The position that the lines begin from: only another object is another position. */
  of: object | null;
  lines: readonly Line[];
  side: Color;
  /** The number of the turn that comes next, and who had the first turn of all. */
  ply: number;
  first: Color;
  /** Turns have several actions, so the last of a line may be incomplete. */
  several: boolean;
}

export interface LinesHandlers {
  play(turns: string[]): void;
  /** The turns of a line up to the one pointed at; null: none any more. */
  preview(turns: string[] | null): void;
}

/** More than that is guesswork. */
const LONGEST = 12;

/** So far, in pixels, a pointer may slip between being pressed and released. */
const SLIP = 16;

interface Row {
  element: HTMLElement;
  worth: HTMLElement;
  turns: HTMLElement;
}

export class Lines {
  readonly element = h('ol', { class: 'engine-lines', tabindex: -1, 'aria-label': 'The engine’s lines, best first' });
  private readonly rows: Row[] = [];
  private texts: string[][] = [];
  private shown: LinesShown | null = null;
  /** What came last; another than what is shown while the list is held. */
  private latest: LinesShown | null = null;
  private pointed: { row: number; turn: number } | null = null;
  private previewed = '';
  /** The pointer has moved inside the list since the position was shown first. */
  private inside = false;
  /** Where the pointer was last: a list that appears below a pointer at rest is not pointed at. */
  private spot = '';
  /** What was below the pointer when it was pressed: a finger holds nothing before that. */
  private down: { x: number; y: number; turns: string[] | null } | null = null;

  constructor(private readonly handlers: LinesHandlers) {
    this.element.addEventListener('pointermove', (event) => this.move(event));
    this.element.addEventListener('pointerleave', () => {
      this.inside = false;
      this.release();
    });
    this.element.addEventListener('focusin', (event) => this.point(event.target));
    this.element.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node && this.element.contains(event.relatedTarget))) this.release();
    });
    this.element.addEventListener('pointerdown', ({ clientX, clientY, target }) => {
      this.down = { x: clientX, y: clientY, turns: this.turnsOn(target) };
    });
    this.element.addEventListener('click', (event) => this.press(event));
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  show(shown: LinesShown): void {
    const same = shown.of === this.latest?.of && shown.lines.length > 0 && this.texts.length > 0;
    this.latest = shown;
    if (same && (this.inside || this.pointed !== null)) return;
    if (!same) {
      this.inside = false;
      this.pointed = null;
    }
    this.draw(shown);
  }

  private draw(shown: LinesShown): void {
    const focused = this.element.contains(document.activeElement);
    this.shown = shown;
    this.texts = shown.lines.map((line) => {
      const turns = turnsOf(line).map(({ turn }) => turn);
      return (shown.several && turns.length > 1 ? turns.slice(0, -1) : turns).slice(0, LONGEST);
    });
    shown.lines.forEach((line, index) => this.drawRow(this.row(index), line, shown));
    for (const row of this.rows.splice(shown.lines.length)) row.element.remove();
    // Only one element of the list can be reached by Tab: the arrow keys do the rest.
    const buttons = [...this.element.querySelectorAll('button')];
    const current = buttons.find((button) => button === document.activeElement) ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === current ? 0 : -1;
    // After a line has been played there are others, or none yet: the list itself keeps the focus, and does not hold them back.
    if (focused && !this.element.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    this.tell();
  }

  private row(index: number): Row {
    const known = this.rows[index];
    if (known !== undefined) return known;
    const worth = h('span', { class: 'line-worth' });
    const turns = h('span', { class: 'line-turns' });
    const row = { element: h('li', {}, worth, turns), worth, turns };
    this.rows.push(row);
    this.element.append(row.element);
    return row;
  }

  private drawRow({ worth, turns, element }: Row, line: Line, { side, ply, first }: LinesShown): void {
    const value = worthOf(line.score, side);
    const better = value.kind === 'win' ? value.winner : value.kind === 'advantage' && value.pawns < 0 ? 'black' : 'white';
    const bound = line.bound === 'exact' ? '' : line.bound === 'at-least' ? '≥ ' : '≤ ';
    setText(worth, `${side === 'white' ? bound : { '≥ ': '≤ ', '≤ ': '≥ ', '': '' }[bound]}${short(value)}`);
    worth.dataset['better'] = better;
    element.dataset['depth'] = String(line.depth);
    const texts = this.texts[this.rows.findIndex((row) => row.element === element)] ?? [];
    const sans = turnsOf(line);
    texts.forEach((turn, index) => {
      let button = turns.children[index];
      if (button === undefined) {
        button = h('button', { type: 'button', class: 'line-turn', tabindex: -1 });
        turns.append(button);
      }
      const number = numberBefore(ply + index, first, index === 0);
      setText(button, `${number}${number === '' ? '' : ' '}${sans[index]?.san ?? turn}`);
    });
    while (turns.children.length > texts.length) turns.lastElementChild?.remove();
  }

  private placeOf(target: EventTarget | null): { row: number; turn: number } | null {
    const item = target instanceof Element ? target.closest('li') : null;
    const row = this.rows.findIndex(({ element }) => element === item);
    const found = this.rows[row];
    if (found === undefined || !(target instanceof Element)) return null;
    const button = target.closest('button');
    // Beside the turns, a line stands for its first turn.
    return { row, turn: button === null ? 0 : [...found.turns.children].indexOf(button) };
  }

  private turnsTo(place: { row: number; turn: number } | null): string[] | null {
    const turns = place === null ? [] : (this.texts[place.row] ?? []).slice(0, place.turn + 1);
    return turns.length === 0 ? null : turns;
  }

  /** The turns up to a button; null elsewhere. */
  private turnsOn(target: EventTarget | null): string[] | null {
    return target instanceof Element && target.closest('button') !== null ? this.turnsTo(this.placeOf(target)) : null;
  }

  private point(target: EventTarget | null): void {
    this.pointed = this.placeOf(target);
    this.tell();
  }

  private move({ pointerType, screenX, screenY, target }: PointerEvent): void {
    const spot = `${screenX} ${screenY}`;
    if (pointerType === 'touch' || spot === this.spot) return;
    this.spot = spot;
    this.inside = true;
    this.point(target);
  }

  /** Nobody points at the list any more: it shows what has come meanwhile. */
  private release(): void {
    this.point(null);
    if (!this.inside && this.latest !== null && this.latest !== this.shown) this.draw(this.latest);
  }

  private tell(): void {
    const turns = this.turnsTo(this.pointed);
    const key = turns?.join(' ') ?? '';
    if (key === this.previewed) return;
    this.previewed = key;
    this.handlers.preview(turns);
  }

  private press({ clientX, clientY, detail, target }: MouseEvent): void {
    const { down } = this;
    this.down = null;
    // The keyboard's clicks have no detail.
    const stayed = down !== null && detail > 0 && Math.hypot(clientX - down.x, clientY - down.y) < SLIP;
    const turns = stayed ? down.turns : this.turnsOn(target);
    if (turns === null) return;
    this.point(null);
    this.handlers.play(turns);
  }

  private key(event: KeyboardEvent): void {
    const place = this.placeOf(event.target);
    const steps: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (event.key === 'Escape') this.release();
    if (step === undefined || this.rows.length === 0) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys step through the game elsewhere on the screen
    if (place === null) return this.element.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    const row = this.rows[place.row + step[0]];
    if (row === undefined) return;
    const buttons = row.turns.querySelectorAll('button');
    const button = buttons[Math.min(buttons.length - 1, Math.max(0, place.turn + step[1]))];
    if (button === undefined) return;
    for (const other of this.element.querySelectorAll('button')) other.tabIndex = other === button ? 0 : -1;
    button.focus();
  }
}

/** Leaves elements alone that do not change, so that screen readers do too. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
