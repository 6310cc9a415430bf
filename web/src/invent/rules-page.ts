// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of a game in words, as the library makes them from its definition, and its pieces with diagrams of their movements.
import { fill, h } from '../app/dom';
import type { Game, PieceKind } from '../app/types';
import { capital } from '../app/words';
import { rulesPanel } from '../match/rules';
import { pictureAddress, pieceImage } from '../pieces';
import { movementDiagram } from '../pieces/diagram';
import type { RulesInWords } from '../library/contract';

export interface PieceTools {
  /** What stands beside a piece so that it can be changed, such as a button for a picture. */
  of(piece: PieceKind): HTMLElement | null;
}

/** A piece that is only the promoted form of another one on the list moves as that one does. */
const isRepeated = ({ letter }: PieceKind): boolean => letter.endsWith('~');

function pieceCard(piece: PieceKind, game: Game, words: string, tools: PieceTools | null): HTMLElement {
  const moves = piece.moves ?? [];
  const about = words === '' ? 'It does not move.' : words;
  return h(
    'li',
    { 'data-letter': piece.letter },
    movementDiagram(moves, pictureAddress(piece.letter, 'white', game), `${capital(piece.name)}: ${about}`) as unknown as HTMLElement,
    h(
      'div',
      { class: 'piece-words' },
      h('h4', {}, h('span', { class: 'pair' }, pieceImage(piece.letter, 'white', game), pieceImage(piece.letter, 'black', game)), capital(piece.name), h('span', { class: 'letter' }, piece.letter)),
      h('p', {}, about),
      piece.betza !== undefined && piece.betza !== '' && h('code', { title: 'Movement in Betza’s notation' }, piece.betza),
      tools?.of(piece),
    ),
  );
}

/** The legend of the diagrams. */
export function diagramLegend(): HTMLElement {
  const entry = (kind: string, words: string): HTMLElement => h('span', { class: 'entry' }, h('i', { class: `diagram-mark ${kind}` }), words);
  return h('p', { class: 'diagram-legend' }, entry('both', 'moves and captures'), entry('moving', 'only moves'), entry('capture', 'only captures'), entry('hop', 'over another piece'), entry('initial', 'from the first squares'));
}

/** The pieces of a game with diagrams of how they move. */
export function pieceCards(game: Game, wordsOf = (piece: PieceKind): string => piece.words ?? '', tools: PieceTools | null = null): HTMLElement {
  return h('ul', { class: 'piece-cards' }, ...game.pieces.filter((piece) => !isRepeated(piece)).map((piece) => pieceCard(piece, game, wordsOf(piece), tools)));
}

export function rulesPage(game: Game, rules: RulesInWords | null, tools: PieceTools | null): HTMLElement[] {
  const wordsOf = (piece: PieceKind): string => rules?.pieces?.find(({ letter }) => letter === piece.letter)?.words ?? piece.words ?? '';
  const own = game.help.length > 0;
  return [
    h('h2', {}, `The rules of ${game.name}`),
    game.summary === '' ? h('p', { hidden: true }) : h('p', { class: 'summary' }, game.summary),
    h(
      'div',
      { class: 'rules-columns' },
      ...(rules?.sections ?? []).map(({ title, lines }) => h('section', {}, h('h3', {}, title), h('ul', {}, ...lines.map((line) => h('li', {}, line))))),
    ),
    h('h3', { class: 'pieces-title' }, 'The pieces'),
    diagramLegend(),
    pieceCards(game, wordsOf, tools),
    ...(own ? [h('details', { class: 'own-rules' }, h('summary', {}, 'The rules as the text tells them'), rulesPanel(game))] : []),
  ];
}

export const showRulesPage = (element: HTMLElement, game: Game, rules: RulesInWords | null, tools: PieceTools | null): void => fill(element, ...rulesPage(game, rules, tools));
