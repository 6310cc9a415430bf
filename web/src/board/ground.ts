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
  /** Who may not move what is frozen. */
  side: Color;
}

/** Frozen squares that need a mark: not those that the side could not move anyway. */
export function isFrozen(location: Location | undefined, side: Color): boolean {
  if (location?.frozen !== true) return false;
  return (location.color ?? location.owner ?? side) === side;
}

export class Ground {
  readonly element = h('div', { class: 'ground', 'aria-hidden': 'true' });
  private drawn = '';

  /** Draws the tiles; nothing while every location has a square and there is nothing else to show. */
  show(terrain: Terrain | null): void {
    this.element.hidden = terrain === null;
    if (terrain === null) return;
    const { locations, size, orientation, owners, side } = terrain;
    const key = JSON.stringify([[...locations.values()], size, orientation, side]);
    if (key === this.drawn) return;
    this.drawn = key;
    const tiles: HTMLElement[] = [];
    for (let rank = 0; rank < size.ranks; rank += 1)
      for (let file = 0; file < size.files; file += 1) {
        const name = squareAt(file, rank);
        const location = locations.get(name);
        if (location?.kind === 'wall') continue;
        const tile = drawTile(name, location, owners, side);
        place(tile, name, size, orientation);
        tiles.push(tile);
      }
    fill(this.element, ...tiles);
  }
}

function drawTile(name: string, location: Location | undefined, owners: boolean, side: Color): HTMLElement {
  const tile = h('div', { 'data-square': name, class: location?.kind === 'hole' ? 'water' : 'tile' });
  if (location?.kind === 'hole') return tile;
  const [file, rank] = coordinates(name);
  tile.dataset['shade'] = (file + rank) % 2 === 0 ? 'dark' : 'light';
  if (owners && location?.piece === undefined) {
    tile.dataset['owner'] = location?.owner ?? 'nobody';
    tile.append(h('i', { class: `owner ${location?.owner ?? 'nobody'}` }));
  }
  if (isFrozen(location, side)) {
    tile.dataset['frozen'] = '';
    tile.append(h('i', { class: 'frost' }, '❄'));
  }
  return tile;
}
