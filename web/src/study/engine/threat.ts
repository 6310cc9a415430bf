// SPDX-License-Identifier: GPL-3.0-or-later
// "What if I pass": the same position with the other side to move, as far as the rules allow such a position.
import * as library from '../../library/calls';
import type { Chosen } from '../../library/contract';
import { LibraryError } from '../../library/library';
import type { State } from '../../app/types';
import { colorName, opposite } from '../../app/words';

/** A FEN with the other side to move. Nobody can capture en passant then: the pawn did not step just now. */
export function passed(fen: string): string {
  const fields = fen.split(' ');
  if (fields[1] !== 'w' && fields[1] !== 'b') return fen;
  fields[1] = fields[1] === 'w' ? 'b' : 'w';
  if (/^([a-p]\d{1,2})+$/.test(fields[3] ?? '')) fields[3] = '-';
  return fields.join(' ');
}

/** Why there is nothing to see. */
export class NoThreat extends Error {}

/** The position after a pass, to be searched. Fails with NoThreat if a pass makes no sense there. */
export async function threatened(chosen: Chosen, state: Pick<State, 'fen' | 'side' | 'check'>): Promise<{ chosen: Chosen; state: State }> {
  const name = colorName(state.side);
  if (state.check) throw new NoThreat(`${name} is in check, and cannot pass.`);
  const turned = { ...chosen, fen: passed(state.fen) };
  try {
    const after = await library.show(turned, [], 'threat');
    if (after.side !== opposite(state.side)) throw new NoThreat(`${name} cannot pass here.`);
    if (after.result !== 'ongoing') throw new NoThreat(`If ${name} could pass, the game would be over.`);
    return { chosen: turned, state: after };
  } catch (error) {
    if (error instanceof LibraryError && error.kind === 'refused') throw new NoThreat(`${name} cannot pass here: ${error.message}.`);
    throw error;
  }
}
