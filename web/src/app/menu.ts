// SPDX-License-Identifier: GPL-3.0-or-later
// The header's links to the screens; where there is no room for them, behind a button.
import { h, uniqueId } from './dom';

/** In the order in which a newcomer may want them. A new screen is a line here, and in main.ts. */
const PLACES: readonly { place: string; name: string }[] = [
  { place: 'mine', name: 'My games' },
  { place: 'learn', name: 'Learn' },
  { place: 'problems', name: 'Problems' },
  { place: 'study', name: 'Study' },
  { place: 'editor', name: 'Editor' },
  { place: 'invent', name: 'Invent' },
  { place: 'tours', name: 'Tours' },
];

export class Menu {
  readonly element: HTMLElement;
  private readonly links: Map<string, HTMLElement>;
  private readonly button: HTMLElement;

  constructor() {
    const id = uniqueId('places');
    this.links = new Map(PLACES.map(({ place, name }) => [place, h('a', { href: `#/${place}`, class: 'button small' }, name)]));
    this.button = h('button', { type: 'button', class: 'button small places-button', 'aria-expanded': 'false', 'aria-controls': id, onclick: () => this.open(!this.isOpen) }, 'Menu');
    this.element = h('nav', { class: 'places', 'aria-label': 'Screens' }, this.button, h('div', { class: 'places-list', id }, ...this.links.values()));
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.isOpen) return;
      this.open(false);
      this.button.focus();
      event.stopPropagation();
    });
    document.addEventListener('click', ({ target }) => {
      if (!(target instanceof Node && this.button.contains(target))) this.open(false);
    });
  }

  /** Marks the link to the screen that is shown. */
  mark(place: string): void {
    for (const [name, link] of this.links)
      if (place === name) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
  }

  private get isOpen(): boolean {
    return this.button.getAttribute('aria-expanded') === 'true';
  }

  private open(open: boolean): void {
    this.button.setAttribute('aria-expanded', String(open));
  }
}
