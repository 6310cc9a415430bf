// SPDX-License-Identifier: GPL-3.0-or-later
// The client of the JSON API: one function per route, and errors that a person can read.
import type { Catalogue, Color, Consequence, Created, CreateRequest, Game, Match, Progress, Seated, SeatedMatch, Seek, SeekRequest, State, Summary } from './types';
import type { CountAnswer, Ground, ProbeAnswer, RandomAnswer, ToursCatalogue, TourStyle } from '../tours/tours-types';

/** A refusal by the server; `code` is from the table in docs/api.md. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly at: string | number | null,
    readonly match: Match | null,
  ) {
    super(message);
  }
}

/** The server could not be reached, or its answer could not be read. Repeating the request may help. */
export class Unreachable extends Error {
  constructor() {
    super('The server cannot be reached.');
  }
}

interface Ask {
  method?: 'GET' | 'POST';
  body?: unknown;
  token?: string | undefined;
  /** Cancels the request; without it there is a time limit. */
  signal?: AbortSignal;
}

interface ErrorBody {
  error?: { code?: string; message?: string; at?: string | number | null };
  match?: Match;
}

async function call<T>(path: string, ask: Ask = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (ask.token !== undefined) headers['Authorization'] = `Bearer ${ask.token}`;
  const init: RequestInit = { method: ask.method ?? 'GET', headers, signal: ask.signal ?? AbortSignal.timeout(20_000) };
  if (ask.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(ask.body);
  }
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`/api${path}`, init);
    body = await response.json();
  } catch {
    throw new Unreachable();
  }
  if (response.ok) return body as T;
  const { error, match } = body as ErrorBody;
  throw new Refusal(
    response.status,
    error?.code ?? 'internal',
    error?.message ?? `The server answered with status ${response.status}.`,
    error?.at ?? null,
    match ?? null,
  );
}

/** Repeats a request until the server answers; null once the answer is no longer wanted. */
export async function untilAnswered<T>(request: () => Promise<T>, wanted: () => boolean, retrying: () => void): Promise<T | null> {
  for (let wait = 400; wanted(); wait = Math.min(4000, wait * 2)) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Refusal && (error.status >= 500 || error.status === 429))) throw error;
      retrying();
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  }
  return null;
}

const matchPath = (id: string): string => `/matches/${encodeURIComponent(id)}`;

export const catalogue = (): Promise<Catalogue> => call('/games');

export const createMatch = (body: CreateRequest): Promise<Created> => call('/matches', { method: 'POST', body });

/** The games that a text defines. */
export const checkText = (variants: string): Promise<{ games: Game[] }> => call('/variants/check', { method: 'POST', body: { variants } });

export interface Page {
  matches: Summary[];
  next: string | null;
}

export function listMatches(limit: number, before?: string, status?: 'ongoing' | 'finished'): Promise<Page> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== undefined) query.set('before', before);
  if (status !== undefined) query.set('status', status);
  return call(`/matches?${query.toString()}`);
}

/** A seat, and what is known of its match: nothing newer, nothing is told. */
export interface SeatAsked {
  match: string;
  token: string;
  revision?: number;
}

/** What is told of a seat: the match, that it is still of that revision, or why nothing is told. */
export type SeatTold = SeatedMatch | { id: string; revision: number } | { id: string; error: string };

/** The most seats that can be asked about at once. */
export const MOST_SEATS = 100;

/** In the order in which they are asked about. */
export const askSeats = (seats: SeatAsked[], boards: boolean): Promise<{ seats: SeatTold[]; served: number }> =>
  call('/seats', { method: 'POST', body: { seats, boards } });

export interface Device {
  id: string;
  name: string;
  since: string;
  seats: number;
}

/** A link that takes seats to another device, for so many seconds. */
export const makeLink = (seats: SeatAsked[]): Promise<{ link: string; seconds: number; seats: number }> => call('/links', { method: 'POST', body: { seats } });

export const lookAtLink = (link: string): Promise<{ since: string; seats: (Summary & { seat: Color })[] }> => call('/links/look', { method: 'POST', body: { link } });

export const cancelLink = (link: string): Promise<unknown> => call('/links/cancel', { method: 'POST', body: { link } });

export const acceptLink = (link: string, key: string, name: string): Promise<{ device: string; seats: { match: string; seat: Color; token: string }[] }> =>
  call('/links/accept', { method: 'POST', body: { link, key, name } });

/** The devices to which seats were given with these tokens. */
export const listDevices = (seats: SeatAsked[]): Promise<{ devices: Device[] }> => call('/devices', { method: 'POST', body: { seats } });

export const endDevice = (id: string, token: string): Promise<unknown> => call(`/devices/${encodeURIComponent(id)}/end`, { method: 'POST', token, body: {} });

export const gameOfMatch = (id: string): Promise<Game> => call(`${matchPath(id)}/game`);

export const getMatch = (id: string, token?: string): Promise<Match> => call(matchPath(id), { token });

export const getPly = (id: string, ply: number): Promise<{ ply: number; state: State }> =>
  call(`${matchPath(id)}/plies/${ply}`);

interface ProgressPage extends Progress {
  ply: number;
  /** Where the rest of the actions begins. */
  next: number | null;
}

/** A turn that is put together; the server sends long lists of actions in parts. */
export async function getProgress(id: string, after: string): Promise<Progress> {
  const path = `${matchPath(id)}/actions?after=${encodeURIComponent(after)}`;
  const { next, ...progress } = await call<ProgressPage>(path);
  for (let from = next ?? null; from !== null; ) {
    const page = await call<ProgressPage>(`${path}&from=${from}`);
    if (page.ply !== progress.ply) break; // The match has moved on.
    progress.actions.push(...page.actions);
    from = page.next;
  }
  return progress;
}

/** What a turn would do to the player, if that is bad. */
export async function getConsequence(id: string, turn: string): Promise<Consequence | null> {
  const told = await call<{ consequence: Consequence | null }>(`${matchPath(id)}/consequences?turn=${encodeURIComponent(turn)}`);
  return told.consequence;
}

export const joinMatch = (
  id: string,
  body: { join: string; name: string; key: string },
): Promise<Seated> => call(`${matchPath(id)}/join`, { method: 'POST', body });

export const playTurn = (id: string, token: string, ply: number, turn: string): Promise<Match> =>
  call(`${matchPath(id)}/turns`, { method: 'POST', token, body: { ply, turn } });

export const announce = (
  id: string,
  token: string,
  ply: number,
  body: { after?: string; squares?: string[] },
): Promise<Match> => call(`${matchPath(id)}/announce`, { method: 'POST', token, body: { ply, ...body } });

export const resign = (id: string, token: string, ply: number): Promise<Match> =>
  call(`${matchPath(id)}/resign`, { method: 'POST', token, body: { ply } });

export const draw = (id: string, token: string, ply: number, action: 'offer' | 'accept' | 'decline'): Promise<Match> =>
  call(`${matchPath(id)}/draw`, { method: 'POST', token, body: { ply, action } });

export const takeBack = (id: string, token: string, ply: number, action: 'request' | 'accept' | 'decline'): Promise<Match> =>
  call(`${matchPath(id)}/takeback`, { method: 'POST', token, body: { ply, action } });

export const cancelMatch = (id: string, token: string): Promise<Match> =>
  call(`${matchPath(id)}/cancel`, { method: 'POST', token, body: {} });

export const rematch = (id: string, token: string): Promise<{ match: Match; seat: Color }> =>
  call(`${matchPath(id)}/rematch`, { method: 'POST', token, body: {} });

/** Where the server writes when it is the turn of a seat's holder. */
export interface Mail {
  address: string | null;
  confirmed: boolean;
}

export const getMail = (id: string, token: string): Promise<Mail> => call(`${matchPath(id)}/mail`, { token });

export const postMail = (id: string, token: string, address: string | null): Promise<Mail> =>
  call(`${matchPath(id)}/mail`, { method: 'POST', token, body: { address } });

export const pgnAddress = (id: string): string => `/api${matchPath(id)}/pgn`;

/** Calls the match off before both sides have made a turn. */
export const abortMatch = (id: string, token: string, ply: number): Promise<Match> =>
  call(`${matchPath(id)}/abort`, { method: 'POST', token, body: { ply } });

/** Ends a match that the other side has left. */
export const claimLeft = (id: string, token: string, ply: number, result: 'win' | 'draw'): Promise<Match> =>
  call(`${matchPath(id)}/claim`, { method: 'POST', token, body: { ply, result } });

export const eventsAddress = (id: string): string => `/api${matchPath(id)}/events`;

export const seeksAddress = '/api/seeks/events';

/** Posts a seek; one with the same key again, or, if somebody has accepted that, the seat in the match. */
export const postSeek = (body: SeekRequest & { key: string; presence: string }): Promise<{ slot: number; seek: Seek } | Seated> => call('/seeks', { method: 'POST', body });

/** One seek, with the text that defines its game, if it is not one of the server's. */
export const getSeek = (id: string): Promise<Seek & { variants?: string }> => call(`/seeks/${encodeURIComponent(id)}`);

export const acceptSeek = (id: string, body: { key: string; name?: string }): Promise<Seated> =>
  call(`/seeks/${encodeURIComponent(id)}/accept`, { method: 'POST', body });

/** Ends a seek; if somebody has accepted it, the answer is the seat in the match. */
export const cancelSeek = (id: string, key: string): Promise<Seated | { match: null }> =>
  call(`/seeks/${encodeURIComponent(id)}/cancel`, { method: 'POST', body: { key } });

export const toursCatalogue = (): Promise<ToursCatalogue> => call('/tours');

/** Long work waits in a short queue on the server; while that is full, the request is repeated a few times. */
async function patiently<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call<T>(path, { method: 'POST', body, signal });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'busy') || tries === 8 || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

export const countTours = (ground: Ground, signal: AbortSignal): Promise<CountAnswer> => patiently('/tours/count', ground, signal);

export const randomTours = (ground: Ground, seed: number, count: number, signal: AbortSignal): Promise<RandomAnswer> =>
  patiently('/tours/random', { ...ground, seed, count }, signal);

export const probeTours = (ground: Ground, seed: number, signal: AbortSignal): Promise<ProbeAnswer> =>
  patiently('/tours/estimate', { ...ground, seed }, signal);

/** The picture of a tour as a file. */
export async function drawTour(ground: Ground, squares: string[], style: TourStyle, format: 'svg' | 'png'): Promise<Blob> {
  const response = await fetch('/api/tours/draw', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ground, squares, style, format }),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => {
    throw new Unreachable();
  });
  if (response.ok) return response.blob();
  const { error } = (await response.json()) as ErrorBody;
  throw new Refusal(response.status, error?.code ?? 'internal', error?.message ?? 'The picture could not be made.', null, null);
}
