// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody sees who has opened a link from another device: the games that it brings, and whether to take them.
import * as api from '../app/api';
import { fill, h } from '../app/dom';
import { errorText } from '../app/notices';
import type { Screen } from '../app/screen';
import { newKey, seatsOf } from '../app/store';
import { setTitle } from '../app/title';
import type { Catalogue, Color } from '../app/types';
import { colorName, timeAgo } from '../app/words';
import { matchName } from '../start/match-row';
import { isEnded, refresh, take } from './book';

/** Whether this browser plays that seat, by a token of its own. */
const holds = (id: string, seat: Color): boolean => seatsOf(id)[seat] !== undefined && !isEnded(id);

/** What the giver's list calls this device. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'].find((name) => agent.includes(`${name}/`)) ?? 'Browser';
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((name) => agent.includes(name)) ?? '';
  const named = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser;
  return system === '' ? named : `${named} on ${system}`;
}

class TakeScreen implements Screen {
  readonly element = h('div', { class: 'nothing take' }, h('h1', {}, 'Games from another device'));
  private readonly key = newKey();
  private readonly body = h('div', {});

  constructor(
    private readonly catalogue: Catalogue,
    private readonly link: string,
  ) {
    setTitle('Games from another device – Leaper');
    this.element.append(this.body);
    void this.look();
  }

  leave(): void {
    // Nothing goes on.
  }

  private refuse(error: unknown): void {
    fill(this.body, h('p', { role: 'alert' }, errorText(error)), h('p', {}, 'Make a new one on the other device.'), h('a', { href: '#/mine', class: 'button' }, 'My games'));
  }

  private async look(): Promise<void> {
    try {
      // Whether a seat that is held here was ended, only the server knows.
      const [{ since, seats }] = await Promise.all([api.lookAtLink(this.link), refresh()]);
      const fresh = seats.filter(({ id, seat }) => !holds(id, seat));
      const button = h('button', { type: 'button', class: 'button primary', onclick: () => void this.take(button) }, 'Take them to this device');
      fill(
        this.body,
        h('p', {}, `The link was made ${timeAgo(since)}. Afterwards you can play these on both devices; either can end it.`),
        h('ul', {}, ...seats.map((match) => h('li', {}, `${matchName(match, this.catalogue)}, ${colorName(match.seat)}`))),
        fresh.length > 0 ? button : h('p', { role: 'alert' }, 'This browser holds these seats already. Open the link on the other device.'),
      );
    } catch (error) {
      this.refuse(error);
    }
  }

  private async take(button: HTMLButtonElement): Promise<void> {
    button.disabled = true;
    try {
      const { seats } = await api.acceptLink(this.link, this.key, deviceName());
      for (const { match, seat, token } of seats) if (!holds(match, seat)) take(match, { [seat]: token });
      await refresh();
      location.hash = '#/mine';
    } catch (error) {
      if (error instanceof api.Unreachable) button.disabled = false;
      else this.refuse(error);
    }
  }
}

export const takeScreen = (catalogue: Catalogue, link: string): Screen => new TakeScreen(catalogue, link);
