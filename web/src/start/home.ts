// SPDX-License-Identifier: GPL-3.0-or-later
// The start screen: a new game on the left, the matches of this server on the right.
import { MatchTable } from './lobby';
import { fill, h, iconOf } from '../app/dom';
import { figureOf } from './figure';
import type { Screen } from '../app/screen';
import { SetupForm } from './setup';
import type { Catalogue } from '../app/types';
import { setTitle } from '../app/title';

export class HomeScreen implements Screen {
  readonly element: HTMLElement;
  private readonly matches: MatchTable;
  private readonly setup: SetupForm;

  constructor(catalogue: Catalogue) {
    setTitle('Leaper');
    const figure = h('div', { class: 'figure-place' });
    this.setup = new SetupForm(catalogue, (game) => fill(figure, figureOf(game, catalogue.armies), h('a', { class: 'button small', href: `#/study/${game.key}` }, iconOf('eye'), 'Analysis board')));
    this.matches = new MatchTable(catalogue);
    this.element = h(
      'div',
      { class: 'home' },
      this.setup.element,
      h('div', { class: 'beside' }, figure, this.matches.element),
    );
  }

  /** Remembers what has been chosen, for the next time that the screen is shown. */
  keep(): void {
    this.setup.keep();
  }

  leave(): void {
    this.matches.leave();
  }
}
