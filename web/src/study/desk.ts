// SPDX-License-Identifier: GPL-3.0-or-later
// What lies around the board of a study: its FEN, which may be typed anew, and the dialogs that begin, open and list studies.
import { h } from '../app/dom';
import { banner, errorText } from '../app/notices';
import type { Catalogue, Game } from '../app/types';
import * as library from '../library/calls';
import type { Chosen } from '../library/contract';
import { BeginDialog, fenFault } from './begin';
import { newStudy, type Study } from './document';
import { titleOf } from './games';
import { ImportDialog } from './import';
import type { Saver } from './saver';
import { StudyShelf } from './shelf';
import { fromRecorded, readPgn } from './sources';

export interface DeskListener {
  study(): Study;
  game(): Game | null;
  /** A study has just been made; `keep`: it would be a pity to lose it. */
  begun(study: Study, keep: boolean): Promise<void>;
  openKept(id: string): Promise<void>;
  /** The open study has another name. */
  renamed(name: string): void;
}

export class Desk {
  readonly element: HTMLElement;
  private readonly fen: HTMLInputElement;
  private readonly fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  private shown = '';

  constructor(
    private readonly catalogue: Catalogue,
    private readonly saver: Saver,
    private readonly listener: DeskListener,
  ) {
    this.fen = h('input', { type: 'text', id: 'study-fen', spellcheck: 'false', autocomplete: 'off', maxlength: 4096 });
    this.fen.addEventListener('change', () => void this.fromFen());
    this.element = h('div', { class: 'study-desk' }, h('div', { class: 'study-fen' }, h('label', { for: 'study-fen' }, 'FEN'), this.fen), this.fault);
  }

  /** The position on the board. */
  show(fen: string): void {
    this.shown = fen;
    this.fen.value = fen;
    this.tell('');
  }

  begin(): void {
    const game = this.listener.game();
    const { chosen } = this.listener.study();
    if (game === null) return;
    const begun = (begin: Chosen): Promise<void> => this.listener.begun(newStudy(begin, titleOf(begin.game, this.catalogue)), begin.fen !== undefined || begin.variants !== undefined);
    new BeginDialog(this.catalogue, { chosen, game }, (begin) => void begun(begin)).show();
  }

  openShelf(): void {
    const isOpen = (id: string): boolean => id === this.listener.study().id;
    void new StudyShelf(this.listener.study().id, {
      open: (kept) => void this.listener.openKept(kept.id).catch((error: unknown) => banner('study', errorText(error))),
      renamed: ({ id, name }) => {
        if (isOpen(id)) this.listener.renamed(name);
      },
      deleted: ({ id }) => {
        if (isOpen(id)) this.saver.forget();
      },
      restored: ({ id, changed }) => {
        if (isOpen(id)) this.saver.restored(changed);
      },
    }).open();
  }

  openImport(): void {
    new ImportDialog({
      read: (text) => readPgn(text, this.listener.study()),
      chosen: (recorded) =>
        void fromRecorded(recorded, this.catalogue).then(
          (study) => this.listener.begun(study, true),
          (error: unknown) => banner('study', errorText(error)),
        ),
    }).show();
  }

  /** Passes the study on in some way. */
  pass(how: (study: Study) => Promise<void>): void {
    how(this.listener.study()).catch((error: unknown) => banner('study', errorText(error)));
  }

  private tell(text: string): void {
    this.fault.textContent = text;
    this.fault.hidden = text === '';
  }

  /** Another FEN has been typed: a study of the same game that begins there. */
  private async fromFen(): Promise<void> {
    const fen = this.fen.value.trim();
    if (fen === '') return this.show(this.shown);
    const { chosen, title } = this.listener.study();
    const begin: Chosen = { ...chosen, fen };
    try {
      await library.show(begin, [], 'study begin');
    } catch (error) {
      return this.tell(fenFault(error, fen));
    }
    await this.listener.begun(newStudy(begin, title), true);
  }
}
