// SPDX-License-Identifier: GPL-3.0-or-later
// The page's frame: header, theme, and which screen the address asks for.
//
// The fragment says which screen: `#/` the start, `#/match/ID` a match, `#/match/ID/join/SECRET` an invitation,
// `#/mine` the matches in which this browser holds a seat, `#/device/SECRET` seats that come from another device, `#/learn` lessons (`#/learn/GAME/LESSON` one of them), `#/problems` problems (`#/problems/GAME/ID` one of them),
// `#/study` the analysis board (`#/study/GAME` a game from its start, `#/study/match/ID` a match, `#/study/kept/ID` a study that is kept,
// `#/study/link/PACKED` a line that somebody has sent), `#/editor` the board editor (`#/editor/GAME/PACKED` a position), `#/tours` tours of leapers, `#/invent` games as texts (`#/invent/text/PACKED` brings one along).
import './style/index.css';
import * as api from './app/api';
import { fill, h, iconOf } from './app/dom';
import { Menu } from './app/menu';
import { HomeScreen } from './start/home';
import { MatchScreen } from './match/match';
import { banner, clearBanner, clearBanners, errorText, noticeElements } from './app/notices';
import { presentable } from './pieces';
import type { Screen } from './app/screen';
import { watchMatches } from './mine/book';
import { watchNews } from './mine/notify';
import { hostOf } from './offline/hosts';
import { keepPage } from './offline/keep-page';
import { offlineScreen, ownCatalogue, worksAlone } from './offline/offline';
import { keepTheme, theme, type Theme } from './app/store';
import { catalogue as toursCatalogue } from './tours/answers';
import { ToursScreen } from './tours/tours';
import type { Catalogue } from './app/types';
import { setTitle } from './app/title';

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

const menu = new Menu();

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
    menu.element,
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
  return { ...given, games: given.games.map((game) => presentable(game)) };
}

/** For an address that belongs to no screen, such as a link that was cut short. */
function notFound(): Screen {
  setTitle('No such page · Leaper');
  const words = h('p', {}, 'The address may have been mistyped or cut short.');
  const element = h('div', { class: 'nothing' }, h('h1', {}, 'No such page'), words, h('a', { href: '#/', class: 'button' }, 'Back to home'));
  return { element, leave: () => undefined };
}

/** Another screen has been asked for meanwhile. */
class Left extends Error {}

/** The old screen has stopped all it does before the new one begins. */
function show(make: () => Screen): void {
  screen?.leave();
  screen = make();
  fill(main, screen.element);
}

/** Without the server, the start screen offers what can be played here; once it is back, all of it. */
async function awaitServer(home: HomeScreen): Promise<void> {
  while (screen === home && catalogue === null) {
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const found = await api.catalogue().catch(() => null);
    if (found === null || screen !== home) continue;
    catalogue = ordered(found);
    home.keep();
    void route();
  }
}

async function loadCatalogue(place: string, id: string): Promise<Catalogue> {
  const address = location.hash;
  for (let wait = 500; ; wait = Math.min(5000, wait * 2)) {
    try {
      catalogue ??= ordered(await api.catalogue());
      clearBanner('server');
      return catalogue;
    } catch (error) {
      if (!(error instanceof api.Unreachable)) throw error;
      if (worksAlone(place, id)) return ordered(await ownCatalogue());
      if (wait === 500) show(() => offlineScreen());
      banner('server', 'The server cannot be reached. Trying again…');
      await new Promise((resolve) => setTimeout(resolve, wait));
      // Somebody who has gone to another screen meanwhile waits for this one no longer.
      if (location.hash !== address) throw new Left();
    }
  }
}

function showHome(known: Catalogue): void {
  const home = new HomeScreen(known);
  show(() => home);
  if (known.here === true) void awaitServer(home);
}

async function route(): Promise<void> {
  const [, place = '', id = '', verb = '', secret = ''] = location.hash.split('/');
  // The secret of a link stays neither in the address nor in the history.
  if (place === 'device') history.replaceState(null, '', '#/device');
  const address = location.hash;
  clearBanners();
  try {
    const known = await loadCatalogue(place, id);
    if (location.hash !== address) return;
    const tours = place === 'tours' ? await toursCatalogue() : null;
    // The text field and the library in the browser are large, and nobody else needs them.
    const invent = place === 'invent' ? await import('./invent/invent') : null;
    const learn = place === 'learn' ? await import('./learn/learn') : null;
    const study = place === 'study' ? await import('./study/study') : null;
    const editor = place === 'editor' ? await import('./editor/editor') : null;
    const device = place === 'device' && id !== '' ? await import('./mine/take') : null;
    const mine = place === 'mine' ? await import('./mine/mine') : null;
    const problems = place === 'problems' ? await (await import('./problems/problems')).problemsScreen(known, address.split('/').slice(2)) : null;
    const host = place === 'match' && id !== '' ? await hostOf(id) : null;
    if (location.hash !== address) return;
    menu.mark(place);
    if (device !== null) show(() => device.takeScreen(known, id));
    else if (mine !== null) show(() => mine.mineScreen(known));
    else if (learn !== null) show(() => learn.learnScreen(known, address.split('/').slice(2)) ?? notFound());
    else if (problems !== null) show(() => problems);
    else if (invent !== null) show(() => invent.inventScreen(known, address.split('/').slice(2)));
    else if (study !== null) show(() => study.studyScreen(known, address.split('/').slice(2)));
    else if (editor !== null) show(() => editor.editorScreen(known, address.split('/').slice(2)));
    else if (tours !== null) show(() => new ToursScreen(tours, address.split('/').slice(2)));
    else if (host !== null) show(() => new MatchScreen(known, host, verb === 'join' ? secret : null));
    else if (place === '') showHome(known);
    else show(() => notFound());
    scrollTo(0, 0);
    // The element that had the focus is gone with the last screen; on the first screen nothing had it.
    if (!first) main.focus({ preventScroll: true });
    first = false;
  } catch (error) {
    if (!(error instanceof Left)) banner('page', errorText(error));
  }
}

document.querySelector('#app')?.append(header(), ...noticeElements(), main);
addEventListener('hashchange', () => void route());
void route();
keepPage();
watchMatches();
watchNews(() => catalogue);
