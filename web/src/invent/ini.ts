// SPDX-License-Identifier: GPL-3.0-or-later
// What the page itself has to know about texts of games: their sections, in order to name and to copy them.
import { headOf, type Head } from '../app/heads';
import type { Game } from '../app/types';

export interface Section extends Head {
  /** From 1. */
  line: number;
}

export function sectionsOf(text: string): Section[] {
  return text.split('\n').flatMap((line, index) => {
    const head = headOf(line);
    return head === null ? [] : [{ ...head, line: index + 1 }];
  });
}

/** What to call a text: the title of its last game, or that game's name. */
export function titleOf(text: string): string {
  const last = sectionsOf(text).at(-1);
  if (last === undefined) return 'Untitled';
  const body = text.split('\n').slice(last.line);
  for (const line of body) {
    const title = /^\s*title\s*=(.*)/.exec(line)?.[1]?.trim() ?? '';
    if (title !== '') return title;
  }
  return last.name;
}

/** A name that is not taken: my-chess, my-chess-2, … */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** A child of a game, to begin with. */
export function childText(game: { key: string; name: string }, name: string): string {
  return `# A game of your own: it is ${game.name}, except for what you write here.\n[${name}:${game.key}]\ntitle = My ${game.name}\n\n`;
}

/** The definition of a game under another name, with words about it, which definitions leave out. */
export function named(definition: string, game: Pick<Game, 'name' | 'author' | 'summary'>, name: string): string {
  const words = [`title = ${game.name}`, ...(game.author === undefined ? [] : [`author = ${game.author}`]), ...(game.summary === '' ? [] : [`summary = ${game.summary}`])];
  return definition.replace(/^\s*\[[^\]]*\][^\n]*\n/, `[${name}]\n${words.join('\n')}\n`);
}

/** A file name without anything that a file system might mind. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase();
  return `${plain === '' ? 'game' : plain.slice(0, 60)}.ini`;
}
