// SPDX-License-Identifier: GPL-3.0-or-later
// Marks on the pieces that chessgroundx draws: how much fuel they have left, and whether they were promoted.
import type { Key } from 'chessgroundx/types';
import type { Location } from '../app/types';
import { fuelLevel, fuelPercent } from './fuel';
import { squareOf } from './squares';

interface CgElement extends HTMLElement {
  cgKey?: Key;
}

/** Marks all pieces under `wrap`; `tank` is what a full tank holds, null in games without fuel. */
export function markPieces(wrap: HTMLElement, locations: Map<string, Location>, tank: number | null): void {
  for (const element of wrap.querySelectorAll<CgElement>('cg-board piece')) {
    if (element.cgKey === undefined || element.classList.contains('fading')) continue;
    const { fuel, piece } = locations.get(squareOf(element.cgKey)) ?? {};
    element.toggleAttribute('data-promoted', piece?.endsWith('~') === true);
    if (tank === null || fuel === undefined) {
      if (element.dataset['fuel'] !== undefined) delete element.dataset['fuel'];
      continue;
    }
    if (element.dataset['fuel'] === String(fuel)) continue;
    element.dataset['fuel'] = String(fuel);
    element.dataset['level'] = fuelLevel(fuel, tank);
    element.style.setProperty('--fuel', `${fuelPercent(fuel, tank)}%`);
  }
}
