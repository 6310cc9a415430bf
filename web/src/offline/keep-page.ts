// SPDX-License-Identifier: GPL-3.0-or-later
// Has the page kept in the browser (service-worker.ts), and offers a newer version once it is there.
import { banner } from '../app/notices';

function offer(waiting: ServiceWorker): void {
  banner('version', 'There is a newer version of this page.', 'news', {
    name: 'Reload',
    pressed: () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage('take over');
    },
  });
}

/** In browsers under test, which block service workers, there is no registration. */
function watch(registration: ServiceWorkerRegistration | undefined): void {
  if (registration === undefined) return;
  if (registration.waiting !== null) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // Without a controller it is the first version, which nobody waits for.
      if (installing.state === 'installed' && navigator.serviceWorker.controller !== null) offer(installing);
    });
  });
}

/** Where the browser cannot (an address without https, a private window), the page works as long as the server does. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./service-worker.js').then(watch, () => undefined);
}
