// SPDX-License-Identifier: GPL-3.0-or-later
// What there is without the server: the games as the library in the browser knows them, and a screen that says what still works.
import { h } from '../app/dom';
import type { Screen } from '../app/screen';
import type { Catalogue } from '../app/types';
import { setTitle } from '../app/title';
import { isOwn } from './own-matches';

/** The screens that need nothing but the page itself. */
const ALONE: Record<string, string> = {
  '': 'New game',
  mine: 'My games',
  learn: 'Learn',
  problems: 'Problems',
  study: 'Study',
  editor: 'Editor',
  invent: 'Invent',
  tours: 'Tours',
};

export const worksAlone = (place: string, id: string): boolean => Object.hasOwn(ALONE, place) || (place === 'match' && isOwn(id));

export async function ownCatalogue(): Promise<Catalogue> {
  const library = await import('../library/calls');
  return { ...(await library.games()), here: true };
}

/** Shown while the server cannot be reached, in place of a screen that needs it; `names` are the screens that there are. */
export function offlineScreen(): Screen {
  setTitle('Without the server · Leaper');
  const links = Object.entries(ALONE).map(([place, name]) => h('a', { href: `#/${place}`, class: 'button' }, name));
  const element = h(
    'div',
    { class: 'nothing' },
    h('h1', {}, 'Without the server'),
    h('p', {}, 'Games with others need the server, which is tried again and again. What follows does not.'),
    h('p', { class: 'row' }, ...links),
  );
  return { element, leave: () => undefined };
}
