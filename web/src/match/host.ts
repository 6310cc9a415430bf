// SPDX-License-Identifier: GPL-3.0-or-later
// Who keeps a match and answers for it: the server, or this browser (offline/). The screen of a match asks for nothing else.
import * as api from '../app/api';
import { Live, type Subscriber } from '../app/live';
import type { Color, Consequence, Game, Match, Progress, State } from '../app/types';

export type Announced = Parameters<typeof api.announce>[3];
type Draw = Parameters<typeof api.draw>[3];
type TakeBack = Parameters<typeof api.takeBack>[3];

/** What keeps the screen up to date. */
export interface Watching {
  close(): void;
  /** A seat has been taken here. */
  renew(): void;
}

/** All functions fail with api.Unreachable if repeating may help, and with an api.Refusal if the host says no. */
export interface Host {
  readonly id: string;
  /** It is this browser: nobody else sees the match, and nothing has to be reached. */
  readonly here: boolean;
  /** Tells of each change, until it is closed. */
  watch(subscriber: Subscriber): Watching;
  match(token?: string): Promise<Match>;
  /** The position after so many turns. */
  positionAt(ply: number): Promise<State>;
  /** What may follow these actions of the present turn. */
  progress(after: string): Promise<Progress>;
  consequence(turn: string): Promise<Consequence | null>;
  /** The games that a text defines. */
  games(variants: string): Promise<Game[]>;
  join(body: { join: string; name: string; key: string }): Promise<{ match: Match; seat: Color; token: string }>;
  play(token: string, ply: number, turn: string): Promise<Match>;
  announce(token: string, ply: number, announced: Announced): Promise<Match>;
  resign(token: string, ply: number): Promise<Match>;
  draw(token: string, ply: number, action: Draw): Promise<Match>;
  takeBack(token: string, ply: number, action: TakeBack): Promise<Match>;
  cancel(token: string): Promise<Match>;
  abort(token: string, ply: number): Promise<Match>;
  /** The other side has left. */
  claim(token: string, ply: number, result: 'win' | 'draw'): Promise<Match>;
  /** The next game, with the colours exchanged; the seats keep their tokens. */
  rematch(token: string): Promise<{ match: Match }>;
  /** Where the game can be downloaded as PGN, or its text. */
  readonly pgn: { address: string } | { text: () => Promise<string> };
}

export function onServer(id: string): Host {
  return {
    id,
    here: false,
    watch: (subscriber) => new Live(id, subscriber),
    match: (token) => api.getMatch(id, token),
    positionAt: async (ply) => (await api.getPly(id, ply)).state,
    progress: (after) => api.getProgress(id, after),
    consequence: (turn) => api.getConsequence(id, turn),
    games: async (variants) => (await api.checkText(variants)).games,
    join: (body) => api.joinMatch(id, body),
    play: (token, ply, turn) => api.playTurn(id, token, ply, turn),
    announce: (token, ply, announced) => api.announce(id, token, ply, announced),
    resign: (token, ply) => api.resign(id, token, ply),
    draw: (token, ply, action) => api.draw(id, token, ply, action),
    takeBack: (token, ply, action) => api.takeBack(id, token, ply, action),
    cancel: (token) => api.cancelMatch(id, token),
    abort: (token, ply) => api.abortMatch(id, token, ply),
    claim: (token, ply, result) => api.claimLeft(id, token, ply, result),
    rematch: (token) => api.rematch(id, token),
    pgn: { address: api.pgnAddress(id) },
  };
}
