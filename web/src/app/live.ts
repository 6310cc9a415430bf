// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a match up to date by server-sent events.
//
// Browsers allow six connections to a server, for all tabs together. A tab that has been hidden for a while
// therefore closes its stream and polls now and then instead, so that any number of matches can stay open. Only where a player who is
// not there loses (docs/api.md, "Who is there") does it stay.
import { eventsAddress, getMatch } from './api';
import { Feed } from './feed';
import { tokenOf } from './store';
import type { Match, Presence } from './types';

export interface Subscriber {
  changed(match: Match): void;
  thinking(thinking: boolean, depth: number): void;
  /** Somebody has come or gone. */
  presence(presence: Presence): void;
  /** False as soon as the connection is lost, true when it is back. */
  connected(yes: boolean): void;
}

const HIDDEN_BEFORE_REST = 60_000;
const POLL_AT_REST = 15_000;

export class Live {
  private readonly feed: Feed;
  /** Being away counts. */
  private counts = false;
  private closed = false;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private pollTimer: ReturnType<typeof setInterval> | undefined;
  private readonly looked = (): void => this.attend();

  constructor(
    private readonly id: string,
    private readonly subscriber: Subscriber,
  ) {
    this.feed = new Feed(eventsAddress(id), {
      events: {
        match: (data) => this.changed(data as Match),
        presence: (data) => subscriber.presence(data as Presence),
        thinking: (data) => {
          const { thinking, depth } = data as { thinking: boolean; depth?: number };
          subscriber.thinking(thinking, depth ?? 0);
        },
      },
      connected: (yes) => subscriber.connected(yes),
      token: () => this.token,
    });
    document.addEventListener('visibilitychange', this.looked);
    this.feed.start();
    this.attend();
  }

  close(): void {
    this.closed = true;
    document.removeEventListener('visibilitychange', this.looked);
    clearTimeout(this.restTimer);
    clearInterval(this.pollTimer);
    this.feed.stop();
  }

  /** This browser holds a seat now: the stream has to say so. */
  renew(): void {
    this.feed.renew();
  }

  private get token(): string | undefined {
    return tokenOf(this.id);
  }

  private changed(match: Match): void {
    this.counts = match.away !== undefined && this.token !== undefined;
    this.subscriber.changed(match);
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
    clearTimeout(this.restTimer);
    clearInterval(this.pollTimer);
    if (this.counts) {
      this.restTimer = setTimeout(() => this.rest(), HIDDEN_BEFORE_REST);
      return;
    }
    this.feed.stop();
    this.pollTimer = setInterval(() => void this.poll(), POLL_AT_REST);
  }

  private async poll(): Promise<void> {
    const match = await getMatch(this.id, this.token).catch(() => null); // The next time will do.
    if (match === null || this.closed) return;
    this.changed(match);
    if (!this.counts || this.feed.started) return;
    this.feed.start();
    this.rest();
  }
}
