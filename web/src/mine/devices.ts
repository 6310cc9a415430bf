// SPDX-License-Identifier: GPL-3.0-or-later
// Taking seats to another device: a link and its QR code, and the devices that have got some, each of which can be ended.
import * as api from '../app/api';
import { fill, h, uniqueId } from '../app/dom';
import { banner, errorText } from '../app/notices';
import { seatsOf, tokenOf } from '../app/store';
import { timeAgo } from '../app/words';
import { isOwn } from '../offline/own-matches';
import { forgetEntries, seatedEntries } from './book';
import { sorted } from './standing';

/** The seats of one match or, with null, of all that are known, those that go on first. */
export function heldSeats(id: string | null): api.SeatAsked[] {
  const all = sorted(seatedEntries());
  const ids = id === null ? [...all.turn, ...all.waiting, ...all.shared, ...all.over].map((match) => match.id) : [id];
  const seats = ids
    .filter((each) => !isOwn(each))
    .flatMap((match) => Object.values(seatsOf(match)).map((token) => ({ match, token })));
  return seats.slice(0, api.MOST_SEATS);
}

/** Ends what other devices have given to this one. */
export async function giveBack(): Promise<void> {
  const given = seatedEntries().filter(({ device }) => device !== undefined);
  try {
    for (const { id, device = '' } of given) {
      await api.endDevice(device, tokenOf(id) ?? '').catch((error: unknown) => {
        // An earlier match of the same device has ended it.
        if (!(error instanceof api.Refusal && error.code === 'no-device')) throw error;
      });
    }
    forgetEntries(given.map(({ id }) => id));
  } catch (error) {
    banner('device', errorText(error));
  }
}

/** The QR code of a text, as an SVG with a white border. */
async function qrCode(text: string): Promise<SVGSVGElement> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { border: 4 });
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('class', 'qr');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'The link as a QR code');
  path.setAttribute('d', data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join(''));
  svg.append(path);
  return svg;
}

class DevicesDialog {
  private readonly link = h('div', { class: 'device-link' });
  private readonly list = h('ul', { class: 'device-list' });
  private readonly dialog: HTMLDialogElement;
  private made: string | null = null;

  constructor(private readonly id: string | null) {
    const heading = h('h2', { id: uniqueId('devices') }, 'To another device');
    const words = id === null ? 'A link for all your games.' : 'A link for this game.';
    this.dialog = h(
      'dialog',
      { class: 'question devices', 'aria-labelledby': heading.id },
      heading,
      h('p', {}, `${words} Open it on your other device, or scan its code there. It works once, for ten minutes; then you can play on both.`),
      h('p', { class: 'warning' }, 'Whoever opens it can play for you: show it to nobody else.'),
      this.link,
      this.list,
      h('form', { method: 'dialog', class: 'row' }, h('button', { class: 'button small' }, 'Close')),
    );
    this.dialog.addEventListener('close', () => this.dialog.remove());
    addEventListener('hashchange', () => this.dialog.close(), { once: true });
    this.offer();
  }

  open(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    void this.showDevices();
  }

  private offer(): void {
    fill(this.link, h('button', { type: 'button', class: 'button primary', onclick: () => void this.make() }, 'Make a link'));
  }

  private async make(): Promise<void> {
    try {
      const { link } = await api.makeLink(heldSeats(this.id));
      this.made = link;
      const address = `${location.origin}${location.pathname}#/device/${link}`;
      const field = h('input', { type: 'text', id: uniqueId('link'), class: 'link', readonly: true, value: address, onfocus: () => field.select() });
      const cancel = h('button', { type: 'button', class: 'button small', onclick: () => void this.cancel().then(() => this.offer()) }, 'Cancel the link');
      fill(this.link, await qrCode(address), h('label', { for: field.id, class: 'visually-hidden' }, 'Link'), field, cancel);
    } catch (error) {
      fill(this.link, h('p', { role: 'alert' }, errorText(error)));
    }
  }

  /** One that was used already is told by the list of devices. */
  private async cancel(): Promise<void> {
    const { made } = this;
    this.made = null;
    if (made !== null) await api.cancelLink(made).catch(() => undefined);
    await this.showDevices();
  }

  private async showDevices(): Promise<void> {
    const seats = heldSeats(this.id);
    if (seats.length === 0) return;
    const { devices } = await api.listDevices(seats).catch(() => ({ devices: [] }));
    fill(
      this.list,
      ...devices.map(({ id, name, since, seats: count }) =>
        h(
          'li',
          {},
          h('span', {}, h('bdi', {}, name === '' ? 'Another device' : name), ` · ${count === 1 ? 'one seat' : `${count} seats`} · ${timeAgo(since)}`),
          h('button', { type: 'button', class: 'button small danger', onclick: () => void this.end(id, seats) }, 'End'),
        ),
      ),
    );
  }

  private async end(device: string, seats: api.SeatAsked[]): Promise<void> {
    // Any of the tokens by which it was given will do; which these are, only the server knows.
    for (const { token } of seats) {
      const ended = await api.endDevice(device, token).then(
        () => true,
        () => false,
      );
      if (ended) break;
    }
    await this.showDevices();
  }
}

/** The dialog for one match or, with null, for all. */
export function openDevices(id: string | null): void {
  new DevicesDialog(id).open();
}
