// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a clock for a new match: usual ones, and any other.
import { h, uniqueId } from '../app/dom';
import { controlWords } from './time';

const USUAL = [
  ['Time for the game', ['1+0', '3+2', '5+3', '10+5', '15+10', '30+20']],
  ['Time for each turn', ['30s', '1day', '3days', '7days']],
] as const;
const NONE = 'none';
const OTHER = 'other';

export class ClockField {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;
  private readonly own: HTMLInputElement;
  private readonly ownField: HTMLElement;

  /** `begin`: the control to begin with. */
  constructor(begin: string | undefined) {
    const listed = USUAL.some(([, controls]) => (controls as readonly string[]).includes(begin ?? ''));
    const chosen = begin === undefined || begin === NONE ? NONE : listed ? begin : OTHER;
    const option = (value: string, words: string): HTMLOptionElement => h('option', { value, selected: value === chosen }, words);
    this.select = h(
      'select',
      { id: uniqueId('clock'), name: 'clock', onchange: () => this.changed() },
      option(NONE, 'No clock'),
      ...USUAL.map(([label, controls]) => h('optgroup', { label }, ...controls.map((control) => option(control, controlWords(control))))),
      option(OTHER, 'Another …'),
    );
    const hint = h('p', { class: 'hint', id: uniqueId('clock-hint') }, '5+3: minutes, and seconds more for each turn; 5d3: with a delay instead; 45s, 2m, 12h, 5days: for each turn.');
    this.own = h('input', {
      type: 'text',
      id: uniqueId('own-clock'),
      value: chosen === OTHER ? (begin ?? '') : '',
      maxlength: 20,
      pattern: '\\s*([0-9]+(\\.[0-9]{1,2})?[+d][0-9]+|[0-9]+(\\.[0-9]{1,2})?(s|m|h|days?))\\s*',
      title: 'For example 5+3, 5d3, 45s or 3days',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-describedby': hint.id,
    });
    this.ownField = h('div', { class: 'own-clock' }, h('label', { for: this.own.id, class: 'visually-hidden' }, 'Clock in short'), this.own, hint);
    this.element = h('div', { class: 'field clock-field' }, h('label', { for: this.select.id }, 'Clock'), this.select, this.ownField);
    this.changed();
  }

  /** The control, or undefined for none. */
  value(): string | undefined {
    const value = this.select.value === OTHER ? this.own.value.trim() : this.select.value;
    return value === NONE || value === '' ? undefined : value;
  }

  private changed(): void {
    const own = this.select.value === OTHER;
    this.ownField.hidden = !own;
    this.own.required = own;
    // What is hidden must not keep the form from being sent.
    this.own.disabled = !own;
  }
}
