// SPDX-License-Identifier: GPL-3.0-or-later
// What the page's frame asks of a screen.

export interface Screen {
  readonly element: HTMLElement;
  /** Called when another screen takes its place: stop everything that runs on. */
  leave(): void;
}
