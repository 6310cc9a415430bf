// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps all files of the page in the browser after the first visit, so that it opens without a network. Built into one script, which
// the browser runs beside the page; what is asked of /api it leaves alone.
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

interface Tab {
  navigate(address: string): Promise<Tab | null>;
  focus(): Promise<unknown>;
}

interface Clicked extends Event {
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

/** What the types of pages do not have: https://www.w3.org/TR/service-workers/#serviceworkerglobalscope-interface */
interface Scope {
  skipWaiting(): Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { matchAll(options: { type: 'window' }): Promise<Tab[]>; openWindow(address: string): Promise<unknown> };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
}

/** Put in by vite.config.js: every file, and for those without a hash in their names, one of their contents. */
declare const PAGE_FILES: { url: string; revision: string | null }[];

precacheAndRoute(PAGE_FILES);
cleanupOutdatedCaches();

// A new version waits until no tab shows the old one, whose parts it would take away, or until the person reloads.
const scope = self as unknown as Scope;
scope.addEventListener('message', (event) => {
  if (event.data === 'take over') void scope.skipWaiting();
});

// A notification that the page has shown (mine/notify.ts) is clicked: the match opens in a tab that there is, or in a new one.
scope.addEventListener('notificationclick', (event) => {
  const { hash } = event.notification.data as { hash: string };
  event.notification.close();
  const open = async (): Promise<void> => {
    const address = new URL(hash, scope.registration.scope).href;
    const [tab] = await scope.clients.matchAll({ type: 'window' });
    if (tab === undefined) await scope.clients.openWindow(address);
    else await (await tab.navigate(address))?.focus();
  };
  event.waitUntil(open());
});
