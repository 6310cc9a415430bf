// SPDX-License-Identifier: GPL-3.0-or-later
// How full a tank looks: the colour steps of the fuel shown on pieces, targets and in the list of moves.
import type { Location } from '../app/types';

export type FuelLevel = 'full' | 'half' | 'low' | 'empty';

/** More than two thirds, more than one third, less, nothing. */
export function fuelLevel(fuel: number, tank: number): FuelLevel {
  if (fuel <= 0) return 'empty';
  if (fuel * 3 > tank * 2) return 'full';
  return fuel * 3 > tank ? 'half' : 'low';
}

/** How much of the tank is left, as a percentage for a gauge. */
export function fuelPercent(fuel: number, tank: number): number {
  return Math.max(0, Math.min(100, Math.round((fuel * 100) / Math.max(1, tank))));
}

/** What a full tank holds, in games with fuel: the fullest at the start. */
export function tankOf(locations: readonly Location[]): number | null {
  const tanks = locations.flatMap(({ fuel }) => (fuel === undefined ? [] : [fuel]));
  return tanks.length === 0 ? null : Math.max(1, ...tanks);
}
