// SPDX-License-Identifier: GPL-3.0-or-later
// What an action changes on the board besides the move itself, shown before the server has answered.
import type { Api } from 'chessgroundx/api';
import type { Key } from 'chessgroundx/types';
import type { Action, Color, Location } from '../app/types';
import { leftOver } from './actions';
import { keyOf, roleOf } from './squares';

/** Carries out the action of `color` on `locations`; answers the pieces that chessgroundx has to put up or take off. */
export function carryOut(action: Action, color: Color, locations: Map<string, Location>): Parameters<Api['setPieces']>[0] {
  const diff = new Map<Key, { role: `${string}-piece`; color: Color } | undefined>();
  if (action.capture !== undefined && action.capture !== action.to) diff.set(keyOf(action.capture), undefined);
  for (const { from, to, piece } of action.also ?? []) {
    diff.set(keyOf(from), undefined);
    diff.set(keyOf(to), { role: roleOf(piece), color });
  }
  if (action.promotion !== undefined)
    diff.set(keyOf(action.to), { role: roleOf(action.promotion), color });
  if (action.kind === 'wall') locations.set(action.to, { at: action.to, kind: 'wall' });
  if (action.kind === 'square-placement') locations.set(action.to, { at: action.to, owner: color });
  if (action.kind === 'placement' && action.piece !== undefined) {
    const owner = action.color ?? color;
    diff.set(keyOf(action.to), { role: roleOf(action.piece), color: owner });
    locations.set(action.to, { at: action.to, piece: action.piece, color: owner });
  }
  if (action.from !== undefined) {
    const { fuel, ...moving } = locations.get(action.from) ?? { at: action.to };
    locations.delete(action.from);
    locations.set(action.to, { ...moving, at: action.to, ...leftOver(action.fuel ?? fuel) });
  }
  for (const other of action.also ?? []) {
    locations.delete(other.from);
    locations.set(other.to, { at: other.to, piece: other.piece, color, ...leftOver(other.fuel) });
  }
  if (action.kind === 'square-move' && action.from !== undefined)
    locations.set(action.from, { at: action.from, kind: 'hole' });
  return diff as Parameters<Api['setPieces']>[0];
}
