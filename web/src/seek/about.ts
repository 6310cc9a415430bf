// SPDX-License-Identifier: GPL-3.0-or-later
// What one would play by accepting a seek: the rules of the game in words, its pieces, and how it begins.
import * as api from '../app/api';
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { errorText } from '../app/notices';
import type { Catalogue, Game, Seek } from '../app/types';
import { rulesPage } from '../invent/rules-page';
import * as library from '../library/calls';
import { gameOfText } from '../match/game-text';
import { piecesPanel, rulesPanel } from '../match/rules';
import { miniBoard } from '../pieces/mini';
import { lobby } from './lobby';

export interface About {
  seek: Seek;
  /** What the game is called. */
  name: string;
  /** What else has been agreed on, in words. */
  terms: string;
  /** The server's game; undefined if a text defines it. */
  game: Game | undefined;
  /** Accepts the seek; false if that was not possible. */
  play: () => Promise<boolean>;
}

class AboutDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly body = h('div', { class: 'gallery-body', tabindex: 0, role: 'group', 'aria-label': 'What you would play' }, h('p', { class: 'hint' }, 'Reading the rules…'));
  private readonly button = h('button', { type: 'button', class: 'button primary', onclick: () => void this.play() }, 'Play');
  private readonly words = h('p', { class: 'hint', role: 'status' });
  private readonly unwatch: () => void;
  private readonly left = new AbortController();
  private accepting = false;

  constructor(
    private readonly about: About,
    private readonly catalogue: Catalogue,
  ) {
    const title = uniqueId('about');
    const close = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, iconOf('close'));
    this.dialog = h(
      'dialog',
      { class: 'gallery seek-about', 'aria-labelledby': title },
      h('div', { class: 'gallery-head' }, h('h2', { id: title }, about.name), close),
      this.body,
      h('div', { class: 'row go' }, this.button, this.words),
    );
    this.dialog.addEventListener('close', () => this.gone());
    addEventListener('hashchange', () => this.dialog.close(), { signal: this.left.signal });
    this.unwatch = lobby.watch(() => this.look());
  }

  open(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.look();
    void this.tell();
  }

  private gone(): void {
    this.unwatch();
    this.left.abort();
    this.dialog.remove();
  }

  /** Somebody else may accept it meanwhile, or whoever seeks may have left. What is accepted here is no longer open, either, before the answer is there. */
  private look(): void {
    if (lobby.others === null || this.accepting) return;
    const open = lobby.others.some(({ id }) => id === this.about.seek.id);
    this.button.disabled = !open;
    this.words.textContent = open ? '' : 'This seek is no longer open.';
  }

  private async play(): Promise<void> {
    this.accepting = true;
    this.button.disabled = true;
    if (!(await this.about.play())) this.dialog.close();
  }

  private async tell(): Promise<void> {
    try {
      fill(this.body, ...(this.about.game === undefined ? await this.ofText() : await this.ofServer(this.about.game)));
    } catch (error) {
      fill(this.body, h('p', { class: 'hint', role: 'status' }, errorText(error)));
    }
  }

  private async ofText(): Promise<HTMLElement[]> {
    const { game: key, hash = '', parameters, id } = this.about.seek;
    const { variants = '' } = await api.getSeek(id);
    const game = await gameOfText({ game: key, hash, variants }, { games: async (text) => (await library.check(text)).games });
    const chosen = { game: key, variants, parameters };
    const rules = await library.rules(chosen);
    return [this.head(miniBoard(await library.show(chosen), game)), h('div', { class: 'rules-page' }, ...rulesPage(game, rules, null))];
  }

  private async ofServer(game: Game): Promise<HTMLElement[]> {
    const { parameters } = this.about.seek;
    // The server may have games that the library in the browser does not know.
    const state = await library.show({ game: game.key, parameters }).catch(() => null);
    return [this.head(state && miniBoard(state, game)), rulesPanel(game), piecesPanel(game, parameters, this.catalogue.armies)];
  }

  private head(board: HTMLElement | null): HTMLElement {
    const { terms } = this.about;
    return h('div', { class: 'seek-start' }, board, h('p', {}, board === null ? terms : `The start position. ${terms}.`));
  }
}

/** Loaded on demand by the list. */
export const showAbout = (about: About, catalogue: Catalogue): void => new AboutDialog(about, catalogue).open();
