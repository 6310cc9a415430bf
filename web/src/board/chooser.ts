// SPDX-License-Identifier: GPL-3.0-or-later
// The chooser that opens on the board when one target stands for several actions: promotion.
import { h } from '../app/dom';
import { pieceImage } from '../pieces';
import { cell, type Size } from './squares';
import type { Action, Color, Game } from '../app/types';
import { pieceName } from '../app/words';

interface Options {
  host: HTMLElement;
  square: string;
  size: Size;
  orientation: Color;
  color: Color;
  game: Game;
  choices: Action[];
  chosen(action: Action | null): void;
}

/** Opens it; `chosen` is called once, with null when the person gives up. Returns what closes it silently. */
export function choosePromotion(options: Options): () => void {
  const { host, square, size, orientation, color, game } = options;
  const rank = (action: Action): number => game.pieces.findIndex(({ letter }) => letter === action.promotion);
  const choices = [...options.choices].sort((one, other) => rank(one) - rank(other));
  const [column, row] = cell(square, size, orientation);
  const buttons = choices.map((action) => {
    const letter = action.promotion ?? action.piece ?? '';
    const name = action.promotion === undefined ? action.san : pieceName(letter, game);
    return h(
      'button',
      { type: 'button', class: 'choice', 'aria-label': name, title: name, 'data-letter': letter, onclick: () => done(action) },
      pieceImage(letter, color, game),
      h('span', { class: 'choice-name' }, name),
    );
  });
  const panel = h('div', { class: 'chooser', role: 'dialog', 'aria-label': 'Promote to' }, ...buttons);
  const veil = h('div', { class: 'veil', onclick: () => done(null) }, panel);
  // Opens towards the middle of the board, so that it never leaves it.
  panel.style.setProperty(row * 2 < size.ranks ? 'top' : 'bottom', row * 2 < size.ranks ? edge(row, size) : edge(size.ranks - 1 - row, size));
  const centre = ((column + 0.5) * 100) / size.files;
  panel.style.setProperty('--centre', `${centre}%`);
  panel.dataset['side'] = centre < 50 ? 'left' : 'right';
  panel.addEventListener('click', (event) => event.stopPropagation());
  panel.addEventListener('keydown', (event) => {
    const index = buttons.findIndex((button) => button === document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
    const named = choices.find((action) => action.promotion?.toLowerCase() === event.key.toLowerCase());
    event.stopPropagation();
    if (event.key === 'Escape') done(null);
    else if (named !== undefined) done(named);
    else if (step !== 0) buttons.at((index + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
  });
  host.append(veil);
  buttons[0]?.focus({ preventScroll: true });

  function close(): void {
    veil.remove();
  }
  function done(action: Action | null): void {
    close();
    options.chosen(action);
  }
  return close;
}

function edge(rows: number, size: Size): string {
  return `${((rows + 1) * 100) / size.ranks}%`;
}
