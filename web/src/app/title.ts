// SPDX-License-Identifier: GPL-3.0-or-later
// The title of the tab: what the screen is, after the number of matches that wait for a turn made here.

let screenTitle = 'Leaper';
let waiting = 0;

function write(): void {
  document.title = waiting > 0 ? `(${waiting}) ${screenTitle}` : screenTitle;
}

export function setTitle(title: string): void {
  screenTitle = title;
  write();
}

export function setWaiting(count: number): void {
  if (count === waiting) return;
  waiting = count;
  write();
}
