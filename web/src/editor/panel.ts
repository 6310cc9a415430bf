// SPDX-License-Identifier: GPL-3.0-or-later
// What a position has besides its board: side to move, rights, en passant, hands, reserves, counts and the game's own fields.
import { fill, h, uniqueId } from '../app/dom';
import type { Color, Game } from '../app/types';
import { capital, colorName } from '../app/words';
import type { Edit, Edited } from '../library/contract';
import { pieceImage } from '../pieces';

const COLORS = ['white', 'black'] as const;

function rightName({ wing, rook, gate, right }: Edited['rights'][number], plain: boolean): string {
  if (gate !== undefined) return `${gate} has not moved`;
  const castling = wing === 'king' ? 'O-O' : 'O-O-O';
  return plain ? castling : `${castling} with ${rook ?? right}`;
}

export class Panel {
  readonly element = h('div', { class: 'edit-panel' });
  private drawn = '';
  private focused: string | null = null;

  constructor(private readonly edit: (edit: Edit) => void) {}

  /** Draws everything anew if it has changed; what had the focus keeps it. */
  show(edited: Edited, game: Game): void {
    const { side, rights, target, targets, halfmove, fullmove, fields, hands, reserves, can } = edited;
    const key = JSON.stringify([side, rights, target, targets, halfmove, fullmove, fields, hands, reserves, can, game.key]);
    if (key === this.drawn) return;
    this.drawn = key;
    const active = document.activeElement;
    this.focused = active instanceof HTMLElement && this.element.contains(active) ? (active.dataset['name'] ?? null) : null;
    fill(
      this.element,
      this.sides(side),
      rights.length > 0 && this.rights(rights),
      this.target(target, targets),
      hands !== undefined && this.hands(hands, can, game),
      reserves !== undefined && can.reserve !== undefined && this.reserves(reserves, can.reserve),
      ...fields.map(({ field, words, text }) => this.text(`field ${field}`, capital(words), text, (value) => ({ field, text: value }))),
      h(
        'div',
        { class: 'edit-counts' },
        this.number('halfmove', 'Turns without progress', halfmove, 0, 9999, (value) => ({ halfmove: value })),
        this.number('fullmove', 'Move number', fullmove, 1, 60_000, (value) => ({ fullmove: value })),
      ),
    );
    if (this.focused !== null) this.element.querySelector<HTMLElement>(`[data-name="${this.focused}"]`)?.focus();
  }

  private sides(side: Color): HTMLElement {
    const name = uniqueId('side');
    return h(
      'fieldset',
      { class: 'choices edit-side' },
      h('legend', {}, 'To move'),
      h(
        'div',
        { class: 'options' },
        ...COLORS.map((color) =>
          h(
            'label',
            {},
            h('input', { type: 'radio', name, value: color, checked: color === side, 'data-name': `side ${color}`, onchange: () => this.edit({ side: color }) }),
            h('span', { class: 'face' }, h('span', { class: `stone ${color}` }), colorName(color)),
          ),
        ),
      ),
    );
  }

  private rights(rights: Edited['rights']): HTMLElement {
    const castlings = rights.filter(({ gate }) => gate === undefined);
    // Two rooks on one side of the king need their squares to be told apart.
    const plain = new Set(castlings.map(({ color, wing }) => `${color} ${wing ?? ''}`)).size === castlings.length;
    return h(
      'fieldset',
      { class: 'edit-rights' },
      h('legend', {}, castlings.length > 0 ? 'Castling' : 'Not moved yet'),
      ...COLORS.map((color) =>
        h(
          'div',
          { class: 'edit-rights-side' },
          h('span', { class: 'edit-rights-name' }, colorName(color)),
          ...rights
            .filter((right) => right.color === color)
            .map((right) =>
              h(
                'label',
                { class: 'check' },
                h('input', {
                  type: 'checkbox',
                  checked: right.has,
                  'data-name': `right ${right.right}`,
                  'aria-label': `${colorName(color)}: ${rightName(right, plain)}`,
                  onchange: () => this.edit({ right: right.right, has: !right.has }),
                }),
                ` ${rightName(right, plain)}`,
              ),
            ),
        ),
      ),
    );
  }

  private target(target: string, targets: string[]): HTMLElement | false {
    const options = targets.some((square) => target.startsWith(square)) || target === '-' ? targets : [target, ...targets];
    if (options.length === 0) return false;
    const id = uniqueId('target');
    const select = h(
      'select',
      { id, 'data-name': 'target' },
      h('option', { value: '-' }, 'none'),
      ...options.map((square) => h('option', { value: square, selected: target.startsWith(square) }, square)),
    );
    select.addEventListener('change', () => this.edit({ target: select.value }));
    return h('div', { class: 'field inline' }, h('label', { for: id }, 'En passant on'), select);
  }

  private hands(hands: NonNullable<Edited['hands']>, can: Edited['can'], game: Game): HTMLElement {
    const row = (color: Color): HTMLElement =>
      h(
        'div',
        { class: 'edit-hand', role: 'group', 'aria-label': `${colorName(color)}’s hand` },
        h('span', { class: 'edit-hand-name' }, colorName(color)),
        ...can.pieces
          .filter(({ hand, sides }) => hand && sides.includes(color))
          .map(({ piece, name }) => this.handField(piece, name, color, hands[color][piece] ?? 0, game)),
      );
    return h('fieldset', { class: 'edit-hands' }, h('legend', {}, 'In hand'), ...COLORS.map(row));
  }

  private handField(piece: string, name: string, color: Color, count: number, game: Game): HTMLElement {
    const input = h('input', { type: 'number', min: 0, max: 99, value: count, 'data-name': `hand ${color} ${piece}`, 'aria-label': `${colorName(color)} ${name} in hand` });
    input.addEventListener('change', () => this.edit({ hand: color, piece, count: clamp(input, 0, 99) }));
    return h('label', { class: count > 0 ? 'held' : '' }, pieceImage(piece, color, game), input);
  }

  private reserves(reserves: NonNullable<Edited['reserves']>, most: number): HTMLElement {
    return h(
      'fieldset',
      { class: 'edit-reserves' },
      h('legend', {}, 'Squares in reserve'),
      ...COLORS.map((color) => {
        const value = reserves[color];
        return this.number(`reserve ${color}`, colorName(color), value === 'inf' ? most : value, 0, most, (count) => ({ reserve: color, count }));
      }),
    );
  }

  private number(name: string, label: string, value: number, least: number, most: number, edit: (value: number) => Edit): HTMLElement {
    const id = uniqueId('number');
    const input = h('input', { type: 'number', id, min: least, max: most, value, 'data-name': name });
    input.addEventListener('change', () => this.edit(edit(clamp(input, least, most))));
    return h('div', { class: 'field' }, h('label', { for: id }, label), input);
  }

  private text(name: string, label: string, value: string, edit: (value: string) => Edit): HTMLElement {
    const id = uniqueId('text');
    const input = h('input', { type: 'text', id, value, 'data-name': name, spellcheck: 'false', autocomplete: 'off', maxlength: 200 });
    input.addEventListener('change', () => this.edit(edit(input.value.replaceAll(/\s+/g, ''))));
    return h('div', { class: 'field' }, h('label', { for: id }, label), input);
  }
}

/** The whole number in a field, within its bounds, which is then shown. */
function clamp(input: HTMLInputElement, least: number, most: number): number {
  const value = Math.max(least, Math.min(most, Math.round(Number(input.value)) || 0));
  input.value = String(value);
  return value;
}
