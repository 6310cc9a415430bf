// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of sections in texts of games: [name] and [name:parent].

export interface Head {
  name: string;
  parent: string;
}

/**
 * The head that a line is, or null. Texts come from strangers, so this searches for characters, which takes time in proportion to the line;
 * an expression with blanks before and after each name tries every way to share out a long run of blanks.
 */
export function headOf(line: string): Head | null {
  const start = line.trimStart();
  const end = start.indexOf(']');
  if (!start.startsWith('[') || end < 0) return null;
  const inside = start.slice(1, end);
  const colon = inside.indexOf(':');
  const name = (colon < 0 ? inside : inside.slice(0, colon)).trim();
  return name === '' ? null : { name, parent: colon < 0 ? '' : inside.slice(colon + 1).trim() };
}
