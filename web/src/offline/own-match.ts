// SPDX-License-Identifier: GPL-3.0-or-later
// A match that is kept in this browser, described as the server describes its own; and what its players may do.
import { exchanged } from '../app/store';
import type { Color, Match, Player, Result, State } from '../app/types';
import { readControl } from '../clock/control';
import type { Play } from '../library/contract';
import type { Announced } from '../match/host';
import { clockOf, newClock, playersOf, running, timed } from './own-clock';
import { newId, type Kept } from './own-matches';

const COLORS = ['white', 'black'] as const;

export function engineOf({ players }: Pick<Kept, 'players'>): { color: Color; level: string } | null {
  const color = COLORS.find((each) => players[each].kind === 'engine');
  return color === undefined ? null : { color, level: players[color].level ?? 'full' };
}

type Score = Record<Color, number>;

/** What the game has brought each side: its points, or one for a win and a half for a draw. */
function scoreOf({ result, points }: Pick<Play, 'result' | 'points'>, scores: boolean): Score {
  if (scores) return points ?? { white: 0, black: 0 };
  const of = (color: Color): number => (result === color ? 1 : result === 'draw' ? 0.5 : 0);
  return { white: of('white'), black: of('black') };
}

const swapped = ({ white, black }: Score): Score => ({ white: black, black: white });

function seriesOf({ id, before, scores }: Kept, play: Play): Match['series'] {
  const games = [...before, { id, result: play.result, reason: play.reason, score: scoreOf(play, scores) }];
  const total = (color: Color): number => games.reduce((sum, { score }) => sum + score[color], 0);
  return { game: games.length, counts: scores ? 'points' : 'games', totals: { white: total('white'), black: total('black') }, games };
}

const DECLARED = ['resignation', 'agreement', 'time', 'aborted'];

/** How many turns that side would take back; 0: none is possible. */
export function takenBack({ local, rematch, clock }: Pick<Kept, 'local' | 'rematch' | 'clock'>, { turns, first, reason }: Pick<Play, 'turns' | 'first' | 'reason'>, color: Color): number {
  // The result of a game that has been followed by another counts in the series.
  if (DECLARED.includes(reason) || rematch !== null) return 0;
  // With a clock, the first turns of both sides stay.
  const stay = clock !== undefined && turns.length > 1 ? 2 : 0;
  const bounded = (back: number): number => (turns.length - back < stay ? 0 : back);
  if (local) return bounded(Math.min(1, turns.length));
  const by = playersOf(turns, first);
  return by.includes(color) ? bounded(by.length - by.lastIndexOf(color)) : 0;
}

/** A copy without members that may be missing. */
export const without = <T extends object>(object: T, ...names: string[]): T => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name))) as T;

/** Without what would reveal paths to the players, unless the program may find them or the game is over. */
export function plainState<T extends object>(state: T, { finder, result }: Pick<Kept, 'finder' | 'result'>): T {
  if (finder || result !== 'ongoing') return state;
  return without(state, 'path', 'circuit', 'score');
}

/** `elapsed`: of the time that runs, in milliseconds. */
export function matchOf(kept: Kept, play: Play, elapsed = 0): Match {
  const { id, game, variants, title, hash, created, updated, players, local, revision, rematch, seats } = kept;
  const { result, reason, ply, first, points, claims } = play;
  const { clock, control } = kept;
  const turns = clock === undefined ? play.turns : timed(play.turns, clock);
  const runs = result === 'ongoing' ? running(ply, play.state.side) : null;
  const people = COLORS.filter((color) => players[color].kind === 'human');
  const takers = people.filter((color) => takenBack(kept, play, color) > 0);
  const state: State = plainState(play.state, { ...kept, result });
  return {
    ...{ id, game, created, updated, players, local, revision, ply, first, turns, state, result, reason, rematch },
    ...(variants !== undefined && { variants }),
    ...(title !== undefined && { title }),
    ...(hash !== undefined && { hash }),
    ...(control !== undefined && { control }),
    ...(clock !== undefined && clockOf(clock, runs, elapsed)),
    parameters: play.parameters,
    draw_offer: null,
    draw_from: kept.draw_from,
    takeback: takers.length > 0,
    takeback_by: takers,
    takeback_request: null,
    thinking: result === 'ongoing' && engineOf(kept)?.color === play.state.side,
    series: seriesOf(kept, play),
    ...(kept.announcements && { finder: kept.finder }),
    ...(points && { points }),
    ...(claims && { claims }),
    you: COLORS.filter((color) => seats[color] !== undefined),
  };
}

/** The announcement as a turn; `onTurn`: the side that announces is to move. */
export const announcement = ({ after, squares = [] }: Announced, onTurn: boolean): string => `${after ?? ''}${after === undefined && onTurn ? '!' : ',!'}${squares.join('')}`;

/** Where the first link is missing between squares that have been named, as docs/api.md writes it; null: something else is wrong. */
export function gapIn(links: Record<string, string[]> = {}, squares: readonly string[] = []): string | null {
  const whole = new Set(squares).size === Object.keys(links).length && squares.every((square) => square in links);
  const gap = squares.findIndex((square, index) => index > 0 && links[squares[index - 1] ?? '']?.includes(square) !== true);
  return whole && gap > 0 ? `squares.${gap}` : null;
}

/** A player's name in PGN. */
export const recordedName = ({ name, level }: Player): string => (level === undefined ? name || 'Anonymous' : `${name} (${level})`);

/** The game after this one, with the colours exchanged. */
export function nextGame(kept: Kept, { series }: Pick<Match, 'series'>): Kept {
  const now = new Date().toISOString();
  return {
    ...without(kept, 'points', 'clock'),
    ...fresh(),
    ...clocked(kept.control),
    id: newId(),
    created: now,
    updated: now,
    side: kept.start,
    players: { white: kept.players.black, black: kept.players.white },
    seats: exchanged(kept.seats),
    before: series.games.map((game) => ({ ...game, score: swapped(game.score) })),
  };
}

/** The clock of a match with that control that has just begun, if it is one. */
export function clocked(control: string | undefined): Pick<Kept, 'control' | 'clock'> {
  const read = readControl(control);
  return control === undefined || read === null ? {} : { control, clock: newClock(read) };
}

/** What a match has that has just begun. */
export const fresh = (): Pick<Kept, 'ply' | 'revision' | 'moves' | 'declared' | 'accepts' | 'draw_from' | 'rematch' | 'result' | 'reason'> => ({
  ply: 0,
  revision: 1,
  moves: [],
  declared: null,
  accepts: false,
  draw_from: { white: 0, black: 0 },
  rematch: null,
  result: 'ongoing' satisfies Result,
  reason: '',
});
