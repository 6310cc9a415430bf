// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson is: a position, a goal, and conditions on the library's answers that say whether a try has reached it.
import type { Color, Parameters } from '../app/types';

/** Something that is true or not after a turn. Pieces are letters as in FEN: `Q` is White's queen, `q` Black's. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  /** The game has ended so for the learner. */
  | { ended: 'won' | 'lost' | 'drawn'; reason?: string }
  /** The side to move is in check. */
  | { check: true }
  /** Such a piece stands on one of the squares (without: anywhere), with at least and at most so much fuel. */
  | { piece: string; on?: string[]; fuel?: number; most?: number }
  /** There are fewer such pieces than at the beginning. */
  | { captured: string }
  /** There are squares at all of these places; with `owner`, empty ones of that side. */
  | { squares: string[]; owner?: Color }
  /** At none of these places is a square. */
  | { holes: string[] }
  /** That side has at least so many squares in reserve; with `most`, at most so many. */
  | { reserve: Color; least?: number; most?: number }
  /** That side has a path, whether it has been announced or not. */
  | { path: Color }
  /** What was announced is a circuit. */
  | { circuit: true }
  /** The learner has scored at least so many points. */
  | { points: number }
  /** The learner's last turn, in machine notation, matches. */
  | { turn: RegExp };

/** What a failed try is told. */
export interface Mistake {
  when: Condition;
  say: string;
  /** The try ends at once when this is true; without, it is asked for only when the try has failed anyway. */
  ends?: true;
}

export interface Lesson {
  /** Its name in addresses and in what the browser keeps; never changed, or progress is lost. */
  id: string;
  title: string;
  /** What is special here, in a sentence or two. */
  tell: string;
  /** The goal, in one sentence. */
  goal: string;
  fen: string;
  parameters?: Parameters;
  /** How many turns the learner has; one if it is not given. */
  turns?: number;
  /** Who answers: nobody (the learner plays turn after turn), these turns in order, or the engine, which is the default. */
  replies?: 'nobody' | string[];
  reached: Condition;
  /** The goal must be true after the answer to the last turn, too. */
  lasting?: true;
  mistakes: Mistake[];
  /** What a failed try is told if none of the mistakes has been made. */
  hint: string;
  /** The learner's turns, one way to the goal. */
  solution: string[];
  /** Another way; or `only`, which tests prove by trying every turn. */
  other: string[] | 'only';
  /** A try that fails, and the mistake that it makes (its place in `mistakes`, or `hint`). */
  wrong: { turns: string[]; mistake: number | 'hint' };
}

export interface Course {
  game: string;
  /** What the game is about, for somebody who knows chess. */
  intro: string;
  lessons: Lesson[];
}
