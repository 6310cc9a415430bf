// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under the pieces: the ground on boards whose squares come and go, walls, gates and lines on others.
import type { Location } from '../app/types';
import { Ground } from './ground';
import { isBuilt, Landmarks, promotionLines } from './landmarks';
import type { View } from './view';

export class Scenery {
  private readonly ground = new Ground();
  private readonly landmarks = new Landmarks();
  private linesShown = false;

  /** What belongs under the pieces, in this order. */
  get elements(): HTMLElement[] {
    return [this.ground.element, this.landmarks.element];
  }

  /** Marks on the element of the whole board what kind of board it is. */
  drawGround(board: HTMLElement, view: View, locations: Map<string, Location>): void {
    const { reserves, board: { files, ranks, owners }, side } = view.state;
    board.classList.toggle('afloat', reserves !== undefined);
    this.ground.show(reserves === undefined ? null : { locations, size: { files, ranks }, orientation: view.orientation, owners: owners === true, side });
  }

  /** Whether all promotion lines are shown, not only those of the pawn under the pointer. */
  showLines(shown: boolean): void {
    this.linesShown = shown;
  }

  /** `pointed`: the square whose piece has been picked up or is under the pointer. */
  drawLandmarks(board: HTMLElement, view: View, locations: Map<string, Location>, pointed: string | null): void {
    const { game, orientation } = view;
    const built = isBuilt(game, locations);
    board.classList.toggle('built', built);
    if (!built) return this.landmarks.show(null);
    const { piece, color } = locations.get(pointed ?? '') ?? {};
    const lines = this.linesShown ? promotionLines(game) : piece === undefined ? [] : promotionLines(game, piece, color);
    this.landmarks.show({ game, locations, size: view.state.board, orientation, lines });
  }
}
