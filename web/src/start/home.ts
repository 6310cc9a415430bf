// SPDX-License-Identifier: GPL-3.0-or-later
// The start screen: a new game on the left, the matches of this server on the right.
import { MatchTable } from './lobby';
import { fill, h, iconOf } from '../app/dom';
import { figureOf } from './figure';
import type { Screen } from '../app/screen';
import { lobby } from '../seek/lobby';
import { SeekList } from '../seek/list';
import { SetupForm } from './setup';
import { playerName } from '../app/store';
import type { Catalogue, Game } from '../app/types';
import { setTitle } from '../app/title';

export class HomeScreen implements Screen {
  readonly element: HTMLElement;
  private readonly matches: MatchTable;
  private readonly setup: SetupForm;
  /** Null without the server. */
  private readonly seeks: SeekList | null;

  constructor(catalogue: Catalogue) {
    const figure = h('div', { class: 'figure-place' });
    const drawFigure = (game: Game): void => fill(figure, figureOf(game, catalogue.armies), h('a', { class: 'button small', href: `#/study/${game.key}` }, iconOf('eye'), 'Analysis board'));
    this.setup = new SetupForm(catalogue, drawFigure, async (request) => {
      await lobby.seek(request);
      this.seeks?.show();
    });
    this.matches = new MatchTable(catalogue);
    this.seeks = catalogue.here === true ? null : new SeekList(catalogue, () => this.name(), (others) => this.count(others));
    this.setup.toSeeks.addEventListener('click', () => this.seeks?.show());
    this.element = h(
      'div',
      { class: 'home' },
      this.setup.element,
      h('div', { class: 'beside' }, this.seeks?.element, figure, this.matches.element),
    );
    if (this.seeks === null) this.count(0);
  }

  private name(): string {
    this.setup.keep();
    return playerName();
  }

  /** So many others are looking for an opponent. */
  private count(others: number): void {
    setTitle(lobby.request === null ? 'Leaper' : 'Waiting for an opponent – Leaper');
    const { toSeeks } = this.setup;
    toSeeks.hidden = others === 0;
    toSeeks.textContent = others === 1 ? 'One person is looking for an opponent' : `${others} people are looking for an opponent`;
  }

  /** Remembers what has been chosen, for the next time that the screen is shown. */
  keep(): void {
    this.setup.keep();
  }

  leave(): void {
    this.matches.leave();
    this.seeks?.leave();
  }
}
