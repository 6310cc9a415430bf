// SPDX-License-Identifier: GPL-3.0-or-later
// The live board: the game of the text as it stands, on which turns of both sides can be tried and taken back.
import { FocusKeeper } from '../app/focus';
import { announce } from '../app/notices';
import { fill, h, iconOf, type IconName } from '../app/dom';
import { lastWords } from '../app/speech';
import type { Game } from '../app/types';
import { tankOf } from '../board/fuel';
import { standing, Table } from '../board/table';
import type { Play } from '../library/contract';
import { LibraryError } from '../library/library';
import * as library from '../library/calls';

/** How many of the moves the library accepted before the one that it names in an error: "moves[3]". */
function accepted(error: unknown): number {
  const at = error instanceof LibraryError ? /^moves\[(\d+)\]/.exec(error.at ?? '')?.[1] : undefined;
  return at === undefined ? 0 : Number(at);
}

export class Trial {
  readonly element: HTMLElement;
  private readonly table: Table;
  private readonly line = h('ol', { class: 'trial-line', 'aria-label': 'Turns that were tried', tabindex: 0, hidden: true });
  private readonly keeper: FocusKeeper;
  private readonly back: HTMLButtonElement;
  private readonly again: HTMLButtonElement;
  private chosen: library.Chosen | null = null;
  private game: Game | null = null;
  private moves: string[] = [];
  private play: Play | null = null;
  private tank: number | null = null;
  private asked = 0;

  constructor() {
    this.table = new Table('trial', 'Live board', { turn: (turn) => void this.add(turn), stepped: () => this.enable() });
    const button = (label: string, icon: IconName, pressed: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: 'button small', onclick: pressed }, iconOf(icon), label);
    this.back = button('Take back', 'undo', () => void this.undo());
    this.again = button('Start again', 'again', () => void this.goTo([]));
    this.table.buttons.prepend(this.back, this.again, button('Flip', 'flip', () => this.table.flip()));
    this.element = this.table.element;
    this.element.append(this.line);
    this.keeper = new FocusKeeper(this.element, () => this.table.board.element, false);
    this.enable();
  }

  /** Shows a game; the turns that have been tried stay as far as they are legal in it. */
  async change(chosen: library.Chosen, game: Game): Promise<void> {
    const same = this.game?.key === game.key;
    this.chosen = chosen;
    this.game = game;
    await this.goTo(same ? this.moves : []);
  }

  leave(): void {
    this.keeper.stop();
  }

  /** Dims the board: it shows an older text than the one that stands there. */
  dim(stale: boolean): void {
    this.element.classList.toggle('stale', stale);
    this.element.setAttribute('aria-busy', String(stale));
  }

  private async goTo(moves: string[]): Promise<void> {
    const { chosen, game } = this;
    if (chosen === null || game === null) return;
    this.asked += 1;
    const ticket = this.asked;
    try {
      const play = await this.playable(chosen, moves);
      if (ticket !== this.asked) return;
      this.moves = moves.slice(0, play.ply);
      this.play = play;
      if (play.ply === 0) this.tank = tankOf(play.state.board.locations);
      this.table.show({ chosen, game, moves: this.moves, play, tank: this.tank });
      this.enable();
      this.drawLine(play);
    } catch (error) {
      if (ticket === this.asked) this.table.failed(error);
    }
  }

  /** After the moves, or after as many of them as are legal. */
  private async playable(chosen: library.Chosen, moves: string[]): Promise<Play> {
    try {
      return await library.play(chosen, moves);
    } catch (error) {
      if (moves.length === 0 || !(error instanceof LibraryError) || error.kind !== 'refused') throw error;
      return library.play(chosen, moves.slice(0, accepted(error)));
    }
  }

  private async add(turn: string): Promise<void> {
    const before = this.moves.length;
    await this.goTo([...this.moves, turn]);
    if (this.moves.length === before) this.table.tell(`${turn === '!' ? 'There is no path to announce' : 'That is not legal'}.`);
    else if (this.play !== null && this.game !== null) announce(`${lastWords(this.play.state, this.game)}. ${standing(this.play)}`);
  }

  private async undo(): Promise<void> {
    if (!this.table.unstep()) await this.goTo(this.moves.slice(0, -1));
    announce(this.play === null ? '' : standing(this.play));
  }

  private enable(): void {
    this.back.disabled = this.moves.length === 0 && !this.table.begun;
    this.again.disabled = this.back.disabled;
  }

  private drawLine({ turns, first }: Play): void {
    const offset = first === 'black' ? 1 : 0;
    const item = (san: string, index: number): HTMLElement => {
      const slot = index + offset;
      const number = slot % 2 === 0 ? `${slot / 2 + 1}.` : index === 0 ? `${(slot + 1) / 2}…` : '';
      return h('li', {}, number !== '' && h('span', { class: 'number' }, number), h('span', { class: 'san' }, san));
    };
    fill(this.line, ...turns.map(({ san }, index) => item(san, index)));
    this.line.hidden = turns.length === 0;
    this.line.scrollTop = this.line.scrollHeight;
  }
}
