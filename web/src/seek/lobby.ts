// SPDX-License-Identifier: GPL-3.0-or-later
// Who is looking for an opponent, as the server's stream tells it, and what this tab seeks itself.
//
// A tab has one seek at most. It is posted again, with the same key, whenever the stream is back, and after the tab was reloaded: the server
// then goes on with it, answers with the match if somebody has accepted it meanwhile, or begins it anew after a restart.
import * as api from '../app/api';
import { Feed } from '../app/feed';
import { announce, banner, clearBanner, errorText } from '../app/notices';
import { Sound, type Tone } from '../app/sound';
import { joinKey, keepSeats, keepSought, newKey, sought, soundsAlarm, type Sought } from '../app/store';
import type { Seated, Seek, SeekRequest } from '../app/types';

/** What is in one slot. */
interface Entry {
  slot: number;
  seek: Seek | null;
}

const RETRY = 2000;
const TONES: readonly Tone[] = [
  [660, 0],
  [880, 0.16],
  [990, 0.32],
];

class Lobby {
  /** By slot. */
  private readonly seeks = new Map<number, Seek>();
  private readonly feed: Feed;
  private readonly sound = new Sound();
  private readonly watchers = new Set<() => void>();
  private presence: string | null = null;
  /** Whether `seeks` is up to date, or was when this page was looked at last. */
  private known = false;
  private own: Sought | null = sought();
  /** The slot of the own seek, once the server has told it. */
  private slot: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Requests about the own seek go one after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor() {
    this.feed = new Feed(api.seeksAddress, {
      events: {
        lobby: (data) => this.begin(data as { presence: string; seeks: Entry[] }),
        seek: (data) => this.change(data as Entry),
      },
      connected: (yes) => {
        if (yes) return;
        this.presence = null;
        this.known = false;
        this.tell();
      },
    });
    document.addEventListener('visibilitychange', () => this.attend());
    // After the banners of the last screen have been removed.
    addEventListener('hashchange', () => setTimeout(() => this.remind()));
    this.attend();
  }

  /** All seeks but the own one, newest first; null while they are not known. */
  get others(): Seek[] | null {
    if (!this.known) return null;
    return [...this.seeks.values()].filter(({ id }) => id !== this.own?.id).sort((one, other) => (one.created < other.created ? 1 : -1));
  }

  /** What this tab seeks. */
  get request(): SeekRequest | null {
    return this.own?.request ?? null;
  }

  /** What the text calls the game that this tab seeks, once the server has told it. */
  get title(): string | undefined {
    return this.slot === null ? undefined : this.seeks.get(this.slot)?.title;
  }

  /** Calls `changed` after every change, until the returned function is called. */
  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    this.attend();
    return () => {
      this.watchers.delete(changed);
      this.attend();
      this.remind();
    };
  }

  /** Seeks an opponent, instead of whatever was sought before. False if somebody has accepted that already; then the page goes to the match. */
  async seek(request: SeekRequest): Promise<boolean> {
    if (await this.cancel()) return false;
    this.set({ request, key: newKey() });
    announce('Waiting for an opponent');
    this.post();
    return true;
  }

  /** Seeks no longer. True if somebody was faster and has accepted already; then the page goes to the match. */
  async cancel(): Promise<boolean> {
    const { own } = this;
    if (own === null) return false;
    await this.work;
    if (this.own !== own) return false;
    this.set(null);
    try {
      const answer = own.id === undefined ? null : await api.cancelSeek(own.id, own.key);
      if (answer !== null) {
        if (answer.match === null) return false;
        this.go(answer);
        return true;
      }
    } catch {
      // As when no answer has told the id:
    }
    // If the server has it, it ends there soon without this stream.
    this.feed.stop();
    this.attend();
    return false;
  }

  /** Accepts a seek and goes to the match. Throws if that is not possible. */
  async accept(seek: Seek, name: string): Promise<void> {
    if (await this.cancel()) return;
    for (;;) {
      try {
        return this.enter(await api.acceptSeek(seek.id, { key: joinKey(seek.id), ...(name === '' ? {} : { name }) }));
      } catch (error) {
        // The server may have begun the match; then the same key gives the seat again.
        if (!(error instanceof api.Unreachable) || this.watchers.size === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
  }

  private set(own: Sought | null): void {
    clearTimeout(this.timer);
    this.own = own;
    this.slot = null;
    clearBanner('seeking');
    keepSought(own);
    this.attend();
    this.tell();
  }

  /** The stream is open while somebody watches it, or somebody is to be found. */
  private attend(): void {
    if (this.own !== null || (this.watchers.size > 0 && !document.hidden)) return this.feed.start();
    this.feed.stop();
    this.presence = null;
  }

  /** Away from the list, a banner says what is sought. */
  private remind(): void {
    if (this.own === null || this.watchers.size > 0) return;
    banner('seeking', 'You are still waiting for an opponent.', 'news', { name: 'Cancel', pressed: () => void this.cancel() });
  }

  private tell(): void {
    for (const changed of this.watchers) changed();
  }

  private begin({ presence, seeks }: { presence: string; seeks: Entry[] }): void {
    this.presence = presence;
    this.known = true;
    this.seeks.clear();
    for (const { slot, seek } of seeks) if (seek !== null) this.seeks.set(slot, seek);
    this.tell();
    this.remind();
    this.post();
  }

  private change({ slot, seek }: Entry): void {
    if (seek === null) this.seeks.delete(slot);
    else this.seeks.set(slot, seek);
    this.tell();
    const { own } = this;
    if (own?.id !== undefined && this.slot === slot && own.id !== seek?.id) void this.ended(own, own.id);
  }

  private post(): void {
    clearTimeout(this.timer);
    this.work = this.work.then(() => this.postNow());
  }

  private async postNow(): Promise<void> {
    const { own, presence } = this;
    if (own === null || presence === null) return;
    try {
      const answer = await api.postSeek({ ...own.request, key: own.key, presence });
      if (this.own !== own) return;
      if ('token' in answer) return this.taken(answer);
      own.id = answer.seek.id;
      this.slot = answer.slot;
      keepSought(own);
      this.tell();
      // Usually it is in the list at once. If it is not, it may have been accepted before this answer arrived.
      if (!this.isListed()) this.postLater();
    } catch (error) {
      if (this.own !== own) return;
      // What the server has known before may have been accepted, and is not given up.
      const lasting = error instanceof api.Refusal && error.code !== 'not-present' && (own.id === undefined || (error.status < 500 && error.status !== 429));
      if (!lasting) return this.postLater();
      this.set(null);
      banner('seek', errorText(error));
    }
  }

  private isListed(): boolean {
    return this.slot !== null && this.seeks.get(this.slot)?.id === this.own?.id;
  }

  private postLater(): void {
    this.timer = setTimeout(() => {
      if (!this.isListed()) this.post();
    }, RETRY);
  }

  /** The own seek is gone: somebody has accepted it, or it was open for as long as the server allows. */
  private async ended(own: Sought, id: string): Promise<void> {
    const answer = await api.untilAnswered(() => api.cancelSeek(id, own.key), () => this.own === own, () => undefined);
    if (answer === null || this.own !== own) return;
    if (answer.match !== null) return this.taken(answer);
    this.set(null);
    banner('seek', 'Nobody has come for a long time, so your seek has ended.', 'news', { name: 'Seek again', pressed: () => void this.seek(own.request) });
  }

  private taken(seated: Seated): void {
    this.set(null);
    this.go(seated);
  }

  /** Goes to the match of the own seek. Somebody who looks elsewhere is called. */
  private go(seated: Seated): void {
    if (document.hidden && soundsAlarm()) this.sound.play(TONES);
    // After the banners of the last screen have been removed.
    addEventListener('hashchange', () => banner('joined', 'Your opponent is here. The game begins.', 'news'), { once: true });
    this.enter(seated);
  }

  private enter({ match, seat, token }: Seated): void {
    keepSeats(match.id, { [seat]: token });
    location.hash = `#/match/${match.id}`;
  }
}

/** The lobby of this tab. */
export const lobby = new Lobby();
