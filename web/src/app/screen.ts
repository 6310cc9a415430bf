// SPDX-License-Identifier: GPL-3.0-or-later
// What the page's frame asks of a screen.

export interface Screen {
  readonly element: HTMLElement;
  /** Called when another screen takes over: stop everything that would keep running. */
  leave(): void;
}
