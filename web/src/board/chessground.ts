// SPDX-License-Identifier: GPL-3.0-or-later
// How chessgroundx, which draws the pieces and hears clicks and drags, is set up and told a position.
import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import { destinations } from './actions';
import { keyOf, placement, squareOf } from './squares';
import type { View } from './view';

/** `moved` is told of every move of a piece, by its two squares. */
export function createGround(wrap: HTMLElement, moved: (from: string, to: string) => void): Api {
  return Chessground(wrap, {
    coordinates: false,
    autoCastle: false,
    disableContextMenu: true,
    animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
    movable: {
      free: false,
      showDests: true,
      rookCastle: true,
      events: { after: (from, to) => moved(squareOf(from), squareOf(to)) },
    },
    premovable: { enabled: false },
    draggable: { showGhost: true },
    highlight: { lastMove: true, check: true },
  });
}

/** A selection that can no longer lead to anything ends. */
export function showPosition(api: Api, view: View): void {
  const { files, ranks } = view.state.board;
  const { state } = api;
  delete state.movable.color;
  if (state.selectable.selected !== undefined && view.actions.length === 0) api.unselect();
  api.set({
    dimensions: { width: files, height: ranks },
    orientation: view.orientation,
    fen: placement(view.state),
    turnColor: view.state.side,
    check: view.state.checked.map(keyOf),
    lastMove: (view.state.last?.squares ?? []).map(keyOf),
    movable: { dests: destinations(view.actions), ...(view.actions.length > 0 ? { color: view.state.side } : {}) },
  });
}
