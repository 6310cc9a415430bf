// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that reads PGN: pasted, or from a file, which may be dropped on it; of several games one is chosen.
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { announce, errorText } from '../app/notices';
import type { Recorded, Unread } from '../library/contract';

/** The library takes no longer requests; longer files are for `leaper pgn check`. */
const LONGEST = 1024 * 1024;

export interface ImportListener {
  read(text: string): Promise<{ games: (Recorded | Unread)[]; more: boolean }>;
  chosen(game: Recorded): void;
}

const tag = (game: Recorded, name: string): string => {
  const value = game.tags[name] ?? '?';
  return /^[?.]*$/.test(value) ? '' : value;
};

const RESULT = { white: '1–0', black: '0–1', draw: '½–½', ongoing: '', none: '' };

function summary(game: Recorded, index: number): HTMLElement[] {
  const [white, black] = [tag(game, 'White'), tag(game, 'Black')];
  const players = white === '' && black === '' ? `Game ${index + 1}` : `${white === '' ? '?' : white} – ${black === '' ? '?' : black}`;
  const count = game.turns.length;
  const parts = [game.game, tag(game, 'Event'), tag(game, 'Date'), RESULT[game.result], `${count} ${count === 1 ? 'turn' : 'turns'}`];
  return [h('strong', {}, players), h('small', {}, parts.filter((part) => part !== '').join(' · '))];
}

export class ImportDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly text: HTMLTextAreaElement;
  private readonly found = h('div', { class: 'import-found' });
  private readonly fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  private asked = 0;

  constructor(private readonly listener: ImportListener) {
    const title = uniqueId('import');
    const id = uniqueId('pgn');
    this.text = h('textarea', { id, rows: 8, spellcheck: 'false', placeholder: '1. e4 e5 2. Nf3 …' });
    const file = h('input', { type: 'file', accept: '.pgn,.txt,application/x-chess-pgn,text/plain', hidden: true, 'aria-label': 'A file with games' });
    file.addEventListener('change', () => void this.open(file.files?.[0]));
    this.dialog = h(
      'dialog',
      { class: 'question study-dialog import', 'aria-labelledby': title },
      h('div', { class: 'gallery-head' }, h('h2', { id: title }, 'Open PGN'), h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, iconOf('close'))),
      h('label', { for: id }, 'Paste a game, or drop a file here'),
      this.text,
      this.fault,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'button primary', onclick: () => void this.read() }, 'Read'),
        h('button', { type: 'button', class: 'button', onclick: () => file.click() }, iconOf('upload'), 'Open a file'),
        file,
      ),
      this.found,
    );
    this.dialog.addEventListener('dragover', (event) => event.preventDefault());
    this.dialog.addEventListener('drop', (event) => {
      event.preventDefault();
      void this.open(event.dataTransfer?.files[0]);
    });
    this.dialog.addEventListener('close', () => this.dialog.remove());
  }

  show(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.text.focus();
  }

  private fail(text: string): void {
    this.fault.textContent = text;
    this.fault.hidden = text === '';
  }

  private async open(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > LONGEST) return this.fail(`The file is too long: this page reads up to ${LONGEST / 1024 / 1024} MiB.`);
    this.text.value = await file.text();
    await this.read();
  }

  private async read(): Promise<void> {
    this.asked += 1;
    const ticket = this.asked;
    this.fail('');
    fill(this.found);
    if (this.text.value.trim() === '') return this.fail('There is nothing to read yet.');
    try {
      const { games, more } = await this.listener.read(this.text.value);
      if (ticket !== this.asked) return;
      const [only] = games;
      if (only === undefined) return this.fail('There is no game in this text.');
      if (games.length === 1 && !more) {
        if ('error' in only) this.fail(errorText(new Error(`${only.error.at === null ? '' : `${only.error.at}: `}${only.error.message}`)));
        else this.choose(only);
      } else this.list(games, more);
    } catch (error) {
      if (ticket === this.asked) this.fail(errorText(error));
    }
  }

  private choose(game: Recorded): void {
    this.dialog.close();
    this.listener.chosen(game);
  }

  private list(games: (Recorded | Unread)[], more: boolean): void {
    const items = games.map((game, index) =>
      'error' in game
        ? h('li', { class: 'unread' }, h('span', {}, game.error.message))
        : h('li', {}, h('button', { type: 'button', class: 'shelf-open', onclick: () => this.choose(game) }, ...summary(game, index))),
    );
    const words = `${games.length} games${more ? ', and more that are not read' : ''}. Choose one.`;
    fill(this.found, h('p', {}, words), h('ol', { class: 'shelf-list' }, ...items));
    announce(words);
    this.found.querySelector('button')?.focus();
  }
}
