// SPDX-License-Identifier: GPL-3.0-or-later
// The library as a WebAssembly module: what it asks of the system, and texts in and out. Runs in a worker, and in tests.

const reasons = {
  memory: 'This needs more memory than a page gets.',
  trap: 'The library stopped unexpectedly.',
  unreachable: 'What the engine knows of the game could not be fetched.',
};

/** Why a request has no answer: memory ran out, the module broke down, or what it needs is not there. The module cannot be used any more after any of them. */
export class Breakdown extends Error {
  constructor(readonly kind: keyof typeof reasons) {
    super(reasons[kind]);
  }
}

/** Thrown by a `NetworkOf` that has to wait for a network: the request has to be repeated, on a fresh module, when it is there. */
export class Wanted extends Error {
  constructor(readonly game: string) {
    super(`The engine wants the network of ${game}.`);
  }
}

/** The network of the engine for a game, or for a game and chosen words, `chess_fide_nutters`. What it throws, unless it is Wanted, ends the request as `unreachable`. */
export type NetworkOf = (game: string) => Uint8Array;

/** With this every network begins, and nothing that a server may send in its place. */
const MARK = 'leaper network ';

/** Hears of a search while it runs, and may end it. */
export interface Watch {
  /** Gets each further state of the search, as JSON. */
  progress(state: string): void;
  /** Asked about every millisecond; the search ends once it says true. */
  stop(): boolean;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize: () => void;
  malloc: (size: number) => number;
  leaper_request: (json: number, length: number) => number;
  leaper_free: (text: number) => void;
}

// Errors of WASI, with their numbers: the C library takes them for errno.
const SUCCESS = 0;
const BADF = 8;
const INVAL = 28;

const REALTIME = 0;

export class Module {
  private watch: Watch | undefined;

  private constructor(
    private readonly library: Exports,
    private readonly networkOf: NetworkOf,
  ) {}

  /** `networkOf` is asked when a game is searched for the first time. */
  static async start(compiled: WebAssembly.Module, networkOf: NetworkOf): Promise<Module> {
    const started: { library?: Exports; module?: Module } = {};
    const refuse = (): number => BADF; // there are no files
    const system = {
      clock_time_get(clock: number, _precision: bigint, result: number): number {
        if (clock > 1 || started.library === undefined) return INVAL;
        const milliseconds = clock === REALTIME ? Date.now() : performance.now();
        new DataView(started.library.memory.buffer).setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
        return SUCCESS;
      },
      fd_close: refuse,
      fd_seek: refuse,
      fd_write: refuse,
    };
    const leaper = {
      progress(state: number): void {
        if (started.module?.watch) started.module.watch.progress(started.module.textAt(state));
      },
      stop: (): number => (started.module?.watch?.stop() ? 1 : 0),
      network: (name: number, length: number): number => started.module?.putNetwork(name, length) ?? 0,
    };
    const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: system, leaper });
    started.library = instance.exports as unknown as Exports;
    started.library._initialize();
    started.module = new Module(started.library, networkOf);
    return started.module;
  }

  /** Answers one request, both as JSON. A search may be infinite only if `watch` ends it. Throws a Breakdown, or Wanted. */
  request(json: string, watch?: Watch): string {
    this.watch = watch;
    try {
      return this.ask(new TextEncoder().encode(json));
    } catch (error) {
      if (error instanceof Breakdown || error instanceof Wanted) throw error;
      // Run out of stack, out of bounds, or unreachable: whatever the reason, its state is not to be trusted.
      throw new Breakdown('trap');
    }
  }

  private ask(request: Uint8Array): string {
    const { memory, malloc, leaper_request: answer, leaper_free: free } = this.library;
    const text = malloc(request.length);
    if (text === 0) throw new Breakdown('memory');
    new Uint8Array(memory.buffer, text, request.length).set(request);
    const answered = answer(text, request.length);
    free(text);
    if (answered === 0) throw new Breakdown('memory');
    const decoded = this.textAt(answered);
    free(answered);
    return decoded;
  }

  /** Puts the network with that name, "weights/GAME.net", where the module has room for it, and its length at `length`. */
  private putNetwork(name: number, length: number): number {
    const { memory, malloc } = this.library;
    const network = this.fetchNetwork(this.textAt(name).replace(/^.*\/|\.net$/g, ''));
    const room = malloc(network.length);
    if (room === 0) throw new Breakdown('memory');
    new Uint8Array(memory.buffer, room, network.length).set(network);
    new DataView(memory.buffer).setUint32(length, network.length, true);
    return room;
  }

  private fetchNetwork(game: string): Uint8Array {
    let network: Uint8Array;
    try {
      network = this.networkOf(game);
    } catch (error) {
      throw error instanceof Wanted ? error : new Breakdown('unreachable');
    }
    if (new TextDecoder().decode(network.subarray(0, MARK.length)) !== MARK) throw new Breakdown('unreachable');
    return network;
  }

  private textAt(start: number): string {
    const bytes = new Uint8Array(this.library.memory.buffer, start); // anew each time, since the memory may have grown
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
