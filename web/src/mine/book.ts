// SPDX-License-Identifier: GPL-3.0-or-later
// What this browser knows of the matches in which it holds seats, kept up to date in all of its tabs.
//
// The server is asked about all of them in one request, now and then: by the tabs that can be seen and, while none can, by one tab alone,
// which holds a lock of the browser. Whoever has asked tells the others. A match on the screen has its own events and is told at once.
import * as api from '../app/api';
import { exchanged, forgetSeats, heldColors, keepSeats, readObject, seatedMatches, seatsOf, tokenOf, writeObject, type Seats } from '../app/store';
import { setWaiting } from '../app/title';
import type { Match, SeatedMatch } from '../app/types';
import { serverTime } from '../clock/face';
import { isOwn, ownMatches, type Kept } from '../offline/own-matches';
import { sorted } from './standing';

const SEEN = 10_000;
const HIDDEN = 30_000;
/** Of the matches that are over, so many are asked about: those that ended last. */
const MOST_OVER = 24;

export interface Change {
  before: SeatedMatch | undefined;
  now: SeatedMatch;
}

type Listener = (changes: Change[]) => void;

/** What a tab tells the others: matches, and seats that are no more. */
interface Told {
  matches: SeatedMatch[];
  lost: [string, string][];
}

const entries = new Map<string, SeatedMatch>();
/** Matches of which the server says that they, or the seats, are not there. */
const lost = new Map<string, string>();
const listeners = new Set<Listener>();
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('leaper seats') : null;
let boards = 0;
let mostOver = MOST_OVER;
let leads = false;
let asked = -Infinity;
let asking: Promise<void> | null = null;
/** Whether that asks for positions, too. */
let drawn = false;
let again = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Matches that were over when they were last heard of, and since when: most need never be asked about again. */
const over = (): Record<string, unknown> => readObject('over');

function note(changes: Change[]): void {
  const known = new Map(Object.entries(over()));
  let news = false;
  for (const { now } of changes) {
    const wanted = now.result === 'ongoing' ? undefined : now.updated;
    if (isOwn(now.id) || known.get(now.id) === wanted) continue;
    news = true;
    if (wanted === undefined) known.delete(now.id);
    else known.set(now.id, wanted);
  }
  if (news) writeObject('over', Object.fromEntries(known));
}

/** The opponent may have begun a rematch, in which the seats keep their tokens with the colours exchanged. */
function adopt({ id, rematch }: SeatedMatch): void {
  if (rematch === null || isOwn(rematch) || lost.has(rematch) || Object.keys(seatsOf(rematch)).length > 0) return;
  keepSeats(rematch, exchanged(seatsOf(id)));
  again = true;
}

/** Whether the server's clock has moved otherwise than the one here: it stands still while no server runs. */
const drifted = (before: SeatedMatch, now: SeatedMatch): boolean => now.clock !== undefined && Math.abs(serverTime(before) - serverTime(now)) > 1000;

/** Takes over what is newer, and tells this tab. */
function learn(matches: readonly SeatedMatch[]): Change[] {
  const changes: Change[] = [];
  for (const match of matches) {
    const before = entries.get(match.id);
    if (before !== undefined && before.revision > match.revision) continue;
    const same = before?.revision === match.revision;
    const now = same ? { ...before, ...match } : match;
    entries.set(match.id, now);
    lost.delete(match.id);
    if (!same || before.board !== now.board || drifted(before, now)) changes.push({ before, now });
    adopt(now);
  }
  if (changes.length === 0) return changes;
  note(changes);
  tell(changes);
  return changes;
}

function tell(changes: Change[]): void {
  setWaiting(sorted([...entries.values()]).turn.length);
  for (const listener of listeners) listener(changes);
}

function lose(gone: readonly [string, string][]): void {
  for (const [id, why] of gone) {
    entries.delete(id);
    lost.set(id, why);
  }
  if (gone.length > 0) tell([]);
}

function share(told: Told): void {
  if (told.matches.length > 0 || told.lost.length > 0) channel?.postMessage(told);
}

/** The matches on the server that can be asked about. */
const known = (): string[] => seatedMatches().filter((id) => !isOwn(id) && !lost.has(id));

/** The matches to ask about: all that are not over, and those that ended last. */
function wanted(): string[] {
  const ended = over();
  const ids = known();
  const going = ids.filter((id) => ended[id] === undefined);
  const last = ids.filter((id) => ended[id] !== undefined).sort((one, other) => (String(ended[one]) < String(ended[other]) ? 1 : -1));
  return [...going, ...last.slice(0, mostOver)];
}

function claimOf(id: string): api.SeatAsked | null {
  const token = tokenOf(id);
  const known = entries.get(id);
  const useful = known !== undefined && (!drawn || known.board !== undefined);
  return token === undefined ? null : { match: id, token, ...(useful && { revision: known.revision }) };
}

async function ask(): Promise<void> {
  const claims = wanted()
    .map(claimOf)
    .filter((claim) => claim !== null);
  for (let first = 0; first < claims.length; first += api.MOST_SEATS) {
    const part = claims.slice(first, first + api.MOST_SEATS);
    const { seats, served } = await api.askSeats(part, drawn);
    const heard = performance.now();
    const matches: SeatedMatch[] = [];
    const gone: [string, string][] = [];
    for (const [index, told] of seats.entries()) {
      const id = part[index]?.match ?? told.id;
      const known = entries.get(id);
      if ('players' in told) matches.push({ ...told, served, heard });
      else if ('revision' in told && known?.revision === told.revision) matches.push({ ...known, served, heard });
      else if ('error' in told && (told.error === 'no-match' || told.error === 'bad-token')) gone.push([id, told.error]);
    }
    const changes = learn(matches);
    lose(gone);
    share({ matches: changes.map(({ now }) => now), lost: gone });
  }
}

/** Asks the server, unless it is being asked already. What fails is tried the next time. */
export function refresh(): Promise<void> {
  // What was asked before positions were wanted brings none.
  if (asking !== null && boards > 0 && !drawn) return asking.then(refresh);
  if (asking === null) drawn = boards > 0;
  asking ??= ask()
    .catch(() => undefined)
    .finally(() => {
      asking = null;
      asked = performance.now();
      channel?.postMessage('asked');
      plan();
    });
  return asking;
}

/** When to ask next. */
function plan(): void {
  clearTimeout(timer);
  if (document.hidden && !leads) return;
  // Not at the same moment as other tabs.
  const pause = (document.hidden ? HIDDEN : SEEN) + Math.random() * 1000;
  const wait = again ? 0 : Math.max(0, asked + pause - performance.now());
  timer = setTimeout(() => {
    again = false;
    void refresh();
  }, wait);
}

function ownEntry(kept: Kept): SeatedMatch {
  return { ...kept, draw_offer: null, takeback_request: null, you: heldColors(kept.seats) };
}

/** Reads the matches that this browser keeps itself. */
export async function readOwn(): Promise<void> {
  const kept = await ownMatches().catch(() => []);
  const there = new Set(kept.map(({ id }) => id));
  for (const id of entries.keys()) if (isOwn(id) && !there.has(id)) entries.delete(id);
  learn(kept.map(ownEntry));
  tell([]);
}

/** The seat that this browser holds was ended from another device. */
export const isEnded = (id: string): boolean => lost.get(id) === 'bad-token';

/** Takes a seat that has been given anew. */
export function take(id: string, seats: Seats): void {
  keepSeats(id, seats);
  lost.delete(id);
}

/** A match on the screen has been heard of. */
export function hear(match: Match): void {
  const you = heldColors(seatsOf(match.id));
  if (you.length === 0 || isEnded(match.id)) return;
  const device = entries.get(match.id)?.device;
  const { id, game, title, hash, parameters, created, updated, players, local, control, ply, state, result, reason, points, revision } = match;
  const { draw_offer: draw, takeback_request: takeback, rematch, clock, served, heard } = match;
  const entry: SeatedMatch = {
    ...{ id, game, parameters, created, updated, players, local, ply, result, reason, revision, rematch, you },
    ...{ side: state.side, draw_offer: draw, takeback_request: takeback, board: state.board },
    ...(title !== undefined && { title }),
    ...(hash !== undefined && { hash }),
    ...(control !== undefined && { control }),
    ...(points !== undefined && { points }),
    ...(clock !== undefined && { clock }),
    ...(served !== undefined && { served }),
    ...(heard !== undefined && { heard }),
    ...(device !== undefined && { device }),
  };
  share({ matches: learn([entry]).map(({ now }) => now), lost: [] });
}

/** Forgets seats that were given back. */
export function forgetEntries(ids: readonly string[]): void {
  for (const id of ids) {
    forgetSeats(id);
    entries.delete(id);
  }
  tell([]);
}

/** Forgets the seats that no longer exist. */
export function forgetLost(): void {
  for (const id of lost.keys()) forgetSeats(id);
  lost.clear();
  tell([]);
}

export const seatedEntries = (): SeatedMatch[] => [...entries.values()];
export const lostSeats = (): ReadonlyMap<string, string> => lost;

/** How many of the matches that are over there may be more of. */
export function restOver(): number {
  const ended = over();
  return Math.max(0, known().filter((id) => ended[id] !== undefined).length - mostOver);
}

export function wantMoreOver(): void {
  mostOver += MOST_OVER;
  void refresh();
}

/** Calls `listener` after every change, until the function that it returns is called. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** From now on, positions are asked for, too; until the function that it returns is called. */
export function wantBoards(): () => void {
  boards += 1;
  return () => {
    boards -= 1;
  };
}

/** Whether this tab is the one that may tell the person something. */
export const leadsTabs = (): boolean => leads;

function received({ data }: MessageEvent<Told | 'asked'>): void {
  if (data === 'asked') {
    // Others need not have asked for positions.
    if (boards > 0) return;
    asked = performance.now();
    plan();
    return;
  }
  const heard = performance.now();
  learn(data.matches.map((match) => ({ ...match, heard })));
  lose(data.lost);
}

/** Begins to keep watch; to be called once. */
export function watchMatches(): void {
  channel?.addEventListener('message', received);
  document.addEventListener('visibilitychange', plan);
  addEventListener('online', () => void refresh());
  // Where there are no locks, as on addresses that are not secure, only tabs that can be seen ask.
  if ('locks' in navigator)
    void navigator.locks.request('leaper seats', async () => {
      leads = true;
      plan();
      await new Promise(() => undefined);
    });
  void readOwn();
  plan();
}
