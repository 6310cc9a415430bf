// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications by the browser, for whoever has asked for them: while none of the page's tabs can be seen, one of them tells what the
// others have done in one's matches.
import { h } from '../app/dom';
import { keepNotifies, notifies } from '../app/store';
import type { Catalogue } from '../app/types';
import { gameOf } from '../start/match-row';
import { leadsTabs, onChange, type Change } from './book';
import { newsOf } from './news';

/** Held by every tab that can be seen. */
const SEEN = 'leaper seen';

// Without locks, on addresses that are not secure, browsers have no notifications either.
const possible = (): boolean => 'Notification' in globalThis && 'locks' in navigator && isSecureContext;

let release: (() => void) | null = null;

function attend(): void {
  if (document.hidden) {
    release?.();
    release = null;
  } else if (release === null) {
    const hidden = new Promise<void>((resolve) => (release = resolve));
    void navigator.locks.request(SEEN, { mode: 'shared' }, () => hidden);
  }
}

async function isSeen(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === SEEN);
}

async function show(title: string, body: string, id: string): Promise<void> {
  const options = { body, tag: `leaper ${id}`, icon: './icon-180.png', data: { hash: `#/match/${id}` } };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      location.hash = options.data.hash;
      notification.close();
    };
  } catch {
    // On phones, only the service worker may show them.
    await (await navigator.serviceWorker.ready).showNotification(title, options);
  }
}

async function tell(changes: Change[], catalogue: Catalogue | null): Promise<void> {
  if (!leadsTabs() || !notifies() || Notification.permission !== 'granted' || (await isSeen())) return;
  for (const { before, now } of changes) {
    const news = newsOf(before, now, catalogue?.levels ?? []);
    const name = now.title ?? (catalogue === null ? undefined : gameOf(now, catalogue)?.name) ?? now.game;
    if (news !== null) await show(name, news, now.id);
  }
}

/** Begins to tell; to be called once. */
export function watchNews(catalogue: () => Catalogue | null): void {
  if (!possible()) return;
  document.addEventListener('visibilitychange', attend);
  attend();
  onChange((changes) => void tell(changes, catalogue()));
}

const WHY = 'When another player has done something in one of your games, and no tab of this page is in view.';

/** The setting. Browsers ask the person themselves, after a click only. */
export function notifySetting(): HTMLElement {
  const words = h('small', {}, possible() ? WHY : 'Browsers allow them only on addresses that begin with https:// and on this machine itself.');
  const box = h('input', { type: 'checkbox', class: 'notify', checked: possible() && notifies() && Notification.permission === 'granted', disabled: !possible() });
  box.addEventListener('change', () => {
    keepNotifies(box.checked);
    if (!box.checked || Notification.permission === 'granted') return;
    box.checked = false;
    void Notification.requestPermission().then((answer) => {
      box.checked = answer === 'granted';
      keepNotifies(box.checked);
      words.textContent = box.checked ? WHY : 'Your browser does not allow them for this page; its own settings can.';
    });
  });
  return h('label', { class: 'setting' }, box, h('span', {}, 'Notifications', words));
}
