// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of positions, for lists of games and matches.
import { h } from '../app/dom';
import type { Color, State } from '../app/types';
import { place } from '../board/squares';
import { pieceImage, type Pictured } from './index';

export function miniBoard(state: Pick<State, 'board'>, game: Pictured, orientation: Color = 'white'): HTMLElement {
  const { files, ranks, locations } = state.board;
  const layer = h('div', { class: 'mini-board', 'aria-hidden': 'true' });
  layer.style.setProperty('--files', String(files));
  layer.style.setProperty('--ranks', String(ranks));
  for (const { at, kind, piece, color } of locations) {
    if (kind === undefined && (piece === undefined || color === undefined)) continue;
    const cell = h('div', { class: kind === undefined ? 'mini-piece' : `mini-${kind}` }, piece !== undefined && color !== undefined && pieceImage(piece, color, game));
    place(cell, at, { files, ranks }, orientation);
    layer.append(cell);
  }
  return layer;
}
