// SPDX-License-Identifier: GPL-3.0-or-later
// One problem on the board: turns, answers, hints and the solution.
import { h, iconOf } from '../app/dom';
import type { Game } from '../app/types';
import { colorName, opposite } from '../app/words';
import { Exercise, type Sight, type Task } from '../exercise/exercise';
import type { Round } from '../exercise/round';
import * as library from '../library/calls';
import type { Play } from '../library/contract';
import { inWords, type Problem } from './sets';
import { ANSWER_NODES, PROOF_NODES, Solving } from './solving';

export interface SolverListener {
  /** `clean`: at the first try and without hints. */
  solved(clean: boolean): void;
  /** The first wrong turn, hint, or look at the solution. */
  spoiled(): void;
}

/** What a problem asks for, in a sentence. */
export function goalOf({ winner, turns, themes }: Problem): string {
  const goal = themes.includes('corner') ? 'reach a corner' : themes.includes('announcement') ? 'announce and win' : 'win';
  return `${colorName(winner)} to move and ${goal} in ${turns === 1 ? 'one turn' : `${turns} turns`}.`;
}

export class ProblemTask implements Task<Solving> {
  readonly chosen: Omit<library.Chosen, 'fen'>;
  readonly opening = 'Find it on the board.';
  private readonly exercise: Exercise<Solving>;
  private readonly hint: HTMLButtonElement;
  private readonly analyse: HTMLButtonElement;
  private hints = 0;
  private spoilt = false;

  constructor(
    readonly game: Game,
    private readonly problem: Problem,
    private readonly listener: SolverListener,
  ) {
    this.chosen = { game: problem.game, parameters: problem.parameters };
    this.exercise = new Exercise(this, { css: 'exercise-place', board: 'exercise', say: 'problem-say', label: 'Board of the problem', reveal: 'Show the solution' });
    if (problem.winner === 'black') this.exercise.table.flip();
    this.hint = h('button', { type: 'button', class: 'button small', onclick: () => this.giveHint() }, iconOf('lamp'), 'Hint');
    this.analyse = h('button', { type: 'button', class: 'button small', hidden: true, onclick: () => void this.openStudy() }, iconOf('zoomIn'), 'Analyse');
    this.exercise.buttons.prepend(this.hint);
    this.exercise.buttons.append(this.analyse);
    void this.exercise.begin();
  }

  get element(): HTMLElement {
    return this.exercise.element;
  }

  leave(): void {
    this.exercise.leave();
  }

  start({ signal }: Round): Promise<Solving> {
    this.hint.disabled = false;
    this.hints = 0;
    this.exercise.table.board.drawings.hint([]);
    const chosen = { ...this.chosen, fen: this.problem.fen };
    return Solving.start(this.problem, {
      play: (moves) => library.play(chosen, moves, 'problem'),
      prove: (moves, turns) => library.solve({ ...chosen, moves, turns, winner: this.problem.winner, lines: 1, nodes: PROOF_NODES }, signal),
      search: (moves) => library.analyse({ ...chosen, moves, nodes: ANSWER_NODES }, () => undefined, signal),
    });
  }

  look(solving: Solving, turn: string): Promise<Play> {
    return solving.look([...solving.sight.moves, turn]);
  }

  decided(): boolean {
    return false;
  }

  async enter(solving: Solving, turn: string, round: Round): Promise<void> {
    const { exercise } = this;
    const other = colorName(opposite(this.problem.winner));
    exercise.table.board.drawings.hint([]);
    exercise.say('Is it right?');
    const verdict = await round.after(solving.turn(turn));
    exercise.draw(verdict.kind === 'solved');
    if (verdict.kind === 'solved') {
      exercise.say(this.spoilt ? 'Solved.' : 'Solved at the first try!', 'good');
      exercise.state = 'solved';
      this.over();
      this.listener.solved(!this.spoilt);
    } else if (verdict.kind === 'right') {
      this.hints = 0;
      exercise.say(`Right. ${other} answers ${solving.sight.play.turns.at(-1)?.san ?? ''}. Go on.`);
      exercise.state = 'playing';
    } else if (verdict.kind === 'unclear') {
      exercise.say('It may win in time, but the proof would take too long. Find a clearer turn.');
      exercise.state = 'playing';
    } else {
      this.spoil();
      exercise.say(verdict.answer === null ? 'That does not win. Try again.' : `That does not win in time: ${other} answers ${verdict.answer}. Try again.`, 'bad');
      exercise.state = 'wrong';
    }
  }

  async *solution(solving: Solving, round: Round): AsyncGenerator<Sight> {
    this.spoil();
    const { fen, solution } = this.problem;
    for (let length = 1; length <= solution.length; length += 1) {
      const moves = solution.slice(0, length);
      yield { fen, moves, play: await round.after(solving.look(moves)) };
    }
  }

  shown(): string {
    this.over();
    return 'That is the solution. Its turns lead to their positions.';
  }

  /** First what it is about, then where the turn begins. */
  private giveHint(): void {
    const { exercise } = this;
    const next = exercise.trial?.next ?? null;
    this.spoil();
    this.hints += 1;
    // A square that is placed comes from the reserve, so what helps is its place; a man is placed likewise.
    const square = /^(?:@@|@|[A-Z]@)?([a-p]\d+)/.exec(next ?? '')?.[1];
    const themes = this.problem.themes.map(inWords).join(', ');
    if (this.hints === 1 && themes !== '') exercise.say(`Think of: ${themes}.`);
    else if (next === '!') exercise.say('Announce what is there already.');
    else if (square === undefined) exercise.say('There is no hint for another way than that of the solution.');
    else {
      exercise.say(`The turn begins on ${square}.`);
      exercise.table.board.drawings.hint([{ from: square, to: square, rank: 0 }]);
    }
  }

  /** Nothing is to be found any more, so everything may be said. */
  private over(): void {
    this.hint.disabled = true;
    this.analyse.hidden = false;
  }

  /** The solution on the analysis board. */
  private async openStudy(): Promise<void> {
    const { fen, solution } = this.problem;
    const { packLine } = await import('../study/link');
    location.hash = `#/study/link/${await packLine({ chosen: { ...this.chosen, fen }, moves: solution, ply: 0 })}`;
  }

  private spoil(): void {
    if (!this.spoilt && this.exercise.state !== 'solved') this.listener.spoiled();
    this.spoilt = true;
  }
}
