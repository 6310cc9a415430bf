// SPDX-License-Identifier: GPL-3.0-or-later
// The screen for tours of leapers: a board to cut holes into, a piece, how many tours there are, and tours to look at.
//
// The address says which board, piece and kind of tour, `#/tours/BOARD/PIECE/closed`, so that it can be bookmarked and shared.
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { banner, clearBanner, errorText } from '../app/notices';
import type { Screen } from '../app/screen';
import * as answers from './answers';
import { TourBoard } from './tours-board';
import { digitParts, EstimatePlot } from './tours-estimate';
import { knownTable, sourceWords } from './tours-known';
import { readPlacement, type Size } from './tours-squares';
import type { Ground, ToursCatalogue, TourStyle } from './tours-types';
import { capital } from '../app/words';
import { setTitle } from '../app/title';

const STYLES: { key: TourStyle; name: string }[] = [
  { key: 'line', name: 'Line' },
  { key: 'coloured', name: 'Coloured' },
  { key: 'numbered', name: 'Numbered' },
];
const OTHER = 'other';
const SPEEDS = [2, 4, 8, 16, 40];
/** Batches of an estimate before it stops by itself. */
const BATCHES = 200;
/** Walking through a new tour takes this many seconds. */
const FIRST_WALK = 3;

/** The logarithm of a decimal number of any length. */
const logOf = (digits: string): number => Math.log(Number(digits.slice(0, 15))) + Math.max(0, digits.length - 15) * Math.LN10;

const randomSeed = (): number => Math.floor(Math.random() * 2 ** 48);

function button(name: string, icon: Parameters<typeof iconOf>[0] | null, click: () => void, css = 'button'): HTMLButtonElement {
  return h('button', { type: 'button', class: css, onclick: click }, icon && iconOf(icon), name);
}

/** Tells the style sheet how far along its track a slider is. */
const markTrack = (slider: HTMLInputElement): void =>
  slider.style.setProperty('--at', `${(Number(slider.value) * 100) / Math.max(1, Number(slider.max))}%`);

function field(name: string, input: HTMLElement): HTMLElement {
  return h('div', { class: 'field' }, h('label', { for: input.id }, name), input);
}

export class ToursScreen implements Screen {
  readonly element: HTMLElement;
  private readonly board = new TourBoard({ toggled: (name) => this.toggle(name), stepped: (step) => this.stepped(step) });
  private readonly plot = new EstimatePlot();
  private readonly files: HTMLInputElement;
  private readonly ranks: HTMLInputElement;
  private readonly leaper: HTMLSelectElement;
  private readonly other = h('input', { type: 'text', id: uniqueId('other'), maxlength: 40, spellcheck: 'false', autocomplete: 'off', placeholder: '1,3 or NZ' });
  private readonly otherField = field('Its move as r,s or in Betza notation', this.other);
  private readonly fillHoles = button('Fill holes', null, () => this.change(() => this.holes.clear()), 'button small');
  private readonly kinds: HTMLButtonElement[];
  private readonly styles: HTMLButtonElement[];
  private readonly count = h('div', { class: 'count', 'aria-live': 'polite' });
  private readonly news = h('p', { class: 'hint tour-news', 'aria-live': 'polite' });
  private readonly squares = h('code', { tabindex: 0 });
  private readonly list = h('details', { class: 'tour-list', hidden: true }, h('summary', {}, 'The tour as text'), this.squares);
  private readonly draw = button('Random tour', 'again', () => void this.random(), 'button primary');
  private readonly playing = button('Walk', 'forward', () => this.play());
  private readonly position = h('input', { type: 'range', id: uniqueId('step'), min: 0, max: 0, value: 0, step: 1 });
  private readonly speed = h('input', { type: 'range', id: uniqueId('speed'), min: 0, max: SPEEDS.length - 1, value: 2 });
  private readonly estimate = button('Estimate', null, () => void this.runEstimate(), 'button small');
  private readonly downloads: HTMLButtonElement[];
  /** What is wrong with the input, or what came of it. */
  private readonly wrong = h('p', { id: uniqueId('wrong'), class: 'hint sides-news', role: 'status' });
  private readonly holes = new Set<string>();
  private size: Size = { files: 8, ranks: 8 };
  private open = false;
  private style: TourStyle = 'line';
  private tour: string[] = [];
  private waiting: string[][] = [];
  private exact: number | null = null;
  /** Requests about the current board; aborted when it changes. */
  private asking = new AbortController();
  private estimating = false;
  private timer = 0;

  constructor(
    private readonly catalogue: ToursCatalogue,
    address: string[],
  ) {
    setTitle('Tours · Leaper');
    const side = (): HTMLInputElement =>
      h('input', { type: 'number', id: uniqueId('side'), min: 1, max: catalogue.side, step: 1, inputmode: 'numeric', 'aria-describedby': this.wrong.id, onchange: () => this.resize() });
    [this.files, this.ranks] = [side(), side()];
    this.leaper = h(
      'select',
      { id: uniqueId('leaper'), onchange: () => this.change(() => undefined) },
      ...catalogue.leapers.map(({ key, name, words }) => h('option', { value: key }, words === '' ? name : `${name}: ${words}`)),
      h('option', { value: OTHER }, 'Another piece …'),
    );
    this.other.addEventListener('change', () => this.change(() => undefined));
    const kind = (name: string, open: boolean): HTMLButtonElement =>
      h('button', { type: 'button', onclick: () => this.change(() => (this.open = open)) }, name);
    this.kinds = [kind('Closed', false), kind('Open', true)];
    this.styles = STYLES.map(({ key, name }) => h('button', { type: 'button', onclick: () => this.restyle(key) }, name));
    this.downloads = [button('SVG', 'download', () => void this.download('svg')), button('PNG', 'download', () => void this.download('png'))];
    this.speed.addEventListener('input', () => {
      markTrack(this.speed);
      if (this.board.playing) this.go();
    });
    this.position.addEventListener('input', () => this.jump(Number(this.position.value)));
    markTrack(this.speed);
    this.element = this.layout();
    this.restyle('line');
    this.change(() => this.readAddress(address));
  }

  private layout(): HTMLElement {
    return h(
      'div',
      { class: 'tours' },
      h(
        'section',
        { class: 'tours-setup', 'aria-label': 'Board and piece' },
        h('h1', {}, 'Tours of leapers'),
        h('p', { class: 'hint' }, 'On a tour, a piece visits every square of the board exactly once; a closed tour ends where it began. Click squares to remove them.'),
        h('div', { class: 'sides' }, field('Files', this.files), field('Ranks', this.ranks), this.fillHoles),
        this.wrong,
        field('Piece', this.leaper),
        this.otherField,
        h('div', { class: 'switch', role: 'group', 'aria-label': 'Closed or open' }, ...this.kinds),
      ),
      h(
        'section',
        { class: 'tours-stage', 'aria-label': 'Tour' },
        h('div', { class: 'tour-frame' }, this.board.element),
        h('div', { class: 'row tour-tools' }, this.draw, this.playing),
        h(
          'div',
          { class: 'row tour-tools sliders' },
          h('label', { for: this.position.id }, 'Step'),
          this.position,
          h('label', { for: this.speed.id }, 'Speed'),
          this.speed,
        ),
        h(
          'div',
          { class: 'row tour-tools' },
          h('div', { class: 'switch', role: 'group', 'aria-label': 'Style' }, ...this.styles),
          h('div', { class: 'row', role: 'group', 'aria-label': 'Download' }, ...this.downloads),
        ),
        this.news,
        this.list,
      ),
      h(
        'section',
        { class: 'tours-numbers', 'aria-label': 'Numbers' },
        h('div', { class: 'card tally' }, h('h2', {}, 'How many?'), this.count, h('div', { class: 'row' }, this.estimate), this.plot.element),
        knownTable(this.catalogue.known, (known) => this.change(() => this.read(known.board, known.leaper, known.open))),
      ),
    );
  }

  // ---- Board, piece and kind of tour ----

  private ground(): Ground {
    return { board: this.board.placement(), leaper: this.leaper.value === OTHER ? this.other.value.trim() : this.leaper.value, open: this.open };
  }

  private readAddress([board = '', leaper = '', kind = '']: string[]): void {
    const text = (part: string): string => {
      try {
        return decodeURIComponent(part);
      } catch {
        return '';
      }
    };
    this.read(text(board) || '8x8', text(leaper) || 'N', kind === 'open');
  }

  private read(board: string, leaper: string, open: boolean): void {
    const place = readPlacement(board) ?? { size: { files: 8, ranks: 8 }, holes: [] };
    this.files.value = String(place.size.files);
    this.ranks.value = String(place.size.ranks);
    this.holes.clear();
    if (this.fault() !== null) this.size = { files: 8, ranks: 8 };
    else {
      this.size = place.size;
      for (const name of place.holes) this.holes.add(name);
    }
    const offered = this.catalogue.leapers.some(({ key }) => key === leaper);
    this.leaper.value = offered ? leaper : OTHER;
    if (!offered) this.other.value = leaper;
    this.open = open;
  }

  /** What is wrong with the sides that were typed; null when they make a board. */
  private fault(): string | null {
    const { side, squares } = this.catalogue;
    const sides: [HTMLInputElement, string][] = [[this.files, 'files'], [this.ranks, 'ranks']];
    for (const [input, name] of sides) {
      const count = Number(input.value);
      const fine = input.value.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= side;
      input.setAttribute('aria-invalid', String(!fine));
      if (!fine) return `The number of ${name} must be a whole number from 1 to ${side}.`;
    }
    const [files, ranks] = [Number(this.files.value), Number(this.ranks.value)];
    if (files * ranks <= squares) return null;
    for (const [input] of sides) input.setAttribute('aria-invalid', 'true');
    return `${files} × ${ranks} is ${(files * ranks).toLocaleString('en')} squares; this page goes up to ${squares}. On the command line, leaper tours has no such limit.`;
  }

  /** Says what is wrong with the sides; false when nothing is. */
  private complain(): boolean {
    const fault = this.fault();
    this.wrong.textContent = fault ?? '';
    this.wrong.classList.toggle('wrong', fault !== null);
    return fault !== null;
  }

  /** Another size was typed: show that board without holes, or complain and keep the current one. */
  private resize(): void {
    if (this.complain()) {
      this.wrong.append(` The board shown is still ${this.size.files} × ${this.size.ranks}.`);
      return;
    }
    const size = { files: Number(this.files.value), ranks: Number(this.ranks.value) };
    if (size.files === this.size.files && size.ranks === this.size.ranks) return;
    const filled = this.holes.size > 0;
    this.change(() => {
      this.size = size;
      this.holes.clear();
    });
    if (filled) this.wrong.textContent = 'A board of another size begins without holes.';
  }

  private toggle(name: string): void {
    this.change(() => {
      if (this.holes.has(name)) this.holes.delete(name);
      else if (this.holes.size + 1 < this.size.files * this.size.ranks) this.holes.add(name);
    });
  }

  /** Another board, piece or kind of tour: nothing that is shown is valid any more. */
  private change(how: () => void): void {
    this.asking.abort();
    this.asking = new AbortController();
    clearBanner('tours');
    how();
    this.complain();
    this.estimating = false;
    this.estimate.textContent = 'Estimate';
    this.otherField.hidden = this.leaper.value !== OTHER;
    this.kinds.forEach((kind, index) => kind.setAttribute('aria-pressed', String(this.open === (index === 1))));
    this.fillHoles.disabled = this.holes.size === 0;
    this.waiting = [];
    this.exact = null;
    this.setTour([]);
    this.board.drawGround(this.size, this.holes);
    this.plot.reset();
    fill(this.news);
    const { board, leaper, open } = this.ground();
    clearTimeout(this.timer);
    for (const each of [this.draw, this.estimate]) each.disabled = leaper === '';
    if (leaper === '') {
      fill(this.count, h('p', { class: 'hint' }, 'First type the move of the piece, such as 1,3 or NZ.'));
      return;
    }
    fill(this.count, h('p', { class: 'hint' }, 'Counting …'));
    const address = ['#/tours', encodeURIComponent(board), encodeURIComponent(leaper), open ? 'open' : 'closed'].join('/');
    history.replaceState(null, '', address);
    // Several clicks in a row are one question.
    this.timer = setTimeout(() => void this.askCount(this.asking.signal), 350);
  }

  // ---- Numbers ----

  private async askCount(signal: AbortSignal): Promise<void> {
    try {
      const answer = await answers.count(this.ground(), signal);
      if (signal.aborted) return;
      if (answer.count === null) {
        const limited = answer.here === true && h('p', { class: 'hint limited' }, 'The server, which cannot be reached now, counts larger boards.');
        fill(this.count, h('p', { class: 'hint' }, ...sourceWords(`${answer.squares} squares: ${answer.reason ?? ''}.`)), limited);
        return;
      }
      const none = answer.count === '0';
      this.exact = none ? null : logOf(answer.count);
      const kind = this.open ? 'open' : 'closed';
      fill(
        this.count,
        h('p', { class: 'number' }, ...(none ? ['None'] : digitParts(answer.count))),
        !none && h('p', { class: 'hint' }, `${kind} ${answer.count === '1' ? 'tour' : 'tours'}, each counted once, regardless of direction`),
        h('p', { class: 'hint source' }, ...sourceWords(`${capital(answer.source ?? '')}.`)),
      );
    } catch (error) {
      if (!signal.aborted) fill(this.count, h('p', { class: 'hint wrong' }, errorText(error)));
    }
  }

  private isEstimating(): boolean {
    return this.estimating;
  }

  private async runEstimate(): Promise<void> {
    this.estimating = !this.estimating;
    this.estimate.textContent = this.estimating ? 'Stop' : 'Estimate';
    if (!this.estimating) return;
    const { signal } = this.asking;
    try {
      for (let batch = 0; batch < BATCHES && this.isEstimating(); batch += 1) {
        const answer = await answers.probes(this.ground(), randomSeed(), signal);
        if (signal.aborted) return;
        if (answer.logs.length === 0) {
          this.plot.say(`There is no tour: ${answer.reason ?? ''}.`);
          break;
        }
        this.plot.add(answer.logs, answer.population, this.exact);
      }
    } catch (error) {
      if (!signal.aborted) this.plot.say(errorText(error));
    }
    if (signal.aborted) return;
    this.estimating = false;
    this.estimate.textContent = 'Estimate';
  }

  // ---- The tour ----

  private setTour(tour: string[]): void {
    this.tour = tour;
    if (tour.length > 0) this.board.show(tour, this.open, this.style);
    else this.board.clear();
    const { board, leaper } = this.ground();
    const kind = this.open ? 'open' : 'closed';
    this.squares.textContent = `# ${kind} tours of ${leaper} on ${board}\n${tour.join(' ')}`;
    this.list.hidden = tour.length === 0;
    this.position.max = String(tour.length > 0 ? this.board.steps : 0);
    this.stepped(tour.length > 0 ? this.board.steps : 0);
    for (const each of [this.playing, this.position, ...this.downloads]) each.disabled = tour.length === 0;
    this.showPlaying();
  }

  private stepped(step: number): void {
    this.position.value = String(step);
    markTrack(this.position);
  }

  private restyle(style: TourStyle): void {
    this.style = style;
    this.styles.forEach((each, index) => each.setAttribute('aria-pressed', String(STYLES[index]?.key === style)));
    this.board.restyle(style);
  }

  private async random(): Promise<void> {
    const { signal } = this.asking;
    this.draw.disabled = true;
    try {
      if (this.waiting.length === 0) {
        fill(this.news, 'Drawing …');
        const answer = await answers.random(this.ground(), randomSeed(), this.catalogue.tours, signal);
        if (signal.aborted) return;
        this.waiting = answer.tours;
        const before = answer.distribution !== null ? '' : answer.exists === null ? 'No tour was found in time: ' : 'There is no tour: ';
        fill(this.news, capital(`${before}${answer.words}.`));
      }
      const next = this.waiting.pop();
      if (next === undefined) return;
      this.setTour(next);
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      this.board.draw(0);
      this.go(Math.max(next.length / FIRST_WALK, 10));
    } catch (error) {
      if (!signal.aborted) fill(this.news, errorText(error));
    } finally {
      this.draw.disabled = false;
    }
  }

  private go(speed = SPEEDS[Number(this.speed.value)] ?? 8): void {
    this.board.play(speed, () => this.showPlaying());
    this.showPlaying();
  }

  private play(): void {
    if (!this.board.playing) {
      this.go();
      return;
    }
    this.board.stop();
    this.showPlaying();
  }

  private jump(step: number): void {
    this.board.stop();
    this.board.draw(step);
    this.showPlaying();
  }

  private showPlaying(): void {
    const playing = this.board.playing;
    fill(this.playing, iconOf(playing ? 'pause' : 'forward'), playing ? 'Pause' : 'Walk');
    this.playing.dataset['playing'] = String(playing);
  }

  private async download(format: 'svg' | 'png'): Promise<void> {
    try {
      const picture = await answers.picture(this.ground(), this.tour, this.style, format);
      const link = h('a', { href: URL.createObjectURL(picture), download: `tour-${this.size.files}x${this.size.ranks}.${format}` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      banner('tours', errorText(error));
    }
  }

  leave(): void {
    this.asking.abort();
    this.estimating = false;
    clearTimeout(this.timer);
    this.board.stop();
  }
}
