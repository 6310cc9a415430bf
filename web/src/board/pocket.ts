// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces that a side has in hand, beside the board, where they may be dropped instead of a move.
import { fill, h } from '../app/dom';
import type { Action, Color, Game, State } from '../app/types';
import { colorName, pieceName } from '../app/words';
import { traySource } from '../match/tray';
import { pieceImage } from '../pieces';

/** Whether a side is placing pieces before the game proper, which the tray is for. */
export const isPlacing = (legal: readonly Action[], side: Color): boolean => legal.some(({ kind, color }) => kind === 'placement' && color !== undefined && color !== side);

interface Shown {
  state: State;
  game: Game;
  color: Color;
  /** What the person may do now. */
  actions: readonly Action[];
  taken: string | null;
  /** Also while pieces are placed before the game proper. */
  whilePlacing: boolean;
}

export class Pocket {
  readonly element = h('div', { class: 'pocket', role: 'group', hidden: true });
  private key = '';

  /** `bind` makes a button something to press and to drag from. */
  constructor(private readonly bind: (button: HTMLElement, source: string) => void) {}

  show({ state, game, color, actions, taken, whilePlacing }: Shown): void {
    const hand = state.hands?.[color] ?? {};
    const other = state.hands?.[color === 'white' ? 'black' : 'white'] ?? {};
    const letters = game.pieces.map(({ letter }) => letter).filter((letter) => (hand[letter] ?? 0) > 0);
    this.element.hidden = (letters.length === 0 && Object.keys(other).length === 0) || (!whilePlacing && isPlacing(state.legal ?? [], state.side));
    if (this.element.hidden) return;
    this.element.dataset['color'] = color;
    this.element.setAttribute('aria-label', `${colorName(color)}’s hand`);
    const key = `${color} ${JSON.stringify(hand)} ${JSON.stringify(game.pieces)}`;
    if (key !== this.key) {
      this.key = key;
      fill(this.element, ...letters.map((letter) => this.button(letter, color, game, hand[letter] ?? 0)), letters.length === 0 && h('span', { class: 'pocket-none' }, 'Nothing in hand'));
    }
    for (const button of this.element.querySelectorAll('button')) {
      const letter = button.dataset['letter'] ?? '';
      button.disabled = !actions.some((action) => action.kind === 'placement' && action.piece === letter && action.color === color);
      button.setAttribute('aria-pressed', String(!button.disabled && taken === traySource(letter)));
    }
  }

  private button(letter: string, color: Color, game: Game, count: number): HTMLElement {
    const name = `${colorName(color)} ${pieceName(letter, game)} in hand, ${count}`;
    const button = h('button', { type: 'button', class: 'pocket-piece', 'data-letter': letter, 'aria-label': name, title: name }, pieceImage(letter, color, game), h('b', { 'aria-hidden': 'true' }, `×${count}`));
    this.bind(button, traySource(letter));
    return button;
  }
}
