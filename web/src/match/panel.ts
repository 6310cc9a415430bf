// SPDX-License-Identifier: GPL-3.0-or-later
// The side panel of a match: moves, rules and pieces behind three tabs.
import { h, uniqueId } from '../app/dom';
import { textPanel } from './game-text';
import { RulesInWords } from './in-words';
import { piecesPanel, rulesPanel } from './rules';
import type { Army, Game, Parameters } from '../app/types';

/** The second tab. */
const RULES = 1;

export class SidePanel {
  readonly element: HTMLElement;
  private readonly tabs: HTMLButtonElement[];
  private readonly pages: HTMLElement[];
  /** What happens when a tab is opened. */
  private readonly opened: ReadonlyMap<number, () => void>;

  /** `text`: what defines the game, if it is not one of the server's own. */
  constructor(game: Game, { parameters, text }: { parameters: Parameters; text: string | undefined }, armies: Army[], moves: HTMLElement) {
    const words = new RulesInWords(game, parameters, text);
    const rules = rulesPanel(game);
    if (words.needed) rules.append(words.element);
    this.opened = new Map([[RULES, (): void => void words.load()]]);
    const sheets: [string, HTMLElement][] = [
      ['Moves', moves],
      ['Rules', rules],
      ['Pieces', piecesPanel(game, parameters, armies)],
      ...(text === undefined ? [] : [['Text', textPanel(text, game)] satisfies [string, HTMLElement]]),
    ];
    this.tabs = sheets.map(([name], index) =>
      h('button', { type: 'button', role: 'tab', id: uniqueId('tab'), onclick: () => this.open(index) }, name),
    );
    this.pages = sheets.map(([, content], index) =>
      h('div', { class: 'page', role: 'tabpanel', 'aria-labelledby': this.tabs[index]?.id }, content),
    );
    const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'About this match' }, ...this.tabs);
    list.addEventListener('keydown', (event) => this.keyPressed(event));
    this.element = h('section', { class: 'panel' }, list, ...this.pages);
    this.open(0);
  }

  private open(index: number): void {
    this.tabs.forEach((tab, at) => {
      tab.setAttribute('aria-selected', String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    });
    this.pages.forEach((page, at) => {
      page.hidden = at !== index;
    });
    this.opened.get(index)?.();
  }

  private keyPressed(event: KeyboardEvent): void {
    const at = this.tabs.findIndex((tab) => tab === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (at + step + this.tabs.length) % this.tabs.length;
    this.open(next);
    this.tabs[next]?.focus();
    event.preventDefault();
  }
}
