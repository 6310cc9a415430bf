// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen must provide for the page's frame.

export interface Screen {
  readonly element: HTMLElement;
  /** Called when another screen takes over: stop everything that would keep running. */
  leave(): void;
}
