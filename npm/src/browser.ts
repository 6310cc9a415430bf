// SPDX-License-Identifier: GPL-3.0-or-later
// The package in a browser, directly or by way of a bundler: both know `new URL(…, import.meta.url)`.
import { bytesAt } from '../../web/src/library/bytes';
import type { Done, Told } from '../../web/src/library/serve';
import { fetched } from './fetched';
import { loadOn, type Leaper, type Loading } from './leaper';

export * from './leaper';

export const load = (loading: Loading = {}): Promise<Leaper> =>
  loadOn(
    {
      compile: async (address = new URL('./leaper.wasm', import.meta.url)) => WebAssembly.compile(await bytesAt(address)),
      read: fetched,
      starter: (equipment) => (heard, lost) => {
        const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        worker.addEventListener('message', (event: MessageEvent<Told | Done>) => heard(event.data));
        worker.addEventListener('error', lost);
        worker.postMessage(equipment);
        return { post: (task) => worker.postMessage(task), end: () => worker.terminate() };
      },
      shared: () => globalThis.crossOriginIsolated,
    },
    loading,
  );
