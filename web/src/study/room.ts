// SPDX-License-Identifier: GPL-3.0-or-later
// How much of what PGN has room for a study takes (docs/pgn.md), so that it is never impossible to write it down.
import type { Study } from './document';
import { below, type Node } from './tree';

/** The library reads and writes no more in one game. */
export const MOST_BYTES = 1024 * 1024;
const MOST_NESTED = 64;
const MOST_VARIATIONS = 20_000;
const MOST_TURNS = 5_000;

/** What a study takes, rather too much than too little. */
export interface Measure {
  bytes: number;
  /** How deep its variations are nested. */
  nested: number;
  variations: number;
  /** Of its longest line. */
  turns: number;
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** Braces, and what breaking it into lines adds. */
const commentBytes = (text: string): number => (text === '' ? 0 : Math.ceil(bytesOf(text) * 1.05) + 6);

/** "12345... " */
const NUMBER = 9;
const NAG = 5;
/** "[%cal Gd2d4,Rb8c6]" for each, and what stands around them. */
const SHAPE = 12;
const COMMANDS = 24;
const EVALUATION = 24;
/** "[%clk 0:04:58.123]" */
const CLOCK = 24;

function nodeBytes({ san, words, preface, nags, shapes, evaluation, clock }: Node): number {
  const drawn = shapes.length === 0 ? 0 : COMMANDS + SHAPE * shapes.length;
  return NUMBER + bytesOf(san) + 1 + NAG * nags.length + drawn + (evaluation === null ? 0 : EVALUATION) + (clock === null ? 0 : CLOCK) + commentBytes(words) + commentBytes(preface);
}

/** What stands before the turns; each line of the text that defines a game is escaped twice. */
function headBytes({ chosen, tags, title }: Study): number {
  const text = chosen.variants ?? '';
  const lines = text.split('\n').length;
  const own = Object.entries(tags).reduce((sum, [name, value]) => sum + bytesOf(name) + 2 * bytesOf(value) + 6, 0);
  return 1_000 + own + bytesOf(title) + bytesOf(chosen.fen ?? '') + bytesOf(JSON.stringify(chosen.parameters ?? {})) + 2 * (bytesOf(text) + 4 * lines);
}

export function measure(study: Study): Measure {
  const whole: Measure = { bytes: headBytes(study) + nodeBytes(study.tree.root), nested: 0, variations: 0, turns: 0 };
  const places = new Map<Node, { nested: number; turns: number }>([[study.tree.root, { nested: 0, turns: 0 }]]);
  for (const node of below(study.tree.root)) {
    const before = node.parent === null ? undefined : places.get(node.parent);
    if (before === undefined) continue;
    const branches = node.parent?.children[0] !== node;
    const place = { nested: before.nested + (branches ? 1 : 0), turns: before.turns + 1 };
    places.set(node, place);
    whole.bytes += nodeBytes(node) + (branches ? 3 : 0);
    whole.variations += branches ? 1 : 0;
    whole.nested = Math.max(whole.nested, place.nested);
    whole.turns = Math.max(whole.turns, place.turns);
  }
  return whole;
}

const LIMITS: readonly { of: keyof Measure; most: number; words: string }[] = [
  { of: 'nested', most: MOST_NESTED, words: `PGN has room for variations within variations up to ${MOST_NESTED} deep. Promote this line, or begin a new study from this position.` },
  { of: 'bytes', most: MOST_BYTES, words: `The study is full: a game in PGN has at most ${MOST_BYTES / 1024 / 1024} MiB. Delete something, or begin a new study from this position.` },
  { of: 'variations', most: MOST_VARIATIONS, words: `The study is full: a game in PGN has at most ${MOST_VARIATIONS.toLocaleString('en')} variations. Delete some, or begin a new study from this position.` },
  { of: 'turns', most: MOST_TURNS, words: `A line in PGN has at most ${MOST_TURNS.toLocaleString('en')} turns. Begin a new study from this position.` },
];

/** Watches how much room is left for one study. */
export class Room {
  private taken: Measure;

  constructor(private readonly study: Study) {
    this.taken = measure(study);
  }

  /** Null if the study may stay as it has become; else why not, and the change must be undone. What only makes it smaller is always admitted. */
  refusal(): string | null {
    const now = measure(this.study);
    const broken = LIMITS.find(({ of, most }) => now[of] > most && now[of] > this.taken[of]);
    if (broken !== undefined) return broken.words;
    this.taken = now;
    return null;
  }
}
