// SPDX-License-Identifier: GPL-3.0-or-later
// What to do now, in words: derived from the kinds of legal actions, so that it always fits what the server allows.
import { isFrozen } from '../board/ground';
import type { Action, State } from '../app/types';

export interface Hint {
  /** What may or must be done. */
  what: string;
  /** How it is done on this screen. */
  how: string;
}

function either(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`;
}

interface Offer {
  move: boolean;
  place: boolean;
  shift: boolean;
  carry: boolean;
}

function offerOf(legal: Action[]): Offer {
  const has = (kind: string): boolean => legal.some((action) => action.kind === kind);
  return {
    move: has('move'),
    place: has('square-placement'),
    shift: has('square-move'),
    carry: legal.some((action) => action.kind === 'square-move' && action.piece !== undefined),
  };
}

function parts({ move, place, shift }: Offer, owners: boolean): string[] {
  const list: string[] = [];
  if (move) list.push('move a piece');
  if (place) list.push('place a square');
  if (shift) list.push(owners ? 'move one of your empty squares' : 'move a square');
  return list;
}

function how({ place, shift, carry }: Offer, armed: boolean, state: State): string {
  const stone = state.board.owners === true ? `one with a ${state.side} dot` : 'it';
  const frozen = state.board.locations.some((location) => isFrozen(location, state.side));
  const list: string[] = [];
  if (place) list.push(armed ? 'To place: click the water, or drag a tile from your reserve.' : 'To place: click your reserve, then the water.');
  if (shift) list.push(`To move a square: click ${stone}, then the water; or drag it.`);
  if (carry) list.push('A piece that is taken onto the water brings its square along.');
  if (shift && frozen) list.push('Frozen ❄ squares stay where they are this turn.');
  return list.join(' ');
}

/** Whether a square must still be placed for the turn to count, and moving one is only extra. */
function mustPlace(legal: Action[]): boolean {
  const of = (kind: string): Action[] => legal.filter((action) => action.kind === kind);
  const moves = of('square-move');
  return of('square-placement').some(({ complete }) => complete) && moves.length > 0 && !moves.some(({ complete }) => complete);
}

function first(offer: Offer, legal: Action[], owners: boolean): string {
  const list = parts(offer, owners);
  const further = legal.some((action) => action.more);
  if (offer.move && !offer.place && !offer.shift) {
    if (!further) return 'Only pieces can move now.';
    const enough = legal.some((action) => action.complete);
    return enough ? 'First move a piece. After that you may also place or move a square.' : 'First move a piece. Then place a square.';
  }
  if (!offer.move) {
    if (mustPlace(legal)) return 'No piece can move: place a square. You may also move one.';
    return `No piece can move: ${either(list)}.`;
  }
  return `Do one thing: ${either(list)}.`;
}

function next(offer: Offer, legal: Action[], state: State, complete: boolean, owners: boolean): string {
  const list = either(parts(offer, owners));
  if (complete) return `You may still ${list}, or send the turn as it is.`;
  if (state.check && offer.shift) return `Your king is in check: move a square to end it${offer.place ? ', and place one' : ''}.`;
  if (offer.place && offer.shift && mustPlace(legal)) return 'Now you must place a square. You may also move one, before or after.';
  return `Now ${list}.`;
}

/** The hint for the person to move; null in games where a turn is simply a move. */
export function hintFor(state: State, legal: Action[], begun: boolean, complete: boolean): Hint | null {
  if (legal.some(({ kind, from }) => kind === 'wall' && from !== undefined))
    return { what: begun ? 'Now move the wall.' : 'Move a piece, or move the wall.', how: 'It goes on any of the marked squares.' };
  if (legal.some(({ kind }) => kind === 'wall'))
    return begun ? { what: 'Now put up a wall.', how: 'Click one of the marked squares.' } : { what: 'Move a piece, or put up a wall.', how: 'A wall goes on any of the marked squares.' };
  if (state.reserves === undefined || (legal.length === 0 && !begun)) return null;
  const offer = offerOf(legal);
  const owners = state.board.owners === true;
  const what = begun ? next(offer, legal, state, complete, owners) : first(offer, legal, owners);
  return { what, how: how(offer, armsReserve(legal), state) };
}

/** Whether a click on an empty place can mean nothing but placing a square, since there are no pieces to move any more, or a wall. */
export function armsReserve(legal: Action[]): boolean {
  if (legal.some(({ kind }) => kind === 'wall')) return true;
  const { move, place } = offerOf(legal);
  return place && !move;
}
