// SPDX-License-Identifier: GPL-3.0-or-later
// The worker of a browser in which searches run. Its first message is its equipment.
import { server, type Task } from '../../web/src/library/serve';
import { addressOf } from './addresses';
import type { Equipment } from './platform';

let equipment: Equipment;

const answer = server(
  {
    compile: () => Promise.resolve(equipment.module),
    async network(game) {
      const response = await fetch(addressOf(game, equipment.networks));
      if (!response.ok) throw new TypeError(`the network of ${game} is not there`);
      return new Uint8Array(await response.arrayBuffer());
    },
  },
  (message) => self.postMessage(message),
);

self.addEventListener('message', ({ data }: MessageEvent<Equipment | Task>) => {
  if ('module' in data) equipment = data;
  else void answer(data);
});
