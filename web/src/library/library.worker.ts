// SPDX-License-Identifier: GPL-3.0-or-later
// The worker in which the library runs, so that a long search does not stop the page.
import moduleAddress from '../../../build-wasm/tools/wasm/leaper.wasm?url';
import { server, type Task } from './serve';

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(moduleAddress);
  if (!response.ok) throw new TypeError('the module is not there');
  return WebAssembly.compile(await response.arrayBuffer());
}

const answer = server(compile, (message) => {
  self.postMessage(message);
});

self.addEventListener('message', (event: MessageEvent<Task>) => {
  void answer(event.data);
});
