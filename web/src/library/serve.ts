// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker does in which the library runs: one request at a time, on a module that is compiled and started with the first. The network
// of a game is fetched when the engine wants it; then the request is repeated, so that no time of the search has passed.
import { Breakdown, Module, Wanted } from './module';

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
export interface Sources {
  /** Gets the module, and fails with a TypeError if it is not there. */
  readonly compile: () => Promise<WebAssembly.Module>;
  /** Gets the network of a game, and fails if it is not there. */
  readonly network: (game: string) => Promise<Uint8Array>;
}

/** How often a search that waits for a network looks whether it is still needed. */
const LOOK = 50;

/** Waits for something, but no longer than it is needed. */
function whileNeeded<T>(wanted: Promise<T>, needed: () => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (!needed()) reject(new Breakdown('unreachable'));
    }, LOOK);
    wanted.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

/** Returns the function that answers tasks. */
export function server({ compile, network }: Sources, tell: (message: Told | Done) => void): (task: Task) => Promise<void> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  let running: Module | undefined;
  const networks = new Map<string, Uint8Array>();
  /** Those that are on their way. */
  const coming = new Map<string, Promise<void>>();

  function networkOf(game: string): Uint8Array {
    const here = networks.get(game);
    if (here === undefined) throw new Wanted(game);
    return here;
  }

  function bring(game: string): Promise<void> {
    const begun =
      coming.get(game) ??
      network(game)
        .then((bytes) => void networks.set(game, bytes))
        .finally(() => coming.delete(game));
    coming.set(game, begun);
    return begun;
  }

  async function ask({ id, json, watched }: Task, stopped: () => boolean): Promise<string> {
    running ??= await Module.start(await (compiled ??= compile()), networkOf);
    return running.request(json, {
      progress: (state) => {
        if (watched) tell({ id, state });
      },
      stop: stopped,
    });
  }

  async function answer(task: Task): Promise<Done> {
    const { id, stop } = task;
    // Old browsers have none, and it can be switched off.
    if (typeof WebAssembly !== 'object') return { id, failed: 'unsupported' };
    const flag = stop && new Int32Array(stop);
    const stopped = (): boolean => flag !== undefined && Atomics.load(flag, 0) !== 0;
    try {
      return { id, json: await ask(task, stopped) };
    } catch (error) {
      if (running === undefined) compiled = undefined; // the next request tries again
      running = undefined; // and with a fresh module
      if (error instanceof Wanted)
        return whileNeeded(bring(error.game), () => !stopped()).then(
          () => answer(task),
          () => ({ id, failed: 'unreachable' }),
        );
      if (error instanceof Breakdown) {
        if (error.kind === 'unreachable') networks.clear(); // something else came in place of one
        return { id, failed: error.kind };
      }
      if (error instanceof TypeError) return { id, failed: 'unreachable' };
      return { id, failed: error instanceof RangeError ? 'memory' : 'unsupported' };
    }
  }

  // Tasks that come while the module is being compiled wait for those before them.
  let last = Promise.resolve();
  return (task) => (last = last.then(() => answer(task)).then(tell));
}
