// SPDX-License-Identifier: GPL-3.0-or-later
// The board editor: any position of any game, with what is wrong with it, to be analysed, played and passed on.
//
// It has no rules and writes no FEN: each change is a request to the library in the browser.
import '../style/board-editor.css';
import { fill, h, iconOf, type IconName } from '../app/dom';
import { announce, banner, clearBanner, errorText } from '../app/notices';
import { passOn } from '../app/passing';
import type { Screen } from '../app/screen';
import type { Catalogue, Color, Game, Location } from '../app/types';
import { capital, colorName, opposite, parameterWords, pieceName, resultReason, resultTitle } from '../app/words';
import { setTitle } from '../app/title';
import { PlayForm } from '../invent/play-form';
import { LONG_LINK, longLink } from '../invent/share';
import type { Chosen, Edited } from '../library/contract';
import { Superseded } from '../library/library';
import { BeginDialog, fenFault } from '../study/begin';
import { gameOf } from '../study/games';
import { editorPlace, lineAddress, packLine, unpackLine } from '../study/link';
import { Canvas } from './canvas';
import { Draft } from './draft';
import { keepPosition, keptPosition, lastPosition } from './keep';
import { Panel } from './panel';
import { editOf, Palette, type Tool } from './tools';

export class EditorScreen implements Screen {
  readonly element: HTMLElement;
  private readonly draft = new Draft(
    (edited) => this.show(edited),
    (error) => this.failed(error),
  );
  private readonly canvas: Canvas;
  private readonly palette: Palette;
  private readonly panel = new Panel((edit) => this.draft.apply(edit));
  private readonly title = h('h1', {}, 'Board editor');
  private readonly subtitle = h('p', { class: 'edit-game' });
  private readonly verdict = h('div', { class: 'edit-verdict', role: 'status' });
  private readonly fen = h('input', { type: 'text', id: 'editor-fen', spellcheck: 'false', autocomplete: 'off', maxlength: 8192, 'aria-describedby': 'editor-fen-fault' });
  private readonly fenFault = h('p', { class: 'fault', role: 'alert', hidden: true, id: 'editor-fen-fault' });
  private readonly play: PlayForm;
  private readonly undo = this.tool('undo', 'Undo', () => this.draft.undo());
  private readonly redo = this.tool('redo', 'Redo', () => this.draft.redo());
  private readonly analyse = h('button', { type: 'button', class: 'button primary', onclick: () => void this.openStudy() }, iconOf('zoomIn'), 'Analyse');
  private game: Game | null = null;
  private edited: Edited | null = null;
  private locations = new Map<string, Location>();
  private orientation: Color = 'white';
  private left = false;

  constructor(
    private readonly catalogue: Catalogue,
    place: string[],
  ) {
    setTitle('Board editor – Leaper');
    this.canvas = new Canvas({
      press: (square, first) => this.press(square, first),
      moves: () => this.palette.chosen.kind === 'move',
      paints: () => this.palette.chosen.kind !== 'fuel',
      move: (from, to) => this.draft.apply({ from, to }),
      remove: (square) => this.remove(square),
      letter: (key) => this.letter(key),
      escape: () => this.escape(),
      visit: (square) => this.visit(square),
    });
    this.palette = new Palette({
      chosen: (tool) => this.chosen(tool),
      dragged: (tool, x, y) => {
        const square = this.canvas.squareAt(x, y);
        if (square !== null) this.use(tool, square, false);
      },
    });
    this.play = new PlayForm(catalogue, () => this.playable(), false);
    this.play.element.setAttribute('aria-label', 'Play from here');
    this.fen.addEventListener('change', () => void this.fromFen());
    const whole = (icon: IconName, name: string, board: 'start' | 'empty' | 'mirror' | 'exchange', words = name): HTMLElement =>
      h('button', { type: 'button', class: 'button small', 'aria-label': words, title: words, onclick: () => this.draft.apply({ board }) }, iconOf(icon), name);
    this.element = h(
      'div',
      { class: 'board-editor', 'data-ready': 'false' },
      h('div', { class: 'edit-head' }, h('div', {}, this.title, this.subtitle), h('button', { type: 'button', class: 'button small', onclick: () => this.begin() }, iconOf('grid'), 'Game…')),
      h(
        'section',
        { class: 'edit-place', 'aria-label': 'Board' },
        this.palette.rows.black,
        this.canvas.place,
        this.palette.rows.white,
        this.palette.tools,
        this.canvas.legend,
      ),
      h(
        'aside',
        { class: 'edit-rest' },
        this.verdict,
        h('div', { class: 'edit-go row' }, this.analyse, this.play.element),
        h(
          'div',
          { class: 'edit-whole row', role: 'group', 'aria-label': 'The whole board' },
          this.undo,
          this.redo,
          this.canvas.zoomButton,
          this.tool('flip', 'See it from the other side', () => this.flip()),
          whole('again', 'Start', 'start', 'Start position'),
          whole('close', 'Empty', 'empty', 'Empty board'),
          whole('mirror', 'Mirror', 'mirror', 'Mirror: left and right exchanged'),
          whole('swap', 'Swap', 'exchange', 'Swap the sides'),
        ),
        this.panel.element,
        h('div', { class: 'field' }, h('label', { for: 'editor-fen' }, 'FEN'), this.fen, this.fenFault),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', class: 'button small', onclick: () => this.copyFen() }, iconOf('copy'), 'Copy FEN'),
          h('button', { type: 'button', class: 'button small', onclick: () => void this.copyLink() }, iconOf('link'), 'Copy link'),
        ),
        h('p', { class: 'hint edit-keys' }, 'On the board: arrows and Enter, letters choose pieces (K white, k black), Delete clears a square, Esc goes back to Move. Ctrl+Z undoes. Right button: erases.'),
      ),
    );
    this.element.addEventListener('keydown', (event) => this.keyPressed(event));
    void this.start(place);
  }

  leave(): void {
    this.left = true;
  }

  /** Asked again after each wait. */
  private gone(): boolean {
    return this.left;
  }

  private tool(icon: IconName, label: string, pressed: () => void): HTMLButtonElement {
    return h('button', { type: 'button', class: 'quiet', 'aria-label': label, title: label, onclick: pressed }, iconOf(icon));
  }

  // ---- Which position ----

  private async start([key = '', packed = '']: string[]): Promise<void> {
    const game = decodeURIComponent(key);
    try {
      if (packed !== '') await this.open((await unpackLine(packed)).chosen);
      else if (game !== '') await this.open(keptPosition(game) ?? { game });
      else await this.open(lastPosition() ?? { game: 'chess' });
    } catch (error) {
      if (this.left) return;
      await this.open({ game: this.catalogue.games.some((each) => each.key === game) ? game : 'chess' }).catch(() => undefined);
      banner('editor', errorText(error));
    }
  }

  private async open(chosen: Chosen): Promise<void> {
    const game = await gameOf(chosen, this.catalogue);
    if (this.left) return;
    const before = this.game;
    this.game = game;
    try {
      await this.draft.open(chosen);
    } catch (error) {
      this.game = before;
      throw error;
    }
    if (this.gone()) return;
    clearBanner('editor');
    const words = parameterWords({ parameters: chosen.parameters ?? {} }, game, this.catalogue.armies);
    this.subtitle.textContent = [game.name, words].filter((part) => part !== '').join(' · ');
    setTitle(`Board editor: ${game.name} – Leaper`);
    // A reload finds the position in what is kept, with what has been changed since.
    history.replaceState(null, '', `#/editor${chosen.variants === undefined ? `/${encodeURIComponent(chosen.game)}` : ''}`);
  }

  private begin(): void {
    const { game } = this;
    if (game === null) return;
    const chosen = { ...this.draft.current };
    delete chosen.fen;
    new BeginDialog(this.catalogue, { chosen, game }, (begun) => void this.open(begun).catch((error: unknown) => banner('editor', errorText(error))), 'Edit a position').show();
  }

  private async fromFen(): Promise<void> {
    const fen = this.fen.value.trim();
    if (fen === '') {
      this.fen.value = this.edited?.fen ?? '';
      return this.tellFen('');
    }
    try {
      await this.draft.read(fen);
    } catch (error) {
      if (!(error instanceof Superseded)) this.tellFen(fenFault(error, fen));
    }
  }

  private tellFen(text: string): void {
    this.fenFault.textContent = text;
    this.fenFault.hidden = text === '';
    this.fen.toggleAttribute('aria-invalid', text !== '');
  }

  // ---- Showing it ----

  private show(edited: Edited): void {
    const { game } = this;
    if (this.left || game === null) return;
    this.edited = edited;
    this.locations = new Map(edited.board.locations.map((location) => [location.at, location]));
    this.palette.show(edited.can, game);
    this.panel.show(edited, game);
    this.fen.value = edited.fen;
    this.tellFen('');
    this.draw();
    this.judge(edited);
    this.undo.disabled = !this.draft.canUndo;
    this.redo.disabled = !this.draft.canRedo;
    keepPosition(this.draft.current);
    this.element.dataset['game'] = game.key;
    this.element.dataset['fen'] = edited.fen;
    this.element.dataset['ready'] = 'true';
  }

  private draw(): void {
    const { edited, game, orientation } = this;
    if (edited === null || game === null) return;
    const faults = new Map<string, string>();
    for (const { squares, message } of edited.errors) for (const square of squares) faults.set(square, [faults.get(square) ?? [], capital(message)].flat().join('. '));
    this.canvas.show({ game, state: edited, orientation, locations: this.locations, faults });
    const place = this.palette.rows.black.parentElement;
    const above = this.palette.rows[opposite(orientation)];
    if (place?.firstElementChild !== above) {
      place?.prepend(above);
      this.palette.tools.before(this.palette.rows[orientation]);
    }
  }

  /** What is wrong, or how things stand. */
  private judge(edited: Edited): void {
    const { errors, side } = edited;
    const legal = errors.length === 0;
    const { result = 'ongoing', reason = '' } = edited;
    const over = legal && result !== 'ongoing';
    this.verdict.dataset['legal'] = String(legal);
    this.analyse.disabled = !legal;
    this.play.enable(legal && !over);
    if (!legal) {
      const item = ({ message, squares }: Edited['errors'][number]): HTMLElement => {
        const words = `${capital(message)}.`;
        if (squares.length === 0) return h('li', {}, words);
        const show = (shown: boolean) => (): void => this.canvas.point(shown ? squares : []);
        return h('li', {}, h('button', { type: 'button', class: 'fault-at', onmouseenter: show(true), onmouseleave: show(false), onfocus: show(true), onblur: show(false) }, words));
      };
      fill(this.verdict, h('strong', {}, errors.length === 1 ? 'This position cannot be played:' : 'This position cannot be played, for these reasons:'), h('ul', {}, ...errors.map(item)));
    } else if (over) fill(this.verdict, h('strong', {}, 'The game is over here. '), `${resultTitle(result)}: ${resultReason(result, reason, side)}.`);
    else fill(this.verdict, h('strong', {}, 'A legal position. '), `${colorName(side)} to move${edited.check === true ? ', in check' : ''}.`);
    this.canvas.point([]);
  }

  private failed(error: unknown): void {
    if (this.left || error instanceof Superseded) return;
    banner('editor', errorText(error));
    // A field may hold what was refused.
    if (this.edited !== null) this.panel.element.querySelectorAll('input').forEach((input) => (input.value = input.defaultValue));
  }

  private flip(): void {
    this.orientation = opposite(this.orientation);
    this.draw();
  }

  // ---- Tools ----

  private chosen(tool: Tool): void {
    this.canvas.drop();
    this.element.dataset['tool'] = tool.kind;
    announce(`${this.palette.words()} chosen`);
  }

  private press(square: string, first: boolean): void {
    this.use(this.palette.chosen, square, first);
  }

  private use(tool: Tool, square: string, again: boolean): void {
    const edit = editOf(tool, square, this.locations.get(square), this.palette.fuel, again);
    if (edit !== null) this.draft.apply(edit);
  }

  private remove(square: string): void {
    if (this.locations.get(square)?.piece !== undefined) this.draft.apply({ at: square, kind: 'square' });
  }

  private letter(key: string): boolean {
    const tool = this.palette.ofLetter(key);
    if (tool !== null) this.palette.choose(tool);
    return tool !== null;
  }

  private escape(): void {
    if (!this.canvas.drop()) this.palette.choose({ kind: 'move' });
  }

  private visit(square: string): void {
    const { game } = this;
    const { piece, color, kind, fuel, owner, frozen } = this.locations.get(square) ?? {};
    if (game === null) return;
    const what = piece !== undefined && color !== undefined ? `${colorName(color)} ${pieceName(piece, game)}${fuel === undefined ? '' : `, fuel ${fuel}`}` : kind === undefined ? `empty${owner === undefined ? '' : `, ${colorName(owner)}’s`}` : kind;
    const fault = this.edited?.errors.find(({ squares }) => squares.includes(square))?.message;
    announce([`${square}: ${what}`, frozen === true ? 'frozen' : '', fault === undefined ? '' : capital(fault)].filter((part) => part !== '').join('. '));
  }

  private keyPressed(event: KeyboardEvent): void {
    const { target } = event;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(target instanceof Element) || target.closest('input[type="text"], input[type="number"]') !== null) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.draft.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.draft.redo();
    else return;
    event.preventDefault();
  }

  // ---- What becomes of it ----

  private playable(): { variants?: string; game: string; parameters: NonNullable<Chosen['parameters']>; fen?: string } | null {
    if (this.edited === null || this.edited.errors.length > 0) return null;
    const { parameters = {}, ...rest } = this.draft.current;
    return { ...rest, parameters };
  }

  private async openStudy(): Promise<void> {
    const address = lineAddress(await packLine({ chosen: this.draft.current, moves: [], ply: 0 }));
    if (!this.left) location.href = address;
  }

  private copyFen(): void {
    passOn({ title: 'FEN', words: 'The position as a text.', label: 'FEN', text: this.edited?.fen ?? '' });
  }

  private async copyLink(): Promise<void> {
    const link = `${location.origin}${location.pathname}${await editorPlace(this.draft.current)}`;
    passOn({
      title: 'Share this position',
      words: 'The link contains the game and the position, and opens this editor.',
      label: 'Link',
      text: link,
      ...(link.length > LONG_LINK ? { warning: longLink(link, 'send the FEN instead') } : {}),
    });
  }
}

export function editorScreen(catalogue: Catalogue, place: string[]): Screen {
  return new EditorScreen(catalogue, place);
}
