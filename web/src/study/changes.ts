// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to the tree of a study. One that PGN would have no room for is undone, and it is told why.
import { announce, banner, clearBanner } from '../app/notices';
import type { Study } from './document';
import { Room } from './room';
import { below, lineTo, type Cut, type NewTurn, type Node } from './tree';

export interface ChangesListener {
  /** The study is not what it was; the position is still the same. */
  changed(): void;
  /** The study is not what it was, and that position is to be shown. */
  moved(node: Node): void;
  /** Nothing has become of what was entered. */
  refused(): void;
}

export class Changes {
  private room: Room;
  private lastCut: Cut | null = null;

  constructor(
    private study: Study,
    private readonly listener: ChangesListener,
  ) {
    this.room = new Room(study);
  }

  /** Another study is open. */
  open(study: Study): void {
    this.study = study;
    this.room = new Room(study);
    this.lastCut = null;
  }

  /** Whether PGN has room for the study as it has become; if not, `undo` is called, and it is told why. */
  fits(undo: () => unknown): boolean {
    const refusal = this.room.refusal();
    if (refusal === null) return true;
    undo();
    banner('room', refusal);
    announce(refusal);
    return false;
  }

  /** Plays turns one after the other, and returns where they lead; null if there is no room. */
  add(from: Node, turns: readonly NewTurn[]): { node: Node; added: boolean } | null {
    const { tree } = this.study;
    let node = from;
    let first: Node | null = null;
    for (const turn of turns) {
      const { size } = tree;
      node = tree.add(node, turn);
      if (tree.size > size) first ??= node;
    }
    const made = first;
    return made === null || this.fits(() => tree.cut(made)) ? { node, added: made !== null } : null;
  }

  /** Says something about the position that is shown. */
  annotate(change: (node: Node) => void): void {
    const { node } = this.study;
    const { words, nags, shapes } = node;
    change(node);
    if (this.fits(() => Object.assign(node, { words, nags, shapes }))) this.listener.changed();
    else this.listener.refused();
  }

  /** Says something about a turn of the game, with turns that could have been played instead of it; false if there is no room. */
  remark(node: Node, change: (node: Node) => void, instead: readonly NewTurn[]): boolean {
    const { words, nags, evaluation } = node;
    change(node);
    if (this.add(node.parent ?? node, instead) !== null) return true;
    Object.assign(node, { words, nags, evaluation });
    return false;
  }

  /** Puts the turns of one position into another order. */
  reorder(how: 'promote' | 'makeMain'): void {
    const { tree, node } = this.study;
    const before = [tree.root, ...lineTo(node)].map((each) => ({ each, children: [...each.children] }));
    const undo = (): void => {
      for (const { each, children } of before) each.children = children;
    };
    if (tree[how](node) && this.fits(undo)) this.listener.changed();
  }

  /** Deletes the turn that is shown and all that follow. */
  cut(): void {
    const cut = this.study.tree.cut(this.study.node);
    if (cut === null) return;
    this.room.refusal();
    const count = below(cut.node).length;
    const words = `“${cut.node.san}”${count > 1 ? ` and ${count - 1} more ${count === 2 ? 'turn' : 'turns'}` : ''} deleted.`;
    this.lastCut = cut;
    this.listener.moved(cut.parent);
    banner('cut', words, 'news', { name: 'Undo', pressed: () => this.restore(cut) });
  }

  /** Brings back what was deleted last, or a certain deletion, if it is of this study and its place is still there. */
  restore(cut: Cut | null = this.lastCut): void {
    const { tree } = this.study;
    clearBanner('cut');
    if (cut === null || cut !== this.lastCut) return;
    this.lastCut = null;
    if (tree.restore(cut) && this.fits(() => tree.cut(cut.node))) this.listener.moved(cut.node);
  }
}
