// SPDX-License-Identifier: GPL-3.0-or-later
// One problem being solved: whether a turn of the solver's is right, and what the other side answers.
//
// The first turn was proved to be the only one. Where a later one is not, it is proved whether the turn wins as soon.
import type { Sight } from '../exercise/exercise';
import type { Found, Play, Proof } from '../library/contract';
import type { Problem } from './sets';

/** Positions that such a proof may take, and the search for an answer to a wrong turn. */
export const PROOF_NODES = 3_000_000;
export const ANSWER_NODES = 20_000;

/** What a try needs of the library; `moves` are played from the problem's position. */
export interface Library {
  play(moves: readonly string[]): Promise<Play>;
  /** Whether the problem's winner still wins within so many turns. */
  prove(moves: readonly string[], turns: number): Promise<Proof>;
  search(moves: readonly string[]): Promise<Found>;
}

/** `right`: the answer has been played, too. `wrong`: with the other side's best answer, if the game is not over. `unclear`: it could not be proved. */
export type Verdict = { kind: 'solved' } | { kind: 'right' } | { kind: 'unclear' } | { kind: 'wrong'; answer: string | null };

/** An announcement may name its squares or not. */
const plain = (turn: string): string => turn.replace(/![a-z0-9]+$/, '!');

export class Solving {
  /** What has been played, by both sides. */
  private moves: readonly string[] = [];
  /** Whether the solver has left the solution for another win that is as short. */
  private strayed = false;

  private constructor(
    readonly problem: Problem,
    private readonly library: Library,
    private play: Play,
  ) {}

  static async start(problem: Problem, library: Library): Promise<Solving> {
    return new Solving(problem, library, await library.play([]));
  }

  get sight(): Sight {
    return { fen: this.problem.fen, moves: this.moves, play: this.play };
  }

  get begun(): boolean {
    return this.moves.length > 0;
  }

  /** What moves from the problem's position lead to. */
  look(moves: readonly string[]): Promise<Play> {
    return this.library.play(moves);
  }

  /** The solver's turn of the solution here, unless another way has been taken. */
  get next(): string | null {
    return this.strayed ? null : (this.problem.solution[this.moves.length] ?? null);
  }

  /** Plays a turn and the answer to it. A wrong turn leaves everything as it was. Fails if the turn is illegal. */
  async turn(text: string): Promise<Verdict> {
    const { problem, library, moves } = this;
    const after = [...moves, text];
    const play = await library.play(after);
    if (play.result !== 'ongoing') {
      if (play.result !== problem.winner) return { kind: 'wrong', answer: null };
      this.set(after, play);
      return { kind: 'solved' };
    }
    const expected = this.next;
    if (expected !== null && plain(text) === plain(expected)) return this.answer(after, problem.solution[after.length] ?? null);
    // The other side may be made to end the game, so half-turns count.
    const rest = problem.solution.length - after.length;
    const only = expected !== null && !problem.duals.includes(moves.length / 2 + 1);
    if (only || rest <= 0) return this.refuted(after);
    const proof = await library.prove(after, Math.ceil(rest / 2));
    if (proof.status === 'unknown') return { kind: 'unclear' };
    if (proof.status === 'none' || proof.half_turns > rest) return this.refuted(after);
    const verdict = await this.answer(after, proof.lines[0]?.turn ?? null);
    this.strayed = true;
    return verdict;
  }

  private async refuted(moves: string[]): Promise<Verdict> {
    return { kind: 'wrong', answer: (await this.library.search(moves)).san ?? null };
  }

  private async answer(moves: string[], reply: string | null): Promise<Verdict> {
    if (reply === null) return { kind: 'wrong', answer: null };
    const play = await this.library.play([...moves, reply]);
    this.set([...moves, reply], play);
    // In some games the other side can be made to end the game.
    return { kind: play.result === this.problem.winner ? 'solved' : 'right' };
  }

  private set(moves: readonly string[], play: Play): void {
    this.moves = moves;
    this.play = play;
  }
}
