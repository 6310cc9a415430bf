// SPDX-License-Identifier: GPL-3.0-or-later
// The card of a match of several games: the points of each game, and the running totals.
import { fill, h } from '../app/dom';
import type { Choice, Color, Match } from '../app/types';
import { numberWords, playerLabel } from '../app/words';

const SHOWN = 6;

export class SeriesCard {
  readonly element = h('section', { class: 'card series', hidden: true, 'aria-label': 'Series of games' });
  private key = '';

  constructor(private readonly levels: Choice[]) {}

  show(match: Match): void {
    const { series } = match;
    this.element.hidden = series.game < 2 && match.result === 'ongoing';
    const key = JSON.stringify([series, match.players]);
    if (key === this.key) return;
    this.key = key;
    const total = (color: Color): HTMLElement =>
      h(
        'tr',
        { 'data-color': color },
        h('th', { scope: 'row' }, h('span', { class: `stone ${color}` }), h('bdi', {}, playerLabel(match.players[color], this.levels))),
        ...series.games.slice(-SHOWN).map((game) => h('td', { class: game.id === match.id ? 'now' : '' }, game.result === 'ongoing' ? '·' : numberWords(game.score[color]))),
        h('td', { class: 'total' }, numberWords(series.totals[color])),
      );
    const first = series.game - Math.min(series.games.length, SHOWN);
    fill(
      this.element,
      h('h2', {}, series.game < 2 ? 'Points so far' : `Game ${series.game} of the match`),
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td', {}),
            ...series.games.slice(-SHOWN).map((game, index) =>
              h('th', { scope: 'col' }, game.id === match.id ? String(first + index + 1) : h('a', { href: `#/match/${game.id}`, title: `Game ${first + index + 1}` }, String(first + index + 1))),
            ),
            h('th', { scope: 'col' }, series.counts === 'points' ? 'Points' : 'Total'),
          ),
        ),
        h('tbody', {}, total('white'), total('black')),
      ),
      h('p', { class: 'hint' }, 'The players swap colours after every game; each row is one player.'),
    );
  }
}
