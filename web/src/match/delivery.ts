// SPDX-License-Identifier: GPL-3.0-or-later
// Turns and announcements on their way to the host: repeated while it is away, given back if it refuses them.
import { Refusal, untilAnswered } from '../app/api';
import { banner, clearBanner, errorText } from '../app/notices';
import type { Seats } from '../app/store';
import type { Match } from '../app/types';
import { isMeant, type Waiting } from './caution';
import type { Announcement } from './claim';
import type { Host } from './host';

/** A turn on its way to the host; `sent` once the person has confirmed it, if that was needed. */
export interface Pending {
  ply: number;
  turn: string;
  sent: boolean;
}

interface Sender {
  match: () => Match | null;
  seats: () => Seats;
  /** Whether the person has left the screen. */
  left: () => boolean;
  accept: (match: Match) => void;
  /** Something is on its way now, or no longer. */
  changed: () => void;
  /** The request is about to be made. */
  sent: () => void;
  /** The board may show a turn that the host has not taken. */
  untaken: () => void;
  /** The host says that an announcement is false; answers whether the person has been told. */
  denied: (message: string, at: Refusal['at']) => boolean;
}

export class Delivery {
  pending: Pending | null = null;

  constructor(
    private readonly host: Host,
    private readonly sender: Sender,
  ) {}

  /** Sends a turn and does not give up while the host is away: the ply makes repeating harmless. */
  async play(turn: string): Promise<void> {
    const match = this.sender.match();
    const token = match === null ? undefined : this.sender.seats()[match.state.side];
    if (match === null || token === undefined) return;
    await this.deliver(turn, (ply) => this.host.play(token, ply, turn), (waiting) => isMeant(this.host, turn, waiting));
  }

  /** An announcement is sent in the same way, by whichever side makes it. */
  async announce({ color, after, squares }: Announcement): Promise<void> {
    const token = this.sender.seats()[color];
    if (token === undefined) return;
    const body = { ...(after === null ? {} : { after: after.action }), ...(squares === null ? {} : { squares }) };
    await this.deliver('', (ply) => this.host.announce(token, ply, body));
  }

  private async deliver(turn: string, request: (ply: number) => Promise<Match>, meant: (waiting: Waiting) => Promise<boolean> = () => Promise.resolve(true)): Promise<void> {
    const match = this.sender.match();
    if (match === null || this.pending !== null) return;
    const sent: Pending = { ply: match.ply, turn, sent: false };
    this.pending = sent;
    clearBanner('move');
    this.sender.changed();
    try {
      const wanted = (): boolean => this.pending === sent && !this.sender.left();
      const retrying = (): void => banner('move', 'Your move has not reached the server yet. Trying again…');
      if (!(await meant({ wanted, retrying }))) return this.keep(sent);
      sent.sent = true;
      this.sender.sent();
      const answer = await untilAnswered(() => request(sent.ply), wanted, retrying);
      clearBanner('move');
      if (this.pending === sent) this.pending = null;
      if (answer !== null) this.sender.accept(answer);
    } catch (error) {
      this.refused(error, sent);
    }
  }

  /** The turn was not sent: the person wants another. */
  private keep(sent: Pending): void {
    if (this.pending !== sent) return;
    this.pending = null;
    clearBanner('move');
    this.sender.untaken();
    this.sender.changed();
  }

  private refused(error: unknown, sent: Pending): void {
    this.pending = null;
    if (error instanceof Refusal && error.code === 'false-announcement') {
      if (!this.sender.denied(error.message, error.at)) banner('move', errorText(error));
      this.sender.changed();
      return;
    }
    this.sender.untaken();
    const now = error instanceof Refusal ? error.match : null;
    if (now !== null) this.sender.accept(now);
    if (now?.turns[sent.ply]?.turn !== sent.turn) banner('move', errorText(error));
    this.sender.changed();
  }
}
