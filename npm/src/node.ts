// SPDX-License-Identifier: GPL-3.0-or-later
// The package in Node.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Done, Told } from '../../web/src/library/serve';
import { loadOn, type Leaper, type Loading } from './leaper';

export * from './leaper';

export const load = (loading: Loading = {}): Promise<Leaper> =>
  loadOn(
    {
      compile: async (address = new URL('./leaper.wasm', import.meta.url)) => WebAssembly.compile(await readFile(address)),
      read: (address) => readFileSync(address),
      starter: (equipment) => (heard, lost) => {
        const thread = new Worker(new URL('./thread.js', import.meta.url), { workerData: equipment });
        // A program may end while no search runs. After one that was told to stop, the next may be waiting.
        let running = 0;
        thread.unref();
        thread.on('message', (message: Told | Done) => {
          if (!('state' in message) && (running -= 1) === 0) thread.unref();
          heard(message);
        });
        thread.on('error', lost);
        return {
          post(task) {
            running += 1;
            thread.ref();
            thread.postMessage(task);
          },
          end: () => void thread.terminate(),
        };
      },
      shared: () => true,
    },
    loading,
  );
