// SPDX-License-Identifier: GPL-3.0-or-later
// The settings dialog: when a turn waits for confirmation, whether to warn of turns that lose, the sound of the clock, and notifications. Kept in this browser.
import { h, uniqueId } from './dom';
import { confirmTurns, keepConfirmTurns, keepSoundsAlarm, keepWarnsOfLosing, soundsAlarm, warnsOfLosing, type ConfirmTurns } from './store';
import { openDevices } from '../mine/devices';
import { notifySetting } from '../mine/notify';

const CHOICES: { value: ConfirmTurns; name: string; words: string }[] = [
  { value: 'never', name: 'Never', words: 'A turn is sent as soon as it is whole.' },
  { value: 'single', name: 'Where a single tap would spend a square', words: 'Every other turn is sent as soon as it is whole.' },
  { value: 'always', name: 'Always', words: 'Every turn waits until you send it.' },
];

/** Opens the dialog; `closed` is called when it is closed. `seated`: the match in which seats can be taken to another device. */
export function openSettings(closed: () => void, seated: string | null = null): void {
  const away = (): void => {
    dialog.close();
    if (seated !== null) openDevices(seated);
  };
  const name = uniqueId('confirm');
  const warn = h('input', { type: 'checkbox', checked: warnsOfLosing(), onchange: () => keepWarnsOfLosing(warn.checked) });
  const alarm = h('input', { type: 'checkbox', checked: soundsAlarm(), onchange: () => keepSoundsAlarm(alarm.checked) });
  const choice = ({ value, name: title, words }: (typeof CHOICES)[number]): HTMLElement =>
    h(
      'label',
      { class: 'setting' },
      h('input', { type: 'radio', name, value, checked: value === confirmTurns(), onchange: () => keepConfirmTurns(value) }),
      h('span', {}, title, h('small', {}, words)),
    );
  const heading = h('h2', { id: uniqueId('settings') }, 'Settings');
  const dialog = h(
    'dialog',
    { class: 'question settings', 'aria-labelledby': heading.id },
    heading,
    h('fieldset', {}, h('legend', {}, 'Confirm turns'), ...CHOICES.map(choice)),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Warnings'),
      h('label', { class: 'setting' }, warn, h('span', {}, 'Ask before a turn that loses', h('small', {}, 'At once, or because nothing of yours could move after it.'))),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Sounds'),
      h('label', { class: 'setting' }, alarm, h('span', {}, 'Sounds', h('small', {}, 'When ten seconds of your time are left, and when an opponent is found while you look elsewhere.'))),
    ),
    h('fieldset', {}, h('legend', {}, 'Notifications and other devices'), notifySetting(), seated !== null && h('button', { type: 'button', class: 'button small', onclick: away }, 'To another device')),
    h('form', { method: 'dialog', class: 'row' }, h('button', { class: 'button primary' }, 'Done')),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
}
