// SPDX-License-Identifier: GPL-3.0-or-later
// The time that passes while a page has a match of its own open. It is written down several times a second, so that a page that is loaded
// again, or another tab, goes on where this one was.
import { dropObject, readObject, writeObject } from '../app/store';

const WRITTEN_EVERY = 250;

const keyOf = (id: string): string => `time:${id}`;

/** The clocks of a match do not run any more. */
export const forgetTime = (id: string): void => dropObject(keyOf(id));

export class OwnTime {
  private begun: number | null = null;
  private before = 0;
  private revision = 0;
  private writing: ReturnType<typeof setInterval> | undefined;
  private flag: ReturnType<typeof setTimeout> | undefined;
  private readonly key: string;
  private readonly left = (): void => this.write();

  constructor(id: string) {
    this.key = keyOf(id);
  }

  /** Runs in this revision of the match, `most` milliseconds at most from its beginning, after which it calls `over`. */
  run(revision: number, most: number, over: () => void): void {
    this.stop();
    const kept = readObject(this.key);
    this.revision = revision;
    this.before = kept['revision'] === revision && typeof kept['elapsed'] === 'number' && kept['elapsed'] > 0 ? kept['elapsed'] : 0;
    this.begun = performance.now();
    this.writing = setInterval(this.left, WRITTEN_EVERY);
    addEventListener('pagehide', this.left);
    this.wait(most, over);
  }

  /** Of the revision, until now. */
  get elapsed(): number {
    return this.begun === null ? 0 : this.before + performance.now() - this.begun;
  }

  stop(): void {
    if (this.begun !== null) this.write();
    this.begun = null;
    clearInterval(this.writing);
    clearTimeout(this.flag);
    removeEventListener('pagehide', this.left);
  }

  // Timers cannot wait for a month.
  private wait(most: number, over: () => void): void {
    const rest = most - this.elapsed;
    this.flag = setTimeout(() => (this.elapsed >= most ? over() : this.wait(most, over)), Math.max(0, Math.min(rest + 1, 2 ** 31 - 1)));
  }

  private write(): void {
    writeObject(this.key, { revision: this.revision, elapsed: this.elapsed });
  }
}
