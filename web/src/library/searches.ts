// SPDX-License-Identifier: GPL-3.0-or-later
// Searches that tell how they go on and end at once when nobody needs them any more, each on a worker of its own.
import type { Analysis, Found } from './contract';
import { LibraryError, read } from './failure';
import type { Done, Task, Told } from './serve';

/** A worker in which serve.ts answers; one of a page, or a thread of Node. */
export interface Helper {
  post(task: Task): void;
  end(): void;
}

/** Starts a worker; `heard` gets what it says, `lost` is called if it breaks down. */
export type Start = (heard: (message: Told | Done) => void, lost: () => void) => Helper;

/** What is told while an answer is found, and the answer. */
interface Watched {
  state: unknown;
  answer: unknown;
}

interface Searching extends Watched {
  state: Analysis;
  answer: Found;
}

/** How long a search that was told to stop may take to notice; it asks every millisecond, but not before its position has been read. */
const PATIENCE = 1000;

/** How long a worker without a search keeps its memory. */
const IDLE = 30_000;

type Ended = Done | { id: number; failed: 'closed' };

interface Search extends Task {
  tell(state: string): void;
  done(result: Ended | null): void;
}

/** One worker and its search. After a search has been told to stop, the next one may already be waiting behind it. */
class Seat {
  private helper: Helper | undefined;
  private current: Search | undefined;
  private guard: ReturnType<typeof setTimeout> | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** The searches that were told to stop and have not ended. */
  private ending = new Set<number>();

  constructor(private readonly start: Start) {}

  get free(): boolean {
    return this.current === undefined;
  }

  begin(search: Search): void {
    this.current = search;
    clearTimeout(this.rest);
    const { id, json, stop } = search;
    this.helper ??= this.start(
      (message) => this.heard(message),
      () => this.finish(null),
    );
    this.helper.post({ id, json, watched: true, ...(stop && { stop }) });
  }

  leave(search: Search): void {
    if (this.current !== search) return;
    this.current = undefined;
    if (search.stop === undefined) {
      this.renew();
      return;
    }
    Atomics.store(new Int32Array(search.stop), 0, 1);
    this.ending.add(search.id);
    this.guard ??= setTimeout(() => this.renew(), PATIENCE);
  }

  private heard(message: Told | Done): void {
    if ('state' in message) {
      if (message.id === this.current?.id) this.current.tell(message.state);
      return;
    }
    this.ending.delete(message.id);
    if (this.ending.size === 0) this.calm();
    if (message.id === this.current?.id) this.finish(message);
    this.mayRest();
  }

  private finish(result: Done | null): void {
    const search = this.current;
    this.current = undefined;
    if (result === null) this.renew();
    search?.done(result);
  }

  /** Ends the worker and fails its search. */
  close(): void {
    const search = this.current;
    this.current = undefined;
    this.renew();
    search?.done({ id: search.id, failed: 'closed' });
  }

  /** Frees a worker that has had nothing to do for a while. */
  private mayRest(): void {
    if (this.current !== undefined || this.ending.size > 0) return;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.renew(), IDLE);
    // In Node, it does not keep a program from ending.
    (this.rest as { unref?: () => void }).unref?.();
  }

  private calm(): void {
    clearTimeout(this.guard);
    this.guard = undefined;
  }

  /** Ends the worker; what waited in it begins in another. */
  private renew(): void {
    this.calm();
    clearTimeout(this.rest);
    this.ending.clear();
    this.helper?.end();
    this.helper = undefined;
    if (this.current !== undefined) this.begin(this.current);
  }
}

export class Searches {
  private readonly seats: Seat[] = [];
  private count = 0;

  /** `shared`: memory can be shared with workers, so a search can be told to stop, and its worker goes on to the next. */
  constructor(
    private readonly start: Start,
    private readonly shared: () => boolean,
  ) {}

  /** The answer to a `search` or `solve` request. Fails with a LibraryError, or with the reason of the signal when it has been aborted. */
  async run<T extends Watched = Searching>(request: object, onState: (state: T['state']) => void, signal?: AbortSignal): Promise<T['answer']> {
    signal?.throwIfAborted();
    const seat = this.seats.find(({ free }) => free) ?? this.add();
    this.count += 1;
    const stop = this.shared() && signal ? { stop: new SharedArrayBuffer(4) } : {};
    const task = { id: this.count, json: JSON.stringify(request), ...stop };
    let abort: (() => void) | undefined;
    try {
      const done = await new Promise<Ended | null>((resolve, reject) => {
        const search = { ...task, tell, done: resolve };
        const end = (reason: unknown): void => {
          seat.leave(search);
          reject(reason as Error);
        };
        function tell(state: string): void {
          try {
            onState(JSON.parse(state) as T['state']);
          } catch (error) {
            end(error); // The caller's function has failed, and the search fails with it.
          }
        }
        abort = () => end(signal?.reason);
        signal?.addEventListener('abort', abort, { once: true });
        seat.begin(search);
      });
      if (done === null) throw LibraryError.because('unreachable');
      if ('failed' in done) throw LibraryError.because(done.failed);
      return read(done.json) as T['answer'];
    } finally {
      if (abort) signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends all workers; searches that run fail. */
  close(): void {
    for (const seat of this.seats.splice(0)) seat.close();
  }

  private add(): Seat {
    const seat = new Seat(this.start);
    this.seats.push(seat);
    return seat;
  }
}
