// SPDX-License-Identifier: GPL-3.0-or-later
// The worker in which the library runs, so that a long search does not stop the page.
import moduleAddress from '../../../build-wasm/tools/wasm/leaper.wasm?url';
import { bytesAt } from './bytes';
import { server, type Task } from './serve';

const networks = import.meta.glob<string>('../../../weights/*.net', { query: '?url', import: 'default', eager: true });

async function network(game: string): Promise<Uint8Array> {
  const address = networks[`../../../weights/${game}.net`];
  if (address === undefined) throw new TypeError(`${game} has no network`);
  return new Uint8Array(await bytesAt(address));
}

const answer = server(
  { compile: async () => WebAssembly.compile(await bytesAt(moduleAddress)), network },
  (message) => {
    self.postMessage(message);
  },
);

self.addEventListener('message', (event: MessageEvent<Task>) => {
  void answer(event.data);
});
