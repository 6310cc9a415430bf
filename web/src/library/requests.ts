// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of docs/library.md, made of what their callers have.
import type { Color } from '../app/types';
import type { Chosen, Limits, Note, Quest, Writing } from './contract';

/** The members that say which game it is, and where it begins. The parameters of a link may have any name, so all other members follow them. */
export const chosen = ({ variants, game, parameters = {}, fen, pastDraws = false }: Chosen): object => ({
  ...parameters,
  ...(variants === undefined ? {} : { variants }),
  game,
  ...(fen === undefined ? {} : { fen }),
  ...(pastDraws && { past_draws: true }),
});

/** A search that its watcher may end. */
export const searchOf = (game: Chosen, moves: readonly string[], { nodes, milliseconds, depth, level, seed, lines, hash }: Limits): object => ({
  ...chosen(game),
  do: 'search',
  infinite: true,
  moves,
  ...{ nodes, milliseconds, depth, level, seed, lines, hash },
});

/** A proof that its watcher may end. */
export const solveOf = (game: Chosen, moves: readonly string[], { turns, winner, lines, nodes, milliseconds, hash }: Quest): object => ({
  ...chosen(game),
  do: 'solve',
  infinite: true,
  moves,
  ...{ turns, winner, lines, nodes, milliseconds, hash },
});

/** The engine's turn in a match, in which it plays `by`. */
export const replyOf = (game: Chosen, moves: readonly string[], by: Color, { level, seed, milliseconds }: Limits): object => ({ ...chosen(game), do: 'search', moves, by, level, seed, ...(milliseconds !== undefined && { milliseconds }) });

/** What is written about a turn, without what else a turn that was read has. */
function noteOf({ comment, nags, variations }: Note): Note {
  return {
    ...(comment !== undefined && { comment }),
    ...(nags && { nags }),
    ...(variations && {
      variations: variations.map(({ comment: before, turns }) => ({
        ...(before !== undefined && { comment: before }),
        turns: turns.map((turn) => ({ turn: turn.turn, ...noteOf(turn) })),
      })),
    }),
  };
}

/** A game to be written as PGN. */
export const recordOf = (game: Chosen, moves: readonly string[], { notes, ...writing }: Writing): object => ({
  ...chosen(game),
  do: 'record',
  moves,
  ...writing,
  ...(notes && { notes: notes.map((note) => note && noteOf(note)) }),
});

/** PGN to be read, with all that is written about its games. */
export const pgnOf = (pgn: string, pastDraws: boolean): object => ({ do: 'pgn', pgn, variations: true, past_draws: pastDraws });

export type ToursAsk = 'count' | 'random' | 'estimate' | 'draw';

/** A question about tours. */
export const toursOf = (ask: ToursAsk, question: object): object => ({ ...question, do: 'tours', ask });
