// SPDX-License-Identifier: GPL-3.0-or-later
// Inviting a friend: the link to send, the form that the friend sees, and taking the seat.
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { banner, clearBanner, errorText } from '../app/notices';
import { joinKey, joinSecretOf, keepPlayerName, keepSeats, playerName } from '../app/store';
import type { Catalogue, Color, Game, Match } from '../app/types';
import { colorName, opposite, parameterWords, playerLabel } from '../app/words';
import type { Host } from './host';

/** Whether the page came from an address that means another machine on every machine: this one. */
const isHere = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** What keeps a friend on another machine from opening a link made here; null if nothing is known to. */
export function reachNote(loopback: boolean): HTMLElement | null {
  if (!isHere()) return null;
  if (!loopback)
    return h(
      'p',
      { class: 'hint reach' },
      h('strong', {}, `On another computer, ${location.hostname} is that computer.`),
      ' Open this page by this computer’s name or address in the network, and invite from there.',
    );
  const port = location.port === '8080' || location.port === '' ? '' : ` --port ${location.port}`;
  return h(
    'p',
    { class: 'hint reach' },
    h('strong', {}, 'Only this computer can open the link.'),
    ' To let others in, stop the server, start it again with ',
    h('code', {}, `leaper serve --bind 0.0.0.0${port}`),
    ', and open this page by this computer’s name or address in the network.',
  );
}

/** The link for the creator to send; `cancel` ends the waiting. */
function invitation(id: string, secret: string, loopback: boolean, cancel: () => void): HTMLElement {
  const link = `${location.origin}${location.pathname}#/match/${id}/join/${secret}`;
  const field = h('input', { type: 'text', id: uniqueId('link'), class: 'link', readonly: true, value: link });
  const button = h('button', { type: 'button', class: 'button primary small' }, iconOf('copy'), 'Copy');
  const copied = (): void => {
    button.textContent = 'Copied';
  };
  field.addEventListener('focus', () => field.select());
  button.addEventListener('click', () => {
    field.select();
    // The clipboard is only there on secure addresses; the link is selected for copying by hand in any case.
    if ('clipboard' in navigator) navigator.clipboard.writeText(link).then(copied, () => undefined);
  });
  return h(
    'div',
    { class: 'card invite' },
    h('h2', {}, 'Send this link to your friend'),
    h('p', { class: 'hint' }, 'Whoever opens it first takes the other side.'),
    reachNote(loopback),
    h('div', { class: 'row' }, h('label', { for: field.id, class: 'visually-hidden' }, 'Link'), field, button),
    h('button', { type: 'button', class: 'button small cancel', onclick: cancel }, 'Cancel the invitation'),
  );
}

/** What the friend sees. */
function joinForm(
  match: Match,
  game: Game,
  catalogue: Catalogue,
  join: (name: string) => Promise<void>,
): HTMLElement {
  const seat: Color = match.players.white.kind === 'open' ? 'white' : 'black';
  const host = match.players[opposite(seat)];
  const words = parameterWords(match, game, catalogue.armies);
  const name = h('input', { type: 'text', id: uniqueId('name'), maxlength: 40, placeholder: 'Anonymous', value: playerName() });
  const button = h('button', { type: 'submit', class: 'button primary' }, `Play ${colorName(seat)}`);
  return h(
    'form',
    {
      class: 'card join',
      onsubmit: (event) => {
        event.preventDefault();
        button.disabled = true;
        void join(name.value.trim()).finally(() => {
          button.disabled = false;
        });
      },
    },
    h('h2', {}, h('bdi', {}, playerLabel(host, catalogue.levels)), ` invites you to ${game.name}`),
    h('p', { class: 'hint' }, `${words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}. `}You play ${colorName(seat)}.`),
    h('div', { class: 'row' }, h('label', { for: name.id }, 'Your name'), name, button),
  );
}

interface Guest {
  /** The visitor has taken a seat. */
  seated: (seat: Color, match: Match) => void;
  cancel: () => void;
}

/** What a match screen says while a seat is open. */
export class Invitation {
  readonly element = h('div', { class: 'invite-place' });

  /** `secret` is that of the link by which the visitor came, if it was one. */
  constructor(
    private readonly host: Host,
    private secret: string | null,
    private readonly catalogue: Catalogue,
    private readonly guest: Guest,
  ) {}

  /** Whether the visitor came by such a link and has no seat yet. */
  get invited(): boolean {
    return this.secret !== null;
  }

  /** `waiting`: a seat is open. `owner`: the visitor has the other one. */
  show(match: Match, game: Game, waiting: boolean, owner: boolean): void {
    const secret = joinSecretOf(this.host.id);
    const key = `${waiting} ${owner}`;
    if (this.element.dataset['key'] === key) return;
    this.element.dataset['key'] = key;
    if (waiting && owner && secret !== null) {
      fill(this.element, invitation(this.host.id, secret, this.catalogue.loopback, () => this.guest.cancel()));
    } else if (waiting && this.secret !== null) {
      const secretGiven = this.secret;
      fill(this.element, joinForm(match, game, this.catalogue, (name) => this.join(secretGiven, name)));
    } else fill(this.element);
  }

  private async join(secret: string, name: string): Promise<void> {
    keepPlayerName(name);
    clearBanner('join');
    try {
      const { match, seat, token } = await this.host.join({ join: secret, name, key: joinKey(this.host.id) });
      keepSeats(this.host.id, { [seat]: token });
      this.secret = null;
      history.replaceState(null, '', `#/match/${this.host.id}`);
      this.guest.seated(seat, match);
    } catch (error) {
      banner('join', errorText(error));
    }
  }
}
