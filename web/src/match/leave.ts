// SPDX-License-Identifier: GPL-3.0-or-later
// The card that says that the opponent is away, counts down to the time when one may claim that he has left, and then lets one do so.
import { serverTime } from '../clock/face';
import { clockFace, untilNext } from '../clock/time';
import { fill, h } from '../app/dom';
import { heldColors, type Seats } from '../app/store';
import type { Color, Match } from '../app/types';
import { colorName, opposite } from '../app/words';

/** How it stands with an opponent who is away: milliseconds until one may claim, zero when one may; null: he is there, or it does not matter. */
function absence(match: Match, seats: Seats): { side: Color; wait: number; mine: boolean } | null {
  const own = heldColors(seats);
  const [me] = own;
  if (me === undefined || own.length > 1 || match.result !== 'ongoing') return null;
  const side = opposite(me);
  const from = match.away?.[side];
  return from === undefined ? null : { side, wait: Math.max(0, from - serverTime(match)), mine: match.state.side === me };
}

export class LeaveCard {
  readonly element = h('div', { class: 'leave-place' });
  private readonly left = h('span', { class: 'wait' });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private key = '';

  constructor(private readonly claim: (result: 'win' | 'draw') => void) {}

  /** `draws`: the game has them. */
  show(match: Match, seats: Seats, draws: boolean): void {
    clearTimeout(this.timer);
    const away = absence(match, seats);
    this.draw(away, draws);
    if (away === null || away.wait === 0) return;
    this.left.textContent = clockFace(away.wait);
    this.timer = setTimeout(() => this.show(match, seats, draws), untilNext(away.wait));
  }

  /** Ends the counting. */
  leave(): void {
    clearTimeout(this.timer);
  }

  /** Redrawn only when something else is to be said, so that the focus stays on the buttons. */
  private draw(away: ReturnType<typeof absence>, draws: boolean): void {
    const step = away === null ? 'there' : away.wait > 0 ? 'waiting' : away.mine ? 'moving' : 'possible';
    const key = `${step} ${away?.side ?? ''}`;
    if (key === this.key) return;
    this.key = key;
    if (away === null) return fill(this.element);
    const name = colorName(away.side);
    const button = (result: 'win' | 'draw', words: string, css: string): HTMLElement =>
      h('button', { type: 'button', class: `button small ${css}`, onclick: () => this.claim(result) }, words);
    const content = {
      there: [],
      waiting: [h('p', { class: 'hint' }, `${name} is away. In `, this.left, ' you can claim the win.')],
      moving: [h('p', { class: 'hint' }, `${name} has left. If ${name} does not answer your next move, you can claim the win.`)],
      possible: [h('p', {}, `${name} has left.`), h('div', { class: 'row' }, button('win', 'Claim the win', 'primary'), draws && button('draw', 'Call it a draw', ''))],
    }[step];
    fill(this.element, h('div', { class: 'card', role: step === 'possible' ? 'alert' : 'status' }, ...content));
  }
}
