// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under the pieces in games where squares come and go: tiles on open water, who owns them, and which are frozen.
import { fill, h } from '../app/dom';
import { coordinates, place, squareAt, type Size } from './squares';
import type { Color, Location } from '../app/types';

export interface Terrain {
  locations: Map<string, Location>;
  size: Size;
  orientation: Color;
  /** Empty squares have owners. */
  owners: boolean;
  /** Whose frozen squares are marked: the other side could not move its own anyway. Null: all are. */
  mover: Color | null;
}

/** Frozen squares that need a mark: those that the mover could move otherwise. */
export function isFrozen(location: Location | undefined, mover: Color | null): boolean {
  if (location?.frozen !== true) return false;
  return mover === null || (location.color ?? location.owner ?? mover) === mover;
}

export class Ground {
  readonly element = h('div', { class: 'ground', 'aria-hidden': 'true' });
  private drawn = '';

  /** Draws the tiles; nothing while every location has a square and there is nothing else to show. */
  show(terrain: Terrain | null): void {
    this.element.hidden = terrain === null;
    if (terrain === null) return;
    const { locations, size, orientation, owners, mover } = terrain;
    const key = JSON.stringify([[...locations.values()], size, orientation, owners, mover]);
    if (key === this.drawn) return;
    this.drawn = key;
    const tiles: HTMLElement[] = [];
    for (let rank = 0; rank < size.ranks; rank += 1)
      for (let file = 0; file < size.files; file += 1) {
        const name = squareAt(file, rank);
        const location = locations.get(name);
        if (location?.kind === 'wall') continue;
        const tile = drawTile(name, location, owners, mover);
        place(tile, name, size, orientation);
        tiles.push(tile);
      }
    fill(this.element, ...tiles);
  }
}

function drawTile(name: string, location: Location | undefined, owners: boolean, mover: Color | null): HTMLElement {
  const tile = h('div', { 'data-square': name, class: location?.kind === 'hole' ? 'water' : 'tile' });
  if (location?.kind === 'hole') return tile;
  const [file, rank] = coordinates(name);
  tile.dataset['shade'] = (file + rank) % 2 === 0 ? 'dark' : 'light';
  if (owners && location?.piece === undefined) {
    tile.dataset['owner'] = location?.owner ?? 'nobody';
    tile.append(h('i', { class: `owner ${location?.owner ?? 'nobody'}` }));
  }
  if (isFrozen(location, mover)) {
    tile.dataset['frozen'] = '';
    tile.append(h('i', { class: 'frost' }, '❄'));
  }
  return tile;
}
