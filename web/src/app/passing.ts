// SPDX-License-Identifier: GPL-3.0-or-later
// Passing things on: dialogs with a text to copy, and files.
import { h, iconOf, uniqueId } from './dom';
import { announce } from './notices';

export interface Passed {
  title: string;
  words: string;
  /** What the field holds, for screen readers. */
  label: string;
  text: string;
  /** What to be careful about. */
  warning?: string;
  /** The name of the file, if it can be downloaded. */
  file?: string;
}

/** Lets the browser save a text as a file. */
export function download(text: string, name: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function copyButton(field: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  const copy = h('button', { type: 'button', class: 'button primary small' }, iconOf('copy'), 'Copy');
  copy.addEventListener('click', () => {
    field.select();
    // The clipboard is only there on secure addresses; the text is selected for copying by hand in any case.
    if ('clipboard' in navigator)
      navigator.clipboard.writeText(field.value).then(
        () => {
          copy.textContent = 'Copied';
          announce('Copied');
        },
        () => undefined,
      );
  });
  return copy;
}

/** Shows a text that can be copied, on one line unless it can be saved as a file. */
export function passOn({ title, words, label, text, warning, file }: Passed): void {
  const id = uniqueId('passed');
  const field = file === undefined ? h('input', { type: 'text', id, class: 'link', readonly: true, value: text }) : h('textarea', { id, class: 'passed', rows: 10, readonly: true }, text);
  const dialog = h(
    'dialog',
    { class: 'question share', 'aria-label': title },
    h('h2', {}, title),
    h('p', {}, words),
    h('div', { class: file === undefined ? 'row' : 'passed-text' }, h('label', { for: id, class: 'visually-hidden' }, label), field, file === undefined && copyButton(field)),
    warning !== undefined && h('p', { class: 'warning' }, warning),
    h(
      'form',
      { method: 'dialog', class: 'row' },
      file !== undefined && copyButton(field),
      file !== undefined && h('button', { type: 'button', class: 'button small', onclick: () => download(text, file) }, iconOf('download'), 'Download'),
      h('button', { class: 'button small' }, 'Close'),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
