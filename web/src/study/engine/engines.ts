// SPDX-License-Identifier: GPL-3.0-or-later
// Where searches run: in the browser, or on the server where it offers that.
import { Refusal, Unreachable } from '../../app/api';
import * as library from '../../library/calls';
import type { Analysis, Chosen, Line } from '../../library/contract';
import { eventsOf } from '../../app/events';

export interface Wish extends Chosen {
  moves: readonly string[];
  lines: number;
}

/** What a search has found when it ends. */
export interface Outcome {
  depth: number;
  lines: Line[];
  /** Searching on would find nothing else. */
  final: boolean;
}

/** Searches until it is stopped or has nothing left to find. */
export type Engine = (wish: Wish, onState: (state: Analysis) => void, signal: AbortSignal) => Promise<Outcome>;

/** MiB; a phone has to have them, too. */
const HASH = 32;

export const inBrowser: Engine = async (wish, onState, signal) => {
  const { depth = 0, lines = [] } = await library.analyse({ ...wish, hash: HASH }, onState, signal);
  return { depth, lines, final: true };
};

/** Whether the server knows the game: it analyses none that a text brings along. */
export const suitsServer = ({ variants }: Chosen): boolean => variants === undefined;

async function refusal(response: Response): Promise<Refusal> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: { code?: string; message?: string } };
  return new Refusal(response.status, error?.code ?? 'internal', error?.message ?? `The server answered with status ${response.status}.`, null, null);
}

export const onServer: Engine = async ({ game, parameters, fen, pastDraws = false, moves, lines }, onState, signal) => {
  const body = JSON.stringify({ game, moves, lines, ...(parameters && { parameters }), ...(fen !== undefined && { fen }), ...(pastDraws && { past_draws: true }) });
  const response = await fetch('/api/analysis', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof TypeError ? new Unreachable() : error;
  });
  if (!response.ok || response.body === null) throw await refusal(response);
  for await (const { event, data } of eventsOf(response.body)) {
    const state = JSON.parse(data) as Analysis & { end?: string };
    if (event === 'state') onState(state);
    else if (event === 'done') return { depth: state.depth, lines: state.lines, final: state.end === 'complete' };
  }
  throw new Unreachable();
};
