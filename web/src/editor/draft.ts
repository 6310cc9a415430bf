// SPDX-License-Identifier: GPL-3.0-or-later
// A position being edited: what the library says of it, edits in order, undo and redo.
import type { Chosen, Edit, Edited } from '../library/contract';
import * as library from '../library/calls';

/** Of more positions, the oldest are forgotten. */
const MOST_STEPS = 500;
/** As many edits as the library takes at once. */
const MOST_EDITS = 1000;

export class Draft {
  private chosen: Chosen = { game: 'chess' };
  private steps: string[] = [];
  private at = -1;
  private readonly waiting: Edit[] = [];
  private running = false;
  private version = 0;

  /** `changed` gets each new position; `failed` what could not be done. */
  constructor(
    private readonly changed: (edited: Edited) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The game, with the position as it is now. */
  get current(): Chosen {
    const fen = this.steps[this.at];
    return fen === undefined ? this.chosen : { ...this.chosen, fen };
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at < this.steps.length - 1;
  }

  /** Another game, or the same from another position; fails if the position cannot be read. */
  async open(chosen: Chosen): Promise<void> {
    this.version += 1;
    const { version } = this;
    this.waiting.length = 0;
    const edited = await library.edit(chosen, []);
    if (version !== this.version) return;
    this.chosen = chosen;
    this.steps = [edited.fen];
    this.at = 0;
    this.changed(edited);
  }

  /** Another position of the same game, which can be undone; fails if it cannot be read. */
  async read(fen: string): Promise<void> {
    const { version } = this;
    const edited = await library.edit({ ...this.chosen, fen }, []);
    if (version === this.version) this.reached(edited);
  }

  apply(...edits: Edit[]): void {
    this.waiting.push(...edits);
    void this.run();
  }

  undo(): void {
    if (this.canUndo) void this.step(-1);
  }

  redo(): void {
    if (this.canRedo) void this.step(1);
  }

  private async step(by: number): Promise<void> {
    if (this.running) return;
    this.at += by;
    const { version, at } = this;
    try {
      const edited = await library.edit(this.current, []);
      if (version === this.version && at === this.at) this.changed(edited);
    } catch (error) {
      this.failed(error);
    }
  }

  /** One request at a time, with all edits that have come meanwhile. */
  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.waiting.length > 0) {
      const edits = this.waiting.splice(0, MOST_EDITS);
      const { version } = this;
      try {
        const edited = await library.edit(this.current, edits);
        if (version === this.version) this.reached(edited);
      } catch (error) {
        if (version === this.version) this.failed(error);
      }
    }
    this.running = false;
  }

  private reached(edited: Edited): void {
    if (edited.fen !== this.steps[this.at]) {
      this.steps.splice(this.at + 1, Infinity, edited.fen);
      if (this.steps.length > MOST_STEPS) this.steps.shift();
      this.at = this.steps.length - 1;
    }
    this.changed(edited);
  }
}
