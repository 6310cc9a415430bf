// SPDX-License-Identifier: GPL-3.0-or-later
// Comments of PGN that carry drawings, evaluations and times beside words: "[%csl Gd4][%cal Rb1c3][%eval 0.34,18] A good square."
//
// Other commands stay in the words as they are.

/** Green, red, yellow, blue. */
export type Brush = 'G' | 'R' | 'Y' | 'B';

/** An arrow, or a circle if it ends where it begins. */
export interface Shape {
  brush: Brush;
  from: string;
  to: string;
}

/** For White: in pawns, or turns until somebody wins (`mate`; negative: Black wins). */
export interface Evaluation {
  pawns?: number;
  mate?: number;
  depth?: number;
}

export interface Remark {
  words: string;
  shapes: Shape[];
  evaluation: Evaluation | null;
  /** What the player had left, as PGN has it: "0:04:58". */
  clock: string | null;
}

const COMMAND = /\[%(csl|cal|eval|clk)\s+([^\]]*)\]/g;
const SHAPE = /^([GRYB])([a-p]\d{1,2})([a-p]\d{1,2})?$/;
const CLOCK = /^\d{1,4}:[0-5]\d:[0-5]\d(\.\d{1,3})?$/;
const EVALUATION = /^(#?)([+-]?\d+(?:\.\d+)?)(?:,(\d+))?$/;

export const sameShape = (one: Shape, other: Shape): boolean => one.from === other.from && one.to === other.to;

function readShape(text: string, command: string): Shape | null {
  const [, brush, from, to] = SHAPE.exec(text.trim()) ?? [];
  if (brush === undefined || from === undefined || (command === 'cal') !== (to !== undefined)) return null;
  return { brush: brush as Brush, from, to: to ?? from };
}

function readEvaluation(text: string): Evaluation | null {
  const [, mate, value, depth] = EVALUATION.exec(text.trim()) ?? [];
  if (value === undefined) return null;
  return { ...(mate === '#' ? { mate: Number(value) } : { pawns: Number(value) }), ...(depth === undefined ? {} : { depth: Number(depth) }) };
}

/** A comment taken apart. A command that cannot be read stays in the words. */
export function readRemark(comment: string): Remark {
  const shapes: Shape[] = [];
  let evaluation: Evaluation | null = null;
  let clock: string | null = null;
  const words = comment.replace(COMMAND, (whole, command: string, content: string) => {
    if (command === 'clk') {
      if (!CLOCK.test(content.trim())) return whole;
      clock = content.trim();
      return ' ';
    }
    if (command === 'eval') {
      const read = readEvaluation(content);
      evaluation = read ?? evaluation;
      return read === null ? whole : ' ';
    }
    const read = content.split(',').map((text) => readShape(text, command));
    if (read.includes(null)) return whole;
    for (const shape of read) if (shape !== null && !shapes.some((known) => sameShape(known, shape))) shapes.push(shape);
    return ' ';
  });
  return { words: words.replace(/\s+/g, ' ').trim(), shapes, evaluation, clock };
}

function evaluationText({ pawns, mate, depth }: Evaluation): string {
  const value = mate === undefined ? (pawns ?? 0).toFixed(2) : `#${mate}`;
  return `[%eval ${value}${depth === undefined ? '' : `,${depth}`}]`;
}

/** The comment that reads back as the same; empty if there is nothing to say. */
export function writeRemark({ words, shapes, evaluation, clock }: Remark): string {
  const circles = shapes.filter(({ from, to }) => from === to).map(({ brush, from }) => brush + from);
  const arrows = shapes.filter(({ from, to }) => from !== to).map(({ brush, from, to }) => brush + from + to);
  const commands = [
    circles.length > 0 ? `[%csl ${circles.join(',')}]` : '',
    arrows.length > 0 ? `[%cal ${arrows.join(',')}]` : '',
    evaluation === null ? '' : evaluationText(evaluation),
    clock === null ? '' : `[%clk ${clock}]`,
  ].join('');
  return `${commands} ${words.replace(/\s+/g, ' ').trim()}`.trim();
}
