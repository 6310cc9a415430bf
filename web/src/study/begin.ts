// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that begins a study: the game, its parameters, and a start position.
import { fill, h, iconOf, uniqueId } from '../app/dom';
import { errorText } from '../app/notices';
import type { Catalogue, Game, Parameters } from '../app/types';
import { titleOf } from '../invent/ini';
import { inventions } from '../invent/shelf';
import * as library from '../library/calls';
import type { Chosen } from '../library/contract';
import { presentable } from '../pieces';
import { parameterField, type Field } from '../start/parameters';

/** A game to choose: one of the page's, or the last one of a text. */
interface Offer {
  name: string;
  game: string;
  variants?: string;
}

export class BeginDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly offers: Offer[];
  private readonly select: HTMLSelectElement;
  private readonly parameters = h('div', { class: 'begin-parameters' });
  private readonly fen: HTMLInputElement;
  private readonly fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  private fields: Field[] = [];
  private game = '';
  private asked = 0;

  /** `begun` gets what was chosen once the library knows it. */
  constructor(
    private readonly catalogue: Catalogue,
    private readonly current: { chosen: Chosen; game: Game },
    private readonly begun: (chosen: Chosen) => void,
    title = 'New study',
  ) {
    const { chosen, game } = current;
    const own: Offer[] = catalogue.games.map(({ key, name }) => ({ name, game: key }));
    const texts: Offer[] = inventions().map(({ name, text }) => ({ name: name === '' ? titleOf(text) : name, game: '', variants: text }));
    const here: Offer[] = chosen.variants === undefined ? [] : [{ name: `${game.name} (this text)`, game: chosen.game, variants: chosen.variants }];
    this.offers = [...here, ...own, ...texts];
    const option = (offer: Offer): HTMLElement => {
      const index = this.offers.indexOf(offer);
      return h('option', { value: index, selected: offer.game === chosen.game && offer.variants === chosen.variants }, offer.name);
    };
    const ids = { title: uniqueId('begin'), game: uniqueId('game'), fen: uniqueId('fen'), fault: uniqueId('fault') };
    this.select = h('select', { id: ids.game }, ...[...here, ...own].map(option), texts.length > 0 && h('optgroup', { label: 'My inventions' }, ...texts.map(option)));
    this.select.addEventListener('change', () => void this.choose());
    this.fault.id = ids.fault;
    this.fen = h('input', { type: 'text', id: ids.fen, spellcheck: 'false', autocomplete: 'off', maxlength: 4096, placeholder: 'The usual start', 'aria-describedby': ids.fault });
    this.dialog = h(
      'dialog',
      { class: 'question study-dialog begin', 'aria-labelledby': ids.title },
      h('div', { class: 'gallery-head' }, h('h2', { id: ids.title }, title), h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, iconOf('close'))),
      h(
        'form',
        { onsubmit: (event) => this.submit(event) },
        h('div', { class: 'field' }, h('label', { for: ids.game }, 'Game'), this.select),
        this.parameters,
        h('div', { class: 'field' }, h('label', { for: ids.fen }, 'Position (FEN, with the game’s own fields)'), this.fen),
        this.fault,
        h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button primary' }, 'Start')),
      ),
    );
    this.dialog.addEventListener('close', () => this.dialog.remove());
  }

  show(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    void this.choose();
  }

  private fail(text: string): void {
    this.fault.textContent = text;
    this.fault.hidden = text === '';
    this.fen.toggleAttribute('aria-invalid', text !== '');
  }

  private offer(): Offer | undefined {
    return this.offers[Number(this.select.value)];
  }

  /** The game has been chosen: its parameters can be. */
  private async choose(): Promise<void> {
    const offer = this.offer();
    this.asked += 1;
    const ticket = this.asked;
    this.fail('');
    if (offer === undefined) return;
    try {
      const game = await this.gameOf(offer);
      if (ticket !== this.asked) return;
      this.game = game.key;
      const { chosen } = this.current;
      const values: Parameters = chosen.game === game.key ? (chosen.parameters ?? {}) : {};
      this.fields = game.parameters.map((parameter) => parameterField(parameter, values[parameter.key], game, this.catalogue));
      fill(this.parameters, ...this.fields.map(({ element }) => element));
    } catch (error) {
      if (ticket === this.asked) this.fail(errorText(error));
    }
  }

  private async gameOf({ game, variants }: Offer): Promise<Game> {
    if (variants === undefined) {
      const own = this.catalogue.games.find(({ key }) => key === game);
      if (own === undefined) throw new Error(`There is no game “${game}” here.`);
      return own;
    }
    const { games, faults } = await library.check(variants);
    const found = games.find(({ key }) => key === game) ?? games.at(-1);
    const fault = faults.find(({ kind }) => kind === 'error');
    if (found === undefined) throw new Error(fault === undefined ? 'The text defines no game.' : `The text has a fault in line ${fault.line}: ${fault.message}`);
    return presentable(found);
  }

  private submit(event: Event): void {
    event.preventDefault();
    void this.begin();
  }

  private async begin(): Promise<void> {
    const offer = this.offer();
    if (offer === undefined || this.game === '') return;
    const parameters: Parameters = {};
    for (const field of this.fields) parameters[field.key] = field.value();
    const fen = this.fen.value.trim();
    const chosen: Chosen = { game: this.game, parameters, ...(offer.variants === undefined ? {} : { variants: offer.variants }), ...(fen === '' ? {} : { fen }) };
    this.fail('');
    try {
      await library.show(chosen, [], 'study begin');
      this.dialog.close();
      this.begun(chosen);
    } catch (error) {
      this.fail(fenFault(error, fen));
      this.fen.focus();
    }
  }
}

/** An error of the library, with the place in the FEN that it names. */
export function fenFault(error: unknown, fen: string): string {
  const at = typeof error === 'object' && error !== null && 'at' in error ? /^fen\[(\d+)\]/.exec(String(error.at))?.[1] : undefined;
  const rest = at === undefined ? '' : fen.slice(Number(at));
  const near = at === undefined ? '' : rest === '' ? 'At the end: ' : `At “${rest.slice(0, 12)}${rest.length > 12 ? '…' : ''}” (character ${Number(at) + 1}): `;
  const text = errorText(error);
  return near === '' ? text : near + text.charAt(0).toLowerCase() + text.slice(1);
}
