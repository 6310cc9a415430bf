// SPDX-License-Identifier: GPL-3.0-or-later
// The screens for learning: all games, `#/learn`, and the lessons of one, `#/learn/GAME` and `#/learn/GAME/LESSON`.
import { fill, h } from '../app/dom';
import type { Screen } from '../app/screen';
import type { Catalogue, Game } from '../app/types';
import { setTitle } from '../app/title';
import { diagramLegend, pieceCards } from '../invent/rules-page';
import { courses } from './courses';
import type { Course, Lesson } from './lesson';
import { Practice } from './practice';
import { forget, keepSolved, solved } from './progress';

const addressOf = ({ game }: Course, lesson?: Lesson): string => `#/learn/${game}${lesson === undefined ? '' : `/${lesson.id}`}`;

function progressWords(course: Course): string {
  const done = course.lessons.filter(({ id }) => solved(course.game).has(id)).length;
  return done === 0 ? `${course.lessons.length} lessons` : `${done} of ${course.lessons.length} solved`;
}

function index(games: Map<string, Game>): HTMLElement {
  const cards = courses.map((course) =>
    h(
      'li',
      {},
      h('a', { href: addressOf(course) }, h('h2', {}, games.get(course.game)?.name ?? course.game)),
      h('p', {}, course.intro),
      h('p', { class: 'course-progress' }, progressWords(course)),
    ),
  );
  return h(
    'div',
    { class: 'learn' },
    h('h1', {}, 'Learn'),
    h('p', {}, 'Small positions with a goal, from the first rule of a game to its tricks. Any legal way to the goal counts. If you know chess, start anywhere.'),
    h('ul', { class: 'courses' }, ...cards),
  );
}

/** The pieces of each army with diagrams of how they move; king and pawn, which all have, come first. */
function armies(catalogue: Catalogue, game: Game): HTMLElement {
  const only = (letters: string): Game => ({ ...game, pieces: game.pieces.filter(({ letter }) => letters.includes(letter)) });
  const part = (name: string, letters: string): HTMLElement => h('section', {}, h('h3', {}, name), pieceCards(only(letters)));
  return h(
    'section',
    { class: 'armies' },
    h('h2', {}, 'The pieces of the armies'),
    diagramLegend(),
    part('In every army', 'KP'),
    ...catalogue.armies.map(({ name, setup }) => part(name, setup.replaceAll('K', ''))),
  );
}

class CourseScreen implements Screen {
  readonly element: HTMLElement;
  private readonly practice: Practice;
  private readonly list = h('ol', { class: 'lessons' });

  constructor(
    catalogue: Catalogue,
    private readonly game: Game,
    private readonly course: Course,
    private readonly lesson: Lesson,
  ) {
    const { lessons } = course;
    const place = lessons.indexOf(lesson);
    const following = lessons[place + 1];
    const other = courses[courses.indexOf(course) + 1];
    const next =
      following !== undefined
        ? { href: addressOf(course, following), words: 'Next lesson' }
        : other !== undefined
          ? { href: addressOf(other), words: 'Next game' }
          : { href: '#/learn', words: 'All games' };
    this.practice = new Practice(game, lesson, next, { solved: () => this.solved() });
    this.drawList();
    const again = h('button', { type: 'button', class: 'quiet', onclick: () => this.forget() }, 'Forget what I have solved');
    this.practice.element.append(h('nav', { 'aria-label': 'Lessons' }, h('h2', {}, 'Lessons'), h('p', { class: 'course-intro' }, course.intro), this.list, again));
    this.element = h(
      'div',
      { class: 'learn' },
      h('div', { class: 'course-head' }, h('h1', {}, game.name), h('a', { href: '#/learn' }, 'All games')),
      this.practice.element,
      game.key === 'chess' && armies(catalogue, game),
    );
  }

  leave(): void {
    this.practice.leave();
  }

  private solved(): void {
    keepSolved(this.course.game, this.lesson.id);
    this.drawList();
  }

  private forget(): void {
    forget(this.course.game);
    this.drawList();
  }

  private drawList(): void {
    const done = solved(this.game.key);
    const item = (lesson: Lesson): HTMLElement =>
      h(
        'li',
        { class: done.has(lesson.id) && 'done' },
        h('a', { href: addressOf(this.course, lesson), 'aria-current': lesson === this.lesson && 'step' }, lesson.title),
        done.has(lesson.id) && h('span', { class: 'solved' }, ' ✓', h('span', { class: 'visually-hidden' }, 'solved')),
      );
    fill(this.list, ...this.course.lessons.map(item));
  }
}

/** `address`: what follows `#/learn`. Null if there is no such page. */
export function learnScreen(catalogue: Catalogue, [key = '', id = '']: readonly string[]): Screen | null {
  const games = new Map(catalogue.games.map((game) => [game.key, game]));
  if (key === '') {
    setTitle('Learn · Leaper');
    return { element: index(games), leave: () => undefined };
  }
  const course = courses.find((each) => each.game === key);
  const game = games.get(key);
  if (course === undefined || game === undefined) return null;
  const done = solved(key);
  // Without a name, the first lesson that has not been solved.
  const lesson = id === '' ? (course.lessons.find((each) => !done.has(each.id)) ?? course.lessons[0]) : course.lessons.find((each) => each.id === id);
  if (lesson === undefined) return null;
  setTitle(`${lesson.title} · ${game.name} · Leaper`);
  return new CourseScreen(catalogue, game, course, lesson);
}
