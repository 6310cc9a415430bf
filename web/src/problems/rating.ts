// SPDX-License-Identifier: GPL-3.0-or-later
// A solver's rating by Mark Glickman's Glicko system: each problem is a game against an opponent whose rating is known.
// (M. E. Glickman, "The Glicko system", 1999.)

export interface Rating {
  value: number;
  /** The standard deviation of the value. */
  deviation: number;
}

export interface Game extends Rating {
  /** The opponent is `value` and `deviation`; 1 for a win, 0 for a loss. */
  score: number;
}

/** Of somebody who has not solved anything yet. The deviation is the book's; problems begin at 600, so 1500 would be too much. */
export const BEGINNER: Rating = { value: 1200, deviation: 350 };

/** The ratings of problems are estimates by the engine's levels. */
export const PROBLEM_DEVIATION = 80;

/** The deviation never falls below this, so that a rating can always follow progress. */
const LEAST_DEVIATION = 45;

/** Without any games, a deviation of 50 becomes that of a beginner in about two years. */
const GROWTH_A_DAY = Math.sqrt((350 ** 2 - 50 ** 2) / 730);

const q = Math.LN10 / 400;
const weight = (deviation: number): number => 1 / Math.sqrt(1 + (3 * q ** 2 * deviation ** 2) / Math.PI ** 2);

/** A rating after the games of one period. */
export function rated({ value, deviation }: Rating, games: readonly Game[]): Rating {
  let information = 0;
  let surprise = 0;
  for (const game of games) {
    const g = weight(game.deviation);
    const expected = 1 / (1 + 10 ** ((-g * (value - game.value)) / 400));
    information += q ** 2 * g ** 2 * expected * (1 - expected);
    surprise += g * (game.score - expected);
  }
  const precision = 1 / deviation ** 2 + information;
  return { value: value + (q / precision) * surprise, deviation: Math.sqrt(1 / precision) };
}

/** The same rating after days without games: it is known less well. */
export const aged = ({ value, deviation }: Rating, days: number): Rating => ({
  value,
  deviation: Math.min(BEGINNER.deviation, Math.sqrt(deviation ** 2 + GROWTH_A_DAY ** 2 * Math.max(0, days))),
});

/** The rating after a problem, some days after the one before. */
export function after(rating: Rating, days: number, problem: number, solved: boolean): Rating {
  const { value, deviation } = rated(aged(rating, days), [{ value: problem, deviation: PROBLEM_DEVIATION, score: solved ? 1 : 0 }]);
  return { value: Math.max(100, value), deviation: Math.max(LEAST_DEVIATION, deviation) };
}
