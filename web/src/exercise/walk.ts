// SPDX-License-Identifier: GPL-3.0-or-later
// A line that is being shown, turn by turn: each of its turns is a button that leads to the position after it.
import { fill, h, iconOf, type IconName } from '../app/dom';
import type { Sight } from './exercise';

export class Walk {
  readonly element: HTMLElement;
  private readonly line = h('ol', { class: 'walk-line' });
  private readonly back: HTMLButtonElement;
  private readonly on: HTMLButtonElement;
  private sights: Sight[] = [];
  private place = 0;
  /** Whether a person has gone to a position: then what comes later is not shown by itself. */
  private taken = false;

  /** `shows`: is told to show a position. */
  constructor(private readonly shows: (sight: Sight) => void) {
    const button = (name: string, icon: IconName, by: number): HTMLButtonElement =>
      h('button', { type: 'button', class: 'button small', 'aria-label': name, title: name, onclick: () => this.go(this.place + by) }, iconOf(icon));
    this.back = button('One turn back', 'back', -1);
    this.on = button('One turn on', 'forward', 1);
    this.element = h('div', { class: 'walk', role: 'group', 'aria-label': 'The solution, turn by turn', hidden: true }, this.back, this.line, this.on);
  }

  /** Begins with the position before the first turn; null for no line. */
  reset(first: Sight | null): void {
    this.sights = first === null ? [] : [first];
    this.place = 0;
    this.taken = false;
    this.element.hidden = first === null;
    this.draw();
  }

  /** The position after one turn more. */
  add(sight: Sight): void {
    this.sights.push(sight);
    if (!this.taken) this.show(this.sights.length - 1);
    this.draw();
  }

  private go(place: number): void {
    this.taken = true;
    this.show(place);
    this.draw();
  }

  private show(place: number): void {
    const sight = this.sights[place];
    if (sight === undefined) return;
    this.place = place;
    this.shows(sight);
  }

  private draw(): void {
    this.back.disabled = this.place === 0;
    this.on.disabled = this.place >= this.sights.length - 1;
    const turns = this.sights.slice(1).map(({ play }, index) => {
      const place = index + 1;
      const words = play.turns.at(-1)?.san ?? '';
      return h('li', {}, h('button', { type: 'button', class: 'quiet', 'aria-current': place === this.place && 'step', onclick: () => this.go(place) }, words));
    });
    const focused = [...this.line.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    fill(this.line, ...turns);
    this.line.querySelectorAll('button')[focused]?.focus();
  }
}
