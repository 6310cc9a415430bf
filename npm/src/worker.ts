// SPDX-License-Identifier: GPL-3.0-or-later
// The worker of a browser in which searches run. Its first message is its equipment.
import { bytesAt } from '../../web/src/library/bytes';
import { server, type Task } from '../../web/src/library/serve';
import { addressOf } from './addresses';
import type { Equipment } from './platform';

let equipment: Equipment;

const answer = server(
  {
    compile: () => Promise.resolve(equipment.module),
    network: async (game) => new Uint8Array(await bytesAt(addressOf(game, equipment.networks))),
  },
  (message) => self.postMessage(message),
);

self.addEventListener('message', ({ data }: MessageEvent<Equipment | Task>) => {
  if ('module' in data) equipment = data;
  else void answer(data);
});
