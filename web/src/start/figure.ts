// SPDX-License-Identifier: GPL-3.0-or-later
// Illustrations for the start screen: a glance at what is special about a game. A game without one shows none.
import { h } from '../app/dom';
import { fuelLevel, fuelPercent } from '../board/fuel';
import { pieceImage } from '../pieces';
import { Ground } from '../board/ground';
import { LinkLayer } from '../board/links';
import { place, squareAt, type Size } from '../board/squares';
import type { Army, Color, Game, Location } from '../app/types';

interface Diagram {
  size: Size;
  tank: number;
  pieces: { at: string; letter: string; color: Color; fuel: number }[];
  /** Targets of the first piece, with what they cost. */
  targets: { at: string; cost: number; leaves: number; capture?: boolean }[];
  caption: string;
}

const FUEL: Diagram = {
  size: { files: 8, ranks: 4 },
  tank: 50,
  pieces: [
    { at: 'b2', letter: 'Q', color: 'white', fuel: 3 },
    { at: 'f2', letter: 'K', color: 'black', fuel: 21 },
    { at: 'd4', letter: 'N', color: 'black', fuel: 44 },
    { at: 'g4', letter: 'R', color: 'black', fuel: 0 },
    { at: 'h1', letter: 'P', color: 'white', fuel: 17 },
  ],
  targets: [
    { at: 'c2', cost: 1, leaves: 2 },
    { at: 'd2', cost: 2, leaves: 1 },
    { at: 'e2', cost: 3, leaves: 0 },
    { at: 'c3', cost: 1, leaves: 2 },
    { at: 'd4', cost: 2, leaves: 1, capture: true },
    { at: 'b3', cost: 1, leaves: 2 },
    { at: 'b4', cost: 2, leaves: 1 },
    { at: 'a2', cost: 1, leaves: 2 },
    { at: 'a3', cost: 1, leaves: 2 },
    { at: 'a1', cost: 1, leaves: 2 },
    { at: 'b1', cost: 1, leaves: 2 },
    { at: 'c1', cost: 1, leaves: 2 },
  ],
  caption: 'Three units left take this queen three squares. The king, four away, is not in check; the empty rook will never move again.',
};

function drawDiagram(diagram: Diagram, game: Game): HTMLElement {
  const { size, tank } = diagram;
  const layer = h('div', { class: 'diagram', 'aria-hidden': 'true' });
  layer.style.setProperty('--files', String(size.files));
  layer.style.setProperty('--ranks', String(size.ranks));
  for (const { at, letter, color, fuel } of diagram.pieces) {
    const badge = h('span', { class: 'tank', 'data-level': fuelLevel(fuel, tank) }, String(fuel));
    badge.style.setProperty('--fuel', `${fuelPercent(fuel, tank)}%`);
    const cell = h('div', { class: 'figure-piece' }, pieceImage(letter, color, game), badge);
    place(cell, at, size, 'white');
    layer.append(cell);
  }
  for (const { at, cost, leaves, capture } of diagram.targets) {
    const chip = h(
      'div',
      { class: 'chip', 'data-level': fuelLevel(leaves, tank), 'data-capture': capture === true },
      h('span', { class: 'cost' }, `−${cost}`),
    );
    place(chip, at, size, 'white');
    layer.append(chip);
  }
  return h('figure', { class: 'figure' }, layer, h('figcaption', {}, diagram.caption));
}

/** Tiles on open water: `~` water, `.` an empty square, letters the pieces. */
const AFLOAT = ['rnbq~~~~', 'pppp~p~~', '~~n~.~~~', '~.~~~N~~', '~~~P~~~~'];
const OWNERS: Record<string, Color> = { e3: 'white', b2: 'black' };

function drawAfloat(game: Game): HTMLElement {
  const size: Size = { files: 8, ranks: AFLOAT.length };
  const locations = new Map<string, Location>();
  const layer = h('div', { class: 'diagram afloat', 'aria-hidden': 'true' });
  layer.style.setProperty('--files', String(size.files));
  layer.style.setProperty('--ranks', String(size.ranks));
  const ground = new Ground();
  layer.append(ground.element);
  AFLOAT.forEach((row, index) => {
    Array.from(row).forEach((mark, file) => {
      const at = squareAt(file, size.ranks - 1 - index);
      const owner = OWNERS[at];
      if (mark === '~') locations.set(at, { at, kind: 'hole' });
      else if (mark === '.') locations.set(at, owner === undefined ? { at } : { at, owner });
      else {
        const color: Color = mark === mark.toUpperCase() ? 'white' : 'black';
        const cell = h('div', { class: 'figure-piece' }, pieceImage(mark.toUpperCase(), color, game));
        locations.set(at, { at, piece: mark.toUpperCase(), color });
        place(cell, at, size, 'white');
        layer.append(cell);
      }
    });
  });
  ground.show({ locations, size, orientation: 'white', owners: true, mover: 'white' });
  const words = 'Most of the board is open water. Squares are placed, moved and, in some of the games, owned: mind the dots.';
  return h('figure', { class: 'figure' }, layer, h('figcaption', {}, words));
}

/** The example of the game's author: a circuit, and how its steps follow the pieces' movements. */
const CIRCUIT = 'e2 d1 b3 b8 g3 e4 f6 a6 e2'.split(' ');
const CIRCUIT_PIECES = 'KQRBNNRB';

function drawCircuit(game: Game): HTMLElement {
  const size: Size = { files: 8, ranks: 8 };
  const layer = h('div', { class: 'diagram', 'aria-hidden': 'true' });
  layer.style.setProperty('--files', String(size.files));
  layer.style.setProperty('--ranks', String(size.ranks));
  Array.from(CIRCUIT_PIECES).forEach((letter, index) => {
    const cell = h('div', { class: 'figure-piece' }, pieceImage(letter, 'white', game));
    place(cell, CIRCUIT[index] ?? 'a1', size, 'white');
    layer.append(cell);
  });
  const links = new LinkLayer();
  links.resize(size, 'white');
  links.show([], [{ squares: CIRCUIT, css: 'final white' }]);
  layer.append(links.element);
  const words = 'Each piece protects the next, through all eight and back to the first: a circuit. Whoever announces one wins.';
  return h('figure', { class: 'figure' }, layer, h('figcaption', {}, words));
}

function drawArmies(game: Game, armies: Army[], keys: string[]): HTMLElement {
  const rows = keys.flatMap((key, index) => {
    const army = armies.find((each) => each.key === key);
    if (army === undefined) return [];
    const color: Color = index % 2 === 0 ? 'white' : 'black';
    const pieces = Array.from(army.setup).map((letter) => pieceImage(letter, color, game));
    return [h('div', { class: 'army-line' }, h('span', {}, army.name), h('div', { class: 'army-row' }, ...pieces))];
  });
  return h('figure', { class: 'figure' }, ...rows, h('figcaption', {}, 'Choose an army for each side.'));
}

/** The illustration of a game, or null. */
export function figureOf(game: Game, armies: Army[]): HTMLElement | null {
  if (game.parameters.some((parameter) => parameter.key === 'fuel')) return drawDiagram(FUEL, game);
  if (game.family === 'Chess with a Limited Supply of Squares') return drawAfloat(game);
  if (game.announcements === true) return drawCircuit(game);
  const choice = game.parameters.find((parameter) => parameter.type === 'armies');
  return choice?.type === 'armies' ? drawArmies(game, armies, choice.choices) : null;
}
