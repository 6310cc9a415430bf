// SPDX-License-Identifier: GPL-3.0-or-later
// The gallery of the games that come with the program, to start from: as a child that changes some of it, or as its whole text.
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { announce } from '../app/notices';
import type { Game } from '../app/types';
import * as library from '../library/calls';
import { miniBoard } from '../pieces/mini';
import { matches } from './search';

export interface GalleryListener {
  /** Begin a text that inherits from this game. */
  child(game: Game): void;
  /** Begin with the text of this game. */
  whole(game: Game): void;
}

export class Gallery {
  private readonly dialog: HTMLDialogElement;
  private readonly search = h('input', { type: 'search', id: uniqueId('search'), placeholder: 'crazyhouse, walls, Betza …', autocomplete: 'off', spellcheck: 'false' });
  private readonly list = h('ul', { class: 'gallery-list' });
  private readonly none = h('p', { class: 'hint', hidden: true }, 'No game has all these words.');
  private readonly cards = new Map<Game, HTMLElement>();
  private readonly wanted: Game[] = [];
  private drawing = false;

  constructor(
    private readonly games: readonly Game[],
    private readonly listener: GalleryListener,
  ) {
    const title = uniqueId('gallery');
    const close = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, iconOf('close'));
    this.dialog = h(
      'dialog',
      { class: 'gallery', 'aria-labelledby': title },
      h('div', { class: 'gallery-head' }, h('h2', { id: title }, 'Start from a game'), h('div', { class: 'field' }, h('label', { for: this.search.id }, 'Search'), this.search), close),
      h('div', { class: 'gallery-body', tabindex: 0, role: 'group', 'aria-label': 'Games' }, this.list, this.none),
    );
    this.dialog.addEventListener('close', () => this.dialog.remove());
    this.search.addEventListener('input', () => this.filter());
  }

  open(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.search.value = '';
    if (this.cards.size === 0) this.fill();
    this.filter();
    this.search.focus();
  }

  private fill(): void {
    // Pictures are drawn when they come into view: each needs the start position.
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const game = this.games.find((each) => this.cards.get(each) === target);
        if (!isIntersecting || game === undefined) continue;
        seen.unobserve(target);
        this.wanted.push(game);
      }
      void this.draw();
    });
    for (const game of this.games) {
      const card = this.card(game);
      this.cards.set(game, card);
      seen.observe(card);
    }
    fill(this.list, ...this.cards.values());
  }

  private card(game: Game): HTMLElement {
    const start = (how: 'child' | 'whole'): void => {
      this.dialog.close();
      this.listener[how](game);
    };
    return h(
      'li',
      { 'data-game': game.key },
      h('div', { class: 'mini-place' }),
      h(
        'div',
        { class: 'gallery-words' },
        h('h3', {}, game.name),
        h('p', {}, game.summary),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', class: 'button small primary', 'aria-label': `Change it: ${game.name}`, onclick: () => start('child') }, 'Change it'),
          h('button', { type: 'button', class: 'button small', 'aria-label': `Whole text: ${game.name}`, onclick: () => start('whole') }, 'Whole text'),
        ),
      ),
    );
  }

  /** Draws the pictures that are wanted, one after the other. */
  private async draw(): Promise<void> {
    if (this.drawing) return;
    this.drawing = true;
    for (let game = this.wanted.shift(); game !== undefined; game = this.wanted.shift()) {
      try {
        const state = await library.show({ game: game.key });
        const spot = this.cards.get(game)?.querySelector('.mini-place');
        if (spot !== null && spot !== undefined) fill(spot, miniBoard(state, game));
      } catch {
        // The card stays without its picture.
      }
    }
    this.drawing = false;
  }

  private filter(): void {
    let shown = 0;
    for (const [game, card] of this.cards) {
      card.hidden = !matches(game, this.search.value);
      if (!card.hidden) shown += 1;
    }
    this.none.hidden = shown > 0;
    if (this.search.value !== '') announce(`${shown} ${shown === 1 ? 'game' : 'games'}`);
  }
}
