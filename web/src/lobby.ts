// SPDX-License-Identifier: GPL-3.0-or-later
// The list of matches on the server, newest first, the own ones marked.
import * as api from './api';
import { fill, h } from './dom';
import { errorText } from './notices';
import { seatsOf } from './store';
import type { Catalogue, Summary } from './types';
import { colorName, parameterWords, playerLabel, resultReason, resultScore, timeAgo } from './words';

const PAGE = 12;

export class MatchTable {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'matches' });
  private readonly more = h('button', { type: 'button', class: 'button small', hidden: true }, 'Show more');
  private readonly tabs: HTMLButtonElement[];
  private status: 'ongoing' | 'finished' = 'ongoing';
  private next: string | null = null;
  private asked = 0;

  constructor(private readonly catalogue: Catalogue) {
    const tab = (status: 'ongoing' | 'finished', name: string): HTMLButtonElement =>
      h('button', { type: 'button', 'data-status': status, onclick: () => this.turnTo(status) }, name);
    this.tabs = [tab('ongoing', 'In play'), tab('finished', 'Finished')];
    this.more.addEventListener('click', () => void this.load());
    this.element = h(
      'section',
      { class: 'lobby', 'aria-label': 'Matches' },
      h('div', { class: 'lobby-head' }, h('h2', {}, 'Matches'), h('div', { class: 'switch' }, ...this.tabs)),
      this.list,
      this.more,
    );
    this.turnTo('ongoing');
  }

  private turnTo(status: 'ongoing' | 'finished'): void {
    this.status = status;
    this.next = null;
    for (const tab of this.tabs) tab.setAttribute('aria-pressed', String(tab.dataset['status'] === status));
    fill(this.list);
    void this.load();
  }

  private async load(): Promise<void> {
    this.asked += 1;
    const ticket = this.asked;
    try {
      const page = await api.listMatches(PAGE, this.next ?? undefined, this.status);
      if (ticket !== this.asked) return;
      this.next = page.next;
      this.list.append(...page.matches.map((match) => this.row(match)));
      if (this.list.childElementCount === 0) {
        fill(this.list, h('li', { class: 'none' }, this.status === 'ongoing' ? 'Nobody is playing right now.' : 'No finished matches yet.'));
      }
    } catch (error) {
      if (ticket === this.asked) fill(this.list, h('li', { class: 'none' }, errorText(error)));
    }
    this.more.hidden = this.next === null;
  }

  private row(match: Summary): HTMLElement {
    const game = this.catalogue.games.find((each) => each.key === match.game);
    const own = Object.keys(seatsOf(match.id));
    const { white, black } = match.players;
    const names = `${playerLabel(white, this.catalogue.levels)} – ${playerLabel(black, this.catalogue.levels)}`;
    const words = parameterWords(match, game, this.catalogue.armies);
    const state =
      match.result === 'ongoing'
        ? `${colorName(match.side)} to move, ${match.ply} played`
        : `${resultScore(match)} · ${resultReason(match.result, match.reason, match.side)}`;
    return h(
      'li',
      {},
      h(
        'a',
        { href: `#/match/${match.id}` },
        h('span', { class: 'what' }, h('strong', {}, game?.name ?? match.game), words !== '' && h('span', {}, words)),
        h('span', { class: 'who' }, names),
        h('span', { class: 'how' }, `${state} · ${timeAgo(match.updated)}`),
        own.length > 0 && h('span', { class: 'yours' }, match.result === 'ongoing' ? 'Yours: resume' : 'Yours'),
      ),
    );
  }
}
