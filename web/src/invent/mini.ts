// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of positions, for the gallery.
import { h } from '../app/dom';
import type { Game, State } from '../app/types';
import { place } from '../board/squares';
import { pieceImage } from '../pieces';

export function miniBoard(state: Pick<State, 'board'>, game: Game): HTMLElement {
  const { files, ranks, locations } = state.board;
  const layer = h('div', { class: 'mini-board', 'aria-hidden': 'true' });
  layer.style.setProperty('--files', String(files));
  layer.style.setProperty('--ranks', String(ranks));
  for (const { at, kind, piece, color } of locations) {
    if (kind === undefined && (piece === undefined || color === undefined)) continue;
    const cell = h('div', { class: kind === undefined ? 'mini-piece' : `mini-${kind}` }, piece !== undefined && color !== undefined && pieceImage(piece, color, game));
    place(cell, at, { files, ranks }, 'white');
    layer.append(cell);
  }
  return layer;
}
