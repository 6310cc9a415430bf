// SPDX-License-Identifier: GPL-3.0-or-later
// The table of known numbers, each with its provenance; choosing one shows its board.
import { h } from '../app/dom';
import { digitParts } from './tours-estimate';
import type { KnownCount } from './tours-types';

const boardName = (board: string): string => board.replace('x', ' × ');

/** A provenance; commands, which stand in quotes, are set as such. */
export const sourceWords = (source: string): (HTMLElement | string)[] =>
  source.split(/('leaper [^']*')/).map((part) => (part.startsWith("'leaper ") ? h('code', {}, part.slice(1, -1)) : part));

function row(known: KnownCount, choose: (known: KnownCount) => void): HTMLElement {
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('button', { type: 'button', class: 'link', onclick: () => choose(known) }, boardName(known.board))),
    h('td', { class: 'digits' }, ...digitParts(known.count)),
    h('td', { class: 'published' }, known.published ?? 'Leaper'),
  );
}

export function knownTable(known: KnownCount[], choose: (known: KnownCount) => void): HTMLElement {
  const part = (name: string, open: boolean): HTMLElement =>
    h(
      'table',
      {},
      h('caption', {}, name),
      h('thead', {}, h('tr', {}, ...['Board', 'Number', 'Source'].map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', {}, ...known.filter((each) => each.open === open).map((each) => row(each, choose))),
    );
  return h(
    'details',
    { class: 'known' },
    h('summary', {}, 'Known numbers of knight’s tours'),
    h('p', { class: 'hint' }, 'Each tour counts once, regardless of direction. This program has counted all of these itself; choose one to see how.'),
    part('Closed tours', false),
    part('Open tours', true),
  );
}
