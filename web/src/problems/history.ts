// SPDX-License-Identifier: GPL-3.0-or-later
// What has been solved so far, on the page: rating, streak, the last problems, and keeping all of it in a file.
import { fill, h } from '../app/dom';
import { confirmation, errorText } from '../app/notices';
import { timeAgo } from '../app/words';
import { exported, forget, imported, standing } from './record';

/** How many of the last problems are listed. */
const SHOWN = 30;

/** Until then, the deviation says more about chance than the rating about the solver. */
const SETTLED = 110;

/** The solver's rating, with a question mark as long as it is uncertain. */
export const ratingWords = (): string => {
  const { value, deviation } = standing().rating;
  return `${Math.round(value)}${deviation > SETTLED ? '?' : ''}`;
};

export function standingWords(): string {
  const { streak, best, solved } = standing();
  return `${solved.size} solved · streak ${streak} · best ${best} · rating ${ratingWords()}`;
}

/** A line through the ratings after each problem. */
function plot(ratings: readonly number[]): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const at = (rating: number, index: number): string => `${(index / (ratings.length - 1)) * 300},${44 - ((rating - least) / Math.max(1, most - least)) * 40}`;
  svg.setAttribute('viewBox', '0 0 300 48');
  svg.setAttribute('class', 'rating-plot');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `Your rating has been between ${least} and ${most}, and is ${ratings.at(-1) ?? most}.`);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  line.setAttribute('points', ratings.map((rating, index) => at(rating, index)).join(' '));
  svg.append(line);
  return svg;
}

/** `names`: of the games. `changed`: what is kept has been replaced. */
export function history(names: Map<string, string>, changed: () => void): HTMLElement {
  const record = h('p', { class: 'problem-record' });
  const last = h('div', { class: 'problem-history' });
  const news = h('p', { class: 'problem-news', role: 'status' });
  const draw = (): void => {
    const { results } = standing();
    fill(record, standingWords());
    const rows = results.slice(-SHOWN).reverse().map(({ id, game, time, clean, rating }) =>
      h(
        'tr',
        {},
        h('td', {}, h('a', { href: `#/problems/${game}/${id}` }, names.get(game) ?? game)),
        h('td', { class: clean && 'clean' }, clean ? 'Solved' : 'Not at once'),
        h('td', {}, String(rating)),
        h('td', {}, timeAgo(new Date(time).toISOString())),
      ),
    );
    const head = h('tr', {}, ...['Game', 'First try', 'Your rating', 'When'].map((name) => h('th', { scope: 'col' }, name)));
    const graph = results.length > 1 && plot(results.map(({ rating }) => rating));
    fill(last, rows.length === 0 ? h('p', {}, 'Nothing yet. The first try at each problem changes your rating.') : graph, rows.length > 0 && h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)));
  };
  const done = (words: string): void => {
    draw();
    changed();
    fill(news, words);
  };
  const save = (): void => {
    const address = URL.createObjectURL(new Blob([exported()], { type: 'application/json' }));
    h('a', { href: address, download: 'leaper-problems.json' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  const file = h('input', { type: 'file', accept: 'application/json,.json', hidden: true, 'aria-label': 'File of solved problems' });
  const load = async (): Promise<void> => {
    const chosen = file.files?.[0];
    file.value = '';
    if (chosen === undefined) return;
    try {
      imported(await chosen.text());
      done('The file has been read.');
    } catch (error) {
      fill(news, errorText(error));
    }
  };
  file.addEventListener('change', () => void load());
  const reset = async (): Promise<void> => {
    if (!(await confirmation('Forget what you have solved?', 'Your rating, streak and history in this browser are deleted.', 'Forget'))) return;
    forget();
    done('Forgotten.');
  };
  const button = (name: string, pressed: () => void): HTMLElement => h('button', { type: 'button', class: 'button small', onclick: pressed }, name);
  draw();
  return h(
    'section',
    { class: 'problem-past', 'aria-labelledby': 'problem-past' },
    h('h2', { id: 'problem-past' }, 'What you have solved'),
    record,
    last,
    h('div', { class: 'row' }, button('Save as a file', save), button('Read a file', () => file.click()), button('Forget all', () => void reset()), file),
    news,
  );
}
