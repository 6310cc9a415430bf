// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of Node in which searches run.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { server, type Task } from '../../web/src/library/serve';
import { addressOf } from './addresses';
import type { Equipment } from './platform';

const { module, networks } = workerData as Equipment;

const answer = server(
  { compile: () => Promise.resolve(module), network: (game) => readFile(addressOf(game, networks)) },
  (message) => parentPort.postMessage(message),
);

parentPort.on('message', (task) => void answer(task as Task));
