// SPDX-License-Identifier: GPL-3.0-or-later
// The page's frame: header, theme, and which screen the address asks for.
//
// The fragment says which screen: `#/` the start, `#/match/ID` a match, `#/match/ID/join/SECRET` an invitation,
// `#/tours` tours of leapers.
import './style/index.css';
import * as api from './app/api';
import { fill, h, iconOf } from './app/dom';
import { HomeScreen } from './start/home';
import { MatchScreen } from './match/match';
import { banner, clearBanner, clearBanners, errorText, noticeElements } from './app/notices';
import { inOrder } from './pieces';
import type { Screen } from './app/screen';
import { keepTheme, theme, type Theme } from './app/store';
import { ToursScreen } from './tours/tours';
import type { Catalogue } from './app/types';

const main = h('main', { id: 'main', tabindex: -1 });
let screen: Screen | null = null;
let first = true;
let catalogue: Catalogue | null = null;

const THEMES: Record<Theme, { next: Theme; icon: 'half' | 'sun' | 'moon'; name: string }> = {
  auto: { next: 'light', icon: 'half', name: 'System theme' },
  light: { next: 'dark', icon: 'sun', name: 'Light theme' },
  dark: { next: 'auto', icon: 'moon', name: 'Dark theme' },
};

function applyTheme(button: HTMLElement): void {
  const { icon, name } = THEMES[theme()];
  document.documentElement.dataset['theme'] = theme();
  button.setAttribute('aria-label', `${name}. Switch to ${THEMES[THEMES[theme()].next].name.toLowerCase()}`);
  button.setAttribute('title', name);
  fill(button, iconOf(icon));
}

const toursLink = h('a', { href: '#/tours', class: 'button small' }, 'Tours');

function header(): HTMLElement {
  const toggle = h('button', { type: 'button', class: 'quiet', id: 'theme' });
  toggle.addEventListener('click', () => {
    keepTheme(THEMES[theme()].next);
    applyTheme(toggle);
  });
  applyTheme(toggle);
  return h(
    'header',
    { class: 'top' },
    h('a', { href: '#main', class: 'skip', onclick: skip }, 'Skip to the content'),
    h('a', { href: '#/', class: 'brand' }, h('img', { src: './icon.svg', alt: '', width: 28, height: 28 }), 'Leaper'),
    h('span', { class: 'motto' }, 'Unusual chess games'),
    toursLink,
    h('a', { href: '#/', class: 'button small' }, 'New game'),
    toggle,
  );
}

/** The fragment is the address of a screen, so the skip link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  main.focus();
}

function ordered(given: Catalogue): Catalogue {
  return { ...given, games: given.games.map((game) => ({ ...game, pieces: inOrder(game.pieces) })) };
}

/** For an address that belongs to no screen, such as a link that was cut short. */
function notFound(): Screen {
  document.title = 'No such page · Leaper';
  const words = h('p', {}, 'The address may have been mistyped or cut short.');
  const element = h('div', { class: 'nothing' }, h('h1', {}, 'No such page'), words, h('a', { href: '#/', class: 'button' }, 'Back to home'));
  return { element, leave: () => undefined };
}

async function loadCatalogue(): Promise<Catalogue> {
  for (let wait = 500; ; wait = Math.min(5000, wait * 2)) {
    try {
      catalogue ??= ordered(await api.catalogue());
      clearBanner('server');
      return catalogue;
    } catch (error) {
      if (!(error instanceof api.Unreachable)) throw error;
      banner('server', 'The server cannot be reached. Trying again…');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

async function route(): Promise<void> {
  const address = location.hash;
  clearBanners();
  try {
    const known = await loadCatalogue();
    if (location.hash !== address) return;
    const [, place = '', id = '', verb = '', secret = ''] = address.split('/');
    const tours = place === 'tours' ? await api.toursCatalogue() : null;
    if (location.hash !== address) return;
    screen?.leave();
    if (tours !== null) toursLink.setAttribute('aria-current', 'page');
    else toursLink.removeAttribute('aria-current');
    if (tours !== null) screen = new ToursScreen(tours, address.split('/').slice(2));
    else if (place === 'match' && id !== '') screen = new MatchScreen(known, id, verb === 'join' ? secret : null);
    else if (place === '') screen = new HomeScreen(known);
    else screen = notFound();
    fill(main, screen.element);
    scrollTo(0, 0);
    // The element that had the focus is gone with the last screen; on the first screen nothing had it.
    if (!first) main.focus({ preventScroll: true });
    first = false;
  } catch (error) {
    banner('page', errorText(error));
  }
}

document.querySelector('#app')?.append(header(), ...noticeElements(), main);
addEventListener('hashchange', () => void route());
void route();
