// SPDX-License-Identifier: GPL-3.0-or-later
// The sets of problems that come with the page, each loaded when somebody opens it; docs/problems.md describes their format.
import type { Color, Parameters } from '../app/types';

export interface Problem {
  id: string;
  game: string;
  parameters: Parameters;
  fen: string;
  /** Who is to move, and wins. */
  winner: Color;
  turns: number;
  /** The turns of both sides, in machine notation and for people. */
  solution: string[];
  san: string[];
  /** Turns of the winner, counting from 1, that are not the only ones. */
  duals: number[];
  themes: string[];
  rating: number;
}

type Loader = () => Promise<{ default: string }>;
const squares: Loader = () => import('../../../problems/squares.jsonl?raw');
/** Of armies against each other, in several games. */
const armies: Loader = () => import('../../../problems/armies.jsonl?raw');

/** By game, in the order in which they are shown. */
const LOADERS: Record<string, Loader[]> = {
  fuel: [() => import('../../../problems/fuel.jsonl?raw')],
  hamiltonian: [() => import('../../../problems/hamiltonian.jsonl?raw')],
  hans38: [squares, armies],
  'hans38-postal': [squares, armies],
  hnefa: [() => import('../../../problems/hnefa.jsonl?raw')],
  chess: [armies],
};

export const games: readonly string[] = Object.keys(LOADERS);

/** The problems of a game, easiest first. */
export async function load(game: string): Promise<Problem[]> {
  const sets = await Promise.all((LOADERS[game] ?? []).map((loader) => loader()));
  const problems = sets
    .flatMap((set) => set.default.split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Problem);
  return problems.filter((problem) => problem.game === game).sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
}

const DAY = 86_400_000;
/** A prime number larger than any set, so that all problems have their day. */
const STRIDE = 7919;

/** Which game has the problem of a day, by Greenwich time, and which of its problems that is. The same for everybody. */
export function gameOfDay(now: number): string {
  return games[Math.floor(now / DAY) % games.length] ?? 'fuel';
}

export function ofDay(problems: readonly Problem[], now: number): Problem | undefined {
  return problems[(Math.floor(Math.floor(now / DAY) / games.length) * STRIDE) % problems.length];
}

/** A theme in words. */
export const inWords = (theme: string): string => theme.replaceAll('-', ' ');
