// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a match up to date by server-sent events, and reconnects by itself after any interruption.
//
// Browsers allow six connections to a server, for all tabs together. A tab that has been hidden for a while
// therefore closes its stream and polls now and then instead, so that any number of matches can stay open.
import { eventsAddress, getMatch } from './api';
import type { Match } from './types';

export interface Subscriber {
  changed(match: Match): void;
  thinking(thinking: boolean, depth: number): void;
  /** False as soon as the connection is lost, true when it is back. */
  connected(yes: boolean): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
const HIDDEN_BEFORE_REST = 60_000;
const POLL_AT_REST = 15_000;

export class Live {
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private pollTimer: ReturnType<typeof setInterval> | undefined;
  private readonly retry = (): void => this.reopen();
  // Every page is shown once when it has loaded; only one that comes back from the history has lost its stream.
  private readonly shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.reopen();
  };
  private readonly looked = (): void => this.attend();

  constructor(
    private readonly id: string,
    private readonly subscriber: Subscriber,
  ) {
    addEventListener('online', this.retry);
    addEventListener('pageshow', this.shown);
    document.addEventListener('visibilitychange', this.looked);
    this.open();
    this.attend();
  }

  close(): void {
    removeEventListener('online', this.retry);
    removeEventListener('pageshow', this.shown);
    document.removeEventListener('visibilitychange', this.looked);
    clearTimeout(this.restTimer);
    clearInterval(this.pollTimer);
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /** Records whether the page is visible. */
  private attend(): void {
    clearTimeout(this.restTimer);
    if (document.hidden) {
      this.restTimer = setTimeout(() => this.rest(), HIDDEN_BEFORE_REST);
      return;
    }
    clearInterval(this.pollTimer);
    if (this.source === null) this.open();
  }

  private rest(): void {
    this.stop();
    clearInterval(this.pollTimer);
    this.pollTimer = setInterval(() => {
      getMatch(this.id).then(
        (match) => this.subscriber.changed(match),
        () => undefined, // The next time will do.
      );
    }, POLL_AT_REST);
  }

  private reopen(): void {
    if (document.hidden && this.source === null) return;
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
      // Not all at the same moment: other pages have lost the server, too.
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    });
  }
}
