// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody at the analysis board, for its browser tests.
import { Visitor } from './support.mjs';

export class Analyst {
  static async enter(place = '#/study/chess', options = {}) {
    const analyst = new Analyst();
    analyst.visitor = await Visitor.enter(options);
    analyst.page = analyst.visitor.page;
    await analyst.open(place);
    return analyst;
  }

  async open(place) {
    await this.visitor.open(place);
    await this.ready();
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  ready() {
    return this.page.waitForSelector('.study[data-ready="true"]');
  }

  at(ply) {
    return this.page.waitForSelector(`.study[data-ply="${ply}"]`);
  }

  async play(from, to, ply) {
    await this.visitor.play(from, to);
    await this.at(ply);
  }

  key(name) {
    return this.page.evaluate(() => document.activeElement?.blur()).then(() => this.page.keyboard.press(name));
  }

  kept() {
    return this.page.waitForFunction(() => document.querySelector('.study .kept')?.textContent === 'Kept in this browser');
  }

  /** The turns as they are written, with variations in brackets. */
  tree() {
    return this.page.locator('.study-moves').evaluate((element) => {
      const text = (node) =>
        [...node.children]
          .map((child) => {
            if (child.classList.contains('variation')) return `(${text(child)})`;
            if (child.classList.contains('line')) return text(child);
            if (!child.classList.contains('turn')) return '';
            return child.querySelector('.san').textContent + [...child.querySelectorAll('.glyph')].map((glyph) => glyph.textContent).join('');
          })
          .filter((part) => part !== '')
          .join(' ');
      return text(element);
    });
  }

  async tool(name) {
    await this.page.locator('.study-head').getByRole('button', { name, exact: true }).click();
  }

  async import(pgn) {
    await this.tool('Open PGN');
    await this.page.locator('.import textarea').fill(pgn);
    await this.page.getByRole('button', { name: 'Read', exact: true }).click();
  }

  /** What the dialog shows to copy. */
  async passed(tool) {
    await this.tool(tool);
    const field = this.page.locator('dialog.share').locator('input, textarea');
    await field.waitFor();
    const text = await field.inputValue();
    await this.page.locator('dialog.share').getByRole('button', { name: 'Close' }).click();
    return text;
  }

  leave() {
    return this.visitor.leave();
  }
}
