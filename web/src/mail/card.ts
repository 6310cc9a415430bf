// SPDX-License-Identifier: GPL-3.0-or-later
// The card of a match with hours or days for each turn: where the server writes when it is one's turn.
import { getMail, postMail } from '../app/api';
import { fill, h, uniqueId } from '../app/dom';
import type { Mail } from '../app/api';
import { errorText } from '../app/notices';
import type { Match } from '../app/types';
import { readControl } from '../clock/control';
import { MINUTE } from '../clock/time';

/** As on the server: at least an hour for each turn. */
function suits(text: string | undefined): boolean {
  const control = readControl(text);
  return control?.kind === 'fixed' && control.main >= 60 * MINUTE;
}

export class MailCard {
  readonly element = h('section', { class: 'card mail', hidden: true, 'aria-label': 'Messages' });
  private readonly note = h('p', { class: 'hint', id: uniqueId('mail'), role: 'status' });
  private readonly input = h('input', { type: 'email', id: uniqueId('address'), autocomplete: 'email', required: true, maxLength: 254 });
  private readonly form = h(
    'form',
    { class: 'field', onsubmit: (event: Event) => this.submit(event) },
    h('label', { for: this.input.id }, 'Write to me when it is my turn'),
    this.input,
    h('button', { type: 'submit', class: 'button small' }, 'Leave address'),
  );
  private readonly stop = h('button', { type: 'button', class: 'button small', onclick: () => void this.send(null) }, 'Delete address');
  private id = '';
  private token: string | null = null;

  /** `offered`: the server sends messages at all. */
  constructor(private readonly offered: boolean) {
    this.input.setAttribute('aria-describedby', this.note.id);
  }

  /** `token`: of the only seat that this person holds. */
  show(match: Match, token: string | null): void {
    const wanted = this.offered && token !== null && match.result === 'ongoing' && !match.local && suits(match.control);
    this.element.hidden = !wanted;
    if (!wanted || (this.id === match.id && this.token === token)) return;
    this.id = match.id;
    this.token = token;
    void getMail(this.id, token).then(
      (mail) => this.tell(mail),
      () => this.tell({ address: null, confirmed: false }),
    );
  }

  private tell({ address, confirmed }: Mail): void {
    const focused = this.element.contains(document.activeElement);
    if (address === null) {
      this.note.textContent = 'The first message asks whether more may come. The other player does not see the address; it is deleted with the last message.';
      fill(this.element, this.form, this.note);
    } else {
      this.note.textContent = confirmed ? `Messages go to ${address}.` : `A message to ${address} asks whether more may come: please follow its link.`;
      fill(this.element, this.note, this.stop);
    }
    if (focused) (address === null ? this.input : this.stop).focus();
  }

  private submit(event: Event): void {
    event.preventDefault();
    void this.send(this.input.value.trim());
  }

  private async send(address: string | null): Promise<void> {
    if (this.token === null) return;
    try {
      this.tell(await postMail(this.id, this.token, address));
    } catch (error) {
      this.note.textContent = errorText(error);
    }
  }
}
