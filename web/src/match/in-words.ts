// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of a match in words, as the library in the browser makes them from the game's definition. They are asked for when somebody wants to read them.
import { fill, h } from '../app/dom';
import { errorText } from '../app/notices';
import type { Game, Parameters } from '../app/types';

export class RulesInWords {
  readonly element = h('div', { class: 'in-words' });
  private asked = false;

  /** `text`: what defines the game, if it is not one of the program's own. */
  constructor(
    private readonly game: Game,
    private readonly parameters: Parameters,
    private readonly text: string | undefined,
  ) {}

  /** Whether the rules that people wrote leave a reader with questions: games from texts may say anything about themselves, or nothing. */
  get needed(): boolean {
    return this.text !== undefined || this.game.help.length === 0;
  }

  async load(): Promise<void> {
    if (this.asked || !this.needed) return;
    this.asked = true;
    fill(this.element, h('p', { role: 'status' }, 'Reading the rules…'));
    try {
      // The library is half a megabyte: matches do without it until then.
      const library = await import('../library/calls');
      const chosen = { game: this.game.key, parameters: this.parameters };
      const { sections } = await library.rules(this.text === undefined ? chosen : { ...chosen, variants: this.text });
      fill(this.element, ...sections.map(({ title, lines }) => h('section', {}, h('h2', {}, title), h('ul', {}, ...lines.map((line) => h('li', {}, line))))));
    } catch (error) {
      this.asked = false;
      fill(this.element, h('p', {}, `The rules cannot be told in words: ${errorText(error)}`));
    }
  }
}
