// SPDX-License-Identifier: GPL-3.0-or-later
// The line under the board that says how things stand, the news when something changed, and the keys.
import { h } from '../app/dom';
import { announce, banner, clearBanner } from '../app/notices';
import type { Seats } from '../app/store';
import { lastWords, turnWords } from '../app/speech';
import type { Game, Match } from '../app/types';
import { colorName, resultReason, resultTitle } from '../app/words';

const isOpen = (match: Match): boolean => Object.values(match.players).some(({ kind }) => kind === 'open');

export interface Standing {
  match: Match;
  seats: Seats;
  /** The number of the earlier position that is shown, or null. */
  shown: number | null;
  pending: boolean;
}

export function statusText({ match, seats, shown, pending }: Standing): string {
  if (shown !== null) return `Position after ${shown} of ${match.ply} moves`;
  if (match.result === 'none') return `The game was ${resultTitle(match.result, match.reason).toLowerCase()}`;
  if (match.result !== 'ongoing') return 'The game is over';
  if (isOpen(match)) return 'Waiting for the second player';
  const mover = colorName(match.state.side);
  const check = match.state.check ? ' — check!' : '';
  const placing = match.state.legal?.[0]?.kind === 'placement';
  if (pending) return 'Sending your move…';
  if (Object.keys(seats).length === 0) return `You are watching. ${mover} to ${placing ? 'place a piece' : `move${check}`}`;
  if (match.local) return placing ? `${mover} to place a piece` : `${mover} to move${check}`;
  const first = match.clock?.abort === undefined ? '' : '. Make it in time, or the game is aborted';
  if (seats[match.state.side] !== undefined) return placing ? `Your turn to place${first}` : `Your move${check}${first}`;
  return match.thinking ? 'The engine is thinking…' : `${mover} to move${check}`;
}

export interface News {
  before: Match;
  now: Match;
  seats: Seats;
  game: Game;
  /** An earlier position is on the board, where a new move would not be seen; this leads back to the current one. */
  toPresent: (() => void) | null;
}

/** Says aloud, and in banners, what changed since the page last looked. */
export function tellNews({ before, now, seats, game, toPresent }: News): void {
  const { last } = now.state;
  if (now.ply > before.ply && last !== null) {
    if (toPresent === null) announce(lastWords(now.state, game));
    else banner('played', `${colorName(last.color)} has played: ${turnWords(last, game)}.`, 'news', { name: 'Show it', pressed: toPresent });
  } else if (now.ply < before.ply) announce('A move was taken back');
  if (before.result === 'ongoing' && now.result !== 'ongoing')
    announce(`${resultTitle(now.result, now.reason)}. ${resultReason(now.result, now.reason, now.state.side, now.claims)}`);
  if (isOpen(before) && !isOpen(now)) banner('joined', 'Your opponent is here. The game begins.', 'news');
  else if (now.ply > before.ply) clearBanner('joined');
  const offeredByUs = before.draw_offer !== null && seats[before.draw_offer] !== undefined;
  if (offeredByUs && now.draw_offer === null && now.result === 'ongoing' && now.ply === before.ply)
    banner('draw', 'The draw was declined.', 'news');
  tellOfTakeback(before, now, seats);
}

/** The outcome of a request to take turns back, for both players. */
function tellOfTakeback(before: Match, now: Match, seats: Seats): void {
  const { takeback_request: request } = before;
  if (request === null || now.takeback_request !== null || Object.keys(seats).length === 0) return;
  const asked = seats[request.by] !== undefined;
  if (now.ply === request.ply) banner('takeback', now.ply + 1 === before.ply ? 'A move was taken back.' : 'Two moves were taken back.', 'news');
  else if (asked && now.ply > before.ply) banner('takeback', 'A move was played: your request to take back has lapsed.', 'news');
  else if (asked && now.ply === before.ply && now.result === before.result)
    banner('takeback', 'Your request to take back was declined.', 'news');
}

/** `reserves`: squares can be placed; `large`: the board has more squares than fit well on a small screen. */
export function keyHint(reserves: boolean, large: boolean): HTMLElement {
  const key = (name: string): HTMLElement => h('kbd', {}, name);
  return h(
    'p',
    { class: 'keys' },
    'Keys: ', key('←'), ' ', key('→'), ' step through the moves, ', key('F'), ' flips the board. On the board, the arrow keys move a cursor, ',
    key('Enter'), ' selects and plays',
    ...(reserves ? [', ', key('R'), ' takes a square from the reserve'] : []),
    ...(large ? [', ', key('Z'), ' enlarges it'] : []),
    '.',
  );
}
