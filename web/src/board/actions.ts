// SPDX-License-Identifier: GPL-3.0-or-later
// Actions as a board offers them: where each starts, and where pieces can go.
import type { Dests } from 'chessgroundx/types';
import { RESERVE } from './hand';
import { keyOf } from './squares';
import { traySource } from '../match/tray';
import type { Action } from '../app/types';

/** Where an action starts: a square, the reserve, or nowhere on the screen. */
export function sourceOf(action: Action): string | null {
  if (action.kind === 'placement' && action.piece !== undefined) return traySource(action.piece);
  // Walls come from beyond the board, as squares do.
  return action.kind === 'square-placement' || action.kind === 'wall' ? RESERVE : (action.from ?? null);
}

/** Whether a source is a square of the board. */
export const isSquare = (source: string | null): source is string => source !== null && /^[a-z]\d/.test(source);

/** The fuel of a piece that has moved, in games with fuel. */
export function leftOver(fuel: number | undefined): { fuel?: number } {
  return fuel === undefined ? {} : { fuel };
}

/** The moves of pieces, as chessgroundx takes them. */
export function destinations(actions: Action[]): Dests {
  const result: Dests = new Map();
  for (const { kind, from, target } of actions) {
    if (from === undefined || kind === 'wall') continue;
    const known = result.get(keyOf(from));
    if (known === undefined) result.set(keyOf(from), [keyOf(target)]);
    else if (!known.includes(keyOf(target))) known.push(keyOf(target));
  }
  return result;
}
