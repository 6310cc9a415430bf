// SPDX-License-Identifier: GPL-3.0-or-later
// What this browser remembers: its seats, join links, the player's name, the last choices and settings, an unfinished turn.
import type { Action, GameChoice, Color, SeekRequest } from './types';

export type Seats = Partial<Record<Color, string>>;
/** When a turn waits for confirmation: never, when a single press would spend a square, or always. */
export type ConfirmTurns = 'never' | 'single' | 'always';
export type Theme = 'auto' | 'light' | 'dark';

const PREFIX = 'leaper:';

// Storage may be disabled in a browser: then nothing is remembered beyond this page, and play continues.
const fallback = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** False if it is only kept in memory. */
function store(key: string, value: string): boolean {
  fallback.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, value);
    return true;
  } catch {
    return false;
  }
}

const write = (key: string, value: string): void => void store(key, value);

/** For parts of the page that keep objects of their own; what is read may be anything, since anybody can change what a browser stores. False if there is no room. */
export const writeObject = (key: string, value: object): boolean => store(key, JSON.stringify(value));

export function readObject(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(read(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** For an object that is not needed any more. */
export function dropObject(key: string): void {
  fallback.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Then it was not kept.
  }
}

export function seatsOf(id: string): Seats {
  const value = readObject(`seats:${id}`);
  const seats: Seats = {};
  for (const color of ['white', 'black'] as const) {
    const token = value[color];
    if (typeof token === 'string') seats[color] = token;
  }
  return seats;
}

/** The colours of which there is a seat. */
export const heldColors = (seats: Seats): Color[] => (['white', 'black'] as const).filter((color) => seats[color] !== undefined);

/** A token that says to the server who is there; undefined: this browser holds no seat of the match. */
export function tokenOf(id: string): string | undefined {
  const { white, black } = seatsOf(id);
  return white ?? black;
}

/** As in the next game of a series. */
export const exchanged = <T>({ white, black }: Partial<Record<Color, T>>): Partial<Record<Color, T>> => ({ ...(black !== undefined && { white: black }), ...(white !== undefined && { black: white }) });

export function keepSeats(id: string, seats: Seats): void {
  write(`seats:${id}`, JSON.stringify({ ...seatsOf(id), ...seats }));
}

/** The ids of all matches in which this browser holds a seat, or did. */
export function seatedMatches(): string[] {
  const keys = new Set(fallback.keys());
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key?.startsWith(PREFIX) === true) keys.add(key.slice(PREFIX.length));
    }
  } catch {
    // Then only those of this page are known.
  }
  return [...keys].filter((key) => key.startsWith('seats:')).map((key) => key.slice('seats:'.length));
}

/** For matches that are gone. */
export const forgetSeats = (id: string): void => dropObject(`seats:${id}`);

export const joinSecretOf = (id: string): string | null => read(`join:${id}`);
export const keepJoinSecret = (id: string, secret: string): void => write(`join:${id}`, secret);

/** A key that nobody can guess. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

/** The key that makes joining a match or accepting a seek repeatable: made once and kept, so that a lost answer loses no seat. */
export function joinKey(id: string): string {
  const known = read(`key:${id}`);
  if (known !== null) return known;
  const key = newKey();
  write(`key:${id}`, key);
  return key;
}

export const playerName = (): string => read('name') ?? '';
export const keepPlayerName = (name: string): void => write('name', name);

export const lastChoice = (): Partial<GameChoice> => readObject('choice') as Partial<GameChoice>;
export const keepChoice = (choice: GameChoice): void => write('choice', JSON.stringify(choice));

export function confirmTurns(): ConfirmTurns {
  const value = read('confirm');
  return value === 'never' || value === 'always' ? value : 'single';
}
export const keepConfirmTurns = (value: ConfirmTurns): void => write('confirm', value);

/** Whether to ask before sending a turn that loses at once. */
export const warnsOfLosing = (): boolean => read('warn') !== 'no';
export const keepWarnsOfLosing = (value: boolean): void => write('warn', value ? 'yes' : 'no');

/** Whether a sound tells that one's own time is short. */
export const soundsAlarm = (): boolean => read('alarm') !== 'no';
export const keepSoundsAlarm = (value: boolean): void => write('alarm', value ? 'yes' : 'no');

/** Whether the browser is to notify of what others do. */
export const notifies = (): boolean => read('notify') === 'yes';
export const keepNotifies = (value: boolean): void => write('notify', value ? 'yes' : 'no');

/** A turn that has been begun: the position it starts from, and its actions so far. Kept in this tab, for a reload. */
export interface BegunTurn {
  ply: number;
  fen: string;
  steps: Action[];
}

export function keepBegunTurn(id: string, begun: BegunTurn | null): void {
  try {
    if (begun === null) sessionStorage.removeItem(`${PREFIX}turn:${id}`);
    else sessionStorage.setItem(`${PREFIX}turn:${id}`, JSON.stringify(begun));
  } catch {
    // Then a reload forgets the turn.
  }
}

export function begunTurn(id: string): BegunTurn | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(`${PREFIX}turn:${id}`) ?? 'null') as Partial<BegunTurn> | null;
    const { ply, fen, steps } = value ?? {};
    if (typeof ply !== 'number' || typeof fen !== 'string' || !Array.isArray(steps)) return null;
    return steps.every(({ action, san, to }) => [action, san, to].every((text) => typeof text === 'string')) ? { ply, fen, steps } : null;
  } catch {
    return null;
  }
}

/** What this tab seeks in the lobby, for a reload. */
export interface Sought {
  request: SeekRequest;
  key: string;
  /** Once the server has it. */
  id?: string;
}

export function keepSought(sought: Sought | null): void {
  try {
    if (sought === null) sessionStorage.removeItem(`${PREFIX}seek`);
    else sessionStorage.setItem(`${PREFIX}seek`, JSON.stringify(sought));
  } catch {
    // Then a reload forgets it.
  }
}

export function sought(): Sought | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(`${PREFIX}seek`) ?? 'null') as Partial<Sought> | null;
    const { request, key, id } = value ?? {};
    if (typeof request !== 'object' || typeof request.game !== 'string' || typeof request.parameters !== 'object' || typeof key !== 'string') return null;
    return typeof id === 'string' ? { request, key, id } : { request, key };
  } catch {
    return null;
  }
}

export function theme(): Theme {
  const value = read('theme');
  return value === 'light' || value === 'dark' ? value : 'auto';
}
export const keepTheme = (value: Theme): void => write('theme', value);
