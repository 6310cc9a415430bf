// SPDX-License-Identifier: GPL-3.0-or-later
// The review of a finished game: the engine evaluates each position in the background; a graph, the mistakes of both sides, and what
// would have been better.
import '../../style/engine.css';
import { fill, h, uniqueId } from '../../app/dom';
import { announce, errorText } from '../../app/notices';
import type { Color, Turn } from '../../app/types';
import { colorName } from '../../app/words';
import * as library from '../../library/calls';
import type { Chosen } from '../../library/contract';
import { Graph } from './graph';
import { judge, type Sources, type Verdict } from './judge';
import { Knowledge } from './knowledge';
import { mistakes, nextMistake, tally, type Marked } from './mistakes';
import { numberBefore } from './numbers';
import { remarksOf, type Remark } from './remarks';

/** The game that is on the board: its main line. */
export interface Reviewed {
  chosen: Chosen;
  turns: readonly Turn[];
  /** Whose the first turn was. */
  first: Color;
}

export interface ReviewHandlers {
  game(): Reviewed | null;
  /** Shows the position of the main line after so many turns. */
  go(ply: number): void;
  /** The review is complete: for each turn that could be judged. */
  done(remarks: Remark[]): void;
}

/** How thorough a review is: the seconds it takes. */
const BUDGETS: readonly [number, string][] = [
  [15, 'Quick: 15 seconds'],
  [45, 'Careful: 45 seconds'],
  [180, 'Thorough: 3 minutes'],
];

const sources: Sources = {
  stands: async (chosen, moves) => (await library.play(chosen, moves, 'review')).state,
  search: async (chosen, moves, milliseconds, signal) => {
    const { depth = 0, lines = [] } = await library.analyse({ ...chosen, moves, milliseconds }, () => undefined, signal);
    return { depth, lines };
  },
};

export class Review {
  readonly element: HTMLElement;
  private readonly graph: Graph;
  private readonly start: HTMLButtonElement;
  private readonly stopButton: HTMLButtonElement;
  private readonly budget = h('select');
  private readonly progress = h('progress', { max: 1, value: 0, 'aria-label': 'Positions evaluated', hidden: true });
  private readonly results = h('div', { class: 'review-results', hidden: true });
  private readonly counts = h('dl', { class: 'review-tally' });
  private readonly list = h('ol', { class: 'review-list', 'aria-label': 'Mistakes', tabindex: 0 });
  private readonly next: HTMLButtonElement;
  private readonly message = h('p', { class: 'hint', role: 'status' });
  private game: Reviewed | null = null;
  private marked: Marked[] = [];
  private ply = 0;
  private work: AbortController | null = null;

  constructor(
    private readonly handlers: ReviewHandlers,
    private readonly knowledge = new Knowledge(),
  ) {
    this.graph = new Graph((ply) => this.go(ply));
    const title = uniqueId('review');
    for (const [seconds, name] of BUDGETS) this.budget.append(h('option', { value: seconds }, name));
    this.start = h('button', { type: 'button', class: 'button small', onclick: () => void this.run() }, 'Review the game');
    this.stopButton = h('button', { type: 'button', class: 'button small', hidden: true, onclick: () => this.stop() }, 'Stop');
    this.next = h('button', { type: 'button', class: 'button small', onclick: () => this.goNext() }, 'Next mistake');
    fill(this.results, this.graph.element, this.counts, this.next, this.list);
    this.element = h(
      'section',
      { class: 'engine review', 'aria-labelledby': title },
      h('h2', { id: title, class: 'engine-name' }, 'Review'),
      h('div', { class: 'row' }, h('label', {}, h('span', { class: 'visually-hidden' }, 'How thorough'), this.budget), this.start, this.stopButton),
      this.progress,
      this.message,
      this.results,
    );
  }

  /** To be called when another position of the main line is on the board, and with null when it is not of the main line. */
  at(ply: number | null): void {
    if (ply === null) return;
    this.ply = ply;
    this.graph.at(ply);
  }

  /** Forgets the review: there is another game now. */
  clear(): void {
    this.game = null;
    this.stop();
    this.results.hidden = true;
    this.message.textContent = '';
  }

  leave(): void {
    this.stop();
  }

  private stop(): void {
    this.work?.abort();
    this.work = null;
    this.working(false);
  }

  private working(yes: boolean): void {
    this.start.hidden = yes;
    this.stopButton.hidden = !yes;
    this.progress.hidden = !yes;
    this.budget.disabled = yes;
    this.element.dataset['state'] = yes ? 'working' : this.game === null ? 'none' : 'done';
  }

  /** Begins the review; also what a screen calls that was opened for it. */
  async run(): Promise<void> {
    this.stop();
    const game = this.handlers.game();
    if (game === null || game.turns.length === 0) {
      this.message.textContent = 'There are no turns to review yet.';
      return;
    }
    this.game = game;
    const work = new AbortController();
    this.work = work;
    this.message.textContent = '';
    this.progress.value = 0;
    this.working(true);
    try {
      const { chosen, turns } = game;
      const assignment = { chosen, turns, budget: Number(this.budget.value) * 1000 };
      const tell = (verdicts: readonly (Verdict | null)[], done: number): void => {
        if (work.signal.aborted) return;
        this.progress.value = done;
        this.show(verdicts);
      };
      const verdicts = await judge(assignment, sources, this.knowledge, tell, work.signal);
      if (work.signal.aborted) return;
      this.work = null;
      this.working(false);
      this.message.textContent = `White: ${tally(this.marked, 'white')}. Black: ${tally(this.marked, 'black')}.`;
      this.handlers.done(remarksOf(verdicts, turns));
    } catch (error) {
      if (work.signal.aborted) return;
      this.stop();
      this.message.textContent = errorText(error);
      announce(errorText(error));
    }
  }

  private nameOf(ply: number): string {
    const turn = this.game?.turns[ply];
    return turn === undefined ? '' : `${numberBefore(ply, this.game?.first ?? 'white', true)} ${turn.san}`;
  }

  private show(verdicts: readonly (Verdict | null)[]): void {
    const { game } = this;
    if (game === null) return;
    this.marked = mistakes(verdicts, game.turns);
    this.results.hidden = false;
    const names = game.turns.map((_, ply) => this.nameOf(ply));
    this.graph.show({ worths: verdicts.map((verdict) => verdict?.worth ?? null), names, marked: this.marked }, this.ply);
    fill(this.counts, ...(['white', 'black'] as const).flatMap((color) => [h('dt', {}, colorName(color)), h('dd', {}, tally(this.marked, color))]));
    fill(this.list, ...remarksOf(verdicts, game.turns).flatMap((remark) => (remark.nag === null ? [] : [this.item(remark)])));
    this.list.hidden = this.marked.length === 0;
    this.next.hidden = this.marked.length === 0;
  }

  private item({ ply, better, comment }: Remark): HTMLElement {
    const mark = this.marked.find((each) => each.ply === ply)?.mark ?? '';
    const [instead] = better;
    const go = h('button', { type: 'button', onclick: () => this.go(ply + 1) }, `${this.nameOf(ply)}${mark}`);
    return h('li', { 'data-mark': mark }, go, ` ${comment}`, instead === undefined ? '' : ` Better: ${instead.san}.`);
  }

  private goNext(): void {
    // The mistake is the turn that leads to the position on the board.
    const ply = nextMistake(this.marked, this.ply - 1);
    if (ply !== null) this.go(ply + 1);
  }

  private go(ply: number): void {
    this.at(ply);
    this.handlers.go(ply);
  }
}
