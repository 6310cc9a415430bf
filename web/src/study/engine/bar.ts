// SPDX-License-Identifier: GPL-3.0-or-later
// The bar beside the board: how the chances are divided, each side's part on its side of the board.
import { h } from '../../app/dom';
import type { Color } from '../../app/types';
import { chance, inWords, short, type Worth } from './worth';

export class Bar {
  readonly element: HTMLElement;
  private readonly part = h('div', { class: 'bar-white' });
  private readonly number = h('span', { class: 'bar-number' });

  constructor() {
    this.element = h(
      'div',
      { class: 'engine-bar', role: 'meter', 'aria-label': 'White’s chances', 'aria-valuemin': 0, 'aria-valuemax': 100, hidden: true },
      this.part,
      this.number,
    );
    this.orient('white');
    this.show(null);
  }

  /** Which side's place is at the bottom. */
  orient(color: Color): void {
    this.element.dataset['orientation'] = color;
  }

  /** `null`: nothing is known yet. */
  show(worth: Worth | null): void {
    const share = worth === null ? 0.5 : chance(worth);
    // A win that is still to be played leaves a rest to the other side.
    const drawn = worth?.kind === 'over' ? share : Math.min(0.97, Math.max(0.03, share));
    this.part.style.setProperty('--share', `${Math.round(drawn * 1000) / 10}%`);
    this.number.textContent = worth === null ? '' : brief(worth);
    this.number.dataset['on'] = share >= 0.5 ? 'white' : 'black';
    this.element.setAttribute('aria-valuenow', String(Math.round(share * 100)));
    this.element.setAttribute('aria-valuetext', worth === null ? 'not known yet' : worth.kind === 'advantage' ? `${inWords(worth)}, ${short(worth)}` : inWords(worth));
  }
}

/** The bar is narrow: the turns to a win, the number of an advantage without its sign. */
function brief(worth: Worth): string {
  if (worth.kind === 'win') return `#${worth.turns}`;
  if (worth.kind === 'over') return '';
  return Math.abs(worth.pawns).toFixed(Math.abs(worth.pawns) < 9.95 ? 1 : 0);
}
