// SPDX-License-Identifier: GPL-3.0-or-later
// The bar under the board in games with several actions per turn: what to do, what has been done, undo and send.
import { fill, h, iconOf } from '../app/dom';
import type { Hint } from './hints';
import type { Action } from '../app/types';

export interface TurnShown {
  hint: Hint | null;
  /** This person will have a turn to compose. */
  soon: boolean;
  steps: readonly Action[];
  complete: boolean;
  /** The turn is complete and only needs to be sent. */
  confirming: boolean;
  /** What may follow is being asked: what the bar says still holds, but nothing can be sent. */
  asking: boolean;
}

const CONFIRM: Hint = { what: 'Send this turn?', how: 'Your opponent has not seen it yet.' };

export class TurnBar {
  readonly element = h('div', { class: 'turn-bar', hidden: true });
  private readonly what = h('p', { class: 'what', role: 'status' });
  private readonly how = h('p', { class: 'how' });
  private readonly steps = h('p', { class: 'steps' });
  private readonly undo: HTMLButtonElement;
  private readonly send: HTMLButtonElement;
  private readonly buttons: HTMLElement;

  constructor(commands: { undo(): void; send(): void }) {
    this.undo = h('button', { type: 'button', class: 'button small undo-step', onclick: () => commands.undo() }, iconOf('undo'), 'Undo step');
    this.send = h('button', { type: 'button', class: 'button primary small send-turn', onclick: () => commands.send() }, 'Send turn');
    this.buttons = h('div', { class: 'turn-buttons' }, this.undo, this.send);
    fill(this.element, h('div', { class: 'turn-words' }, this.steps, this.what, this.how), this.buttons);
  }

  /** Moves the focus to the button that sends the turn. */
  focus(): void {
    this.send.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
  }

  show(shown: TurnShown): void {
    const { soon, steps, complete, confirming, asking } = shown;
    if (asking) {
      this.send.disabled = true;
      return;
    }
    const hint = confirming ? CONFIRM : shown.hint;
    this.element.hidden = hint === null && !soon;
    this.element.classList.toggle('idle', hint === null);
    this.element.classList.toggle('confirming', confirming);
    this.undo.lastChild?.replaceWith(confirming && steps.length === 1 ? 'Undo' : 'Undo step');
    if (hint === null) {
      this.what.textContent = 'The other side is to move.';
      this.how.hidden = this.steps.hidden = this.buttons.hidden = true;
      return;
    }
    const begun = steps.length > 0;
    // Updated only when it has changed, since it is read aloud.
    if (this.what.textContent !== hint.what) this.what.textContent = hint.what;
    this.how.textContent = hint.how;
    this.how.hidden = hint.how === '';
    this.steps.hidden = !begun;
    fill(this.steps, 'This turn: ', ...steps.flatMap(({ san }, index) => [index > 0 && ', ', h('span', { class: 'step' }, san)]));
    this.buttons.hidden = !begun;
    this.send.disabled = !complete;
    this.send.title = complete ? 'Ends your turn' : 'The turn is not complete yet';
    this.element.classList.toggle('begun', begun);
  }
}
