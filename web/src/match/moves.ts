// SPDX-License-Identifier: GPL-3.0-or-later
// The list of moves, which can be stepped through, with the fuel left after each.
import { fill, h } from '../app/dom';
import { fuelLevel } from '../board/fuel';
import { turnWords } from '../app/speech';
import type { Game, Match, Turn } from '../app/types';
import { colorName } from '../app/words';

export class MoveList {
  readonly element = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  private shownKey: string | null = null;
  private words: (turn: Turn) => string = ({ san }) => san;

  /** `go` is asked for the position after that many turns. */
  constructor(private readonly go: (ply: number) => void) {}

  show(match: Match, ply: number, tank: number | null, game: Game): void {
    const key = match.turns.map((turn) => turn.turn).join(' ');
    this.words = (turn) => turnWords(turn, game);
    if (key !== this.shownKey) this.draw(match, tank);
    this.shownKey = key;
    for (const button of this.element.querySelectorAll<HTMLElement>('button')) {
      const current = button.dataset['ply'] === String(ply);
      button.toggleAttribute('aria-current', current);
      if (current) this.reveal(button);
    }
    if (ply === 0) this.element.scrollTop = 0;
  }

  /** Scrolls the list itself; scrollIntoView would move the whole page on a phone. */
  private reveal(button: HTMLElement): void {
    const list = this.element;
    const row = button.closest('li') ?? button;
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
    else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
  }

  private draw(match: Match, tank: number | null): void {
    const rows: HTMLElement[] = [];
    const offset = match.first === 'black' ? 1 : 0;
    // An announcement on its own may be by either side: it ends the list on a line of its own.
    const last = match.turns.at(-1);
    const claim = last?.by === undefined ? undefined : last;
    const turns = claim === undefined ? match.turns : match.turns.slice(0, -1);
    for (let slot = 0; slot < turns.length + offset; slot += 2) {
      rows.push(
        h(
          'li',
          {},
          h('span', { class: 'number' }, `${slot / 2 + 1}.`),
          this.cell(turns[slot - offset], slot - offset + 1, tank),
          this.cell(turns[slot - offset + 1], slot - offset + 2, tank),
        ),
      );
    }
    if (claim?.by !== undefined)
      rows.push(h('li', { class: 'claim-row' }, this.cell({ ...claim, san: `${colorName(claim.by)} announces ${claim.san.replace(/^,?!/, '')}` }, match.turns.length, tank)));
    if (rows.length === 0) rows.push(h('li', { class: 'none' }, 'No moves yet'));
    fill(this.element, ...rows);
  }

  private cell(turn: Turn | undefined, ply: number, tank: number | null): HTMLElement {
    if (turn === undefined) return h('span', { class: 'no-turn' }, ply < 1 ? '…' : '');
    const button = h(
      'button',
      { type: 'button', 'data-ply': ply, onclick: () => this.go(ply) },
      h('span', { class: 'visually-hidden' }, `${this.words(turn)}${turn.fuel !== undefined && tank !== null ? `, fuel left: ${turn.fuel}` : ''}`),
      h('span', { class: 'san', 'aria-hidden': 'true' }, ...turn.san.split(',').flatMap((part, index) => (index === 0 ? [part] : [',', h('wbr'), part]))),
    );
    if (turn.fuel !== undefined && tank !== null) {
      button.append(
        h('span', { class: 'left', 'data-level': fuelLevel(turn.fuel, tank), title: 'Fuel left', 'aria-hidden': 'true' }, String(turn.fuel)),
      );
    }
    return button;
  }
}
