// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the library, which runs in the browser, the requests of docs/library.md. It is loaded with the first of them.
import { LibraryError, read } from './failure';
import { Searches } from './searches';
import type { Done, Task, Told } from './serve';

export { LibraryError };

/** A newer request of the same kind has taken this one's place: nobody needs the answer any more. */
export class Superseded extends Error {
  constructor() {
    super('A newer request has taken the place of this one.');
  }
}

interface Call extends Task {
  kind: string;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** What is not answered by then never will be. */
const longest = { short: 10_000, long: 90_000 };
/** How long a superseded request may still run before its worker is ended; starting another takes about as long. */
const patience = 100;

function worker(heard: (message: Told | Done) => void, lost: () => void): Worker {
  const started = new Worker(new URL('./library.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', (event: MessageEvent<Told | Done>) => heard(event.data));
  started.addEventListener('error', lost);
  return started;
}

/** One worker and the calls that wait for it: of each kind, only the newest. */
class Lane {
  private worker: Worker | undefined;
  private running: Call | undefined;
  private begun = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: Call[] = [];

  constructor(private readonly limit: number) {}

  add(call: Call): void {
    this.waiting = this.waiting.filter((other) => {
      if (other.kind === call.kind) other.reject(new Superseded());
      return other.kind !== call.kind;
    });
    this.waiting.push(call);
    if (this.running?.kind === call.kind) {
      this.running.reject(new Superseded());
      this.endBy(this.begun + patience);
    }
    this.next();
  }

  private next(): void {
    if (this.running !== undefined) return;
    this.running = this.waiting.shift();
    if (this.running === undefined) return;
    const { id, json } = this.running;
    this.begun = performance.now();
    this.endBy(this.begun + this.limit);
    this.start().postMessage({ id, json } satisfies Task);
  }

  private start(): Worker {
    if (this.worker !== undefined) return this.worker;
    this.worker = worker(
      (message) => {
        if (!('state' in message)) this.finish(message);
      },
      () => this.restart('unreachable'),
    );
    return this.worker;
  }

  private finish(done: Done): void {
    const call = this.running;
    if (call?.id !== done.id) return;
    clearTimeout(this.timer);
    this.running = undefined;
    if ('failed' in done) {
      call.reject(LibraryError.because(done.failed));
    } else {
      try {
        call.resolve(read(done.json));
      } catch (error) {
        call.reject(error as Error);
      }
    }
    this.next();
  }

  /** Ends the call that is running at that time, and its worker with it. */
  private endBy(time: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.restart('slow');
    }, time - performance.now());
  }

  private restart(kind: 'slow' | 'unreachable'): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    this.running?.reject(LibraryError.because(kind)); // has no effect if it has been superseded
    this.running = undefined;
    this.next();
  }
}

// What the engine does may take seconds; a click on the board does not wait for it.
const short = new Lane(longest.short);
const long = new Lane(longest.long);
const longKinds = new Set(['search', 'perft']);

let calls = 0;

/**
 * The answer to a request. Fails with a LibraryError; or with Superseded, if a newer request with the same `do` has been made meanwhile,
 * or the same `kind` if that is given (it is not sent): by it, two parts of a page do not get in each other's way.
 */
export function call<T>(request: object, kind?: string): Promise<T> {
  const what = 'do' in request && typeof request.do === 'string' ? request.do : 'show';
  return new Promise<T>((resolve, reject) => {
    calls += 1;
    const lane = longKinds.has(what) ? long : short;
    lane.add({ id: calls, json: JSON.stringify(request), kind: kind ?? what, resolve: resolve as (answer: unknown) => void, reject });
  });
}

/** Searches that are watched. They have workers of their own, so other requests are answered meanwhile. */
export const searches = new Searches(
  (heard, lost) => {
    const started = worker(heard, lost);
    return { post: (task) => started.postMessage(task), end: () => started.terminate() };
  },
  // Without the headers of our server, and where the page does not come by HTTPS or from this machine, there is no shared memory.
  () => globalThis.crossOriginIsolated,
);
