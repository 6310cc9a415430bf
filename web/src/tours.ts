// SPDX-License-Identifier: GPL-3.0-or-later
// The screen for tours of leapers: a board to cut holes into, a piece, how many tours there are, and tours to look at.
import * as api from './api';
import { fill, h, iconOf, uniqueId } from './dom';
import { banner, clearBanner, errorText } from './notices';
import type { Screen } from './screen';
import { fileName, TourBoard, type Size } from './tours-board';
import { EstimatePlot, groupDigits } from './tours-estimate';
import type { Ground, ToursCatalogue, TourStyle } from './tours-types';

const STYLES: { key: TourStyle; name: string }[] = [
  { key: 'line', name: 'Line' },
  { key: 'coloured', name: 'Coloured' },
  { key: 'numbered', name: 'Numbered' },
];
const OTHER = 'other';
const SPEEDS = [2, 4, 8, 16, 40];
/** Batches of an estimate before it stops by itself. */
const BATCHES = 200;

/** The logarithm of a decimal number of any length. */
const logOf = (digits: string): number => Math.log(Number(digits.slice(0, 15))) + Math.max(0, digits.length - 15) * Math.LN10;

function button(name: string, icon: Parameters<typeof iconOf>[0] | null, click: () => void, css = 'button'): HTMLButtonElement {
  return h('button', { type: 'button', class: css, onclick: click }, icon && iconOf(icon), name);
}

export class ToursScreen implements Screen {
  readonly element: HTMLElement;
  private readonly board = new TourBoard((name) => this.toggle(name));
  private readonly plot = new EstimatePlot();
  private readonly files: HTMLInputElement;
  private readonly ranks: HTMLInputElement;
  private readonly leaper: HTMLSelectElement;
  private readonly other = h('input', { type: 'text', maxlength: 40, spellcheck: 'false', autocomplete: 'off', placeholder: '1,3 or NZ' });
  private readonly otherField: HTMLElement;
  private readonly kinds: HTMLButtonElement[];
  private readonly styles: HTMLButtonElement[];
  private readonly count = h('div', { class: 'count', 'aria-live': 'polite' });
  private readonly news = h('p', { class: 'hint tour-news', 'aria-live': 'polite' });
  private readonly draw: HTMLButtonElement;
  private readonly playing: HTMLButtonElement;
  private readonly estimate: HTMLButtonElement;
  private readonly downloads: HTMLButtonElement[];
  private readonly speed = h('input', { type: 'range', min: 0, max: SPEEDS.length - 1, value: 2, 'aria-label': 'Speed' });
  private readonly holes = new Set<string>();
  private size: Size = { files: 8, ranks: 8 };
  private open = false;
  private style: TourStyle = 'line';
  private tour: string[] = [];
  private waiting: string[][] = [];
  private exact: number | null = null;
  private asked = 0;
  private estimating = false;
  private timer = 0;

  constructor(private readonly catalogue: ToursCatalogue) {
    document.title = 'Tours · Leaper';
    const side = (value: number): HTMLInputElement =>
      h('input', { type: 'number', id: uniqueId('side'), min: 1, max: catalogue.side, value, inputmode: 'numeric', onchange: () => this.resize() });
    this.files = side(8);
    this.ranks = side(8);
    this.leaper = h(
      'select',
      { id: uniqueId('leaper'), onchange: () => this.changed() },
      ...catalogue.leapers.map(({ key, name, words }) => h('option', { value: key }, words === '' ? name : `${name}: ${words}`)),
      h('option', { value: OTHER }, 'Another piece …'),
    );
    this.other.id = uniqueId('other');
    this.other.addEventListener('change', () => this.changed());
    this.otherField = h('div', { class: 'field', hidden: true }, h('label', { for: this.other.id }, 'r,s or Betza notation'), this.other);
    this.kinds = [
      h('button', { type: 'button', onclick: () => this.turnTo(false) }, 'Closed'),
      h('button', { type: 'button', onclick: () => this.turnTo(true) }, 'Open'),
    ];
    this.styles = STYLES.map(({ key, name }) => h('button', { type: 'button', onclick: () => this.restyle(key) }, name));
    this.draw = button('Random tour', 'again', () => void this.random(), 'button primary');
    this.playing = button('Walk', 'forward', () => this.play());
    this.estimate = button('Estimate', null, () => void this.runEstimate(), 'button small');
    this.downloads = [button('SVG', 'download', () => void this.download('svg')), button('PNG', 'download', () => void this.download('png'))];
    this.speed.addEventListener('input', () => {
      if (this.board.playing) this.go();
    });
    this.element = this.layout();
    this.board.drawGround(this.size, this.holes);
    this.restyle('line');
    this.turnTo(false);
  }

  private layout(): HTMLElement {
    const field = (name: string, input: HTMLElement): HTMLElement => h('div', { class: 'field' }, h('label', { for: input.id }, name), input);
    return h(
      'div',
      { class: 'tours' },
      h(
        'section',
        { class: 'tours-setup', 'aria-label': 'Board and piece' },
        h('h1', {}, 'Tours of leapers'),
        h('p', { class: 'hint' }, 'A piece that jumps visits every square once. Click squares to take them away.'),
        h('div', { class: 'sides' }, field('Files', this.files), field('Ranks', this.ranks), button('Fill holes', null, () => this.fillHoles(), 'button small')),
        field('Piece', this.leaper),
        this.otherField,
        h('div', { class: 'switch', role: 'group', 'aria-label': 'Closed or open' }, ...this.kinds),
        h('div', { class: 'card tally' }, h('h2', {}, 'How many?'), this.count, h('div', { class: 'row' }, this.estimate), this.plot.element),
        h('details', { class: 'known' }, h('summary', {}, 'Known numbers'), this.knownTable()),
      ),
      h(
        'section',
        { class: 'tours-stage', 'aria-label': 'Tour' },
        h('div', { class: 'tour-frame' }, this.board.element),
        h('div', { class: 'row tour-tools' }, this.draw, this.playing, this.speed),
        h(
          'div',
          { class: 'row tour-tools' },
          h('div', { class: 'switch', role: 'group', 'aria-label': 'Style' }, ...this.styles),
          ...this.downloads,
        ),
        this.news,
      ),
    );
  }

  private knownTable(): HTMLElement {
    const rows = this.catalogue.known.map(({ board, leaper, open, count, source }) =>
      h(
        'tr',
        {},
        h('td', {}, h('button', { type: 'button', class: 'link', onclick: () => this.choose(board, leaper, open) }, board.replace('x', '×'))),
        h('td', {}, open ? 'open' : 'closed'),
        h('td', { class: 'digits', title: source }, groupDigits(count)),
      ),
    );
    return h(
      'table',
      {},
      h('thead', {}, h('tr', {}, h('th', {}, 'Board'), h('th', {}, 'Knight’s tours'), h('th', {}, 'Number'))),
      h('tbody', {}, ...rows),
    );
  }

  private ground(): Ground {
    const leaper = this.leaper.value === OTHER ? this.other.value.trim() : this.leaper.value;
    return { board: this.board.placement(), leaper: leaper === '' ? 'N' : leaper, open: this.open };
  }

  // ---- What is asked about ----

  private choose(board: string, leaper: string, open: boolean): void {
    const [files = 8, ranks = 8] = board.split('x').map(Number);
    this.files.value = String(files);
    this.ranks.value = String(ranks);
    this.leaper.value = leaper;
    this.holes.clear();
    this.open = open;
    this.resize();
    this.turnTo(open);
  }

  private resize(): void {
    const read = (input: HTMLInputElement): number => {
      const value = Math.min(this.catalogue.side, Math.max(1, Math.round(Number(input.value)) || 1));
      input.value = String(value);
      return value;
    };
    this.size = { files: read(this.files), ranks: read(this.ranks) };
    if (this.size.files * this.size.ranks > this.catalogue.squares) {
      this.size.ranks = Math.floor(this.catalogue.squares / this.size.files);
      this.ranks.value = String(this.size.ranks);
      banner('tours', `Here a board has at most ${this.catalogue.squares} squares; the command line has no such limit.`, 'news');
    }
    for (const name of this.holes) {
      const [, letters = '', digits = ''] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
      const inside = Array.from({ length: this.size.files }, (_, file) => fileName(file)).includes(letters);
      if (!inside || Number(digits) > this.size.ranks) this.holes.delete(name);
    }
    this.changed();
  }

  private fillHoles(): void {
    this.holes.clear();
    this.changed();
  }

  private toggle(name: string): void {
    if (this.holes.has(name)) this.holes.delete(name);
    else if (this.holes.size + 1 < this.size.files * this.size.ranks) this.holes.add(name);
    this.changed();
  }

  private turnTo(open: boolean): void {
    this.open = open;
    this.kinds.forEach((kind, index) => kind.setAttribute('aria-pressed', String(open === (index === 1))));
    this.changed();
  }

  private restyle(style: TourStyle): void {
    this.style = style;
    this.styles.forEach((each, index) => each.setAttribute('aria-pressed', String(STYLES[index]?.key === style)));
    this.board.restyle(style);
  }

  /** Another board, piece or kind of tour: nothing that is shown holds any more. */
  private changed(): void {
    this.asked += 1;
    this.estimating = false;
    this.estimate.textContent = 'Estimate';
    this.otherField.hidden = this.leaper.value !== OTHER;
    this.tour = [];
    this.waiting = [];
    this.exact = null;
    this.board.clear();
    this.board.drawGround(this.size, this.holes);
    this.plot.reset();
    this.allow();
    fill(this.news);
    fill(this.count, h('p', { class: 'hint' }, 'Counting …'));
    clearBanner('tours');
    clearTimeout(this.timer);
    // Several clicks in a row are one question.
    this.timer = setTimeout(() => void this.askCount(), 350);
  }

  private allow(): void {
    for (const each of [this.playing, ...this.downloads]) each.disabled = this.tour.length === 0;
    this.setPlaying(this.board.playing);
  }

  // ---- Answers ----

  private async askCount(): Promise<void> {
    const ticket = this.asked;
    try {
      const answer = await api.countTours(this.ground());
      if (ticket !== this.asked) return;
      if (answer.count === null) {
        fill(this.count, h('p', { class: 'hint' }, `${answer.squares} squares: ${answer.reason ?? ''}.`));
        return;
      }
      const none = answer.count === '0';
      this.exact = none ? null : logOf(answer.count);
      const kind = this.open ? 'open' : 'closed';
      fill(
        this.count,
        h('p', { class: 'number' }, none ? 'None' : groupDigits(answer.count)),
        h('p', { class: 'hint' }, `${kind} ${answer.count === '1' ? 'tour' : 'tours'}, walked either way counted once`),
        h('p', { class: 'hint source' }, answer.source ?? ''),
      );
    } catch (error) {
      if (ticket === this.asked) fill(this.count, h('p', { class: 'hint wrong' }, errorText(error)));
    }
  }

  private async random(): Promise<void> {
    const ticket = this.asked;
    this.draw.disabled = true;
    try {
      if (this.waiting.length === 0) {
        fill(this.news, 'Drawing …');
        const seed = Math.floor(Math.random() * 2 ** 48);
        const answer = await api.randomTours(this.ground(), seed, this.catalogue.tours);
        if (ticket !== this.asked) return;
        this.waiting = answer.tours;
        if (answer.tours.length === 0) {
          fill(this.news, answer.exists === null ? `No tour was found in time: ${answer.words}.` : `There is no tour: ${answer.words}.`);
          return;
        }
        fill(this.news, `${answer.words.charAt(0).toUpperCase()}${answer.words.slice(1)}.`);
      }
      this.tour = this.waiting.pop() ?? [];
      this.board.show(this.tour, this.open, this.style);
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.board.draw(this.board.steps);
      else {
        this.board.draw(0);
        this.go(Math.max(this.tour.length / 2.5, 10));
      }
    } catch (error) {
      if (ticket === this.asked) fill(this.news, errorText(error));
    } finally {
      this.draw.disabled = false;
      this.allow();
    }
  }

  private go(speed = SPEEDS[Number(this.speed.value)] ?? 8): void {
    this.board.play(speed, () => this.setPlaying(false));
    this.setPlaying(true);
  }

  private play(): void {
    if (!this.board.playing) {
      this.go();
      return;
    }
    this.board.stop();
    this.setPlaying(false);
  }

  private setPlaying(playing: boolean): void {
    fill(this.playing, iconOf(playing ? 'equal' : 'forward'), playing ? 'Pause' : 'Walk');
    this.playing.dataset['playing'] = String(playing);
  }

  private async runEstimate(): Promise<void> {
    if (this.estimating) {
      this.estimating = false;
      this.estimate.textContent = 'Estimate';
      return;
    }
    const ticket = this.asked;
    const goesOn = (): boolean => ticket === this.asked && this.estimating;
    this.estimating = true;
    this.estimate.textContent = 'Stop';
    try {
      for (let batch = 0; batch < BATCHES && goesOn(); batch += 1) {
        const answer = await api.probeTours(this.ground(), Math.floor(Math.random() * 2 ** 48));
        if (ticket !== this.asked) return;
        if (answer.logs.length === 0) {
          this.plot.say(`There is no tour: ${answer.reason ?? ''}.`);
          break;
        }
        this.plot.add(answer.logs, answer.population, this.exact);
      }
    } catch (error) {
      if (ticket === this.asked) this.plot.say(errorText(error));
    }
    if (ticket !== this.asked) return;
    this.estimating = false;
    this.estimate.textContent = 'Estimate';
  }

  private async download(format: 'svg' | 'png'): Promise<void> {
    try {
      const picture = await api.drawTour(this.ground(), this.tour, this.style, format);
      const link = h('a', { href: URL.createObjectURL(picture), download: `tour-${this.size.files}x${this.size.ranks}.${format}` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      banner('tours', errorText(error));
    }
  }

  leave(): void {
    this.asked += 1;
    this.estimating = false;
    clearTimeout(this.timer);
    this.board.stop();
  }
}
