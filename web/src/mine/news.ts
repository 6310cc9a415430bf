// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of one's own match means to a person who is looking at something else.
import type { Catalogue, SeatedMatch } from '../app/types';
import { opposite, playerLabel, resultReason, resultTitle } from '../app/words';
import { isOpen, opponentOf, ownColor, standingOf } from './standing';

/** What the others have done, in a sentence; null if it is nothing that one would want to be told. */
export function newsOf(before: SeatedMatch | undefined, now: SeatedMatch, levels: Catalogue['levels']): string | null {
  if (before === undefined || before.revision === now.revision || now.local) return null;
  const name = playerLabel(opponentOf(now), levels);
  const other = opposite(ownColor(now));
  if (before.result === 'ongoing' && now.result !== 'ongoing') return `${resultTitle(now.result, now.reason)}. ${resultReason(now.result, now.reason, now.side)}.`;
  if (isOpen(before) && !isOpen(now)) return `${name} has joined${standingOf(now) === 'turn' ? ': it is your turn' : ''}.`;
  if (now.draw_offer === other && before.draw_offer !== other) return `${name} offers a draw.`;
  if (now.takeback_request?.by === other && before.takeback_request?.by !== other) return `${name} asks to take back.`;
  if (standingOf(now) === 'turn' && now.ply > before.ply) return `${name} has moved: it is your turn.`;
  return now.rematch !== null && before.rematch === null ? `${name} wants another game.` : null;
}
