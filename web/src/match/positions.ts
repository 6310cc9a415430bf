// SPDX-License-Identifier: GPL-3.0-or-later
// Earlier positions of a match, fetched once each while the moves that lead there stay the same.
import * as api from '../app/api';
import type { Match, State } from '../app/types';

export class Positions {
  private readonly known = new Map<string, State>();
  /** The ply last asked for while its answer is still on the way, so that quick steps add up. */
  wanted: number | null = null;

  constructor(private readonly id: string) {}

  /** The position after `ply` turns; null if another was requested in the meantime. */
  async get(match: Match, ply: number): Promise<State | null> {
    const key = match.turns
      .slice(0, ply)
      .map((turn) => turn.turn)
      .join(' ');
    this.wanted = ply;
    try {
      const state = this.known.get(key) ?? (await api.getPly(this.id, ply)).state;
      this.known.set(key, state);
      return this.stillWants(ply) ? state : null;
    } finally {
      if (this.stillWants(ply)) this.wanted = null;
    }
  }

  private stillWants(ply: number): boolean {
    return this.wanted === ply;
  }
}
