// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said about the position that is shown: signs, a comment, drawings; and what becomes of its variation.
import { fill, h, iconOf, uniqueId } from '../app/dom';
import type { Brush } from './comments';
import { OTHER_SIGNS, signOf, TURN_SIGNS } from './signs';
import { branchOf, type Node } from './tree';

export interface AnnotateListener {
  nag(nag: number): void;
  words(text: string): void;
  /** Whether presses on the board draw, and in which colour. */
  drawing(brush: Brush | null): void;
  clearDrawings(): void;
  promote(): void;
  makeMain(): void;
  cut(): void;
}

const BRUSHES: readonly { brush: Brush; name: string }[] = [
  { brush: 'G', name: 'Green' },
  { brush: 'R', name: 'Red' },
  { brush: 'Y', name: 'Yellow' },
  { brush: 'B', name: 'Blue' },
];

export class Annotate {
  readonly element: HTMLElement;
  private readonly signs = new Map<number, HTMLButtonElement>();
  private readonly others: HTMLSelectElement;
  private readonly extra = h('span', { class: 'extra-signs' });
  private readonly comment: HTMLTextAreaElement;
  private readonly brushes = new Map<Brush, HTMLButtonElement>();
  private readonly clear: HTMLButtonElement;
  private readonly promote: HTMLButtonElement;
  private readonly main: HTMLButtonElement;
  private readonly cut: HTMLButtonElement;
  private brush: Brush | null = null;

  constructor(private readonly listener: AnnotateListener) {
    const id = uniqueId('comment');
    this.comment = h('textarea', { id, rows: 1, maxlength: 8000, placeholder: 'A comment on this position' });
    this.comment.addEventListener('input', () => listener.words(this.comment.value));
    for (const { nag, glyph, words } of TURN_SIGNS)
      this.signs.set(nag, h('button', { type: 'button', class: 'sign', title: words, 'aria-label': words, 'aria-pressed': 'false', onclick: () => listener.nag(nag) }, glyph));
    this.others = h(
      'select',
      { 'aria-label': 'Another sign' },
      h('option', { value: '' }, 'Sign…'),
      ...OTHER_SIGNS.map(({ nag, glyph, words }) => h('option', { value: nag }, `${glyph} ${words}`)),
    );
    this.others.addEventListener('change', () => {
      const nag = Number(this.others.value);
      this.others.value = '';
      if (nag > 0) listener.nag(nag);
    });
    for (const { brush, name } of BRUSHES)
      this.brushes.set(
        brush,
        h('button', { type: 'button', class: `brush brush-${brush}`, title: `Draw in ${name.toLowerCase()}`, 'aria-label': `Draw in ${name.toLowerCase()}`, 'aria-pressed': 'false', onclick: () => this.draw(this.brush === brush ? null : brush) }),
      );
    const button = (label: string, pressed: () => void): HTMLButtonElement => h('button', { type: 'button', class: 'button small', onclick: pressed }, label);
    this.clear = button('Erase', () => listener.clearDrawings());
    this.promote = button('Promote', () => listener.promote());
    this.promote.title = 'Move this variation up';
    this.main = button('Main line', () => listener.makeMain());
    this.main.title = 'Make this the main line';
    this.cut = h('button', { type: 'button', class: 'button small', title: 'Delete this turn and all that follow', onclick: () => listener.cut() }, iconOf('close'), 'Delete');
    this.element = h(
      'section',
      { class: 'annotate', 'aria-label': 'Notes' },
      h('label', { for: id, class: 'visually-hidden' }, 'Comment'),
      this.comment,
      h('div', { class: 'row', role: 'group', 'aria-label': 'Signs' }, ...this.signs.values(), this.extra, this.others),
      h(
        'div',
        { class: 'row' },
        h('span', { class: 'brushes', role: 'group', 'aria-label': 'Draw arrows and circles' }, ...this.brushes.values(), this.clear),
        h('span', { class: 'gap' }),
        this.promote,
        this.main,
        this.cut,
      ),
    );
  }

  /** Lets the person write a comment. */
  write(): void {
    this.comment.focus();
  }

  /** Begins or ends drawing by presses on the board. */
  draw(brush: Brush | null): void {
    this.brush = brush;
    for (const [each, button] of this.brushes) button.setAttribute('aria-pressed', String(each === brush));
    this.listener.drawing(brush);
  }

  show(node: Node): void {
    if (this.comment.value.replace(/\s+/g, ' ').trim() !== node.words) this.comment.value = node.words;
    const start = node.parent === null;
    for (const [nag, button] of this.signs) {
      button.disabled = start;
      button.setAttribute('aria-pressed', String(node.nags.includes(nag)));
    }
    this.others.disabled = start;
    const rest = node.nags.filter((nag) => !this.signs.has(nag)).map(signOf);
    fill(
      this.extra,
      ...rest.map(({ nag, glyph, words }) => h('button', { type: 'button', class: 'sign', title: words, 'aria-label': words, 'aria-pressed': 'true', onclick: () => this.listener.nag(nag) }, glyph)),
    );
    this.clear.hidden = node.shapes.length === 0;
    this.promote.hidden = this.main.hidden = branchOf(node) === null;
    this.cut.disabled = start;
  }
}
