// SPDX-License-Identifier: GPL-3.0-or-later
// The worker in which the library runs, so that a long search does not stop the page.
import moduleAddress from '../../../build-wasm/tools/wasm/leaper.wasm?url';
import { server, type Task } from './serve';

const networks = import.meta.glob<string>('../../../weights/*.net', { query: '?url', import: 'default', eager: true });

async function fetched(address: string | undefined): Promise<ArrayBuffer> {
  const response = address === undefined ? Response.error() : await fetch(address);
  if (!response.ok) throw new TypeError(`${address ?? 'it'} is not there`);
  return response.arrayBuffer();
}

const answer = server(
  {
    compile: async () => WebAssembly.compile(await fetched(moduleAddress)),
    network: async (game) => new Uint8Array(await fetched(networks[`../../../weights/${game}.net`])),
  },
  (message) => {
    self.postMessage(message);
  },
);

self.addEventListener('message', (event: MessageEvent<Task>) => {
  void answer(event.data);
});
