// SPDX-License-Identifier: GPL-3.0-or-later
// Inviting a friend: the link to send, and the form that the friend sees.
import { h, iconOf, uniqueId } from '../app/dom';
import { playerName } from '../app/store';
import type { Catalogue, Color, Game, Match } from '../app/types';
import { colorName, opposite, parameterWords, playerLabel } from '../app/words';

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
export function invitation(id: string, secret: string, loopback: boolean, cancel: () => void): HTMLElement {
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
export function joinForm(
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
