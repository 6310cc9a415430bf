// SPDX-License-Identifier: GPL-3.0-or-later
// The squares that a side has yet to place, as tiles beside its name.
import { fill, h } from '../app/dom';
import type { Color } from '../app/types';
import { colorName } from '../app/words';

const SHOWN = 3;

export class Reserve {
  readonly element = h('button', { type: 'button', class: 'reserve' });

  show(count: number | 'inf', color: Color, usable: boolean, taken: boolean): void {
    const words = count === 'inf' ? 'unlimited squares' : count === 1 ? 'one square' : `${count} squares`;
    const number = count === 'inf' ? '∞' : String(count);
    this.element.disabled = !usable;
    this.element.setAttribute('aria-pressed', String(taken));
    this.element.title = `In reserve: ${words}${usable ? '. Click, then click the water; or drag' : ''}`;
    this.element.dataset['count'] = number;
    const tiles = Array.from({ length: count === 'inf' ? SHOWN : Math.min(SHOWN, count) }, () => h('i'));
    fill(
      this.element,
      h('span', { class: 'visually-hidden' }, `${colorName(color)}’s reserve: ${words}${usable ? '. Place one' : ''}`),
      h('span', { class: 'reserve-word', 'aria-hidden': 'true' }, 'reserve'),
      h('span', { class: 'reserve-tiles', 'aria-hidden': 'true' }, ...tiles),
      h('b', { 'aria-hidden': 'true' }, number),
    );
  }
}
