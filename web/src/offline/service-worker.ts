// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps all files of the page in the browser after the first visit, so that it opens without a network. Built into one script, which
// the browser runs beside the page; what is asked of /api it leaves alone.
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

/** What the types of pages do not have: https://www.w3.org/TR/service-workers/#serviceworkerglobalscope-interface */
interface Scope {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
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
