// SPDX-License-Identifier: GPL-3.0-or-later
// The list of matches on the server, newest first, with your own marked; and of those that this browser keeps.
import * as api from '../app/api';
import { fill, h } from '../app/dom';
import { errorText } from '../app/notices';
import type { Catalogue, Summary } from '../app/types';
import { matchRow } from './match-row';
import { OwnList } from './own-list';

const PAGE = 12;
/** The longest list that the server sends at once. */
const LONGEST = 100;
const REFRESH = 8000;

export class MatchTable {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'matches' });
  private readonly own: OwnList;
  private readonly more = h('button', { type: 'button', class: 'button small', hidden: true }, 'Show more');
  private readonly tabs: HTMLButtonElement[];
  private status: 'ongoing' | 'finished' = 'ongoing';
  private next: string | null = null;
  private asked = 0;
  private left = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly looked = (): void => this.attend();

  constructor(private readonly catalogue: Catalogue) {
    const tab = (status: 'ongoing' | 'finished', name: string): HTMLButtonElement =>
      h('button', { type: 'button', 'data-status': status, onclick: () => this.turnTo(status) }, name);
    this.own = new OwnList(catalogue);
    this.tabs = [tab('ongoing', 'In play'), tab('finished', 'Finished')];
    this.more.addEventListener('click', () => void this.load());
    this.element = h(
      'section',
      { class: 'lobby', 'aria-label': 'Matches' },
      h('div', { class: 'lobby-head' }, h('h2', {}, 'Matches'), h('div', { class: 'switch' }, ...this.tabs)),
      this.own.element,
      this.list,
      this.more,
    );
    this.turnTo('ongoing');
    document.addEventListener('visibilitychange', this.looked);
    this.attend();
  }

  /** Another screen takes over. */
  leave(): void {
    document.removeEventListener('visibilitychange', this.looked);
    clearTimeout(this.timer);
    this.left = true;
    this.asked += 1;
  }

  /** Keeps the list up to date while somebody can see it. */
  private attend(): void {
    clearTimeout(this.timer);
    if (document.hidden) return;
    const soon = this.list.childElementCount > 0 ? 0 : REFRESH;
    this.timer = setTimeout(() => void this.refresh(), soon);
  }

  private async refresh(): Promise<void> {
    const { asked, status } = this;
    const rows = this.list.querySelectorAll('li[data-id]').length;
    try {
      const page = await api.listMatches(Math.min(LONGEST, Math.max(PAGE, rows)), undefined, status);
      // Unless, in the meantime, the person has switched to another list or asked for more.
      if (asked === this.asked) this.renew(page, rows);
    } catch {
      // Keep what is shown: nothing newer is known.
    }
    if (this.left) return;
    clearTimeout(this.timer);
    if (!document.hidden) this.timer = setTimeout(() => void this.refresh(), REFRESH);
  }

  /** Brings the rows up to date in place, so that neither the focus nor the reading position jumps. */
  private renew(page: api.Page, rows: number): void {
    const focused = document.activeElement;
    const old = new Map([...this.list.querySelectorAll<HTMLElement>('li[data-id]')].map((row) => [row.dataset['id'] ?? '', row]));
    const fresh = page.matches.map((match) => {
      const row = this.row(match);
      const known = old.get(match.id);
      if (known === undefined) return row;
      const [now, then] = [row.querySelector('a'), known.querySelector('a')];
      if (now !== null && then !== null && now.innerHTML !== then.innerHTML) then.replaceChildren(...now.childNodes);
      return known;
    });
    // Behind the longest list the server sends, older rows stay as they are.
    const kept = rows > LONGEST ? [...old.values()].slice(LONGEST).filter((row) => !fresh.includes(row)) : [];
    if (rows <= LONGEST) {
      this.next = page.next;
      this.more.hidden = page.next === null;
    }
    const all = [...fresh, ...kept];
    const before = [...this.list.children];
    if (all.length === 0) this.sayNone();
    else if (all.length !== before.length || all.some((row, index) => row !== before[index])) fill(this.list, ...all);
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.list.contains(focused)) focused.focus({ preventScroll: true });
  }

  private sayNone(): void {
    fill(this.list, h('li', { class: 'none' }, this.status === 'ongoing' ? 'Nobody is playing right now.' : 'No finished matches yet.'));
  }

  private turnTo(status: 'ongoing' | 'finished'): void {
    this.status = status;
    this.next = null;
    for (const tab of this.tabs) tab.setAttribute('aria-pressed', String(tab.dataset['status'] === status));
    fill(this.list);
    void this.own.show(status === 'finished');
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
      if (this.list.childElementCount === 0) this.sayNone();
    } catch (error) {
      if (ticket === this.asked) fill(this.list, h('li', { class: 'none' }, errorText(error)));
    }
    this.more.hidden = this.next === null;
  }

  private row(match: Summary): HTMLElement {
    return matchRow(match, this.catalogue);
  }
}
