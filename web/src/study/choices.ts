// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of a turn in the tree: what the right button, a long press or the menu key on it offers.
import { h } from '../app/dom';
import { TURN_SIGNS } from './signs';
import { branchOf, type Node } from './tree';

/** What can be asked about a turn, which is shown first. */
export type Choice = { do: 'nag'; nag: number } | { do: 'promote' | 'main' | 'comment' | 'cut' | 'copy' };

interface Item {
  choice: Choice;
  name: string;
  /** Pressed or not, for signs. */
  on?: boolean;
}

function itemsOf(node: Node): Item[] {
  const signs = TURN_SIGNS.map(({ nag, glyph, words }): Item => ({ choice: { do: 'nag', nag }, name: `${glyph} ${words}`, on: node.nags.includes(nag) }));
  const inside: Item[] = [
    { choice: { do: 'promote' }, name: 'Promote the variation' },
    { choice: { do: 'main' }, name: 'Make it the main line' },
  ];
  return [
    ...(branchOf(node) === null ? [] : inside),
    { choice: { do: 'comment' }, name: 'Comment…' },
    { choice: { do: 'copy' }, name: 'Copy the line up to here' },
    ...signs,
    { choice: { do: 'cut' }, name: 'Delete from here on' },
  ];
}

/** Opens the menu at a place on the screen; one at a time. `done` when it has been closed without a choice by the keyboard. */
export function openChoices(node: Node, place: { x: number; y: number }, choose: (choice: Choice) => void, done: () => void): void {
  document.querySelector('.turn-menu')?.dispatchEvent(new Event('close'));
  const buttons = itemsOf(node).map(({ choice, name, on }) =>
    h('button', { type: 'button', role: on === undefined ? 'menuitem' : 'menuitemcheckbox', tabindex: -1, ...(on !== undefined && { 'aria-checked': String(on) }), 'data-do': choice.do, onclick: () => chosen(choice) }, name),
  );
  const menu = h('div', { class: 'turn-menu', role: 'menu', 'aria-label': `Turn ${node.san}` }, ...buttons);
  const close = (): void => {
    menu.remove();
    removeEventListener('pointerdown', outside, { capture: true });
    removeEventListener('blur', close);
    removeEventListener('hashchange', close);
  };
  const outside = ({ target }: Event): void => {
    if (!(target instanceof Element && menu.contains(target))) close();
  };
  const chosen = (choice: Choice): void => {
    close();
    choose(choice);
  };
  const move = (step: number): void => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  menu.addEventListener('close', close);
  menu.addEventListener('contextmenu', (event) => event.preventDefault());
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Home') buttons[0]?.focus();
    else if (event.key === 'End') buttons.at(-1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      close();
      done();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  (document.querySelector('main') ?? document.body).append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(place.x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(place.y, innerHeight - height - 4))}px`;
  addEventListener('pointerdown', outside, { capture: true });
  addEventListener('blur', close);
  addEventListener('hashchange', close);
  buttons[0]?.focus();
}
