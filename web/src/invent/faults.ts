// SPDX-License-Identifier: GPL-3.0-or-later
// The list of faults under the text; pressing one moves the cursor there.
import { fill, h } from '../app/dom';
import { capital } from '../app/words';
import type { Fault, Place } from '../library/contract';

/** More are counted, not listed. */
const SHOWN = 50;

/** "2 errors and 1 warning", "No faults". */
export function faultCount(faults: readonly Fault[], hidden = 0): string {
  const errors = faults.filter(({ kind }) => kind === 'error').length;
  const parts = [
    errors > 0 ? `${errors} ${errors === 1 ? 'error' : 'errors'}` : '',
    faults.length > errors ? `${faults.length - errors} ${faults.length - errors === 1 ? 'warning' : 'warnings'}` : '',
    hidden > 0 ? `${hidden} more` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'No faults' : parts.join(' and ');
}

export class FaultList {
  readonly element = h('section', { class: 'faults', 'aria-label': 'Faults in the text' });
  private readonly count = h('p', { class: 'fault-count', role: 'status' });
  private readonly list = h('ul');

  constructor(private readonly goTo: (place: Place) => void) {
    fill(this.element, this.count, this.list);
  }

  show(faults: readonly Fault[], hidden = 0): void {
    const words = faultCount(faults, hidden);
    if (this.count.textContent !== words) this.count.textContent = words;
    this.element.dataset['kind'] = faults.some(({ kind }) => kind === 'error') ? 'error' : faults.length > 0 ? 'warning' : 'none';
    fill(this.list, ...faults.slice(0, SHOWN).map((fault) => this.item(fault)));
  }

  private item(fault: Fault): HTMLElement {
    const { line, kind, message, file, other } = fault;
    const where = file === undefined ? `Line ${line}` : `${file}, line ${line}`;
    const target = file === undefined ? fault : other;
    const press = target === undefined ? undefined : (): void => this.goTo(target);
    const more = other === undefined ? '' : ` (${other.file ?? `line ${other.line}`}: ${other.message})`;
    return h(
      'li',
      { 'data-kind': kind },
      h(
        'button',
        { type: 'button', disabled: press === undefined, onclick: press },
        h('span', { class: 'fault-place' }, where),
        h('span', {}, `${kind === 'warning' ? 'Warning: ' : ''}${capital(message)}${more}`),
      ),
    );
  }
}
