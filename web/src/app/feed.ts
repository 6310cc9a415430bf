// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of server-sent events that comes back by itself after any interruption.
//
// It is read with fetch, since an EventSource cannot send the token by which the server knows who is there.
import { eventsOf } from './events';

export interface FeedListener {
  /** What to do with the data of each kind of event. */
  events: Record<string, (data: unknown) => void>;
  /** False as soon as the connection is lost, true when it is back. */
  connected: (yes: boolean) => void;
  /** Of a seat, if there is one. */
  token?: () => string | undefined;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

export class Feed {
  /** Ends the stream, from start() to stop(). */
  private stream: AbortController | null = null;
  private connected = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private readonly retry = (): void => this.reopen();
  // Every page is shown once when it has loaded; only one that comes back from the history has lost its stream.
  private readonly shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.reopen();
  };

  /** It is opened by start(). */
  constructor(
    private readonly address: string,
    private readonly listener: FeedListener,
  ) {}

  /** It is open or on its way back. */
  get started(): boolean {
    return this.stream !== null;
  }

  /** Opens it, unless it is open or on its way back. */
  start(): void {
    if (this.started) return;
    addEventListener('online', this.retry);
    addEventListener('pageshow', this.shown);
    this.open();
  }

  stop(): void {
    removeEventListener('online', this.retry);
    removeEventListener('pageshow', this.shown);
    this.close();
    this.stream = null;
  }

  /** Opens it again if it is open: with another token. */
  renew(): void {
    if (this.started) this.open();
  }

  private reopen(): void {
    if (this.connected) return;
    this.wait = FIRST_WAIT;
    this.open();
  }

  private close(): void {
    clearTimeout(this.timer);
    this.stream?.abort();
    this.connected = false;
  }

  private open(): void {
    this.close();
    this.stream = new AbortController();
    void this.follow(this.stream.signal);
  }

  /** Reads events until the stream ends, from whichever side. */
  private async follow(signal: AbortSignal): Promise<void> {
    try {
      await this.read(signal);
    } catch {
      // Coming back is the same whatever went wrong.
    }
    if (signal.aborted) return;
    this.connected = false;
    this.listener.connected(false);
    // Not all at the same moment: other pages have lost the server, too.
    this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  private async read(signal: AbortSignal): Promise<void> {
    const token = this.listener.token?.();
    const headers: Record<string, string> = { Accept: 'text/event-stream', ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
    const { ok, body } = await fetch(this.address, { headers, signal, cache: 'no-store' });
    if (!ok || body === null) return;
    this.connected = true;
    this.wait = FIRST_WAIT;
    this.listener.connected(true);
    for await (const { event, data } of eventsOf(body)) {
      if (signal.aborted) return;
      this.listener.events[event]?.(JSON.parse(data));
    }
  }
}
