// SPDX-License-Identifier: GPL-3.0-or-later
// A match of one's own: a small board, the opponent, the game, the clock, and when it changed last.
import { fill, h } from '../app/dom';
import type { Catalogue, SeatedMatch } from '../app/types';
import { opposite, parameterWords, playerLabel, resultReason, resultScore, timeAgo } from '../app/words';
import { ClockFace } from '../clock/face';
import { controlWords } from '../clock/time';
import { miniBoard } from '../pieces/mini';
import { gameOf, matchName } from '../start/match-row';
import type { Picture } from './pictures';
import { isOpen, opponentOf, ownColor, standingOf } from './standing';

/** How a match stands, in words. */
function standWords(match: SeatedMatch): string {
  switch (standingOf(match)) {
    case 'over':
      return [resultScore(match), resultReason(match.result, match.reason, match.side)].filter((part) => part !== '').join(' · ');
    case 'shared':
      return 'Both sides here';
    case 'turn':
      return 'Your turn';
    case 'waiting':
      return isOpen(match) ? 'Nobody has joined yet' : 'The other side’s turn';
  }
}

/** What the other side asks for. */
function askedWords(match: SeatedMatch): string {
  const other = opposite(ownColor(match));
  if (match.result !== 'ongoing' || match.local) return '';
  if (match.draw_offer === other) return 'A draw is offered';
  return match.takeback_request?.by === other ? 'A takeback is asked for' : '';
}

export class MatchCard {
  readonly element: HTMLElement;
  private readonly picture = h('div', { class: 'mine-board' });
  private readonly words = h('div', { class: 'mine-words' });
  private readonly clock = new ClockFace(() => undefined);
  private drawn: SeatedMatch['board'];

  constructor(
    id: string,
    private readonly catalogue: Catalogue,
  ) {
    this.element = h('li', { 'data-id': id }, h('a', { href: `#/match/${id}` }, this.picture, this.words));
  }

  show(match: SeatedMatch): void {
    const other = opponentOf(match);
    const name = matchName(match, this.catalogue);
    const details = [parameterWords(match, gameOf(match, this.catalogue), this.catalogue.armies), match.control === undefined ? '' : controlWords(match.control)];
    const asked = askedWords(match);
    this.element.dataset['standing'] = standingOf(match);
    this.clock.show({ ...match, state: match }, standingOf(match) === 'turn' ? ownColor(match) : match.side);
    fill(
      this.words,
      h('strong', {}, name),
      !match.local && !isOpen(match) && h('span', { class: 'who' }, 'against ', h('bdi', {}, playerLabel(other, this.catalogue.levels))),
      details.some((part) => part !== '') && h('span', { class: 'details' }, details.filter((part) => part !== '').join(' · ')),
      h('span', { class: 'stand' }, standWords(match), match.result === 'ongoing' && this.clock.element),
      asked !== '' && h('span', { class: 'asked' }, asked),
      h('span', { class: 'when' }, timeAgo(match.updated)),
    );
  }

  draw(match: SeatedMatch, { board, game }: Picture): void {
    if (board === undefined || board === this.drawn) return;
    this.drawn = board;
    fill(this.picture, miniBoard({ board }, game, match.local ? 'white' : ownColor(match)));
  }

  leave(): void {
    this.clock.leave();
  }
}
