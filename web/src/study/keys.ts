// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the analysis board, and the box that lists them with all that the mouse can do.
import { h, iconOf, uniqueId } from '../app/dom';

/** What a key asks for; the screen does it. */
export type Command =
  | { do: 'step'; key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End' }
  | { do: 'nag'; nag: number }
  | { do: 'unstep' | 'flip' | 'cut' | 'restore' | 'promote' | 'main' | 'comment' | 'engine' | 'threat' | 'best' | 'help' };

const STEPS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'] as const;

const SIMPLE: Readonly<Record<string, Command>> = {
  Escape: { do: 'unstep' },
  ',': { do: 'step', key: 'ArrowLeft' },
  '.': { do: 'step', key: 'ArrowRight' },
  f: { do: 'flip' },
  x: { do: 'cut' },
  Delete: { do: 'cut' },
  p: { do: 'promote' },
  m: { do: 'main' },
  c: { do: 'comment' },
  l: { do: 'engine' },
  t: { do: 'threat' },
  '?': { do: 'help' },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((nag) => [String(nag), { do: 'nag', nag }] as const)),
};

const CONTROLS = 'button, a, summary, [role="slider"], [role="switch"], [role="menu"]';

/** What a key means, unless it belongs to the element that has the focus. */
export function commandOf(event: KeyboardEvent): Command | null {
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey || !(target instanceof Element) || target.closest('input, select, textarea, dialog, [role="menu"]') !== null) return null;
  if (event.ctrlKey || event.metaKey) return key === 'z' && !event.shiftKey ? { do: 'restore' } : null;
  // On the board, the arrow keys move the cursor.
  const step = target.closest('.board') === null ? STEPS.find((each) => each === key) : undefined;
  if (step !== undefined) return { do: 'step', key: step };
  // Space presses whatever has the focus.
  if (key === ' ') return target.closest(`${CONTROLS}, .board`) === null ? { do: 'best' } : null;
  return SIMPLE[key] ?? null;
}

const LISTED: readonly { title: string; rows: readonly [keys: string, words: string][] }[] = [
  {
    title: 'Turns',
    rows: [
      ['← →', 'One turn back, forward (also , and .)'],
      ['↑ ↓', 'The other turns of this position, round and round'],
      ['Home End', 'The start, the end of the line'],
      ['Esc', 'Take back what has been begun of a turn'],
      ['Space', 'Play the engine’s best turn'],
      ['Del, x', 'Delete the turn and all that follow'],
      ['Ctrl Z', 'Bring back what was deleted'],
      ['p', 'Promote the variation'],
      ['m', 'Make it the main line'],
    ],
  },
  {
    title: 'Notes',
    rows: [
      ['c', 'Write a comment'],
      ['1 … 6', '!  ?  !!  ??  !?  ?!'],
      ['Right button', 'Press a turn for all that can be done with it; on the board, circles and arrows'],
      ['Shift, Alt', 'Other colours for arrows and circles'],
    ],
  },
  {
    title: 'Board and engine',
    rows: [
      ['f', 'Flip the board'],
      ['l', 'Engine on, off'],
      ['t', 'Threat: what if the side to move passed?'],
      ['Tab', 'To the board, where the arrow keys move the cursor and Enter takes and puts down'],
      ['?', 'This box'],
    ],
  },
];

/** Shows all keys. */
export function showKeys(): void {
  const title = uniqueId('keys');
  const close = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close' }, iconOf('close'));
  const tables = LISTED.map(({ title: name, rows }) =>
    h('section', {}, h('h3', {}, name), h('dl', { class: 'keys-list' }, ...rows.flatMap(([keys, words]) => [h('dt', {}, h('kbd', {}, keys)), h('dd', {}, words)]))),
  );
  const dialog = h('dialog', { class: 'question study-dialog keys-box', 'aria-labelledby': title }, h('div', { class: 'gallery-head' }, h('h2', { id: title }, 'Keys and mouse'), close), ...tables);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
