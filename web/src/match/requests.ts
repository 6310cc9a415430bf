// SPDX-License-Identifier: GPL-3.0-or-later
// What a player asks of the match's host besides moves: to take back, draws, resigning, cancelling, and a rematch.
import { Refusal } from '../app/api';
import { banner, clearBanner, confirmation, errorText } from '../app/notices';
import { exchanged, keepSeats, type Seats } from '../app/store';
import type { Match } from '../app/types';
import type { Host } from './host';

export interface Requester {
  match(): Match | null;
  seats(): Seats;
  /** The host has answered with the match. */
  accept(match: Match): void;
  /** A request is over, whatever came of it. */
  answered(): void;
}

export class Requests {
  constructor(
    private readonly host: Host,
    private readonly requester: Requester,
  ) {}

  takeBack(action: Parameters<Host['takeBack']>[2]): Promise<void> {
    return this.ask((match, token) => this.host.takeBack(token, match.ply, action));
  }

  cancel(): Promise<void> {
    return this.ask((_, token) => this.host.cancel(token));
  }

  async resign(): Promise<void> {
    const sure = await confirmation('Resign this game?', 'Your opponent wins at once.', 'Resign');
    if (sure) await this.ask((match, token) => this.host.resign(token, match.ply));
  }

  async abort(): Promise<void> {
    const sure = await confirmation('Abort this game?', 'It ends without a result.', 'Abort');
    if (sure) await this.ask((match, token) => this.host.abort(token, match.ply));
  }

  async claim(result: 'win' | 'draw'): Promise<void> {
    const sure = await (result === 'win' ? confirmation('Claim the win?', 'Your opponent has left. You win at once.', 'Claim the win') : confirmation('Call it a draw?', 'Your opponent has left. The game ends at once.', 'Call it a draw'));
    if (sure) await this.ask((match, token) => this.host.claim(token, match.ply, result));
  }

  async draw(action: 'offer' | 'accept' | 'decline'): Promise<void> {
    await this.ask((match, token) => this.host.draw(token, match.ply, action));
    const match = this.requester.match();
    if (action === 'offer' && match?.result === 'ongoing' && match.draw_offer === null)
      banner('draw', 'The engine declines the draw.', 'news');
  }

  /** The seats keep their tokens in the new match, with the colours exchanged. */
  async rematch(): Promise<void> {
    const seats = this.requester.seats();
    const token = seats.white ?? seats.black;
    if (token === undefined) return;
    try {
      const { match } = await this.host.rematch(token);
      keepSeats(match.id, exchanged(seats));
      location.hash = `#/match/${match.id}`;
    } catch (error) {
      banner('ask', errorText(error));
    }
  }

  /** Something that needs a seat and answers with the match. */
  private async ask(request: (match: Match, token: string) => Promise<Match>): Promise<void> {
    const match = this.requester.match();
    if (match === null) return;
    const seats = this.requester.seats();
    const token = seats[match.state.side] ?? seats.white ?? seats.black;
    if (token === undefined) return;
    clearBanner('ask');
    try {
      this.requester.accept(await request(match, token));
    } catch (error) {
      if (error instanceof Refusal && error.match !== null) this.requester.accept(error.match);
      banner('ask', errorText(error));
    }
    this.requester.answered();
  }
}
