// SPDX-License-Identifier: GPL-3.0-or-later
// The worker of a browser in which searches run. Its first message is the module.
import { addressOf } from 'leaper-networks';
import { fetched } from '../../web/src/library/fetched';
import { server, type Task } from '../../web/src/library/serve';

let compiled: WebAssembly.Module;

const answer = server(
  { compile: () => Promise.resolve(compiled), networks: (game) => fetched(addressOf(game)) },
  (message) => self.postMessage(message),
);

self.addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | Task>) => {
  if (data instanceof WebAssembly.Module) compiled = data;
  else void answer(data);
});
