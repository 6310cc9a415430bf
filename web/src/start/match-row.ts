// SPDX-License-Identifier: GPL-3.0-or-later
// A match in a list: the game, the players, how it stands, and whether it is one's own.
import { h } from '../app/dom';
import { seatsOf } from '../app/store';
import type { Catalogue, Player, Summary } from '../app/types';
import { colorName, parameterWords, playerLabel, resultReason, resultScore, timeAgo } from '../app/words';

/** The game of a match, unless a text defines it: that may give another game the name of one of ours. */
export const gameOf = (match: Summary, { games }: Catalogue): Catalogue['games'][number] | undefined =>
  match.hash === undefined ? games.find((each) => each.key === match.game) : undefined;

/** What a match is called. */
export const matchName = (match: Summary, catalogue: Catalogue): string => match.title ?? gameOf(match, catalogue)?.name ?? match.game;

export function matchRow(match: Summary, catalogue: Catalogue): HTMLElement {
  const own = Object.keys(seatsOf(match.id));
  const { watchers = 0 } = match;
  const { white, black } = match.players;
  // Each name is isolated: one written from right to left must not reverse the row.
  const name = (player: Player): HTMLElement => h('bdi', {}, playerLabel(player, catalogue.levels));
  const words = [parameterWords(match, gameOf(match, catalogue), catalogue.armies), match.control ?? ''].filter((part) => part !== '').join(' · ');
  const state =
    match.result === 'ongoing'
      ? `${colorName(match.side)} to move, ${match.ply} played`
      : `${resultScore(match)} · ${resultReason(match.result, match.reason, match.side)}`;
  return h(
    'li',
    { 'data-id': match.id },
    h(
      'a',
      { href: `#/match/${match.id}` },
      h('span', { class: 'what' }, h('strong', {}, matchName(match, catalogue)), words !== '' && h('span', {}, words)),
      h('span', { class: 'who' }, name(white), ' – ', name(black)),
      h('span', { class: 'how' }, [state, timeAgo(match.updated), ...(watchers > 0 ? [`${watchers} watching`] : [])].join(' · ')),
      own.length > 0 && h('span', { class: 'yours' }, match.result === 'ongoing' ? 'Yours: resume' : 'Yours'),
    ),
  );
}
