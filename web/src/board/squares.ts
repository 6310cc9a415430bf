// SPDX-License-Identifier: GPL-3.0-or-later
// Square names of the API ("e10") and keys of chessgroundx ("e:"), and where a square lies on the screen.
import type { Key } from 'chessgroundx/types';
import type { Color, Location, State } from '../app/types';

export interface Size {
  files: number;
  ranks: number;
}

/** File and rank, from 0. */
export function coordinates(square: string): [number, number] {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

export function squareAt(file: number, rank: number): string {
  return String.fromCharCode(97 + file) + String(rank + 1);
}

/** chessgroundx writes a rank as one character that follows on from "9": ":" is the tenth. */
export function keyOf(square: string): Key {
  return (square.charAt(0) + String.fromCharCode(48 + Number(square.slice(1)))) as Key;
}

export function squareOf(key: Key): string {
  return key.charAt(0) + String(key.charCodeAt(1) - 48);
}

/** What chessgroundx calls a piece: "n-piece"; a promoted "+N" is a "pn-piece", and a "Q~" a queen with a mark. */
export function roleOf(letter: string): `${string}-piece` {
  return `${letter.replace('+', 'p').replace('~', '').toLowerCase()}-piece`;
}

/** The column from the left and the row from the top, from 0, as the viewer sees the board. */
export function cell(square: string, size: Size, orientation: Color): [number, number] {
  const [file, rank] = coordinates(square);
  return orientation === 'white' ? [file, size.ranks - 1 - rank] : [size.files - 1 - file, rank];
}

/** Puts an element over a square of a layer that covers the board. */
export function place(element: HTMLElement, square: string, size: Size, orientation: Color): void {
  const [column, row] = cell(square, size, orientation);
  element.style.left = `${(column * 100) / size.files}%`;
  element.style.top = `${(row * 100) / size.ranks}%`;
  element.style.width = `${100 / size.files}%`;
  element.style.height = `${100 / size.ranks}%`;
}

/** The locations of a state by their names. */
export function locationsOf(state: State): Map<string, Location> {
  return new Map(state.board.locations.map((location) => [location.at, location]));
}

/** The placement as chessgroundx reads it. */
export function placement(state: State): string {
  const locations = locationsOf(state);
  const rows: string[] = [];
  for (let rank = state.board.ranks - 1; rank >= 0; rank -= 1) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < state.board.files; file += 1) {
      const { piece, color } = locations.get(squareAt(file, rank)) ?? {};
      if (piece === undefined) {
        empty += 1;
        continue;
      }
      if (empty > 0) row += String(empty);
      empty = 0;
      row += color === 'white' ? piece.toUpperCase() : piece.toLowerCase();
    }
    if (empty > 0) row += String(empty);
    rows.push(row);
  }
  return rows.join('/');
}
