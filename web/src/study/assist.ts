// SPDX-License-Identifier: GPL-3.0-or-later
// The engine beside the board: its panel, the bar, its arrows, and the review of a game, which writes what it finds into the tree.
import type { Catalogue, Color, Turn } from '../app/types';
import type { Table, Position } from '../board/table';
import * as library from '../library/calls';
import type { Chosen, Play } from '../library/contract';
import { EnginePanel } from './engine/panel';
import type { Remark } from './engine/remarks';
import { Review } from './engine/review';
import type { Study } from './document';
import { lineFrom, movesTo, plyOf, toggleNag, type NewTurn, type Node } from './tree';

interface AssistListener {
  study(): Study;
  /** Plays turns from the position on the board. */
  play(turns: string[]): void;
  go(node: Node): void;
  /** The review has written into the tree. */
  written(): void;
  /** Writes about a turn, with what would have been better; false if there is no room for it. */
  remark(node: Node, change: (node: Node) => void, better: readonly NewTurn[]): boolean;
}

/** The squares of the first action of a turn: where its arrow begins and ends. */
function squaresOf(turn: string): [string, string] | null {
  const [first = ''] = turn.replace(/^,/, '').split(',');
  if (first.startsWith('!')) return null;
  const [from, to] = first.match(/[a-p]\d{1,2}/g) ?? [];
  return from === undefined ? null : [from, to ?? from];
}

/** Pixels. */
const RANK_NAMES = 26;

export class Assist {
  readonly bar: HTMLElement;
  readonly panel: HTMLElement;
  readonly review: HTMLElement;
  private readonly engine: EnginePanel;
  private readonly judge: Review;
  private readonly sizes = new ResizeObserver(() => this.follow());
  private position: Position | null = null;
  private asked = 0;

  constructor(
    private readonly table: Table,
    private readonly listener: AssistListener,
    analysis: Catalogue['analysis'],
  ) {
    const handlers = {
      play: (turns: string[]): void => listener.play(turns),
      preview: (chosen: Chosen, moves: string[] | null): void => void this.preview(chosen, moves),
      arrows: (list: { turn: string; rank: number }[]): void => this.arrows(list),
    };
    this.engine = new EnginePanel(handlers, undefined, analysis);
    this.judge = new Review(
      {
        game: () => this.game(),
        go: (ply) => this.go(ply),
        done: (remarks) => this.write(remarks),
      },
      this.engine.knowledge,
    );
    this.bar = this.engine.bar;
    this.sizes.observe(table.board.element);
    this.panel = this.engine.element;
    this.review = this.judge.element;
  }

  /** Another study is open. */
  clear(): void {
    this.judge.clear();
  }

  /** Another position is on the board. */
  show(position: Position, node: Node): void {
    this.asked += 1;
    this.position = position;
    this.table.board.drawings.hint([]);
    const { chosen, moves, play } = position;
    this.engine.position(chosen, [...moves], play.state);
    const line = lineFrom(this.listener.study().tree.root);
    this.judge.at(node.parent === null || line.includes(node) ? plyOf(node) : null);
  }

  /** Switches the engine on or off. */
  toggleEngine(): void {
    this.engine.toggle();
  }

  toggleThreat(): void {
    void this.engine.toggleThreat();
  }

  /** Plays the best turn that the engine knows. */
  playBest(): void {
    this.engine.playBest();
  }

  /** Reviews the game, as if the button had been pressed. */
  beginReview(): void {
    void this.judge.run();
  }

  orient(color: Color): void {
    this.engine.orient(color);
  }

  /** Puts the bar beside the board, as high as that, with room for the names of the ranks between them. */
  private follow(): void {
    const board = this.table.board.element.getBoundingClientRect();
    const place = this.bar.parentElement?.getBoundingClientRect();
    if (place === undefined) return;
    const across = Math.max(0, board.left - place.left - this.bar.offsetWidth - RANK_NAMES);
    this.bar.style.height = `${board.height}px`;
    this.bar.style.translate = `${across}px ${board.top - place.top}px`;
  }

  leave(): void {
    this.sizes.disconnect();
    this.engine.leave();
    this.judge.leave();
  }

  /** Shows a position of a line for a moment. */
  private async preview(chosen: Chosen, moves: string[] | null): Promise<void> {
    const { position } = this;
    // A turn that has been begun must not be lost.
    if (position === null || this.table.begun) return;
    this.asked += 1;
    const ticket = this.asked;
    if (moves === null) return this.table.show(position);
    let play: Play;
    try {
      play = await library.play(chosen, moves, 'study preview');
    } catch {
      return; // It is only a look.
    }
    if (ticket === this.asked) this.table.show({ ...position, chosen, moves, play, frozen: true });
  }

  private arrows(list: { turn: string; rank: number }[]): void {
    this.table.board.drawings.hint(
      list.flatMap(({ turn, rank }) => {
        const squares = squaresOf(turn);
        return squares === null ? [] : [{ from: squares[0], to: squares[1], rank }];
      }),
    );
  }

  private game(): { chosen: Chosen; turns: Turn[]; first: Color } | null {
    const { position } = this;
    const { tree, chosen } = this.listener.study();
    const turns = lineFrom(tree.root).map(({ turn, san, by }): Turn => ({ turn, san, ...(by === null ? {} : { by }) }));
    return position === null || turns.length === 0 ? null : { chosen, turns, first: position.play.first };
  }

  private go(ply: number): void {
    const { root } = this.listener.study().tree;
    const node = ply === 0 ? root : lineFrom(root)[ply - 1];
    if (node !== undefined) this.listener.go(node);
  }

  /** The main line may have changed since: only what belongs to the turns that were judged is written. */
  private write(remarks: Remark[]): void {
    const { tree } = this.listener.study();
    const line = lineFrom(tree.root);
    for (const { ply, evaluation, nag, comment, better } of remarks) {
      const node = line[ply];
      if (node === undefined) continue;
      const written = this.listener.remark(
        node,
        () => {
          node.evaluation = evaluation ?? node.evaluation;
          if (nag !== null && !node.nags.includes(nag)) toggleNag(node, nag);
          if (comment !== '' && !node.words.includes(comment)) node.words = `${node.words} ${comment}`.trim();
        },
        better,
      );
      if (!written) break;
    }
    this.listener.written();
  }
}

/** The position after some turns of a line, as the library plays them. */
export const playLine = (chosen: Chosen, node: Node, turns: readonly string[]): Promise<Play> => library.play(chosen, [...movesTo(node), ...turns], 'study line');
