// SPDX-License-Identifier: GPL-3.0-or-later
// The layer over the board: what each target would cost, the keyboard cursor, and the coordinates beside the board.
import { fill, h } from '../app/dom';
import { fuelLevel } from './fuel';
import { coordinates, place, type Size } from './squares';
import { LinkLayer } from './links';
import type { Action, Color } from '../app/types';

export class Overlay {
  readonly element: HTMLElement;
  readonly links = new LinkLayer();
  private readonly chips = h('div', { class: 'chips', 'aria-hidden': 'true' });
  private readonly frame = h('div', { class: 'cursor', hidden: true, 'aria-hidden': 'true' });
  private readonly pick = h('div', { class: 'taken', hidden: true, 'aria-hidden': 'true' });
  private readonly fileNames = h('div', { class: 'names files', 'aria-hidden': 'true' });
  private readonly rankNames = h('div', { class: 'names ranks', 'aria-hidden': 'true' });
  private size: Size = { files: 8, ranks: 8 };
  private orientation: Color = 'white';
  private shown = '';

  constructor() {
    this.element = h('div', { class: 'overlay' }, this.pick, this.links.element, this.chips, this.frame, this.fileNames, this.rankNames);
  }

  resize(size: Size, orientation: Color): void {
    this.size = size;
    this.orientation = orientation;
    this.shown = '';
    this.links.resize(size, orientation);
  }

  coordinates(): void {
    const files = Array.from({ length: this.size.files }, (_, index) => String.fromCharCode(97 + index));
    const ranks = Array.from({ length: this.size.ranks }, (_, index) => String(index + 1));
    if (this.orientation === 'white') ranks.reverse();
    else files.reverse();
    fill(this.fileNames, ...files.map((name) => h('span', {}, name)));
    fill(this.rankNames, ...ranks.map((name) => h('span', {}, name)));
  }

  /** Shows the targets of the given actions: in games with fuel what each costs, else dots. */
  targets(actions: Action[], tank: number | null, preview: boolean): void {
    const key = `${preview ? 'p' : 's'} ${actions.map((action) => action.action).join(' ')}`;
    if (key === this.shown) return;
    this.shown = key;
    const seen = new Set<string>();
    const chips: HTMLElement[] = [];
    for (const action of actions) {
      if (seen.has(action.target)) continue;
      seen.add(action.target);
      const chip = h('div', {
        class: 'chip',
        'data-square': action.target,
        'data-capture': action.capture === action.target,
        'data-kind': action.kind,
      });
      if (action.cost !== undefined && action.fuel !== undefined && tank !== null) {
        chip.dataset['level'] = fuelLevel(action.fuel, tank);
        chip.append(h('span', { class: 'cost' }, `−${action.cost}`));
      }
      place(chip, action.target, this.size, this.orientation);
      chips.push(chip);
    }
    this.chips.classList.toggle('preview', preview);
    fill(this.chips, ...chips);
  }

  /** Marks the target under a drag. */
  over(square: string | null): void {
    for (const chip of this.chips.querySelectorAll<HTMLElement>('.chip'))
      chip.classList.toggle('over', chip.dataset['square'] === square);
  }

  /** Outlines the square that has been picked up. */
  taken(square: string | null): void {
    this.pick.hidden = square === null;
    if (square !== null) place(this.pick, square, this.size, this.orientation);
  }

  cursor(square: string | null): void {
    this.frame.hidden = square === null;
    if (square === null) return;
    place(this.frame, square, this.size, this.orientation);
    const [file, rank] = coordinates(square);
    this.frame.dataset['square'] = square;
    this.frame.dataset['shade'] = (file + rank) % 2 === 0 ? 'dark' : 'light';
  }
}
