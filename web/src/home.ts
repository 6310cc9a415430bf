// SPDX-License-Identifier: GPL-3.0-or-later
// The start screen: a new game on the left, the matches of this server on the right.
import { MatchTable } from './lobby';
import { h } from './dom';
import type { Screen } from './screen';
import { SetupForm } from './setup';
import type { Catalogue } from './types';

export class HomeScreen implements Screen {
  readonly element: HTMLElement;

  constructor(catalogue: Catalogue) {
    document.title = 'Leaper';
    this.element = h(
      'div',
      { class: 'home' },
      new SetupForm(catalogue).element,
      new MatchTable(catalogue).element,
    );
  }

  leave(): void {
    // Nothing runs on while another screen is shown.
  }
}
