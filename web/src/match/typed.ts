// SPDX-License-Identifier: GPL-3.0-or-later
// The field for typed moves: compares what was typed with the notations of the actions on offer.
import { h, uniqueId } from '../app/dom';
import type { Action, Color } from '../app/types';
import { opposite } from '../app/words';
import type { Announcement } from './claim';

/** Drops what a person may leave out or write differently: check signs, capture signs, the equals sign, blanks. */
function bare(text: string): string {
  return text.replace(/\{.*?\}|[+#!?=x:\-\s]/g, '').replace(/0/g, 'O');
}

/** What could be typed now, in both notations: preferably a piece's move, where the two notations differ most, rather than a pawn's. */
function examples(actions: Action[]): string[] {
  const best = actions.find(({ kind, san }) => kind === 'move' && /^[A-Z][a-p]\d+$/.test(san)) ?? actions.find(({ kind }) => kind === 'move') ?? actions[0];
  return best === undefined ? [] : [...new Set([best.san.replace(/[+#]$/, ''), best.action])];
}

/** The announcement that was typed, if it is one: with a comma before it, by the side that is not to move. */
export function announcementIn(text: string, side: Color): Announcement | null {
  const claim = /^(,?)!([a-p\d-]*)$/.exec(text);
  if (claim === null) return null;
  return { color: claim[1] === '' ? side : opposite(side), after: null, squares: claim[2]?.match(/[a-p]\d{1,2}/g) ?? null };
}

/** Whether it may be a move although it is not on the list. */
export const looksLikeMove = (text: string): boolean => text.includes(',') || /^@?[@a-p]\d{1,2}[a-p]\d{1,2}[a-z]?$/.test(text);

export class TypedMove {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly button = h('button', { type: 'submit', class: 'button small' }, 'Play');

  constructor(typed: (text: string) => void) {
    const id = uniqueId('typed');
    this.input = h('input', {
      type: 'text',
      id,
      class: 'typed-input',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 60,
    });
    this.element = h(
      'form',
      {
        class: 'typed',
        onsubmit: (event) => {
          event.preventDefault();
          const text = this.input.value.trim();
          if (text !== '') typed(text);
        },
      },
      h('label', { for: id, class: 'visually-hidden' }, 'Type a move'),
      this.input,
      this.button,
    );
  }

  /** `actions` are those on offer. `useful`: spectators, and players when the game is over, do not see the field at all. */
  enable(actions: Action[], useful: boolean): void {
    const possible = actions.length > 0;
    this.input.placeholder = ['Type a move', ...examples(actions)].join(', ').replace(',', ':');
    this.element.hidden = !useful;
    this.button.disabled = !possible;
  }

  clear(): void {
    this.input.value = '';
  }

  /** The action that was meant, if exactly one fits; coordinate notation first, then exact SAN, then without regard to case. */
  find(text: string, actions: Action[]): Action | null {
    const plain = bare(text);
    const tests: ((action: Action) => boolean)[] = [
      (action) => action.action === text.toLowerCase(),
      (action) => bare(action.san) === plain || bare(action.action) === plain,
      (action) => bare(action.san).toLowerCase() === plain.toLowerCase(),
    ];
    for (const test of tests) {
      const found = actions.filter(test);
      if (found.length === 1) return found[0] ?? null;
    }
    return null;
  }
}
