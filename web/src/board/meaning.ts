// SPDX-License-Identifier: GPL-3.0-or-later
// What stands under the board about a square, and what follows the pointer while something is dragged.
import { h } from '../app/dom';
import type { Action, Location } from '../app/types';
import { describeAction, describeSquare, linkWords } from '../app/words';
import { traySource } from '../match/tray';
import { pieceImage } from '../pieces';
import { isFrozen } from './ground';
import type { View } from './view';

/** What a square means now: the action it would be for what has been picked up, else what stands there. */
export function meaningOf(square: string, action: Action | undefined, location: Location | undefined, { game, state }: View): string {
  if (action !== undefined) return describeAction(action, game);
  const frozen = isFrozen(location, state.side) ? '; frozen: just touched by the opponent, it cannot be moved this turn' : '';
  return describeSquare(square, location, game) + frozen + linkWords(square, state.links);
}

/** A tile, or a piece from the tray; `action` is one that starts at `source`. */
export function ghostOf(source: string, action: Action | undefined, view: View | null): HTMLElement {
  const { piece, color } = action ?? {};
  if (view === null || piece === undefined || color === undefined || source !== traySource(piece))
    return h('div', { class: 'square-ghost', 'aria-hidden': 'true' });
  return h('div', { class: 'piece-ghost', 'aria-hidden': 'true' }, pieceImage(piece, color, view.game));
}
