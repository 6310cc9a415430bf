// SPDX-License-Identifier: GPL-3.0-or-later
// Names of squares, and boards as texts: as the server reads them and as they appear in the address.

export interface Size {
  files: number;
  ranks: number;
}

/** File and rank, from 0. */
export type Point = [number, number];

/** The letters of a file: a … z, aa …. */
export function fileName(file: number): string {
  const last = String.fromCharCode(97 + (file % 26));
  return file < 26 ? last : fileName(Math.floor(file / 26) - 1) + last;
}

export const squareName = (file: number, rank: number): string => `${fileName(file)}${rank + 1}`;

export function coordinates(name: string): Point {
  const [, letters = '', digits = '1'] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
  const file = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return [file, Number(digits) - 1];
}

/** The board as the server reads it: "8x8", or ranks from the top with '*' for holes. */
export function placementOf(size: Size, holes: ReadonlySet<string>): string {
  if (holes.size === 0) return `${size.files}x${size.ranks}`;
  const ranks: string[] = [];
  for (let rank = size.ranks - 1; rank >= 0; rank -= 1) {
    let text = '';
    let run = 0;
    for (let file = 0; file < size.files; file += 1) {
      if (!holes.has(squareName(file, rank))) {
        run += 1;
        continue;
      }
      text += `${run > 0 ? run : ''}*`;
      run = 0;
    }
    ranks.push(run > 0 ? `${text}${run}` : text);
  }
  return ranks.join('/');
}

/** The reverse of placementOf(); null if the text is not a board. */
export function readPlacement(text: string): { size: Size; holes: Set<string> } | null {
  const [, files, ranks] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  if (files !== undefined && ranks !== undefined) return { size: { files: Number(files), ranks: Number(ranks) }, holes: new Set() };
  const rows = text.split('/').reverse();
  const holes = new Set<string>();
  const widths = rows.map((row, rank) => {
    if (!/^(\d+|\*)+$/.test(row)) return -1;
    let file = 0;
    for (const part of row.match(/\d+|\*/g) ?? []) {
      if (part === '*') holes.add(squareName(file, rank));
      file += part === '*' ? 1 : Number(part);
    }
    return file;
  });
  const width = widths[0] ?? -1;
  if (width < 1 || widths.some((each) => each !== width)) return null;
  return { size: { files: width, ranks: rows.length }, holes };
}
