// SPDX-License-Identifier: GPL-3.0-or-later
// What one player asks of the other, as cards to answer: a draw or a takeback; and why something cannot be requested now.
import { fill, h } from '../app/dom';
import { heldColors, type Seats } from '../app/store';
import type { Color, Match } from '../app/types';
import { colorName } from '../app/words';

export type Answer = 'accept' | 'decline';

interface Offer {
  by: Color;
  /** What the asker reads, and everybody else. */
  own: string;
  others: string;
  answer(answer: Answer): void;
}

/** How many turns a request goes back, in words: "the last move", "the last 2 moves". */
const backWords = (plies: number): string => (plies === 1 ? 'the last move' : `the last ${plies} moves`);

/** Whether a turn is taken back only when the other person agrees. */
export function betweenPeople(match: Match): boolean {
  const { white, black } = match.players;
  return !match.local && white.kind !== 'engine' && black.kind !== 'engine';
}

/** Whether this person could ask to take back, and if not, why, if that is worth saying. */
export function takeBackState(match: Match, seats: Seats): { possible: boolean; why: string } {
  const mine = heldColors(seats);
  if (mine.some((color) => match.takeback_by.includes(color))) return { possible: true, why: '' };
  const played = match.ply > 1 || (match.ply === 1 && mine.includes(match.first));
  const asked = match.takeback_request !== null;
  // With a clock, the first turns of both sides stay.
  const back = mine.includes(match.state.side) ? 2 : 1;
  const stays = match.clock !== undefined && match.ply > 1 && match.ply < back + 2;
  const declined = betweenPeople(match) && match.result === 'ongoing' && played && !stays && !asked;
  return { possible: false, why: declined ? 'A request to take back was declined. It can be made again after another move.' : '' };
}

/** Whether this person could offer a draw, and if not, why, if that is worth saying. */
export function drawState(match: Match, seats: Seats): { possible: boolean; why: string } {
  if (match.draw_offer !== null) return { possible: false, why: '' };
  if (match.local) return { possible: true, why: '' };
  const mine = heldColors(seats);
  const from = Math.min(...mine.map((color) => match.draw_from?.[color] ?? 0));
  if (match.ply >= from) return { possible: true, why: '' };
  const moves = Math.ceil((from - match.ply) / 2);
  return { possible: false, why: `You can offer a draw again in ${moves === 1 ? 'one move' : `${moves} moves`}.` };
}

export class Offers {
  readonly element = h('div', { class: 'offer-place' });
  private readonly cards: Record<'draw' | 'back', HTMLElement> = { draw: h('div'), back: h('div') };

  constructor(private readonly commands: { draw(answer: Answer): void; takeBack(answer: Answer): void }) {
    fill(this.element, this.cards.draw, this.cards.back);
  }

  show(match: Match, seats: Seats): void {
    const { draw_offer: draw, takeback_request: back } = match;
    const { draw: drawCard, back: backCard } = this.cards;
    const plies = back === null ? 0 : match.ply - back.ply;
    showOffer(drawCard, seats, match.result !== 'ongoing' || draw === null ? null : {
      by: draw,
      own: 'You offered a draw.',
      others: `${colorName(draw)} offers a draw.`,
      answer: (answer) => this.commands.draw(answer),
    });
    showOffer(backCard, seats, back === null ? null : {
      by: back.by,
      own: `You asked to take back ${backWords(plies)}.`,
      others: `${colorName(back.by)} asks to take back ${backWords(plies)}.`,
      answer: (answer) => this.commands.takeBack(answer),
    });
  }
}

/** Redrawn only for a different offer, so that the focus stays on its buttons. */
function showOffer(place: HTMLElement, seats: Seats, offer: Offer | null): void {
  const mine = offer !== null && seats[offer.by] !== undefined;
  const words = offer === null ? '' : mine ? offer.own : offer.others;
  const asked = offer !== null && !mine && Object.keys(seats).length > 0;
  const key = `${words} ${String(asked)}`;
  if (place.dataset['key'] === key) return;
  place.dataset['key'] = key;
  if (offer === null) return fill(place);
  const button = (answer: Answer, name: string, css: string): HTMLElement =>
    h('button', { type: 'button', class: `button small ${css}`, onclick: () => offer.answer(answer) }, name);
  const buttons = asked && h('div', { class: 'row' }, button('accept', 'Accept', 'primary'), button('decline', 'Decline', ''));
  fill(place, h('div', { class: 'card', role: asked ? 'alert' : null }, h('p', {}, words), buttons));
}
