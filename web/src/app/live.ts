// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a match up to date by server-sent events.
//
// Browsers allow six connections to a server, for all tabs together. A tab that has been hidden for a while
// therefore closes its stream and polls now and then instead, so that any number of matches can stay open.
import { eventsAddress, getMatch } from './api';
import { Feed } from './feed';
import type { Match } from './types';

export interface Subscriber {
  changed(match: Match): void;
  thinking(thinking: boolean, depth: number): void;
  /** False as soon as the connection is lost, true when it is back. */
  connected(yes: boolean): void;
}

const HIDDEN_BEFORE_REST = 60_000;
const POLL_AT_REST = 15_000;

export class Live {
  private readonly feed: Feed;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private pollTimer: ReturnType<typeof setInterval> | undefined;
  private readonly looked = (): void => this.attend();

  constructor(
    private readonly id: string,
    private readonly subscriber: Subscriber,
  ) {
    this.feed = new Feed(eventsAddress(id), {
      events: {
        match: (data) => subscriber.changed(data as Match),
        thinking: (data) => {
          const { thinking, depth } = data as { thinking: boolean; depth?: number };
          subscriber.thinking(thinking, depth ?? 0);
        },
      },
      connected: (yes) => subscriber.connected(yes),
    });
    document.addEventListener('visibilitychange', this.looked);
    this.feed.start();
    this.attend();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.looked);
    clearTimeout(this.restTimer);
    clearInterval(this.pollTimer);
    this.feed.stop();
  }

  /** Records whether the page is visible. */
  private attend(): void {
    clearTimeout(this.restTimer);
    if (document.hidden) {
      this.restTimer = setTimeout(() => this.rest(), HIDDEN_BEFORE_REST);
      return;
    }
    clearInterval(this.pollTimer);
    this.feed.start();
  }

  private rest(): void {
    this.feed.stop();
    clearInterval(this.pollTimer);
    this.pollTimer = setInterval(() => {
      getMatch(this.id).then(
        (match) => this.subscriber.changed(match),
        () => undefined, // The next time will do.
      );
    }, POLL_AT_REST);
  }
}
