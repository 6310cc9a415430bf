// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a match up to date by server-sent events, and comes back by itself after any interruption.
import { eventsAddress } from './api';
import type { Match } from './types';

export interface Subscriber {
  changed(match: Match): void;
  thinking(thinking: boolean, depth: number): void;
  /** False as soon as the connection is lost, true when it is back. */
  connected(yes: boolean): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

export class Live {
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private readonly retry = (): void => this.reopen();

  constructor(
    private readonly id: string,
    private readonly subscriber: Subscriber,
  ) {
    addEventListener('online', this.retry);
    addEventListener('pageshow', this.retry);
    this.open();
  }

  close(): void {
    removeEventListener('online', this.retry);
    removeEventListener('pageshow', this.retry);
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  private reopen(): void {
    if (this.source?.readyState === EventSource.OPEN) return;
    this.wait = FIRST_WAIT;
    this.open();
  }

  private open(): void {
    clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource(eventsAddress(this.id));
    this.source = source;
    source.addEventListener('open', () => {
      this.wait = FIRST_WAIT;
      this.subscriber.connected(true);
    });
    source.addEventListener('match', (event: MessageEvent<string>) => {
      this.subscriber.changed(JSON.parse(event.data) as Match);
    });
    source.addEventListener('thinking', (event: MessageEvent<string>) => {
      const { thinking, depth } = JSON.parse(event.data) as { thinking: boolean; depth?: number };
      this.subscriber.thinking(thinking, depth ?? 0);
    });
    // Browsers give up for good after some errors (a 503 while the server starts), so coming back is done here.
    source.addEventListener('error', () => {
      source.close();
      this.subscriber.connected(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    });
  }
}
