// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of server-sent events that comes back by itself after any interruption.

export interface FeedListener {
  /** What to do with the data of each kind of event. */
  events: Record<string, (data: unknown) => void>;
  /** False as soon as the connection is lost, true when it is back. */
  connected: (yes: boolean) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

export class Feed {
  private source: EventSource | null = null;
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

  /** Opens it, unless it is open or on its way back. */
  start(): void {
    if (this.source !== null) return;
    addEventListener('online', this.retry);
    addEventListener('pageshow', this.shown);
    this.open();
  }

  stop(): void {
    removeEventListener('online', this.retry);
    removeEventListener('pageshow', this.shown);
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
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener('open', () => {
      this.wait = FIRST_WAIT;
      this.listener.connected(true);
    });
    for (const [kind, tell] of Object.entries(this.listener.events))
      source.addEventListener(kind, (event: MessageEvent<string>) => tell(JSON.parse(event.data)));
    // Browsers give up for good after some errors (a 503 while the server starts), so coming back is done here.
    source.addEventListener('error', () => {
      source.close();
      this.listener.connected(false);
      // Not all at the same moment: other pages have lost the server, too.
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    });
  }
}
