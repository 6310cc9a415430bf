// SPDX-License-Identifier: GPL-3.0-or-later
// A game with variations: what was played, what could have been played, and what is said about it.
//
// The first child of a node continues its line; the others are variations. Nothing here knows rules or draws anything.
import type { Color } from '../app/types';
import type { Evaluation, Remark, Shape } from './comments';

export interface Node extends Remark {
  /** Unique in its tree, and never used again. */
  readonly id: number;
  readonly parent: Node | null;
  /** The turn that leads here, as the library writes it; empty at the start. */
  readonly turn: string;
  readonly san: string;
  /** What the moved piece has left, in games with fuel. */
  readonly fuel: number | null;
  /** Whose announcement it is. */
  readonly by: Color | null;
  /** Before the turn, where a variation begins with words. */
  preface: string;
  nags: number[];
  children: Node[];
}

/** A turn to be added. */
export interface NewTurn {
  turn: string;
  san: string;
  fuel?: number | undefined;
  by?: Color | undefined;
}

/** A node as it is kept: nodes in the order of their places, each with the index of the one before it. */
export interface FlatNode extends NewTurn {
  parent: number;
  preface?: string;
  words?: string;
  nags?: number[];
  shapes?: Shape[];
  evaluation?: Evaluation;
  clock?: string;
}

/** What was taken out, and where it was. */
export interface Cut {
  node: Node;
  parent: Node;
  index: number;
}

/** PGN has room for so many signs a turn. */
export const MOST_NAGS = 4;

export class Tree {
  readonly root: Node;
  private serial = 0;
  private readonly nodes = new Map<number, Node>();

  constructor() {
    this.root = this.make(null, { turn: '', san: '' });
  }

  private make(parent: Node | null, { turn, san, fuel, by }: NewTurn): Node {
    const node: Node = { id: this.serial, parent, turn, san, fuel: fuel ?? null, by: by ?? null, preface: '', words: '', nags: [], shapes: [], evaluation: null, clock: null, children: [] };
    this.serial += 1;
    this.nodes.set(node.id, node);
    return node;
  }

  /** The node with that id, if it has not been taken out. */
  find(id: number): Node | undefined {
    return this.nodes.get(id);
  }

  get size(): number {
    return this.nodes.size;
  }

  /** Plays a turn: its node, which may have been there. A new one is the last variation. */
  add(parent: Node, turn: NewTurn): Node {
    const known = parent.children.find((child) => child.turn === turn.turn);
    if (known !== undefined) return known;
    const node = this.make(parent, turn);
    parent.children.push(node);
    return node;
  }

  /** Takes a node and all that follows out. */
  cut(node: Node): Cut | null {
    const { parent } = node;
    const index = parent?.children.indexOf(node) ?? -1;
    if (parent === null || index < 0) return null;
    parent.children.splice(index, 1);
    for (const each of below(node)) this.nodes.delete(each.id);
    return { node, parent, index };
  }

  /** Puts what was cut back, unless its place is gone or has been filled. */
  restore({ node, parent, index }: Cut): boolean {
    if (this.find(parent.id) !== parent || parent.children.some(({ turn }) => turn === node.turn)) return false;
    parent.children.splice(index, 0, node);
    for (const each of below(node)) this.nodes.set(each.id, each);
    return true;
  }

  /** Moves the variation that a node belongs to before the line it branches from; false if it belongs to none. */
  promote(node: Node): boolean {
    const branch = branchOf(node);
    const siblings = branch?.parent?.children;
    if (branch === null || siblings === undefined) return false;
    const index = siblings.indexOf(branch);
    siblings.splice(index, 1);
    siblings.splice(index - 1, 0, branch);
    return true;
  }

  /** Makes the line to a node the main line; false if it was. */
  makeMain(node: Node): boolean {
    let changed = false;
    for (const each of lineTo(node)) {
      const { parent } = each;
      if (parent === null || parent.children[0] === each) continue;
      parent.children = [each, ...parent.children.filter((other) => other !== each)];
      changed = true;
    }
    return changed;
  }

  /** All nodes but the root, each after its parent. */
  flat(): FlatNode[] {
    const indices = new Map<Node, number>([[this.root, -1]]);
    return below(this.root)
      .slice(1)
      .map((node, index) => {
        indices.set(node, index);
        return flatNode(node, node.parent === null ? -1 : (indices.get(node.parent) ?? -1));
      });
  }

  /** A tree from its nodes; those without a parent before them are left out, since anybody can change what a browser stores. */
  static of(flat: readonly FlatNode[], first: Partial<Remark> = {}): Tree {
    const tree = new Tree();
    Object.assign(tree.root, { words: first.words ?? '', shapes: first.shapes ?? [], evaluation: first.evaluation ?? null, clock: first.clock ?? null });
    const made: (Node | undefined)[] = [];
    for (const each of flat) {
      const parent = each.parent === -1 ? tree.root : made[each.parent];
      const node = parent === undefined ? undefined : tree.add(parent, each);
      if (node !== undefined) Object.assign(node, { preface: each.preface ?? '', words: each.words ?? '', nags: each.nags ?? [], shapes: each.shapes ?? [], evaluation: each.evaluation ?? null, clock: each.clock ?? null });
      made.push(node);
    }
    return tree;
  }
}

function flatNode(node: Node, parent: number): FlatNode {
  const { turn, san, fuel, by, preface, words, nags, shapes, evaluation, clock } = node;
  return {
    parent,
    turn,
    san,
    ...(fuel === null ? {} : { fuel }),
    ...(by === null ? {} : { by }),
    ...(preface === '' ? {} : { preface }),
    ...(words === '' ? {} : { words }),
    ...(nags.length === 0 ? {} : { nags: [...nags] }),
    ...(shapes.length === 0 ? {} : { shapes: [...shapes] }),
    ...(evaluation === null ? {} : { evaluation }),
    ...(clock === null ? {} : { clock }),
  };
}

/** A node and all that follow, each after its parent, lines in their order. No recursion: a game may have thousands of turns. */
export function below(node: Node): Node[] {
  const found: Node[] = [];
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    open.push(...[...next.children].reverse());
  }
  return found;
}

/** The nodes from the first turn to this one; empty for the root. */
export function lineTo(node: Node): Node[] {
  const line: Node[] = [];
  for (let at: Node = node; at.parent !== null; at = at.parent) line.push(at);
  return line.reverse();
}

export const movesTo = (node: Node): string[] => lineTo(node).map(({ turn }) => turn);

/** How many turns lead here. */
export const plyOf = (node: Node): number => lineTo(node).length;

/** The nodes of the line that goes on from a node, without it. */
export function lineFrom(node: Node): Node[] {
  const line: Node[] = [];
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) line.push(at);
  return line;
}

export const lastOf = (node: Node): Node => lineFrom(node).at(-1) ?? node;

/** Whether no variation has to be entered to reach it. */
export const isMain = (node: Node): boolean => branchOf(node) === null;

/** The first node of the variation that a node is in; null on the main line. */
export function branchOf(node: Node): Node | null {
  for (let at = node; at.parent !== null; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}

/** Another turn from the same position: the one `step` places on, round and round. */
export function siblingOf(node: Node, step: number): Node {
  const siblings = node.parent?.children ?? [node];
  const index = (siblings.indexOf(node) + step + siblings.length) % siblings.length;
  return siblings[index] ?? node;
}

/** Where a node stands, by the number of the child at each step; it means the same after a reload. */
export function pathTo(node: Node): number[] {
  return lineTo(node).map((each) => each.parent?.children.indexOf(each) ?? 0);
}

/** The node at a path, or as far as it goes. */
export function nodeAt(tree: Tree, path: readonly number[]): Node {
  let node = tree.root;
  for (const index of path) {
    const next = node.children[index];
    if (next === undefined) break;
    node = next;
  }
  return node;
}

/** Adds a sign, or takes it away; of the six that judge a turn (1 to 6) only one stays, and of those that judge the position (10 to 19), too. */
export function toggleNag(node: Node, nag: number): void {
  if (node.nags.includes(nag)) {
    node.nags = node.nags.filter((each) => each !== nag);
    return;
  }
  const group = (each: number): number => (each >= 1 && each <= 6 ? 1 : each >= 10 && each <= 19 ? 2 : 0);
  const rest = node.nags.filter((each) => group(nag) === 0 || group(each) !== group(nag));
  node.nags = [...rest, nag].sort((one, other) => one - other).slice(0, MOST_NAGS);
}
