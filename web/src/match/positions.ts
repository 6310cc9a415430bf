// SPDX-License-Identifier: GPL-3.0-or-later
// Earlier positions of a match, fetched once each while the moves that lead there stay the same, and stepping through them.
import { announce, banner, clearBanner, errorText } from '../app/notices';
import { lastWords } from '../app/speech';
import type { Game, Match, State } from '../app/types';
import type { Host } from './host';

class Positions {
  private readonly known = new Map<string, State>();
  /** The ply last asked for while its answer is still on the way, so that quick steps add up. */
  wanted: number | null = null;

  constructor(private readonly host: Pick<Host, 'positionAt'>) {}

  /** The position after `ply` turns; null if another was requested in the meantime. */
  async get(match: Match, ply: number): Promise<State | null> {
    const key = match.turns
      .slice(0, ply)
      .map((turn) => turn.turn)
      .join(' ');
    this.wanted = ply;
    try {
      const state = this.known.get(key) ?? (await this.host.positionAt(ply));
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

interface Viewer {
  match: () => Match | null;
  game: () => Game | undefined;
  /** Whether the person has left the screen. */
  left: () => boolean;
  /** Another position is to be shown. */
  changed: () => void;
  /** The present is to be shown again. */
  returned: () => void;
}

export class Past {
  /** The earlier position that is shown; null for the present. */
  shown: { ply: number; state: State } | null = null;
  private readonly positions: Positions;

  constructor(
    host: Pick<Host, 'positionAt'>,
    private readonly viewer: Viewer,
  ) {
    this.positions = new Positions(host);
  }

  /** The ply whose position is on the way, else the one shown; null for the present. */
  get at(): number | null {
    return this.positions.wanted ?? this.shown?.ply ?? null;
  }

  /** Shows the position after `to` turns, or the first or last one. */
  async step(to: number): Promise<void> {
    const match = this.viewer.match();
    if (match === null) return;
    const game = this.viewer.game();
    const ply = Math.max(0, Math.min(match.ply, to));
    if (ply === match.ply) {
      this.shown = null;
      this.viewer.returned();
      clearBanner('played');
      this.viewer.changed();
      if (game !== undefined) announce(`Current position. ${lastWords(match.state, game)}`);
      return;
    }
    try {
      const state = await this.positions.get(match, ply);
      if (state === null || this.viewer.left()) return;
      this.shown = { ply, state };
      this.viewer.changed();
      if (game !== undefined) announce(`After ${ply} of ${match.ply} moves. ${lastWords(state, game)}`);
    } catch (error) {
      banner('ask', errorText(error));
    }
  }
}
