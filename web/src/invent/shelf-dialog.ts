// SPDX-License-Identifier: GPL-3.0-or-later
// The list of inventions that this browser keeps: open, rename, delete with a way back.
import { deleted } from '../app/deletion';
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { timeAgo } from '../app/words';
import { titleOf } from './ini';
import { dropInvention, inventions, keepInvention, type Invention } from './shelf';

export interface ShelfListener {
  open(invention: Invention): void;
  renamed(invention: Invention): void;
  deleted(invention: Invention): void;
  restored(invention: Invention): void;
}

const nameOf = ({ name, text }: Invention): string => (name === '' ? titleOf(text) : name);

export class ShelfDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly list = h('ul', { class: 'shelf-list' });

  /** `current`: the invention that is open now. */
  constructor(
    private readonly current: string | null,
    private readonly listener: ShelfListener,
  ) {
    const title = uniqueId('shelf');
    this.dialog = h(
      'dialog',
      { class: 'question shelf', 'aria-labelledby': title },
      h('div', { class: 'gallery-head' }, h('h2', { id: title }, 'My inventions'), h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, iconOf('close'))),
      h('p', {}, 'They are kept in this browser only. Download those that you would miss.'),
      this.list,
    );
    this.dialog.addEventListener('close', () => this.dialog.remove());
  }

  open(): void {
    this.draw();
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  private draw(): void {
    const all = inventions();
    fill(this.list, ...(all.length === 0 ? [h('li', { class: 'none' }, 'Nothing yet. A game is kept as soon as you change its text.')] : all.map((each) => this.item(each))));
  }

  private item(invention: Invention): HTMLElement {
    const name = nameOf(invention);
    const opened = invention.id === this.current;
    const item = h('li', { 'data-id': invention.id });
    const open = (): void => {
      this.dialog.close();
      this.listener.open(invention);
    };
    fill(
      item,
      h('button', { type: 'button', class: 'shelf-open', onclick: open, 'aria-current': opened ? 'true' : null }, h('strong', {}, name), h('small', {}, `${timeAgo(new Date(invention.changed).toISOString())}${opened ? ' · open now' : ''}`)),
      h('button', { type: 'button', class: 'button small', 'aria-label': `Rename ${name}`, onclick: () => this.rename(item, invention) }, 'Rename'),
      h('button', { type: 'button', class: 'button small', 'aria-label': `Delete ${name}`, onclick: () => this.remove(invention) }, 'Delete'),
    );
    return item;
  }

  private rename(item: HTMLElement, invention: Invention): void {
    const input = h('input', { type: 'text', maxlength: 80, value: nameOf(invention), 'aria-label': 'Name' });
    const done = (): void => {
      const renamed = { ...invention, name: input.value.trim() };
      keepInvention(renamed);
      this.listener.renamed(renamed);
      this.draw();
      this.list.querySelector<HTMLElement>(`[data-id="${invention.id}"] button`)?.focus();
    };
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') done();
      else if (event.key === 'Escape') this.draw();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    fill(item, input, h('button', { type: 'button', class: 'button small primary', onclick: done }, 'Save'));
    input.focus();
    input.select();
  }

  private remove(invention: Invention): void {
    dropInvention(invention.id);
    this.listener.deleted(invention);
    const undo = (): void => {
      keepInvention(invention);
      this.listener.restored(invention);
      this.draw();
    };
    this.draw();
    deleted(nameOf(invention), this.list, undo);
  }
}
