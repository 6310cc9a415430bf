// SPDX-License-Identifier: GPL-3.0-or-later
// The screens for problems: all games and the problem of the day, `#/problems`, and the problems of one game, `#/problems/GAME`,
// `#/problems/GAME/ID`.
import '../style/problems.css';
import { fill, h } from '../app/dom';
import type { Screen } from '../app/screen';
import type { Catalogue, Game } from '../app/types';
import { capital, parameterWords } from '../app/words';
import { setTitle } from '../app/title';
import { choice, choose, DIFFICULTIES, following, matching } from './choice';
import { history, standingWords } from './history';
import { endStreak, keepSolved, standing } from './record';
import { gameOfDay, games, inWords, load, ofDay, type Problem } from './sets';
import { goalOf, ProblemTask } from './task';

const addressOf = ({ game, id }: Problem): string => `#/problems/${game}/${id}`;

async function index(catalogue: Catalogue): Promise<HTMLElement> {
  const names = new Map(catalogue.games.map(({ key, name }) => [key, name]));
  const now = Date.now();
  const daily = ofDay(await load(gameOfDay(now)), now);
  const list = h('ul', { class: 'problem-games' });
  const draw = async (): Promise<void> => {
    const { solved } = standing();
    const counts = await Promise.all(games.map(async (game) => (await load(game)).map(({ id }) => solved.has(id))));
    const words = (done: readonly boolean[]): string => `${done.filter(Boolean).length} of ${done.length} solved`;
    fill(list, ...games.map((game, place) => h('li', {}, h('a', { href: `#/problems/${game}` }, h('span', {}, names.get(game) ?? game), h('small', {}, words(counts[place] ?? []))))));
  };
  await draw();
  return h(
    'div',
    { class: 'problems' },
    h('h1', {}, 'Problems'),
    h('p', {}, 'In each position one turn, and no other, wins soonest, whatever the other side does. All of them are proved.'),
    daily !== undefined &&
      h(
        'section',
        { class: 'daily', 'aria-labelledby': 'daily' },
        h('h2', { id: 'daily' }, 'Problem of the day'),
        h('p', {}, h('a', { href: addressOf(daily) }, `${names.get(daily.game) ?? daily.game}: ${goalOf(daily)}`), ` Rating ${daily.rating}.`, standing().solved.has(daily.id) && ' You have solved it.'),
      ),
    list,
    history(names, () => void draw()),
  );
}

class ProblemScreen implements Screen {
  readonly element: HTMLElement;
  private readonly task: ProblemTask;
  private readonly record = h('p', { class: 'problem-record', role: 'status' });
  private readonly next: HTMLAnchorElement;
  private readonly count = h('p', { class: 'problem-count' });
  private readonly themes = h('select', { id: 'theme-filter' });
  private readonly difficulty = h('select', { id: 'difficulty-filter' });

  constructor(
    catalogue: Catalogue,
    game: Game,
    private readonly problems: readonly Problem[],
    private readonly problem: Problem,
  ) {
    this.task = new ProblemTask(game, problem, {
      solved: (clean) => {
        keepSolved(problem, clean);
        this.draw();
        this.next.classList.add('primary');
      },
      spoiled: () => {
        endStreak(problem);
        this.draw();
      },
    });
    this.next = h('a', { class: 'button', href: '#/problems' }, 'Next problem');
    const chosen = choice();
    const all = [...new Set(problems.flatMap(({ themes }) => themes))].sort();
    const options = (select: HTMLSelectElement, entries: readonly (readonly [string, string])[], value: string): void =>
      fill(select, ...entries.map(([key, words]) => h('option', { value: key, selected: key === value }, words)));
    options(this.themes, [['', 'All themes'], ...all.map((each) => [each, inWords(each)] as const)], chosen.theme);
    options(this.difficulty, Object.entries(DIFFICULTIES), chosen.difficulty);
    const sets = h('select', { id: 'set-filter' });
    options(sets, games.map((key) => [key, catalogue.games.find((each) => each.key === key)?.name ?? key] as const), game.key);
    for (const select of [this.themes, this.difficulty])
      select.addEventListener('change', () => {
        choose(this.themes.value, this.difficulty.value);
        this.draw();
      });
    sets.addEventListener('change', () => {
      location.hash = `#/problems/${sets.value}`;
    });
    const field = (select: HTMLSelectElement, words: string): HTMLElement => h('p', { class: 'problem-filter' }, h('label', { for: select.id }, words), select);
    const parameters = capital(parameterWords(problem, game, catalogue.armies));
    this.task.element.prepend(
      h(
        'section',
        { class: 'problem-words', 'aria-label': 'The problem' },
        h('h2', {}, goalOf(problem)),
        h('p', {}, [parameters, `Rating ${problem.rating}`].filter((words) => words !== '').join(' · ')),
      ),
    );
    this.task.element.append(
      h(
        'section',
        { class: 'problem-side', 'aria-label': 'Other problems' },
        h('p', {}, this.next),
        this.record,
        h('div', { class: 'problem-choice' }, field(sets, 'Set'), field(this.themes, 'Theme'), field(this.difficulty, 'Difficulty')),
        this.count,
      ),
    );
    this.element = h('div', { class: 'problems' }, h('div', { class: 'problem-head' }, h('h1', {}, game.name), h('a', { href: '#/problems' }, 'All problems')), this.task.element);
    this.draw();
  }

  leave(): void {
    this.task.leave();
  }

  private draw(): void {
    const { solved, rating } = standing();
    const fitting = matching(this.problems, choice(), rating.value);
    const done = fitting.filter(({ id }) => solved.has(id)).length;
    fill(this.record, standingWords());
    fill(this.count, fitting.length === 0 ? 'There is none like that in this set.' : `${done} of ${fitting.length} solved`);
    const next = following(fitting, this.problem, solved);
    this.next.hidden = next === undefined;
    if (next !== undefined) this.next.href = addressOf(next);
  }
}

/** `address`: what follows `#/problems`. Null if there is no such page. */
export async function problemsScreen(catalogue: Catalogue, [key = '', id = '']: readonly string[]): Promise<Screen | null> {
  if (key === '') {
    setTitle('Problems · Leaper');
    return { element: await index(catalogue), leave: () => undefined };
  }
  const game = catalogue.games.find((each) => each.key === key);
  if (game === undefined || !games.includes(key)) return null;
  const problems = await load(key);
  const { solved, rating } = standing();
  const first = following(matching(problems, choice(), rating.value), null, solved) ?? problems[0];
  const problem = id === '' ? first : problems.find((each) => each.id === id);
  if (problem === undefined) return null;
  setTitle(`Problem · ${game.name} · Leaper`);
  return new ProblemScreen(catalogue, game, problems, problem);
}
