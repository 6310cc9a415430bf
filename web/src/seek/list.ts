// SPDX-License-Identifier: GPL-3.0-or-later
// The list of those who are looking for an opponent: one click plays.
import { fill, h } from '../app/dom';
import { banner, clearBanner, errorText } from '../app/notices';
import type { Catalogue, Color, Seek, SeekRequest } from '../app/types';
import { capital, colorName, opposite, parameterWords, timeAgo } from '../app/words';
import { controlWords } from '../clock/time';
import { lobby } from './lobby';

/** How often ages are brought up to date. */
const AGES = 20_000;

type Terms = Pick<Seek, 'parameters'> & { game: string; title?: string; hash?: string; variants?: string; control?: string | undefined; color: Color | 'random'; listed?: boolean; finder?: boolean };

export class SeekList {
  readonly element: HTMLElement;
  private readonly own = h('div', { class: 'own-seek', hidden: true });
  private readonly none = h('p', { class: 'hint none', hidden: true });
  private readonly list = h('ul', { class: 'seeks' });
  private readonly rows = new Map<string, HTMLElement>();
  private ownKey = '';
  private readonly heading = h('h2', { tabindex: -1 }, 'Looking for an opponent');
  private readonly unwatch: () => void;
  private readonly ages: ReturnType<typeof setInterval>;
  /** Whether a dialog is being loaded. */
  private opening = false;

  /** `name`: what the person is called now. `counted` receives how many are looking for an opponent. */
  constructor(
    private readonly catalogue: Catalogue,
    private readonly name: () => string,
    private readonly counted: (others: number) => void,
  ) {
    this.element = h('section', { class: 'seek-list', 'aria-label': 'Seeks' }, this.heading, this.own, this.none, this.list);
    this.unwatch = lobby.watch(() => this.draw());
    this.ages = setInterval(() => this.draw(), AGES);
    this.draw();
  }

  leave(): void {
    this.unwatch();
    clearInterval(this.ages);
  }

  /** Brings it into view. */
  show(): void {
    this.element.scrollIntoView({ block: 'start' });
    (this.own.querySelector('button') ?? this.heading).focus({ preventScroll: true });
  }

  private draw(): void {
    const { others, request } = lobby;
    this.drawOwn(request);
    this.none.hidden = others !== null && others.length > 0;
    this.none.textContent =
      others === null ? 'Asking the server who is here…' : request === null ? 'Nobody is looking for an opponent right now. Choose “Find an opponent” and be the first.' : 'Nobody else is looking for an opponent right now.';
    const shown = others ?? [];
    const focused = document.activeElement;
    const lost = focused instanceof HTMLElement && this.list.contains(focused) ? focused.closest('li')?.dataset['id'] : undefined;
    for (const id of this.rows.keys()) if (!shown.some((seek) => seek.id === id)) this.rows.delete(id);
    const rows = shown.map((seek) => this.row(seek));
    if (rows.length !== this.list.children.length || rows.some((row, index) => row !== this.list.children[index])) fill(this.list, ...rows);
    // The one that had the focus has moved or is gone.
    if (lost !== undefined && !this.list.contains(document.activeElement)) (this.rows.get(lost)?.querySelector('button') ?? this.heading).focus({ preventScroll: true });
    this.counted(shown.length);
  }

  private drawOwn(request: SeekRequest | null): void {
    const { title } = lobby;
    const key = JSON.stringify([request, title]);
    if (key === this.ownKey) return;
    this.ownKey = key;
    this.own.hidden = request === null;
    if (request === null) return fill(this.own);
    const { clock, ...terms } = request;
    fill(
      this.own,
      h('strong', { class: 'waiting' }, 'Waiting for an opponent…'),
      this.what({ ...terms, control: clock, ...(title !== undefined && { title }) }),
      h('p', { class: 'hint' }, sideWords(request.color, true), '. Leave this page open: the game begins when somebody accepts.'),
      h('button', { type: 'button', class: 'button small', onclick: () => void this.cancel() }, 'Cancel'),
    );
  }

  private async cancel(): Promise<void> {
    await lobby.cancel();
    this.heading.focus({ preventScroll: true });
  }

  private game(terms: Terms): Catalogue['games'][number] | undefined {
    // A text may give another game the name of one of ours.
    return terms.hash === undefined && terms.variants === undefined ? this.catalogue.games.find(({ key }) => key === terms.game) : undefined;
  }

  private called(terms: Terms): string {
    return terms.title ?? this.game(terms)?.name ?? terms.game;
  }

  /** Everything that is agreed on besides the game and the colours. */
  private terms(terms: Terms): string {
    const words = [
      parameterWords(terms, this.game(terms), this.catalogue.armies),
      terms.hash === undefined && terms.variants === undefined ? '' : 'with rules of its own',
      terms.finder === true ? 'the program may find paths' : '',
      terms.control === undefined ? 'no clock' : controlWords(terms.control),
      terms.listed === false ? 'private' : '',
    ];
    return words.filter((part) => part !== '').join(' · ');
  }

  private what(terms: Terms): HTMLElement {
    return h('span', { class: 'what' }, h('strong', {}, this.called(terms)), h('span', {}, this.terms(terms)));
  }

  private row(seek: Seek): HTMLElement {
    const known = this.rows.get(seek.id);
    const how = `${sideWords(seek.color, false)} · ${timeAgo(seek.created)}`;
    if (known !== undefined) {
      const place = known.querySelector('.how');
      if (place !== null && place.textContent !== how) place.textContent = how;
      return known;
    }
    const name = seek.name === '' ? 'Anonymous' : seek.name;
    const play = h('button', { type: 'button', class: 'button small', 'aria-label': `Play ${this.called(seek)} against ${name}` }, 'Play');
    play.addEventListener('click', () => void this.accept(seek, play));
    const rules = h('button', { type: 'button', class: 'button small', 'aria-label': `The rules of ${this.called(seek)}`, onclick: () => void this.about(seek, play) }, 'Rules');
    // A name written from right to left must not reverse the row.
    const row = h('li', { 'data-id': seek.id }, h('div', {}, this.what(seek), h('span', { class: 'who' }, h('bdi', {}, name)), h('span', { class: 'how' }, how)), h('div', { class: 'row' }, rules, play));
    this.rows.set(seek.id, row);
    return row;
  }

  /** The rules and the start position, before one accepts. */
  private async about(seek: Seek, button: HTMLButtonElement): Promise<void> {
    // A disabled button would lose the focus, which comes back to it when the dialog is closed.
    if (this.opening) return;
    this.opening = true;
    clearBanner('seek');
    try {
      const { showAbout } = await import('./about');
      if (!this.element.isConnected) return;
      const terms = capital(`${this.terms(seek)} · ${sideWords(seek.color, false)}`);
      showAbout({ seek, name: this.called(seek), terms, game: this.game(seek), play: () => this.accept(seek, button) }, this.catalogue);
    } catch {
      banner('seek', 'The rules cannot be shown, because a part of the page could not be loaded. Try again.');
    } finally {
      this.opening = false;
    }
  }

  /** False if it is not possible. */
  private async accept(seek: Seek, button: HTMLButtonElement): Promise<boolean> {
    clearBanner('seek');
    button.disabled = true;
    try {
      await lobby.accept(seek, this.name());
      return true;
    } catch (error) {
      banner('seek', errorText(error));
      button.disabled = false;
      return false;
    }
  }
}

/** Which side one gets, by the colour of the one who seeks. */
function sideWords(color: Color | 'random', own: boolean): string {
  if (color === 'random') return 'Colours are drawn';
  return `You play ${colorName(own ? color : opposite(color))}`;
}
