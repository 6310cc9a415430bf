// SPDX-License-Identifier: GPL-3.0-or-later
// Something has been deleted from a list: says so, and offers a way back.
import { h, iconOf } from './dom';
import { announce, banner, clearBanner } from './notices';

/** The way back stands at the top of the list, since banners lie under dialogs, and in a banner, for when the list has been left. It gets the focus. */
export function deleted(name: string, list: HTMLElement, undo: () => void): void {
  const words = `“${name}” is deleted.`;
  const pressed = (): void => {
    clearBanner('deleted');
    undo();
  };
  const back = h('button', { type: 'button', class: 'button small', onclick: pressed }, iconOf('undo'), 'Undo');
  list.prepend(h('li', { class: 'gone' }, h('span', {}, words), back));
  back.focus();
  announce(`${name} deleted`);
  banner('deleted', words, 'news', { name: 'Undo', pressed });
}
