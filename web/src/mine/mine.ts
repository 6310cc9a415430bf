// SPDX-License-Identifier: GPL-3.0-or-later
// The screen with all matches in which this browser holds a seat, those that wait for a turn first.
import { fill, h, iconOf } from '../app/dom';
import { setTitle } from '../app/title';
import type { Catalogue, SeatedMatch } from '../app/types';
import type { Screen } from '../app/screen';
import { forgetLost, lostSeats, onChange, readOwn, refresh, restOver, seatedEntries, wantBoards, wantMoreOver } from './book';
import { MatchCard } from './card';
import { giveBack, heldSeats, openDevices } from './devices';
import { notifySetting } from './notify';
import { Pictures } from './pictures';
import { sorted, STANDINGS, type Standing } from './standing';

const HEADINGS: Record<Standing, string> = { turn: 'Your turn', waiting: 'Waiting for the others', shared: 'Played on one screen', over: 'Finished' };
/** The words for how long ago something was get old. */
const RENEW = 30_000;

const lostWords = (count: number): string => (count === 1 ? 'One match is no longer on this server, or your seat in it was ended.' : `${count} matches are no longer on this server, or your seats in them were ended.`);

class MineScreen implements Screen {
  readonly element = h('div', { class: 'mine' });
  private readonly cards = new Map<string, MatchCard>();
  private readonly pictures: Pictures;
  private readonly lists = new Map<Standing, { section: HTMLElement; heading: HTMLElement; list: HTMLElement }>();
  private readonly none = h('p', { class: 'none', hidden: true }, 'You have no games yet. ', h('a', { href: '#/' }, 'Begin one'), ', or follow a link that a friend sends you.');
  private readonly lost = h('div', { class: 'lost', role: 'status' });
  private readonly given = h('div', { class: 'lost given' });
  private readonly away = h('button', { type: 'button', class: 'button small', onclick: () => openDevices(null) }, iconOf('swap'), 'To another device');
  private readonly more = h('button', { type: 'button', class: 'button small', hidden: true, onclick: () => wantMoreOver() }, 'Show more');
  private readonly boards = wantBoards();
  private readonly unlisten = onChange(() => this.render());
  private readonly timer = setInterval(() => this.render(), RENEW);

  constructor(private readonly catalogue: Catalogue) {
    this.pictures = new Pictures(catalogue);
    setTitle('My games – Leaper');
    const sections = STANDINGS.map((standing) => {
      const heading = h('h2', {});
      const list = h('ul', { class: 'mine-list' });
      const section = h('section', { 'data-standing': standing, hidden: true, 'aria-label': HEADINGS[standing] }, heading, list);
      this.lists.set(standing, { section, heading, list });
      return section;
    });
    fill(this.element, h('h1', {}, 'My games'), this.lost, this.given, this.none, ...sections, this.more, h('div', { class: 'mine-settings' }, this.away, notifySetting()));
    this.render();
    void Promise.all([readOwn(), refresh()]).then(() => {
      this.element.dataset['ready'] = 'true';
      this.render();
    });
  }

  leave(): void {
    this.boards();
    this.unlisten();
    clearInterval(this.timer);
    for (const card of this.cards.values()) card.leave();
  }

  private render(): void {
    const all = sorted(seatedEntries());
    let shown = 0;
    for (const standing of STANDINGS) {
      const lines = this.lists.get(standing);
      const matches = all[standing];
      shown += matches.length;
      if (lines === undefined) continue;
      lines.section.hidden = matches.length === 0;
      lines.heading.textContent = standing === 'turn' ? `${HEADINGS.turn} (${matches.length})` : HEADINGS[standing];
      this.arrange(lines.list, matches);
    }
    const there = new Set(seatedEntries().map(({ id }) => id));
    for (const [id, card] of this.cards)
      if (!there.has(id)) {
        card.leave();
        this.cards.delete(id);
      }
    this.none.hidden = shown > 0 || this.element.dataset['ready'] !== 'true';
    this.more.hidden = restOver() === 0;
    this.renderLost();
    this.away.hidden = heldSeats(null).length === 0;
    this.renderGiven();
  }

  /** Seats that came from another device can be given back. */
  private renderGiven(): void {
    const count = seatedEntries().filter(({ device }) => device !== undefined).length;
    if (this.given.dataset['count'] === String(count)) return;
    this.given.dataset['count'] = String(count);
    const words = count === 1 ? 'One of these games came from another device.' : `${count} of these games came from another device.`;
    const back = h('button', { type: 'button', class: 'button small', onclick: () => void giveBack() }, 'End it on this device');
    fill(this.given, count > 0 && h('span', {}, words), count > 0 && back);
  }

  /** Puts the cards in order. Those that stay where they are are not touched, so that neither the focus nor the reading position jumps. */
  private arrange(list: HTMLElement, matches: SeatedMatch[]): void {
    const focused = document.activeElement;
    const wanted = matches.map((match) => this.card(match).element);
    if (wanted.length !== list.children.length || wanted.some((element, index) => list.children[index] !== element)) fill(list, ...wanted);
    if (focused instanceof HTMLElement && focused !== document.activeElement && list.contains(focused)) focused.focus({ preventScroll: true });
  }

  private card(match: SeatedMatch): MatchCard {
    const card = this.cards.get(match.id) ?? new MatchCard(match.id, this.catalogue);
    this.cards.set(match.id, card);
    card.show(match);
    void this.pictures.of(match).then((picture) => card.draw(match, picture));
    return card;
  }

  private renderLost(): void {
    const count = lostSeats().size;
    if (this.lost.dataset['count'] === String(count)) return;
    this.lost.dataset['count'] = String(count);
    fill(
      this.lost,
      count > 0 && h('span', {}, lostWords(count)),
      count > 0 && h('button', { type: 'button', class: 'button small', onclick: () => forgetLost() }, count === 1 ? 'Forget it' : 'Forget them'),
    );
  }
}

export const mineScreen = (catalogue: Catalogue): Screen => new MineScreen(catalogue);
