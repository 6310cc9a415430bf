// SPDX-License-Identifier: GPL-3.0-or-later
// One lesson on the board: what to do, tries, answers, what went wrong, and how it is done.
import { h } from '../app/dom';
import type { Game } from '../app/types';
import { colorName, opposite } from '../app/words';
import { Exercise, type Sight, type Task } from '../exercise/exercise';
import type { Round } from '../exercise/round';
import type { Play } from '../library/contract';
import * as library from '../library/calls';
import { Attempt, NODES } from './attempt';
import type { Lesson } from './lesson';

export interface PracticeListener {
  solved(): void;
}

export class Practice implements Task<Attempt> {
  readonly chosen: Omit<library.Chosen, 'fen'>;
  readonly opening = '';
  private readonly exercise: Exercise<Attempt>;
  private readonly next: HTMLAnchorElement;

  /** `next`: the address of the next lesson and what to call it. */
  constructor(
    readonly game: Game,
    private readonly lesson: Lesson,
    next: { href: string; words: string },
    private readonly listener: PracticeListener,
  ) {
    this.chosen = { game: game.key, ...(lesson.parameters && { parameters: lesson.parameters }) };
    this.next = h('a', { class: 'button primary', href: next.href, hidden: true }, next.words);
    this.exercise = new Exercise(this, { css: 'lesson', board: 'practice', say: 'lesson-say', label: 'Board of the lesson', reveal: 'Show me' });
    this.exercise.buttons.prepend(this.next);
    const turns = lesson.turns ?? 1;
    this.element.prepend(
      h(
        'section',
        { class: 'lesson-words', 'aria-labelledby': 'lesson-title' },
        h('h2', { id: 'lesson-title' }, lesson.title),
        h('p', {}, lesson.tell),
        h('p', { class: 'lesson-goal' }, lesson.goal),
        ...(turns > 1 ? [h('p', { class: 'lesson-count' }, `You have ${turns} turns.`)] : []),
      ),
    );
    void this.exercise.begin();
  }

  get element(): HTMLElement {
    return this.exercise.element;
  }

  leave(): void {
    this.exercise.leave();
  }

  start({ signal }: Round): Promise<Attempt> {
    this.next.hidden = true;
    return Attempt.start(this.lesson, {
      play: (fen, moves) => library.play({ ...this.chosen, fen }, moves, 'lesson'),
      best: async (fen, moves) => (await library.analyse({ ...this.chosen, fen, moves, nodes: NODES }, () => undefined, signal)).turn,
    });
  }

  look(attempt: Attempt, turn: string): Promise<Play> {
    return attempt.look(turn);
  }

  decided(attempt: Attempt, turn: string, play: Play): boolean {
    return attempt.reaches(turn, play);
  }

  /** Judges the turn, lets the other side answer, and judges that. */
  async enter(attempt: Attempt, turn: string, round: Round): Promise<void> {
    await round.after(attempt.turn(turn));
    this.exercise.draw(true);
    if (this.judged(attempt)) return;
    const answer = await round.after(attempt.reply());
    this.exercise.draw(false);
    if (this.judged(attempt)) return;
    const left = attempt.turnsLeft;
    const rest = left === 1 ? 'One turn is left.' : `${left} turns are left.`;
    this.exercise.say(answer === null ? rest : `${colorName(opposite(attempt.learner))} answers ${attempt.sight.play.turns.at(-1)?.san ?? answer}. ${rest}`);
  }

  async *solution(attempt: Attempt, round: Round): AsyncGenerator<Sight> {
    this.exercise.say('This is one way.');
    for (const turn of this.lesson.solution) {
      await round.after(attempt.turn(turn));
      yield attempt.sight;
      if (attempt.judge().kind === 'reached') return;
      if ((await round.after(attempt.reply())) !== null) yield attempt.sight;
    }
  }

  shown(): string {
    return 'That was one way. Now try it yourself.';
  }

  private judged(attempt: Attempt): boolean {
    const verdict = attempt.judge();
    if (verdict.kind === 'goes-on') return false;
    const reached = verdict.kind === 'reached';
    this.exercise.draw(true);
    this.exercise.say(verdict.kind === 'reached' ? 'Well done!' : verdict.say, reached ? 'good' : 'bad');
    this.exercise.state = verdict.kind;
    if (reached) this.listener.solved();
    this.next.hidden = !reached;
    return true;
  }
}
