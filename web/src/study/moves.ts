// SPDX-License-Identifier: GPL-3.0-or-later
// The tree as text to click on: turns in their lines, variations indented, signs, comments and evaluations between them.
import { fill, h } from '../app/dom';
import { turnWords } from '../app/speech';
import type { Color, Game } from '../app/types';
import type { Evaluation } from './comments';
import { signOf } from './signs';
import type { Node, Tree } from './tree';

/** "+0.3", "White in 3", as short as it has to be between turns. */
export function evaluationWords({ pawns = 0, mate }: Evaluation): string {
  if (mate !== undefined) return `${mate < 0 ? 'Black' : 'White'} in ${Math.abs(mate)}`;
  return `${pawns > 0 ? '+' : pawns < 0 ? '−' : ''}${Math.abs(pawns).toFixed(1)}`;
}

/** Without hours and zeros that say nothing: "4:58". */
const shortClock = (clock: string): string => clock.replace(/^0+:0?(?=\d)/, '');

interface Shown {
  tree: Tree;
  game: Game;
  first: Color;
  /** How the game ended; empty if it did not. */
  ending: string;
}

export class Moves {
  readonly element = h('div', { class: 'study-moves', role: 'group', 'aria-label': 'Turns' });
  private readonly items = new Map<number, HTMLElement>();
  private current: number | null = null;
  private shown: Shown | null = null;

  /** `go` is asked for the position after a turn, `choices` for the menu of one, at a place on the screen. */
  constructor(
    private readonly go: (node: Node) => void,
    private readonly choices: (node: Node, place: { x: number; y: number }) => void,
  ) {}

  /** Gives a turn the focus, if it is written. */
  focus(node: Node): void {
    this.items.get(node.id)?.focus();
  }

  /** Draws the whole tree: after turns or what is said about them have changed. */
  show(shown: Shown): void {
    this.shown = shown;
    this.items.clear();
    const { tree, ending } = shown;
    const list = h('div', { class: 'line' });
    if (tree.root.words !== '') list.append(h('p', { class: 'comment' }, tree.root.words));
    const [first] = tree.root.children;
    if (first === undefined) list.append(h('p', { class: 'none' }, 'No turns yet: play on the board.'));
    else this.line(first, 0, list);
    if (ending !== '') list.append(h('p', { class: 'ending' }, ending));
    const before = this.element.scrollTop;
    fill(this.element, list);
    this.element.scrollTop = before;
    if (this.current !== null) this.mark(this.current);
  }

  /** Marks the turn that is shown, and scrolls to it. */
  at(node: Node): void {
    if (this.current !== null) this.items.get(this.current)?.removeAttribute('aria-current');
    this.current = node.id;
    this.mark(node.id);
    if (node.parent === null) this.element.scrollTop = 0;
  }

  private mark(id: number): void {
    const item = this.items.get(id);
    if (item === undefined) return;
    item.setAttribute('aria-current', 'true');
    // scrollIntoView would move the whole page on a phone.
    const { top, bottom } = item.getBoundingClientRect();
    const frame = this.element.getBoundingClientRect();
    if (top < frame.top) this.element.scrollTop -= frame.top - top + 8;
    else if (bottom > frame.bottom) this.element.scrollTop += bottom - frame.bottom + 8;
  }

  /** A line from its first turn on; `ply` turns were played before it. */
  private line(first: Node, ply: number, into: HTMLElement): void {
    let numbered = true;
    let count = ply;
    for (let node: Node | undefined = first; node !== undefined; node = node.children[0]) {
      if (node.preface !== '') into.append(h('span', { class: 'comment' }, node.preface), ' ');
      into.append(this.turn(node, count, numbered || node.preface !== ''), ' ');
      if (node.words !== '') into.append(h('span', { class: 'comment' }, node.words), ' ');
      const siblings = node.parent?.children ?? [];
      const others = siblings[0] === node ? siblings.slice(1) : [];
      for (const other of others) {
        const variation = h('div', { class: 'variation', role: 'group', 'aria-label': `Variation ${other.san}` });
        this.line(other, count, variation);
        into.append(variation);
      }
      numbered = others.length > 0 || node.words !== '';
      count += 1;
    }
  }

  private turn(node: Node, ply: number, numbered: boolean): HTMLElement {
    const { game, first } = this.shown ?? {};
    const slot = ply + (first === 'black' ? 1 : 0);
    const number = slot % 2 === 0 ? `${slot / 2 + 1}.` : numbered ? `${(slot + 1) / 2}…` : '';
    const signs = node.nags.map(signOf);
    const drawn = node.shapes.length > 0;
    const button = h(
      'button',
      { type: 'button', 'data-id': node.id, 'data-ply': ply + 1, class: signs.map(({ nag }) => `nag-${nag}`).join(' '), onclick: () => this.go(node) },
      h('span', { class: 'visually-hidden' }, [game === undefined ? node.san : turnWords(node, game), ...signs.map(({ words }) => words.toLowerCase())].join(', ')),
      h('span', { class: 'san', 'aria-hidden': 'true' }, ...node.san.split(',').flatMap((part, index) => (index === 0 ? [part] : [',', h('wbr'), part]))),
      ...signs.map(({ glyph, words }) => h('span', { class: 'glyph', title: words, 'aria-hidden': 'true' }, glyph)),
    );
    button.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      const { left, bottom } = button.getBoundingClientRect();
      // From the keyboard it has no place.
      this.choices(node, event.clientX === 0 && event.clientY === 0 ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
    });
    this.items.set(node.id, button);
    return h(
      'span',
      { class: 'turn' },
      number !== '' && h('span', { class: 'number' }, number),
      button,
      drawn && h('span', { class: 'drawn', title: 'With drawings', 'aria-hidden': 'true' }, '◦'),
      node.clock !== null && h('small', { class: 'time-left', title: `Time left: ${node.clock}` }, shortClock(node.clock)),
      node.evaluation !== null && h('small', { class: 'evaluation', title: 'Evaluation' }, evaluationWords(node.evaluation)),
    );
  }
}
