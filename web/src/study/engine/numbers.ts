// SPDX-License-Identifier: GPL-3.0-or-later
// Large numbers as people read them, and the text of expected turns cut into turns.

/** "950", "12 k", "1.3 M", "2.0 G": three digits at most. */
export function compact(number: number): string {
  for (const [size, unit] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']] as const) {
    if (number < size * 0.9995) continue;
    const value = number / size;
    return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  }
  return String(Math.round(number));
}

/** A turn of a line, in both notations. */
export interface LineTurn {
  turn: string;
  san: string;
}

/** The turns of a line, in order: both notations of the library are separated by blanks. */
export function turnsOf({ pv, san }: { pv: string; san: string }): LineTurn[] {
  const people = san.split(' ');
  return pv.split(' ').filter((turn) => turn !== '').map((turn, index) => ({ turn, san: people[index] ?? turn }));
}

/** The number before a turn: "3." for White, "3…" for Black at the beginning of a line, nothing otherwise. `ply` counts from 0 at the game's start. */
export function numberBefore(ply: number, first: 'white' | 'black', begins: boolean): string {
  const slot = ply + (first === 'black' ? 1 : 0);
  if (slot % 2 === 0) return `${slot / 2 + 1}.`;
  return begins ? `${(slot + 1) / 2}…` : '';
}
