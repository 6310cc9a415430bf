// SPDX-License-Identifier: GPL-3.0-or-later
// A study: a game with its parameters and start position, a tree of turns, and what is known about the game; as an object, and as it is kept.
import type { Parameters, Result } from '../app/types';
import type { Chosen } from '../library/contract';
import type { Remark } from './comments';
import { nodeAt, pathTo, Tree, type FlatNode, type Node } from './tree';

/** What is known about a study besides its turns. */
interface Described {
  id: string;
  /** Given by the person; empty: that of the players or the game. */
  name: string;
  chosen: Chosen;
  /** The title of the game. */
  title: string;
  /** PGN tags. */
  tags: Record<string, string>;
  /** How the game ended, if the board does not tell. */
  result: Result;
  reason: string;
}

export interface Study extends Described {
  tree: Tree;
  /** What is shown. */
  node: Node;
}

/** A study as the browser keeps it, with what is said about the start. */
export interface Kept extends Described, Remark {
  nodes: FlatNode[];
  path: number[];
  /** When it was last changed, in milliseconds. */
  changed: number;
}

const describedOf = ({ id, name, chosen, title, tags, result, reason }: Described): Described => ({ id, name, chosen, title, tags, result, reason });

export const newId = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 46_656).toString(36)}`;

export function newStudy(chosen: Chosen, title: string): Study {
  const tree = new Tree();
  return { id: newId(), name: '', chosen, title, tags: {}, result: 'ongoing', reason: '', tree, node: tree.root };
}

const known = (tag: string | undefined): string => (tag === undefined || /^\??$/.test(tag) ? '' : tag);

/** What a study is called: its own name, else "Ada – Ben, 2026", else the game's. */
export function nameOf({ name, tags, title }: Pick<Study, 'name' | 'tags' | 'title'>): string {
  if (name !== '') return name;
  const [white, black, event] = [known(tags['White']), known(tags['Black']), known(tags['Event'])];
  if (white === '' && black === '') return event === '' ? title : event;
  return `${white === '' ? '?' : white} – ${black === '' ? '?' : black}`;
}

export function keptOf(study: Study, changed: number): Kept {
  const { tree, node } = study;
  const { words, shapes, evaluation, clock } = tree.root;
  return { ...describedOf(study), words, shapes: [...shapes], evaluation, clock, nodes: tree.flat(), path: pathTo(node), changed };
}

export function studyOf(kept: Kept): Study {
  const tree = Tree.of(kept.nodes, kept);
  return { ...describedOf(kept), tree, node: nodeAt(tree, kept.path) };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether something from outside is a game with its parameters, as far as the library does not check it. */
export function isChosen(value: unknown): value is Chosen {
  const { game, variants, fen, pastDraws, parameters = {} } = (value ?? {}) as Partial<Chosen>;
  if (!isText(game) || (variants !== undefined && !isText(variants)) || (fen !== undefined && !isText(fen))) return false;
  if (pastDraws !== undefined && typeof pastDraws !== 'boolean') return false;
  const fits = (each: unknown): boolean => isText(each) || typeof each === 'number' || (Array.isArray(each) && each.every(isText));
  return typeof parameters === 'object' && (parameters as unknown) !== null && Object.values(parameters as Parameters | Record<string, unknown>).every(fits);
}
