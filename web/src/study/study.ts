// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis board: a game with variations, played by both sides with the library in the browser, annotated, kept and passed on.
import '../style/study.css';
import { h, iconOf, type IconName } from '../app/dom';
import { FocusKeeper } from '../app/focus';
import { announce, banner, clearBanner, errorText } from '../app/notices';
import type { Screen } from '../app/screen';
import { lastWords } from '../app/speech';
import type { Catalogue, Game } from '../app/types';
import { parameterWords, resultReason, resultTitle } from '../app/words';
import { setTitle } from '../app/title';
import { tankOf } from '../board/fuel';
import { standing, Table } from '../board/table';
import * as library from '../library/calls';
import type { Play } from '../library/contract';
import { Superseded } from '../library/library';
import { Annotate } from './annotate';
import { Assist, playLine } from './assist';
import { Changes } from './changes';
import { openChoices, type Choice } from './choices';
import { Desk } from './desk';
import { nameOf, newStudy, type Study } from './document';
import { copyLine, exportPgn, shareLink } from './exchange';
import { editorPlace } from './link';
import { gameOf, titleOf } from './games';
import { commandOf, showKeys, type Command } from './keys';
import { Moves } from './moves';
import { Pen } from './pen';
import { Saver } from './saver';
import { lastOf, movesTo, pathTo, plyOf, siblingOf, toggleNag, type Node } from './tree';
import { kept, opening, type Opening } from './which';

export class StudyScreen implements Screen {
  readonly element: HTMLElement;
  private readonly table: Table;
  private readonly moves = new Moves(
    (node) => void this.go(node),
    (node, place) => openChoices(node, place, (choice) => void this.chosen(node, choice), () => this.moves.focus(node)),
  );
  private readonly pen: Pen;
  private readonly assist: Assist;
  private readonly notes: Annotate;
  private readonly saver: Saver;
  private readonly title = h('h1', {}, 'Study');
  private readonly subtitle = h('p', { class: 'study-game' });
  private readonly kept = h('span', { class: 'kept', role: 'status' });
  private readonly desk: Desk;
  private readonly backward: HTMLButtonElement[];
  private readonly forward: HTMLButtonElement[];
  private readonly keeper: FocusKeeper;
  private readonly changes: Changes;
  private study: Study;
  private game: Game | null = null;
  private play: Play | null = null;
  private tank: number | null = null;
  private asked = 0;
  private left = false;
  private readonly keys = (event: KeyboardEvent): void => this.keyPressed(event);
  private readonly going = (): void => this.saver.leave();

  constructor(
    private readonly catalogue: Catalogue,
    place: string[],
  ) {
    setTitle('Study – Leaper');
    this.study = newStudy({ game: 'chess' }, titleOf('chess', catalogue));
    this.changes = new Changes(this.study, { changed: () => this.rearranged(), moved: (node) => this.moved(node), refused: () => this.showNotes() });
    this.table = new Table('studied', 'Board', {
      turn: (turn) => void this.playTurn(turn),
      stepped: () => undefined,
      visit: (square) => this.pen.press(square),
      analysis: true,
    });
    this.pen = new Pen(this.table.board, { drawn: (shapes) => this.changes.annotate((node) => (node.shapes = shapes)), tell: (words) => this.table.tell(words) });
    this.notes = new Annotate({
      nag: (nag) => this.nag(nag),
      words: (text) => this.changes.annotate((node) => (node.words = text.replace(/\s+/g, ' ').trim())),
      drawing: (brush) => this.pen.use(brush),
      clearDrawings: () => this.changes.annotate((node) => (node.shapes = [])),
      promote: () => this.changes.reorder('promote'),
      makeMain: () => this.changes.reorder('makeMain'),
      cut: () => this.changes.cut(),
    });
    this.assist = new Assist(this.table, {
      study: () => this.study,
      play: (turns) => void this.playLine(turns),
      go: (node) => void this.go(node),
      written: () => this.rearranged(),
      remark: (...of) => this.changes.remark(...of),
    }, catalogue.analysis);
    this.saver = new Saver({
      tell: (words) => (this.kept.textContent = words),
      named: (id) => {
        if (!this.left) history.replaceState(null, '', `#/study/kept/${id}`);
      },
    });
    this.desk = new Desk(catalogue, this.saver, {
      study: () => this.study,
      game: () => this.game,
      begun: (study, keep) => this.begun(study, keep),
      openKept: (id) => this.openKept(id),
      renamed: (name) => {
        this.study.name = name;
        this.saver.changed();
        this.showTitle();
      },
    });
    const step = (icon: IconName, label: string, pressed: () => void): HTMLButtonElement => h('button', { type: 'button', class: 'quiet', 'aria-label': label, title: label, onclick: pressed }, iconOf(icon));
    this.backward = [step('first', 'Start', () => this.step('Home')), step('back', 'One turn back', () => this.step('ArrowLeft'))];
    this.forward = [step('forward', 'One turn forward', () => this.step('ArrowRight')), step('last', 'End of the line', () => this.step('End'))];
    this.table.buttons.prepend(...this.backward, ...this.forward, step('flip', 'Flip the board', () => this.flip()));
    this.element = h(
      'div',
      { class: 'study', 'data-ready': 'false' },
      h('div', { class: 'study-head' }, h('div', { class: 'study-title' }, this.title, this.subtitle), this.toolbar(), this.kept),
      h('div', { class: 'study-board' }, this.assist.bar, this.table.element),
      h(
        'aside',
        { class: 'study-side' },
        this.assist.panel,
        this.moves.element,
        this.notes.element,
        this.assist.review,
        this.desk.element,
        h('p', { class: 'hint keys' }, '← → through the turns, ↑ ↓ between variations, right button for arrows and circles. ', h('button', { type: 'button', class: 'link-like', onclick: () => showKeys() }, 'All keys (?)')),
      ),
    );
    this.keeper = new FocusKeeper(this.element, () => this.table.board.element);
    document.addEventListener('keydown', this.keys);
    // Before the board, which takes Escape for itself.
    this.element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !this.pen.drawing) return;
        this.notes.draw(null);
        event.stopPropagation();
      },
      { capture: true },
    );
    addEventListener('pagehide', this.going);
    void this.start(place);
  }

  leave(): void {
    this.left = true;
    this.assist.leave();
    this.saver.leave();
    this.keeper.stop();
    document.removeEventListener('keydown', this.keys);
    removeEventListener('pagehide', this.going);
  }

  private toolbar(): HTMLElement {
    const tool = (icon: IconName, label: string, pressed: () => void): HTMLElement =>
      h('button', { type: 'button', class: 'button small', onclick: pressed }, iconOf(icon), label);
    return h(
      'div',
      { class: 'invent-tools', role: 'group', 'aria-label': 'Tools' },
      tool('grid', 'New…', () => this.desk.begin()),
      tool('folder', 'My studies', () => this.desk.openShelf()),
      tool('pen', 'Edit board', () => void this.editBoard()),
      tool('upload', 'Open PGN', () => this.desk.openImport()),
      tool('download', 'PGN', () => this.desk.pass(exportPgn)),
      tool('link', 'Share', () => this.desk.pass(shareLink)),
    );
  }

  /** The board editor, with the position that is shown. */
  private async editBoard(): Promise<void> {
    const { play, study } = this;
    if (play !== null) location.hash = await editorPlace({ ...study.chosen, fen: play.state.fen });
  }

  // ---- Which study ----

  private async start(place: string[]): Promise<void> {
    try {
      await this.take(await opening(place, this.catalogue));
    } catch (error) {
      if (this.game === null) await this.open(this.study, null).catch(() => undefined);
      if (!this.left) banner('study', errorText(error));
    }
  }

  private async take({ study, saved, unsaved = false, address, notice, unreviewed = false }: Opening): Promise<void> {
    await this.open(study, saved);
    if (this.left) return;
    if (unsaved) this.saver.changed();
    if (address !== undefined) history.replaceState(null, '', address);
    if (notice !== undefined) banner('study', notice);
    if (unreviewed) this.assist.beginReview();
  }

  private async openKept(id: string): Promise<void> {
    await this.saver.settled();
    await this.take(await kept(id));
  }

  /** A study that has just been made here. */
  private async begun(study: Study, keep: boolean): Promise<void> {
    try {
      await this.open(study, null);
      history.replaceState(null, '', `#/study/${study.chosen.variants === undefined ? study.chosen.game : ''}`);
      if (keep) this.saver.changed();
    } catch (error) {
      banner('study', errorText(error));
    }
  }

  private async open(study: Study, saved: number | null): Promise<void> {
    const game = await gameOf(study.chosen, this.catalogue);
    const start = await library.play(study.chosen, [], 'study start');
    if (this.left) return;
    clearBanner('study');
    this.study = study;
    this.changes.open(study);
    this.game = game;
    study.title = game.name;
    const { fuel } = study.chosen.parameters ?? {};
    this.tank = typeof fuel === 'number' ? fuel : tankOf(start.state.board.locations);
    this.play = start;
    this.notes.draw(null);
    this.saver.open(study, saved);
    this.assist.clear();
    this.showTitle();
    this.drawTree();
    await this.go(study.node);
  }

  private showTitle(): void {
    const { study, game } = this;
    const name = nameOf(study);
    this.title.textContent = name;
    const words = game === null ? '' : parameterWords({ parameters: study.chosen.parameters ?? {} }, game, this.catalogue.armies);
    this.subtitle.textContent = [name === study.title ? '' : study.title, words].filter((part) => part !== '').join(' · ');
    setTitle(`${name} – Leaper`);
  }

  // ---- The position ----

  private async go(node: Node): Promise<boolean> {
    const { study, game } = this;
    if (game === null) return false;
    this.asked += 1;
    const ticket = this.asked;
    const moves = movesTo(node);
    try {
      const play = await library.play(study.chosen, moves, 'study');
      if (ticket !== this.asked || this.left) return false;
      this.arrive(node, moves, play);
      return true;
    } catch (error) {
      if (ticket === this.asked && !this.left && !(error instanceof Superseded)) this.table.failed(error);
      return false;
    }
  }

  private arrive(node: Node, moves: string[], play: Play): void {
    const { study, game, tank } = this;
    if (game === null) return;
    study.node = node;
    this.play = play;
    const position = { chosen: study.chosen, game, moves, play, tank };
    this.table.show(position);
    this.moves.at(node);
    this.desk.show(play.state.fen);
    for (const button of this.backward) button.disabled = node.parent === null;
    for (const button of this.forward) button.disabled = node.children.length === 0;
    this.showNotes();
    this.assist.show(position, node);
    this.saver.moved(pathTo(node));
    this.element.dataset['ply'] = String(plyOf(node));
    this.element.dataset['ready'] = 'true';
  }

  private async playTurn(turn: string): Promise<void> {
    const { study } = this;
    const from = study.node;
    const moves = [...movesTo(from), turn];
    this.asked += 1;
    const ticket = this.asked;
    try {
      const play = await library.play(study.chosen, moves, 'study');
      const made = play.turns.at(-1);
      if (ticket !== this.asked || this.left || made === undefined) return;
      const add = this.changes.add(from, [made]);
      if (add === null) return this.table.unplay();
      if (add.added) {
        this.drawTree();
        this.saver.changed();
      }
      this.arrive(add.node, movesTo(add.node), play);
      this.say();
    } catch (error) {
      if (ticket === this.asked && !this.left && !(error instanceof Superseded)) this.table.failed(error);
    }
  }

  /** Plays turns of a line that the engine has found. */
  private async playLine(turns: string[]): Promise<void> {
    const { study } = this;
    const { node } = study;
    try {
      const { turns: made } = await playLine(study.chosen, node, turns);
      if (this.left || study !== this.study) return;
      const add = this.changes.add(node, made.slice(plyOf(node)));
      if (add !== null) this.moved(add.node);
    } catch (error) {
      if (!this.left) this.table.failed(error);
    }
  }

  /** For screen readers: the last turn, and how things stand. */
  private say(): void {
    const { play, game } = this;
    if (play !== null && game !== null) announce(`${lastWords(play.state, game)}. ${standing(play)}`);
  }

  private flip(): void {
    this.table.flip();
    this.assist.orient(this.table.below);
  }

  private step(key: string): void {
    const { node } = this.study;
    if (key === 'ArrowLeft' && this.table.unstep()) return this.say();
    const to: Node | undefined =
      key === 'Home' ? this.study.tree.root : key === 'End' ? lastOf(node) : key === 'ArrowLeft' ? (node.parent ?? node) : key === 'ArrowRight' ? node.children[0] : siblingOf(node, key === 'ArrowUp' ? -1 : 1);
    if (to === undefined || to === node) return;
    // Quick steps add up: the next one starts from here even if the board has not followed yet.
    this.study.node = to;
    void this.go(to).then((arrived) => {
      if (arrived) this.say();
    });
  }

  private keyPressed(event: KeyboardEvent): void {
    const command = commandOf(event);
    if (command === null || (command.do === 'unstep' && !this.table.begun)) return;
    this.obey(command);
    event.preventDefault();
  }

  private obey(command: Command | Choice): void {
    if (command.do === 'step') this.step(command.key);
    else if (command.do === 'nag') this.nag(command.nag);
    else
      ({
        unstep: () => this.table.unstep() && this.say(),
        flip: () => this.flip(),
        cut: () => this.changes.cut(),
        restore: () => this.changes.restore(),
        promote: () => this.changes.reorder('promote'),
        main: () => this.changes.reorder('makeMain'),
        comment: () => this.notes.write(),
        copy: () => this.desk.pass(copyLine),
        engine: () => this.assist.toggleEngine(),
        threat: () => this.assist.toggleThreat(),
        best: () => this.assist.playBest(),
        help: () => showKeys(),
      })[command.do]();
  }

  /** Signs are about turns: there is none at the start. */
  private nag(nag: number): void {
    if (this.study.node.parent !== null) this.changes.annotate((node) => toggleNag(node, nag));
  }

  /** Something from the menu of a turn, which is shown first. */
  private async chosen(node: Node, choice: Choice): Promise<void> {
    if (node !== this.study.node && !(await this.go(node))) return;
    this.obey(choice);
  }

  // ---- What is said about it ----

  private drawTree(): void {
    const { study, game, play } = this;
    if (game === null || play === null) return;
    const { result, reason } = study;
    const loser = result === 'white' ? 'black' : 'white';
    const ending = result === 'ongoing' || result === 'none' ? '' : `${resultTitle(result)}${reason === '' ? '' : `: ${resultReason(result, reason, loser)}`}`;
    this.moves.show({ tree: study.tree, game, first: play.first, ending });
  }

  private showNotes(): void {
    const { node } = this.study;
    this.notes.show(node);
    this.pen.show(node.shapes);
  }

  private rearranged(): void {
    this.showNotes();
    this.drawTree();
    this.saver.changed();
    this.saver.moved(pathTo(this.study.node));
  }

  /** The tree has changed, and another position is shown. */
  private moved(node: Node): void {
    this.study.node = node;
    this.drawTree();
    this.saver.changed();
    void this.go(node);
  }
}

export function studyScreen(catalogue: Catalogue, place: string[]): Screen {
  return new StudyScreen(catalogue, place);
}
