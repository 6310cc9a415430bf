// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the matches that this browser keeps: resume, delete with a way back.
import { deleted } from '../app/deletion';
import { fill, h, iconOf } from '../app/dom';
import { banner, errorText } from '../app/notices';
import { forgetSeats, keepSeats } from '../app/store';
import type { Catalogue } from '../app/types';
import { playerLabel } from '../app/words';
import { readOwn } from '../mine/book';
import { dropMatch, keepMatch, ownMatches, type Kept } from '../offline/own-matches';
import { matchName, matchRow } from './match-row';

/** Older ones are not listed. */
const LONGEST = 100;

export class OwnList {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'matches' });
  private over = false;
  private drawn: string | null = null;

  constructor(private readonly catalogue: Catalogue) {
    this.element = h('div', { class: 'own-matches', hidden: true }, h('h3', {}, 'In this browser'), this.list);
  }

  /** Shows those that are over, or those that are not. Drawn anew only if something has changed, so that the focus stays. */
  async show(over: boolean): Promise<void> {
    this.over = over;
    const all = await ownMatches().catch(() => []);
    if (over !== this.over) return;
    const wanted = all.filter(({ result }) => (result !== 'ongoing') === over).slice(0, LONGEST);
    const key = wanted.map(({ id, revision }) => `${id} ${revision}`).join();
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.hidden = wanted.length === 0;
    fill(this.list, ...wanted.map((match) => this.row(match)));
  }

  private row(match: Kept): HTMLElement {
    const name = matchName(match, this.catalogue);
    const players = [match.players.white, match.players.black].map((player) => playerLabel(player, this.catalogue.levels)).join(' – ');
    const label = `Delete ${name}, ${players}`;
    const row = matchRow(match, this.catalogue);
    row.append(h('button', { type: 'button', class: 'quiet delete', 'aria-label': label, title: label, onclick: () => void this.remove(match, row, name) }, iconOf('close')));
    return row;
  }

  private async remove(match: Kept, row: HTMLElement, name: string): Promise<void> {
    try {
      await dropMatch(match.id);
    } catch (error) {
      banner('deleted', errorText(error));
      return;
    }
    forgetSeats(match.id);
    void readOwn();
    this.drawn = null;
    row.remove();
    deleted(name, this.list, () => void this.restore(match));
  }

  private async restore(match: Kept): Promise<void> {
    try {
      await keepMatch(match);
    } catch (error) {
      banner('deleted', errorText(error));
      return;
    }
    keepSeats(match.id, match.seats);
    void readOwn();
    await this.show(this.over);
    this.list.querySelector<HTMLElement>(`[data-id="${match.id}"] a`)?.focus();
  }
}
