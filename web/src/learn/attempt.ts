// SPDX-License-Identifier: GPL-3.0-or-later
// One try at a lesson: turn by turn, with the answers of the other side, until the goal is reached or missed.
import type { Play } from '../library/contract';
import type { Color } from '../app/types';
import type { Sight } from '../exercise/exercise';
import { holds, type Facts } from './judge';
import type { Lesson } from './lesson';

/** What a try asks the library; the page sends it to the worker, tests to a module of their own. */
export interface Library {
  play(fen: string, moves: readonly string[]): Promise<Play>;
  /** The engine's turn; null if it has none. */
  best(fen: string, moves: readonly string[]): Promise<string | null>;
}

export type Verdict =
  | { kind: 'goes-on' }
  | { kind: 'reached' }
  | { kind: 'missed'; say: string; mistake: number | 'hint' };

/** How many positions the engine looks at for an answer: the same on every machine, and a moment's work. */
export const NODES = 20_000;

export class Attempt {
  /** Where the turns begin; another position after each turn that nobody answers. */
  private fen: string;
  private moves: string[] = [];
  private used = 0;
  private last = '';
  private now: Play;

  private constructor(
    readonly lesson: Lesson,
    private readonly library: Library,
    readonly begin: Play,
  ) {
    this.fen = lesson.fen;
    this.now = begin;
  }

  static async start(lesson: Lesson, library: Library): Promise<Attempt> {
    return new Attempt(lesson, library, await library.play(lesson.fen, []));
  }

  get learner(): Color {
    return this.begin.state.side;
  }

  /** The position as it is now. */
  get sight(): Sight {
    return { fen: this.fen, moves: this.moves, play: this.now };
  }

  get begun(): boolean {
    return this.used > 0;
  }

  get turnsLeft(): number {
    return (this.lesson.turns ?? 1) - this.used;
  }

  /** Plays a turn of the learner's. Throws what the library says if it is not legal; then nothing has changed. */
  async turn(turn: string): Promise<void> {
    this.now = await this.look(turn);
    this.moves = [...this.moves, turn];
    this.last = turn;
    this.used += 1;
  }

  /** What a turn would lead to. Throws what the library says if it is not legal. */
  look(turn: string): Promise<Play> {
    return this.library.play(this.fen, [...this.moves, turn]);
  }

  /** Whether a turn that leads there reaches the goal at once. */
  reaches(turn: string, now: Play): boolean {
    return this.lesson.lasting !== true && holds(this.lesson.reached, { ...this.facts(), now, turn });
  }

  /** Whether the turn just played has reached or missed the goal. */
  judge(): Verdict {
    const { lesson, now } = this;
    const early = lesson.mistakes.findIndex(({ when, ends }) => ends === true && holds(when, this.facts()));
    if (early >= 0) return this.missed(early);
    const answered = now.state.side === this.learner || now.result !== 'ongoing';
    if (holds(lesson.reached, this.facts()) && (lesson.lasting !== true || (answered && this.turnsLeft <= 0))) return { kind: 'reached' };
    if (now.result !== 'ongoing') return this.missed();
    if (this.turnsLeft > 0 || (lesson.lasting === true && !answered && holds(lesson.reached, this.facts()))) return { kind: 'goes-on' };
    return this.missed();
  }

  /** Lets the other side answer; returns its turn, or null if nobody answers. */
  async reply(): Promise<string | null> {
    const { replies } = this.lesson;
    if (replies === 'nobody') {
      await this.skip();
      return null;
    }
    const turn = replies === undefined ? await this.library.best(this.fen, this.moves) : (replies[this.used - 1] ?? null);
    if (turn === null) return null;
    const moves = [...this.moves, turn];
    this.now = await this.library.play(this.fen, moves);
    this.moves = moves;
    return turn;
  }

  /** Gives the turn back to the learner, without an answer. */
  private async skip(): Promise<void> {
    const fields = this.now.state.fen.split(' ');
    fields[1] = this.learner === 'white' ? 'w' : 'b';
    fields[3] = '-'; // nobody can capture in passing any more
    if (fields.length === 9) fields[8] = '-'; // and the squares that the other side had moved lie as before
    const fen = fields.join(' ');
    this.now = await this.library.play(fen, []);
    this.fen = fen;
    this.moves = [];
  }

  private facts(): Facts {
    return { learner: this.learner, begin: this.begin, now: this.now, turn: this.last };
  }

  private missed(early?: number): Verdict {
    const { mistakes, hint } = this.lesson;
    const index = early ?? mistakes.findIndex(({ when }) => holds(when, this.facts()));
    const mistake = mistakes[index];
    return mistake === undefined ? { kind: 'missed', say: hint, mistake: 'hint' } : { kind: 'missed', say: mistake.say, mistake: index };
  }
}
