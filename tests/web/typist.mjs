// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who has a keyboard and nothing else, for the browser tests.
import assert from 'node:assert/strict';
import { Visitor } from './support.mjs';

/** More presses of Tab than any screen needs. */
const MOST_TABS = 250;

export class Typist {
  static async enter(place) {
    const typist = new Typist();
    typist.visitor = await Visitor.enter();
    typist.page = typist.visitor.page;
    await typist.visitor.open(place);
    return typist;
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  /** Whether one of the elements has the focus, or something in it. */
  has(locator) {
    return locator.evaluateAll((elements) => elements.some((element) => element.contains(document.activeElement)));
  }

  /** Waits for the element, and presses Tab until it has the focus. */
  async tabTo(locator) {
    await locator.first().waitFor();
    for (let count = 0; count < MOST_TABS; count += 1) {
      if (await this.has(locator)) return;
      await this.press('Tab');
    }
    assert.fail(`the Tab key does not reach ${String(locator)}`);
  }

  /** Goes to a button or link, and presses it. */
  async use(role, name) {
    await this.tabTo(this.page.getByRole(role, { name, exact: true }));
    await this.press('Enter');
  }

  toBoard() {
    return this.tabTo(this.page.locator('.board'));
  }

  /** Moves the cursor of the board, which has the focus. */
  async walkTo(square) {
    const cursor = this.page.locator('.cursor');
    if (await cursor.isHidden()) {
      await this.press('ArrowRight');
      await cursor.waitFor();
    }
    const sign = await this.page.locator('.board').evaluate((board) => (board.querySelector('.names.files')?.textContent.startsWith('a') ? 1 : -1));
    for (;;) {
      const at = await cursor.getAttribute('data-square');
      const right = sign * (square.charCodeAt(0) - at.charCodeAt(0));
      const up = sign * (Number(square.slice(1)) - Number(at.slice(1)));
      if (right === 0 && up === 0) return;
      await this.press(right > 0 ? 'ArrowRight' : right < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown');
      await this.page.waitForFunction((old) => document.querySelector('.cursor').dataset.square !== old, at);
    }
  }

  /** Plays a move on the board, which has the focus. */
  async play(from, to) {
    await this.walkTo(from);
    await this.press('Enter');
    await this.page.waitForSelector('cg-board square.selected');
    await this.walkTo(to);
    await this.press('Enter');
  }

  leave() {
    return this.visitor.leave();
  }
}
