// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces that are still to be placed, and whose they are: in some games players place the opponent's.
import { fill, h } from '../app/dom';
import { pieceImage } from '../pieces';
import type { Color, Game, Match } from '../app/types';
import { colorName, opposite, pieceName } from '../app/words';

/** A kind of piece in the tray as the place where an action starts. */
export const traySource = (letter: string): string => `*${letter}`;

interface Shown {
  match: Match;
  game: Game;
  /** This person may place one now. */
  usable: boolean;
  /** The seats that this person holds. */
  own: Color[];
  taken: string | null;
}

export class Tray {
  readonly element = h('section', { class: 'tray', hidden: true, 'aria-label': 'Pieces to place' });
  private readonly title = h('h2');
  private readonly words = h('p', { class: 'tray-words' });
  private readonly pieces = h('div', { class: 'tray-pieces' });
  private readonly how = h('p', { class: 'tray-how' });
  private readonly rest = h('p', { class: 'tray-rest' });
  private buttons = new Map<string, HTMLButtonElement>();
  private key = '';

  /** `bind` makes a button something to press and to drag from. */
  constructor(private readonly bind: (button: HTMLElement, source: string) => void) {
    fill(this.element, h('div', { role: 'status' }, this.title), this.words, this.pieces, this.how, this.rest);
  }

  show({ match, game, usable, own, taken }: Shown): void {
    // Pieces of one's own are dropped from the pockets beside the board.
    const placement = match.state.legal?.find(({ kind, color }) => kind === 'placement' && color !== match.state.side);
    const { hands, side } = match.state;
    this.element.hidden = placement === undefined || hands === undefined || match.result !== 'ongoing';
    if (placement?.color === undefined || hands === undefined) return;
    const owner = placement.color;
    this.element.dataset['color'] = owner;
    this.element.classList.toggle('idle', !usable);
    this.draw(owner, game, hands);
    for (const [letter, button] of this.buttons) {
      const count = hands[owner][letter] ?? 0;
      button.disabled = !usable || count === 0;
      button.dataset['count'] = String(count);
      button.setAttribute('aria-pressed', String(taken === traySource(letter)));
      button.setAttribute('aria-label', `${colorName(owner)} ${pieceName(letter, game)}, ${count} left to place`);
      const number = button.querySelector('b');
      if (number !== null) number.textContent = `×${count}`;
    }
    this.say(owner, side, usable, own, taken, game);
    const other = opposite(owner);
    const left = game.pieces.flatMap(({ letter }) => Array.from({ length: hands[other][letter] ?? 0 }, () => pieceImage(letter, other, game)));
    this.rest.hidden = left.length === 0;
    const whose = own.length === 1 && own[0] === other ? 'Your own pieces, for the opponent to place:' : `${colorName(other)}’s pieces, for ${colorName(owner)} to place:`;
    fill(this.rest, h('span', {}, whose), ' ', h('span', { class: 'tray-left' }, ...left));
  }

  private say(owner: Color, side: Color, usable: boolean, own: Color[], taken: string | null, game: Game): void {
    const [player, whose] = [colorName(side), colorName(owner)];
    const alone = own.length === 1;
    const title = !usable
      ? `${player} is placing one of ${alone && own[0] === owner ? 'your' : `${whose}’s`} pieces`
      : alone
        ? `You place ${whose}’s pieces`
        : `${player} places ${whose}’s pieces`;
    if (this.title.textContent !== title) fill(this.title, h('span', { class: `stone ${owner}` }), title);
    const enemy = alone ? 'the opponent’s, not yours' : `not ${player}’s own`;
    this.words.hidden = !usable;
    fill(this.words, 'These are ', h('strong', {}, enemy), `: put one on any empty square. ${alone ? 'The opponent does the same with yours' : `${whose} does the same with ${player}’s`}, in turns.`);
    this.how.hidden = !usable;
    const letter = taken?.slice(1) ?? '';
    this.how.textContent = this.buttons.has(letter)
      ? `Now click an empty square for ${whose}’s ${pieceName(letter, game)}.`
      : 'Click a piece, then a square on the board, or drag it there.';
  }

  private draw(owner: Color, game: Game, hands: Record<Color, Record<string, number>>): void {
    const letters = game.pieces.map(({ letter }) => letter).filter((letter) => this.buttons.has(letter) || (hands[owner][letter] ?? 0) > 0);
    const key = `${owner} ${letters.join('')}`;
    if (key === this.key) return;
    this.key = key;
    this.buttons = new Map(
      letters.map((letter) => {
        const button = h('button', { type: 'button', class: 'tray-piece', 'data-letter': letter }, pieceImage(letter, owner, game), h('b', { 'aria-hidden': 'true' }));
        this.bind(button, traySource(letter));
        return [letter, button];
      }),
    );
    fill(this.pieces, ...this.buttons.values());
  }
}
