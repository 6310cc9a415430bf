// SPDX-License-Identifier: GPL-3.0-or-later
// The screen on which games are invented: a text, the live board that it makes, the rules in words, and what can be done with it.
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { announce, banner, clearBanner, errorText } from '../app/notices';
import { download, passOn } from '../app/passing';
import type { Screen } from '../app/screen';
import type { Catalogue, Game, Parameters, PieceKind } from '../app/types';
import { setTitle } from '../app/title';
import { presentable } from '../pieces';
import { cleanDrawing, drawingsOf, LONGEST_DRAWING, withDrawing } from '../pieces/svg';
import { parameterField, type Field } from '../start/parameters';
import { LONGEST_TEXT, type Checked, type RulesInWords } from '../library/contract';
import { Editor } from './editor';
import { FaultList } from './faults';
import { Gallery } from './gallery';
import { childText, fileName, freeName, named, sectionsOf, titleOf } from './ini';
import * as library from '../library/calls';
import { PlayForm } from './play-form';
import { showRulesPage } from './rules-page';
import { LONG_LINK, longLink, pack, shareAddress, unpack } from './share';
import { inventions, keepInvention, newId, type Invention } from './shelf';
import { ShelfDialog } from './shelf-dialog';
import { Trial } from './trial';

/** How long after the last key the text is read. */
const PAUSE = 220;

const WELCOME = `# A game is a text. Change something, and watch the board.
# [my-game:chess] means: like chess, except for what follows.
[my-game:chess]
title = My Game

# In place of a queen, each side has a chancellor: it moves as rook or knight.
chancellor = c
queen = -
startFen = rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1
promotionPieceTypes = crbn

# Reaching the middle with the king wins as well.
flagPiece = k
flagRegion = d4 e4 d5 e5
`;

export class InventScreen implements Screen {
  readonly element: HTMLElement;
  private readonly editor: Editor;
  private readonly faults = new FaultList((place) => this.editor.goTo(place));
  private readonly trial = new Trial();
  private readonly form: PlayForm;
  private readonly rules = h('section', { class: 'rules-page', 'aria-label': 'Rules in words' });
  private readonly kept = h('span', { class: 'kept', role: 'status' });
  private readonly gamePlace = h('div', { class: 'game-choice' });
  private readonly parameters = h('div', { class: 'trial-parameters' });
  private readonly gallery: Gallery;
  private fields: Field[] = [];
  private id: string | null = null;
  private name = '';
  private wanted: string | null = null;
  private checked: Checked | null = null;
  private game: Game | null = null;
  private goodText = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private left = false;
  private loading = false;

  constructor(
    private readonly catalogue: Catalogue,
    place: string[],
  ) {
    setTitle('Invent a game – Leaper');
    this.editor = new Editor({ changed: () => this.changed() });
    this.gallery = new Gallery(catalogue.games, { child: (game) => this.startChild(game), whole: (game) => void this.startWhole(game) });
    this.form = new PlayForm(catalogue, () => this.playable(), true);
    this.element = h(
      'div',
      { class: 'invent' },
      h('div', { class: 'invent-head' }, h('h1', {}, 'Invent a game'), this.toolbar(), this.kept),
      h(
        'section',
        { class: 'write', 'aria-label': 'Text' },
        this.editor.element,
        this.faults.element,
      ),
      h('div', { class: 'try' }, this.gamePlace, this.parameters, this.trial.element, this.form.element),
      this.rules,
    );
    this.parameters.addEventListener('change', () => void this.present());
    this.form.enable(false);
    void this.open(place);
    void library.keys().then(
      ({ keys }) => this.editor.know(keys, catalogue.games.map(({ key }) => key)),
      () => this.editor.know([], catalogue.games.map(({ key }) => key)),
    );
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
    this.keep();
    this.editor.leave();
    this.trial.leave();
  }

  private toolbar(): HTMLElement {
    const tool = (icon: 'grid' | 'folder' | 'link' | 'download' | 'upload', label: string, pressed: () => void): HTMLElement =>
      h('button', { type: 'button', class: 'button small', onclick: pressed }, iconOf(icon), label);
    const file = h('input', { type: 'file', accept: '.ini,.txt,text/plain', hidden: true, 'aria-label': 'A file with a game' });
    file.addEventListener('change', () => void this.importFile(file));
    return h(
      'div',
      { class: 'invent-tools', role: 'group', 'aria-label': 'Tools' },
      tool('grid', 'Start from…', () => this.gallery.open()),
      tool('folder', 'My inventions', () => this.openShelf()),
      tool('link', 'Share', () => void this.share()),
      tool('download', 'Download', () => this.download()),
      tool('upload', 'Open file', () => file.click()),
      file,
    );
  }

  // ---- Where the text comes from ----

  private async open([kind = '', value = '']: string[]): Promise<void> {
    if (kind === 'text' && value !== '') {
      try {
        this.set(await unpack(value), null);
        return;
      } catch (error) {
        banner('invent', errorText(error));
      }
    }
    const list = inventions();
    const known = kind === 'kept' ? list.find(({ id }) => id === value) : kind === 'new' ? undefined : list[0];
    if (known === undefined) this.set(WELCOME, null);
    else this.set(known.text, known);
  }

  /** Shows a text; `kept`: the invention that it is, or null for one that is not kept yet. */
  private set(text: string, kept: Invention | null, cursor: 'start' | 'end' = 'start'): void {
    if (this.left) return;
    this.loading = true;
    this.id = kept?.id ?? null;
    this.name = kept?.name ?? '';
    this.wanted = null;
    this.editor.replace(text, cursor);
    this.loading = false;
    this.tellKept(kept === null ? 'Not kept yet: it will be, once you change it' : 'Kept in this browser');
    void this.read();
  }

  /** A name that neither the program's games nor those kept here have. */
  private nameFor(game: Game): string {
    const taken = new Set([...this.catalogue.games.map(({ key }) => key), ...inventions().flatMap(({ text }) => sectionsOf(text).map(({ name }) => name))]);
    return freeName(`my-${game.key}`, taken);
  }

  private startChild(game: Game): void {
    this.begin(childText(game, this.nameFor(game)), 'end');
  }

  private async startWhole(game: Game): Promise<void> {
    try {
      this.begin(named((await library.definition({ game: game.key })).variants, game, this.nameFor(game)));
    } catch (error) {
      banner('invent', errorText(error));
    }
  }

  private begin(text: string, cursor: 'start' | 'end' = 'start'): void {
    this.keep();
    history.replaceState(null, '', '#/invent/new');
    this.set(text, null, cursor);
    this.editor.focus();
  }

  private async importFile(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    input.value = '';
    if (file === undefined) return;
    if (file.size > LONGEST_TEXT) return banner('invent', `The file is too long: a text may have ${LONGEST_TEXT / 1024} KiB.`);
    this.begin(await file.text());
  }

  // ---- Keeping and passing on ----

  private tellKept(words: string): void {
    this.kept.textContent = words;
  }

  /** Keeps the text in the browser, if it has been changed since. */
  private keep(): void {
    const { text } = this.editor;
    if (this.id === null || text.trim() === '' || inventions().find(({ id }) => id === this.id)?.text === text) return;
    const stored = keepInvention({ id: this.id, name: this.name, text, changed: Date.now() });
    this.tellKept(stored ? 'Kept in this browser' : 'This browser has no room: download the text');
  }

  private openShelf(): void {
    this.keep();
    new ShelfDialog(this.id, {
      open: (invention) => {
        this.keep();
        history.replaceState(null, '', `#/invent/kept/${invention.id}`);
        this.set(invention.text, invention);
        this.editor.focus();
      },
      renamed: ({ id, name }) => {
        if (id === this.id) this.name = name;
      },
      // What has just been deleted must not be kept again.
      deleted: ({ id }) => {
        if (id !== this.id) return;
        this.id = null;
        this.tellKept('Deleted; it will be kept again if you change it');
      },
      restored: (invention) => {
        if (this.id === null && invention.text === this.editor.text) this.id = invention.id;
      },
    }).open();
  }

  private title(): string {
    return this.name === '' ? titleOf(this.editor.text) : this.name;
  }

  private download(): void {
    download(this.editor.text, fileName(this.title()));
  }

  private async share(): Promise<void> {
    const { text } = this.editor;
    if (new Blob([text]).size > LONGEST_TEXT) return banner('invent', 'The text is too long for a link: download it and send the file.');
    const link = shareAddress(await pack(text));
    passOn({
      title: 'Share this game',
      words: 'The link contains the text. Whoever opens it sees the game and its board and can change a copy of it.',
      label: 'Link',
      text: link,
      ...(link.length > LONG_LINK ? { warning: longLink(link, 'send the file instead') } : {}),
    });
  }

  // ---- Reading the text ----

  private changed(): void {
    if (this.loading) return;
    if (this.id === null) {
      this.id = newId();
      history.replaceState(null, '', `#/invent/kept/${this.id}`);
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.keep();
      void this.read();
    }, PAUSE);
  }

  private async read(): Promise<void> {
    const { text } = this.editor;
    this.asked += 1;
    const ticket = this.asked;
    this.element.dataset['read'] = 'false';
    if (new Blob([text]).size > LONGEST_TEXT) return this.refuse(`the text is too long: it may have ${LONGEST_TEXT / 1024} KiB`);
    try {
      const checked = await library.check(text);
      if (ticket !== this.asked || this.left) return;
      clearBanner('library');
      this.checked = checked;
      this.editor.showFaults(checked.faults);
      this.faults.show(checked.faults, checked.hidden);
      const faulty = checked.faults.some(({ kind }) => kind === 'error') || checked.games.length === 0;
      if (!faulty) this.goodText = text;
      this.trial.dim(faulty);
      if (faulty) this.form.enable(false);
      else await this.chooseGame();
    } catch (error) {
      if (ticket === this.asked && !this.left) banner('library', `The board cannot be drawn: ${errorText(error)}`);
    }
    if (ticket === this.asked) this.element.dataset['read'] = 'true';
  }

  private refuse(message: string): void {
    const fault = { line: 1, column: 1, kind: 'error' as const, message };
    this.editor.showFaults([fault]);
    this.faults.show([fault]);
    this.trial.dim(true);
    this.form.enable(false);
    this.element.dataset['read'] = 'true';
  }

  // ---- The game of the text ----

  /** The last game of the text, unless the person wants another. */
  private async chooseGame(): Promise<void> {
    const games = this.checked?.games ?? [];
    const game = games.find(({ key }) => key === this.wanted) ?? games.at(-1);
    if (game === undefined) return;
    if (games.length > 1) {
      const id = uniqueId('game');
      const select = h('select', { id }, ...games.map(({ key, name }) => h('option', { value: key, selected: key === game.key }, name)));
      select.addEventListener('change', () => {
        this.wanted = select.value;
        void this.chooseGame();
      });
      fill(this.gamePlace, h('label', { for: id }, 'Game'), select);
    } else fill(this.gamePlace);
    const drawings = drawingsOf(this.goodText, game.key);
    const before = this.game;
    const ordered = presentable(game);
    this.game = Object.keys(drawings).length === 0 ? ordered : { ...ordered, drawings };
    if (JSON.stringify(before?.parameters) !== JSON.stringify(game.parameters)) {
      this.fields = game.parameters.map((parameter) => parameterField(parameter, undefined, game, this.catalogue));
      fill(this.parameters, ...this.fields.map(({ element }) => element));
    }
    await this.present();
  }

  private chosen(game: Game): library.Chosen {
    const parameters: Parameters = {};
    for (const field of this.fields) parameters[field.key] = field.value();
    return { variants: this.goodText, game: game.key, parameters };
  }

  private async present(): Promise<void> {
    const { game } = this;
    if (game === null) return;
    this.form.enable(true);
    const chosen = this.chosen(game);
    await this.trial.change(chosen, game);
    let words: RulesInWords | null = null;
    try {
      words = await library.rules(chosen);
    } catch {
      // The movements of the pieces are there without them.
    }
    if (this.game === game && !this.left) showRulesPage(this.rules, game, words, { of: (piece) => this.pictureTools(piece, game) });
  }

  private playable(): { variants: string; game: string; parameters: Parameters } | null {
    if (this.game === null) return null;
    const { game, parameters = {} } = this.chosen(this.game);
    return { variants: this.goodText, game, parameters };
  }

  // ---- Own pictures ----

  private pictureTools(piece: PieceKind, game: Game): HTMLElement | null {
    if (!sectionsOf(this.goodText).some(({ name }) => name === game.key)) return null;
    const [upper, lower] = [piece.letter.toUpperCase(), piece.letter.toLowerCase()];
    const chooser = (owner: string, letter: string): HTMLElement[] => {
      const file = h('input', { type: 'file', accept: '.svg,image/svg+xml', hidden: true, 'aria-label': `${owner}’s drawing of the ${piece.name}` });
      file.addEventListener('change', () => void this.usePicture(file, piece, game, letter));
      return [h('button', { type: 'button', class: 'link', 'aria-label': `${owner}’s own picture of the ${piece.name}`, onclick: () => file.click() }, `${owner}…`), file];
    };
    const own = [upper, lower].some((letter) => game.drawings?.[letter] !== undefined);
    const remove = (): void => this.editor.replace([upper, lower].reduce((text, letter) => withDrawing(text, game.key, letter, null), this.editor.text), 'same');
    return h(
      'div',
      { class: 'row picture-tools', title: 'An SVG drawing of your own. Black’s piece is made from White’s unless it has one, too.' },
      h('span', {}, 'Own picture:'),
      ...chooser('White', upper),
      ...chooser('Black', lower),
      own && h('button', { type: 'button', class: 'link', 'aria-label': `Remove the pictures of the ${piece.name}`, onclick: remove }, 'Remove'),
    );
  }

  private async usePicture(input: HTMLInputElement, piece: PieceKind, game: Game, letter: string): Promise<void> {
    const [file] = input.files ?? [];
    input.value = '';
    if (file === undefined) return;
    clearBanner('picture');
    try {
      if (file.size > 8 * LONGEST_DRAWING) throw new Error(`A drawing may have at most ${LONGEST_DRAWING} characters`);
      this.editor.replace(withDrawing(this.editor.text, game.key, letter, cleanDrawing(await file.text())), 'same');
      announce(`The ${piece.name} has a picture of its own`);
    } catch (error) {
      banner('picture', `This drawing cannot be used: ${errorText(error)}`);
    }
  }
}

/** Loaded on demand by main.ts. */
export const inventScreen = (catalogue: Catalogue, place: string[]): Screen => new InventScreen(catalogue, place);
