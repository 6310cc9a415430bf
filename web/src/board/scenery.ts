// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under the pieces: the ground on boards whose squares come and go, walls, gates and lines on others; and what they mean.
import { fill, h } from '../app/dom';
import type { Color, Game, Location, State } from '../app/types';
import { Ground } from './ground';
import { isBuilt, Landmarks, legend, promotionLines } from './landmarks';

/** A position as far as it lies under the pieces. */
export interface Land {
  game: Game;
  state: Pick<State, 'board' | 'reserves'>;
  orientation: Color;
}

export class Scenery {
  /** What the landmarks mean, with a switch for the promotion lines; empty where there are none. */
  readonly legend = h('div', { class: 'legend-place' });
  private readonly ground = new Ground();
  private readonly landmarks = new Landmarks();
  private linesShown = false;
  private explained = '';

  /** `redraw`: the landmarks are to be drawn again, because the person wants to see other lines. */
  constructor(private readonly redraw: () => void) {}

  /** What belongs under the pieces, in this order. */
  get elements(): HTMLElement[] {
    return [this.ground.element, this.landmarks.element];
  }

  /** Marks on the element of the whole board what kind of board it is. `mover`: whose frozen squares are marked; null: all are. */
  drawGround(board: HTMLElement, { state, orientation }: Land, locations: Map<string, Location>, mover: Color | null): void {
    const { reserves, board: { files, ranks, owners } } = state;
    board.classList.toggle('afloat', reserves !== undefined);
    this.ground.show(reserves === undefined ? null : { locations, size: { files, ranks }, orientation, owners: owners === true, mover });
  }

  /** `pointed`: the square whose piece has been picked up or is under the pointer. */
  drawLandmarks(board: HTMLElement, { game, state, orientation }: Land, locations: Map<string, Location>, pointed: string | null): void {
    const built = isBuilt(game, locations);
    board.classList.toggle('built', built);
    this.explain(game, built);
    if (!built) return this.landmarks.show(null);
    const { piece, color } = locations.get(pointed ?? '') ?? {};
    const lines = this.linesShown ? promotionLines(game) : piece === undefined ? [] : promotionLines(game, piece, color);
    this.landmarks.show({ game, locations, size: state.board, orientation, lines });
  }

  /** Drawn anew only for another game, so that the switch stays as it is. */
  private explain(game: Game, built: boolean): void {
    const key = built ? game.key : '';
    if (key === this.explained) return;
    this.explained = key;
    this.linesShown = false;
    const shown = (lines: boolean): void => {
      this.linesShown = lines;
      this.redraw();
    };
    fill(this.legend, built && legend(game, shown));
  }
}
