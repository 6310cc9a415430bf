// SPDX-License-Identifier: GPL-3.0-or-later
// What is done from the beginning of a try until the next one begins: whatever is still under way then, is given up.
import { Superseded } from '../library/library';

export class Round {
  private readonly ending = new AbortController();

  /** For searches, which end with the round. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  end(): void {
    this.ending.abort(new Superseded());
  }

  /** What the promise becomes. Fails with Superseded if the round has ended meanwhile, whatever becomes of the promise. */
  async after<V>(promise: Promise<V>): Promise<V> {
    try {
      const value = await promise;
      this.ending.signal.throwIfAborted();
      return value;
    } catch (error) {
      this.ending.signal.throwIfAborted();
      throw error;
    }
  }

  /** Waits; fails with Superseded if the round has ended meanwhile. */
  pause(milliseconds: number): Promise<void> {
    return this.after(new Promise((resolve) => setTimeout(resolve, milliseconds)));
  }
}
