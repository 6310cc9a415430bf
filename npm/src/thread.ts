// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of Node in which searches run.
import { addressOf } from 'leaper-networks';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { server, type Task } from '../../web/src/library/serve';

const answer = server(
  { compile: () => Promise.resolve(workerData as WebAssembly.Module), networks: (game) => readFileSync(addressOf(game)) },
  (message) => parentPort.postMessage(message),
);

parentPort.on('message', (task) => void answer(task as Task));
