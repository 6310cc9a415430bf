// SPDX-License-Identifier: GPL-3.0-or-later
// Studies from PGN and to it. The library reads and writes; here its objects become trees and trees its objects.
import type { Note, Play, Recorded, Variation, Writing } from '../library/contract';
import { readRemark, writeRemark } from './comments';
import { newStudy, type Study } from './document';
import { lineFrom, type NewTurn, type Node, type Tree } from './tree';

type NotedTurn = Note & { turn: string; san?: string; fuel?: number; by?: NewTurn['by'] };

function addLine(tree: Tree, start: Node, turns: readonly NotedTurn[], preface = ''): void {
  let at = start;
  turns.forEach((each, index) => {
    const before = at;
    const node = tree.add(before, { turn: each.turn, san: each.san ?? each.turn, fuel: each.fuel, by: each.by });
    Object.assign(node, readRemark(each.comment ?? ''), { nags: [...(each.nags ?? [])] });
    if (index === 0 && preface !== '') node.preface = preface;
    for (const { comment, turns: others } of each.variations ?? []) addLine(tree, before, others, comment);
    at = node;
  });
}

/** A game that was read; `fen`: its start position, if it is not the usual one. It may have been played on after a draw that nobody claimed. */
export function studyFrom({ tags, game, variants, parameters, comment, turns, result, reason }: Recorded, title: string, fen?: string): Study {
  const chosen = { game, parameters, ...(variants === undefined ? {} : { variants }), ...(fen === undefined ? {} : { fen }), pastDraws: true };
  const study: Study = { ...newStudy(chosen, title), tags, result, reason };
  Object.assign(study.tree.root, readRemark(comment ?? ''));
  addLine(study.tree, study.tree.root, turns);
  return study;
}

/** What stands in the comment behind a turn, and before the next one if that begins with words. */
function commentOf(node: Node): string {
  return [writeRemark(node), node.children[0]?.preface ?? ''].filter((text) => text !== '').join(' ');
}

function variationOf(first: Node): Variation {
  return {
    ...(first.preface === '' ? {} : { comment: first.preface }),
    turns: [{ turn: first.turn, ...noteOf(first) }, ...lineFrom(first).map((node) => ({ turn: node.turn, ...noteOf(node) }))],
  };
}

/** What is written about a turn; the first of several has the others as its variations. */
function noteOf(node: Node): Note {
  const comment = commentOf(node);
  const [main, ...others] = node.parent?.children ?? [];
  return {
    ...(comment === '' ? {} : { comment }),
    ...(node.nags.length === 0 ? {} : { nags: node.nags }),
    ...(main !== node || others.length === 0 ? {} : { variations: others.map(variationOf) }),
  };
}

/** What the library needs to write a study. `end`: how things stand at the end of the main line. */
export function writingOf({ tags, tree, result, reason }: Study, end: Pick<Play, 'result'>): { moves: string[]; writing: Writing } {
  const line = lineFrom(tree.root);
  const comment = commentOf(tree.root);
  return {
    moves: line.map(({ turn }) => turn),
    writing: {
      tags,
      ...(comment === '' ? {} : { comment }),
      notes: line.map(noteOf),
      // The board knows best how it ended.
      ...(end.result !== 'ongoing' || result === 'ongoing' || result === 'none' ? {} : { result, reason }),
    },
  };
}
