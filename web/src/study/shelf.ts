// SPDX-License-Identifier: GPL-3.0-or-later
// The list of studies that this browser keeps: open, rename, delete with a way back.
import { deleted } from '../app/deletion';
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { errorText } from '../app/notices';
import { timeAgo } from '../app/words';
import { nameOf, type Kept } from './document';
import { dropStudy, keepStudy, keepsStudies, studies } from './keep';

export interface StudyShelfListener {
  open(kept: Kept): void;
  renamed(kept: Kept): void;
  deleted(kept: Kept): void;
  restored(kept: Kept): void;
}

export class StudyShelf {
  private readonly dialog: HTMLDialogElement;
  private readonly list = h('ul', { class: 'shelf-list' });
  private readonly note = h('p', {}, 'They are kept in this browser only. Download those that you would miss.');

  /** `current`: the study that is open now. */
  constructor(
    private readonly current: string,
    private readonly listener: StudyShelfListener,
  ) {
    const title = uniqueId('studies');
    this.dialog = h(
      'dialog',
      { class: 'question shelf', 'aria-labelledby': title },
      h('div', { class: 'gallery-head' }, h('h2', { id: title }, 'My studies'), h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, iconOf('close'))),
      this.note,
      this.list,
    );
    this.dialog.addEventListener('close', () => this.dialog.remove());
  }

  async open(): Promise<void> {
    document.body.append(this.dialog);
    this.dialog.showModal();
    if (!(await keepsStudies())) this.note.textContent = 'This browser keeps nothing for this page: they are gone once it is closed. Download those that you would miss.';
    await this.draw();
  }

  private async draw(): Promise<void> {
    try {
      const all = await studies();
      const none = h('li', { class: 'none' }, 'Nothing yet. A study is kept as soon as you play or write something.');
      fill(this.list, ...(all.length === 0 ? [none] : all.map((each) => this.item(each))));
    } catch (error) {
      this.note.textContent = errorText(error);
    }
  }

  private item(kept: Kept): HTMLElement {
    const name = nameOf(kept);
    const opened = kept.id === this.current;
    const count = kept.nodes.length;
    const item = h('li', { 'data-id': kept.id });
    const open = (): void => {
      this.dialog.close();
      this.listener.open(kept);
    };
    const facts = [name === kept.title ? '' : kept.title, `${count} ${count === 1 ? 'turn' : 'turns'}`, timeAgo(new Date(kept.changed).toISOString()), opened ? 'open now' : ''];
    fill(
      item,
      h('button', { type: 'button', class: 'shelf-open', onclick: open, 'aria-current': opened ? 'true' : null }, h('strong', {}, name), h('small', {}, facts.filter((fact) => fact !== '').join(' · '))),
      h('button', { type: 'button', class: 'button small', 'aria-label': `Rename ${name}`, onclick: () => this.rename(item, kept) }, 'Rename'),
      h('button', { type: 'button', class: 'button small', 'aria-label': `Delete ${name}`, onclick: () => void this.remove(kept) }, 'Delete'),
    );
    return item;
  }

  private rename(item: HTMLElement, kept: Kept): void {
    const input = h('input', { type: 'text', maxlength: 80, value: nameOf(kept), 'aria-label': 'Name' });
    const done = async (): Promise<void> => {
      const renamed = { ...kept, name: input.value.trim() };
      // The open study is kept by the screen, which may have changed it since.
      if (kept.id !== this.current) await keepStudy(renamed, kept.changed);
      this.listener.renamed(renamed);
      await this.draw();
      this.list.querySelector<HTMLElement>(`[data-id="${kept.id}"] button`)?.focus();
    };
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') void done();
      else if (event.key === 'Escape') void this.draw();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    fill(item, input, h('button', { type: 'button', class: 'button small primary', onclick: () => void done() }, 'Save'));
    input.focus();
    input.select();
  }

  private async remove(kept: Kept): Promise<void> {
    this.listener.deleted(kept);
    await dropStudy(kept.id);
    const undo = async (): Promise<void> => {
      await keepStudy(kept, null);
      this.listener.restored(kept);
      await this.draw();
    };
    await this.draw();
    deleted(nameOf(kept), this.list, () => void undo());
  }
}
