// SPDX-License-Identifier: GPL-3.0-or-later
// The information panel: the rules, published ones and our readings marked as such, and the pieces of this match.
import { h } from '../app/dom';
import { pieceImage } from '../pieces';
import type { Army, Color, Game, HelpItem, Parameters } from '../app/types';

function item({ source, text }: HelpItem): HTMLElement {
  const reading = source === 'R';
  return h(
    'li',
    { class: reading ? 'rule reading' : 'rule published', 'data-source': source },
    reading && h('span', { class: 'tag' }, 'Our reading'),
    h('span', {}, text),
  );
}

/** The rules of a game. */
export function rulesPanel(game: Game): HTMLElement {
  return h(
    'div',
    // It scrolls where there is little room, so the keyboard must get at it.
    { class: 'rules', tabindex: 0, role: 'group', 'aria-label': `The rules of ${game.name}` },
    game.summary !== '' && h('p', { class: 'summary' }, game.summary),
    (game.author ?? '') !== '' && h('p', { class: 'origin' }, `${game.name}: ${game.author ?? ''}`),
    game.help.length > 0 && h(
      'p',
      { class: 'legend' },
      h('span', { class: 'mark published' }, 'Published'),
      ' rules are the inventor’s, in our words. ',
      h('span', { class: 'mark reading' }, 'Our reading'),
      ' fills in where the published rules are silent or ambiguous.',
    ),
    ...game.help.map((section) =>
      h('section', {}, h('h2', {}, section.title), h('ul', {}, ...section.items.map((each) => item(each)))),
    ),
  );
}

/** The letters that are in play with these parameters: everything, unless the game has armies. */
function lettersInPlay(game: Game, parameters: Parameters, armies: Army[]): Set<string> | null {
  const parameter = game.parameters.find((each) => each.type === 'armies');
  const keys = parameter === undefined ? undefined : parameters[parameter.key];
  if (!Array.isArray(keys)) return null;
  const setups = keys.map((key) => armies.find((army) => army.key === key)?.setup ?? '');
  return new Set(['P', ...setups.flatMap((setup) => Array.from(setup))]);
}

/** The pieces of a match: picture, name, letter, movement in words and in Betza's notation. */
export function piecesPanel(game: Game, parameters: Parameters, armies: Army[], color: Color = 'white'): HTMLElement {
  const letters = lettersInPlay(game, parameters, armies);
  const pieces = game.pieces.filter((piece) => letters === null || letters.has(piece.letter));
  return h(
    'ul',
    { class: 'pieces', tabindex: 0, 'aria-label': 'Pieces' },
    ...pieces.map((piece) =>
      h(
        'li',
        {},
        pieceImage(piece.letter, color, game),
        h(
          'div',
          {},
          h('strong', {}, piece.name),
          h('span', { class: 'letter' }, piece.letter),
          piece.betza !== undefined && h('code', { title: 'Movement in Betza’s notation' }, piece.betza),
          piece.words !== undefined && h('p', {}, piece.words),
        ),
      ),
    ),
  );
}
