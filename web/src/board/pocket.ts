// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces that a side has in hand, beside the board, where they may be dropped instead of a move; or all that it may drop, where
// nothing need be in hand.
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
  /** What the side to move could drop last, in games without hands, and in which game. */
  private free: { game: string; letters: ReadonlySet<string> } = { game: '', letters: new Set() };

  /** `bind` makes a button something to press and to drag from. */
  constructor(private readonly bind: (button: HTMLElement, source: string) => void) {}

  show({ state, game, color, actions, taken, whilePlacing }: Shown): void {
    const free = state.hands === undefined ? this.dropped(state, game, actions) : null;
    const hand = state.hands?.[color] ?? {};
    const other = state.hands?.[color === 'white' ? 'black' : 'white'] ?? {};
    const letters = game.pieces.map(({ letter }) => letter).filter((letter) => free?.has(letter) ?? (hand[letter] ?? 0) > 0);
    this.element.hidden = (letters.length === 0 && Object.keys(other).length === 0) || (!whilePlacing && isPlacing(state.legal ?? [], state.side));
    if (this.element.hidden) return;
    this.element.dataset['color'] = color;
    this.element.setAttribute('aria-label', free === null ? `${colorName(color)}’s hand` : `What ${colorName(color)} may drop`);
    const key = `${color} ${letters.join('')} ${JSON.stringify(hand)} ${JSON.stringify(game.pieces)}`;
    if (key !== this.key) {
      this.key = key;
      fill(this.element, ...letters.map((letter) => this.button(letter, color, game, hand[letter] ?? null)), letters.length === 0 && h('span', { class: 'pocket-none' }, 'Nothing in hand'));
    }
    for (const button of this.element.querySelectorAll('button')) {
      const letter = button.dataset['letter'] ?? '';
      button.disabled = !actions.some((action) => action.kind === 'placement' && action.piece === letter && action.color === color);
      button.setAttribute('aria-pressed', String(!button.disabled && taken === traySource(letter)));
    }
  }

  /** What may be dropped without a hand. Either side may drop the same, so both pockets show it, and the board beside them keeps its size. */
  private dropped({ legal, side }: State, game: Game, actions: readonly Action[]): ReadonlySet<string> {
    const drops = [...(legal ?? []), ...actions].filter(({ kind, color }) => kind === 'placement' && color === side);
    const known = this.free.game === game.key;
    if (drops.length > 0 || !known) this.free = { game: game.key, letters: new Set(drops.map(({ piece = '' }) => piece)) };
    return this.free.letters;
  }

  /** `count`: how many are in hand; null: none need be. */
  private button(letter: string, color: Color, game: Game, count: number | null): HTMLElement {
    const piece = `${colorName(color)} ${pieceName(letter, game)}`;
    const name = count === null ? `Drop a ${piece}` : `${piece} in hand, ${count}`;
    const sign = count !== null && h('b', { 'aria-hidden': 'true' }, `×${count}`);
    const button = h('button', { type: 'button', class: 'pocket-piece', 'data-letter': letter, 'aria-label': name, title: name }, pieceImage(letter, color, game), sign);
    this.bind(button, traySource(letter));
    return button;
  }
}
