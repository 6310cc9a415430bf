// SPDX-License-Identifier: GPL-3.0-or-later
// The worker in which the library runs, so that a long search does not stop the page.
import moduleAddress from '../../../build-wasm/tools/wasm/leaper.wasm?url';
import { fetched } from './fetched';
import { server, type Task } from './serve';

const addresses = import.meta.glob<string>('../../../weights/*.net', { query: '?url', import: 'default', eager: true });

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(moduleAddress);
  if (!response.ok) throw new TypeError('the module is not there');
  return WebAssembly.compile(await response.arrayBuffer());
}

function networks(game: string): Uint8Array {
  const address = addresses[`../../../weights/${game}.net`];
  if (address === undefined) throw new TypeError(`${game} has no network`);
  return fetched(address);
}

const answer = server({ compile, networks }, (message) => {
  self.postMessage(message);
});

self.addEventListener('message', (event: MessageEvent<Task>) => {
  void answer(event.data);
});
