// SPDX-License-Identifier: GPL-3.0-or-later
// The start screen: a new game on the left, the matches of this server on the right.
import { MatchTable } from './lobby';
import { fill, h } from '../app/dom';
import { figureOf } from './figure';
import type { Screen } from '../app/screen';
import { SetupForm } from './setup';
import type { Catalogue } from '../app/types';

export class HomeScreen implements Screen {
  readonly element: HTMLElement;
  private readonly matches: MatchTable;

  constructor(catalogue: Catalogue) {
    document.title = 'Leaper';
    const figure = h('div', { class: 'figure-place' });
    const setup = new SetupForm(catalogue, (game) => fill(figure, figureOf(game, catalogue.armies)));
    this.matches = new MatchTable(catalogue);
    this.element = h(
      'div',
      { class: 'home' },
      setup.element,
      h('div', { class: 'beside' }, figure, this.matches.element),
    );
  }

  leave(): void {
    this.matches.leave();
  }
}
