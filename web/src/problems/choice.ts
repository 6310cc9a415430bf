// SPDX-License-Identifier: GPL-3.0-or-later
// Which problems of a set are wanted: by theme and by difficulty, and which of them comes next.
import { readObject, writeObject } from '../app/store';
import type { Problem } from './sets';

const KEY = 'problem-choice';
/** How far a problem may be from the solver's own rating. */
const NEAR = 200;

export const DIFFICULTIES = {
  any: 'Any difficulty',
  near: 'About my rating',
  easy: 'Easy: under 1200',
  medium: 'Medium: 1200 to 1699',
  hard: 'Hard: 1700 and more',
} as const;

export type Difficulty = keyof typeof DIFFICULTIES;

export interface Choice {
  /** '' for all. */
  theme: string;
  difficulty: Difficulty;
}

const isDifficulty = (value: unknown): value is Difficulty => typeof value === 'string' && Object.hasOwn(DIFFICULTIES, value);

/** What was chosen last. */
export function choice(): Choice {
  const { theme, difficulty } = readObject(KEY);
  return { theme: typeof theme === 'string' ? theme : '', difficulty: isDifficulty(difficulty) ? difficulty : 'any' };
}

export function choose(theme: string, difficulty: string): void {
  writeObject(KEY, { theme, difficulty: isDifficulty(difficulty) ? difficulty : 'any' });
}

function fits(rating: number, difficulty: Difficulty, own: number): boolean {
  if (difficulty === 'near') return Math.abs(rating - own) <= NEAR;
  if (difficulty === 'easy') return rating < 1200;
  if (difficulty === 'medium') return rating >= 1200 && rating < 1700;
  return difficulty === 'any' || rating >= 1700;
}

/** `own`: the solver's rating. A theme that no problem of the set has is no theme of it, so it is left out. */
export function matching(problems: readonly Problem[], { theme, difficulty }: Choice, own: number): Problem[] {
  const known = problems.some(({ themes }) => themes.includes(theme));
  return problems.filter(({ themes, rating }) => (!known || themes.includes(theme)) && fits(rating, difficulty, own));
}

/** The next one that has not been solved, from this one on and then from the beginning; if all have been, simply the next. */
export function following(problems: readonly Problem[], from: Problem | null, solved: Set<string>): Problem | undefined {
  const at = (problem: Problem): boolean => from !== null && (problem.rating > from.rating || (problem.rating === from.rating && problem.id > from.id));
  const others = problems.filter(({ id }) => id !== from?.id);
  const round = from === null ? others : [...others.filter((each) => at(each)), ...others.filter((each) => !at(each))];
  return round.find(({ id }) => !solved.has(id)) ?? round[0];
}
