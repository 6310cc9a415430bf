// SPDX-License-Identifier: GPL-3.0-or-later
// What the page asks the library in the browser. Calls that have a `kind` take the place of earlier ones of that kind only, so that
// several parts of a page may ask the same; without, of those with the same name.
import { call, searches } from './library';
import { chosen, pgnOf, recordOf, replyOf, searchOf, solveOf, toursOf, type ToursAsk } from './requests';
import type { Analysis, Checked, Chosen, Declared, Edit, Edited, Found, KeyRow, Limits, Play, Proof, Proving, Quest, ReadGames, Reply, RulesInWords, Writing } from './contract';
import type { Catalogue, Color, Consequence, Progress, State } from '../app/types';
import type { ToursCatalogue } from '../tours/tours-types';

export type { Chosen };

export const check = (variants: string): Promise<Checked> => call({ do: 'check', variants });

/** `declared`: how the game ended, if the board does not tell. */
export const play = (game: Chosen, moves: readonly string[], kind?: string, declared?: Declared): Promise<Play> =>
  call({ ...chosen(game), do: 'play', moves, ...declared }, kind);

/** What a turn would do to its player. */
export const consequence = (game: Chosen, moves: readonly string[], turn: string, kind?: string): Promise<{ consequence: Consequence | null }> =>
  call({ ...chosen(game), do: 'consequence', moves, turn }, kind);

export const actions = (game: Chosen, moves: readonly string[], after: string, kind?: string): Promise<Progress> =>
  call({ ...chosen(game), do: 'actions', moves, after }, kind);

export const show = (game: Chosen, moves: readonly string[] = [], kind?: string): Promise<State> => call({ ...chosen(game), do: 'show', moves }, kind);

/** What each piece attacks, by its square. */
export const attacks = (game: Chosen, moves: readonly string[], kind = 'attacks'): Promise<{ attacks: Record<string, string[]> }> =>
  call({ ...chosen(game), do: 'attacks', moves }, kind);

/** A position that need not be legal, after edits. */
export const edit = (game: Chosen, edits: readonly Edit[], kind = 'edit'): Promise<Edited> => call({ ...chosen(game), do: 'edit', edits }, kind);

export const rules = ({ variants, game, parameters }: Chosen): Promise<RulesInWords> =>
  call({ ...chosen({ game, ...(variants !== undefined && { variants }), ...(parameters && { parameters }) }), do: 'rules' });

/** A game as a text of its own. */
export const definition = (game: Chosen): Promise<{ variants: string; hash: string }> => call({ ...chosen(game), do: 'definition' });

/** The library's own games, as the server describes its. No other machine has a part in them. */
export const games = async (): Promise<Catalogue> => ({ ...(await call<Omit<Catalogue, 'loopback'>>({ do: 'games' })), loopback: false });

/** All keys that a text may have. */
export const keys = (): Promise<{ keys: KeyRow[] }> => call({ do: 'keys' });

/** The games of a PGN text with all that is written about them. `pastDraws`: games that were played on after a repetition or fifty moves. */
export const pgn = (text: string, { pastDraws = false } = {}): Promise<ReadGames> => call(pgnOf(text, pastDraws));

/** A game as PGN. */
export const record = (game: Chosen, moves: readonly string[], writing: Writing = {}): Promise<{ pgn: string }> => call(recordOf(game, moves, writing));

/**
 * Searches on a worker of its own, whatever else is asked or searched meanwhile, until a limit is reached or `signal` says that it is
 * not needed any more; then the search ends at once and this fails with the signal's reason. The states come about as often as iterations.
 */
export const analyse = (
  { moves, ...request }: Chosen & Limits & { moves: readonly string[] },
  onState: (state: Analysis) => void,
  signal: AbortSignal,
): Promise<Found> => searches.run(searchOf(request, moves, request), onState, signal);

/** Proves whether a side can force a win in so many turns; on a worker of its own, and ended by `signal`, like a search. */
export const solve = (
  { moves, ...request }: Chosen & Quest & { moves: readonly string[] },
  signal: AbortSignal,
  onState: (state: Proving) => void = () => undefined,
): Promise<Proof> => searches.run<{ state: Proving; answer: Proof }>(solveOf(request, moves, request), onState, signal);

/** What the engine does in a match, in which it plays `by`: like `analyse`, with the limits of its level. */
export const reply = (
  { moves, by, ...request }: Chosen & Limits & { moves: readonly string[]; by: Color },
  onState: (state: Analysis) => void,
  signal: AbortSignal,
): Promise<Reply> => searches.run<{ state: Analysis; answer: Reply }>(replyOf(request, moves, by, request), onState, signal);

/** What the screen for tours begins with. */
export const toursCatalogue = (): Promise<ToursCatalogue> => call({ do: 'tours' });

/** A question about tours, as it is put to the server; on a worker of its own, and ended by `signal`, like a search. */
export const askTours = <T>(ask: ToursAsk, question: object, signal?: AbortSignal): Promise<T> =>
  searches.run<{ state: never; answer: T }>(toursOf(ask, question), () => undefined, signal);
