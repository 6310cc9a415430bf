// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker does in which the library runs: one request at a time, on a module that is compiled and started with the first.
import { Breakdown, Module, type Networks } from './module';

export interface Task {
  id: number;
  json: string;
  /** Tell the states of a search. */
  watched?: boolean;
  /** One Int32, which another thread sets to end the search. */
  stop?: SharedArrayBuffer;
}

export interface Told {
  id: number;
  state: string;
}

export type Done = { id: number; json: string } | { id: number; failed: 'memory' | 'trap' | 'unsupported' | 'unreachable' };

/** Where a worker gets the library from. */
export interface Place {
  /** Gets the module, and fails with a TypeError if it is not there. */
  readonly compile: () => Promise<WebAssembly.Module>;
  readonly networks: Networks;
}

/** Returns the function that answers tasks. */
export function server({ compile, networks }: Place, tell: (message: Told | Done) => void): (task: Task) => Promise<void> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  let running: Module | undefined;

  async function answer({ id, json, watched, stop }: Task): Promise<Done> {
    // Old browsers have none, and it can be switched off.
    if (typeof WebAssembly !== 'object') return { id, failed: 'unsupported' };
    const flag = stop && new Int32Array(stop);
    try {
      running ??= await Module.start(await (compiled ??= compile()), networks);
      return {
        id,
        json: running.request(json, {
          progress: (state) => {
            if (watched) tell({ id, state });
          },
          stop: () => flag !== undefined && Atomics.load(flag, 0) !== 0,
        }),
      };
    } catch (error) {
      if (running === undefined) compiled = undefined; // the next request tries again
      running = undefined; // and with a fresh module
      if (error instanceof Breakdown) return { id, failed: error.kind };
      if (error instanceof TypeError) return { id, failed: 'unreachable' };
      return { id, failed: error instanceof RangeError ? 'memory' : 'unsupported' };
    }
  }

  // Tasks that come while the module is being compiled wait for those before them.
  let last = Promise.resolve();
  return (task) => (last = last.then(() => answer(task)).then(tell));
}
