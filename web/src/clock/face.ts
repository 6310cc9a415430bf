// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of one side. It ticks by itself from what the server last said.
import { h } from '../app/dom';
import type { Color, Match } from '../app/types';
import { clockFace, timeWords, untilNext } from './time';

/** Below this, a clock is short. */
export const SHORT = 10_000;

/** What the clock of a match depends on. */
export type Timed = Pick<Match, 'id' | 'ply' | 'result' | 'clock' | 'served' | 'heard'> & { state: Pick<Match['state'], 'side'> };

/** What the server's clock says now, by what it said when the match arrived. */
export const serverTime = ({ served = 0, heard }: Pick<Match, 'served' | 'heard'>): number => served + (heard === undefined ? 0 : performance.now() - heard);

/** What a side of a match with a clock has left now, and whether its time runs. */
export function timeLeft(match: Pick<Match, 'clock' | 'served' | 'heard'>, color: Color): { left: number; runs: boolean } | null {
  const { clock } = match;
  if (clock === undefined) return null;
  const runs = clock.running === color;
  const left = clock.left[color] - (runs && clock.since !== undefined ? serverTime(match) - clock.since : 0);
  return { left: Math.max(0, left), runs };
}

/** How long the side to move still has for its first turn; null: the clocks run already, or not yet. */
export function graceLeft(match: Pick<Match, 'clock' | 'served' | 'heard'>): number | null {
  return match.clock?.abort === undefined ? null : Math.max(0, match.clock.abort - serverTime(match));
}

export class ClockFace {
  readonly element = h('span', { class: 'clock', role: 'timer', hidden: true });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private match: Timed | null = null;
  private color: Color = 'white';

  /** `short` is called as soon as the time that runs is short. */
  constructor(private readonly short: (match: Timed, color: Color) => void) {}

  show(match: Timed, color: Color): void {
    this.match = match;
    this.color = color;
    this.element.hidden = match.clock === undefined;
    this.element.classList.remove('away');
    this.tick();
  }

  /** The server cannot be reached: its clock may stand still, too. */
  pause(): void {
    clearTimeout(this.timer);
    this.element.classList.add('away');
  }

  /** Ends the ticking. */
  leave(): void {
    this.match = null;
    clearTimeout(this.timer);
  }

  private tick(): void {
    const { match, color } = this;
    clearTimeout(this.timer);
    const time = match === null ? null : timeLeft(match, color);
    if (match === null || time === null) return;
    const grace = match.state.side === color && match.result === 'ongoing' ? graceLeft(match) : null;
    const low = time.left < SHORT && match.result === 'ongoing';
    this.element.textContent = clockFace(grace ?? time.left);
    this.element.setAttribute('aria-label', timeWords(grace ?? time.left));
    this.element.title = grace === null ? '' : 'Time for the first turn, which takes none from the clock';
    this.element.classList.toggle('grace', grace !== null);
    this.element.classList.toggle('running', time.runs);
    this.element.classList.toggle('short', low);
    if (time.runs && low) this.short(match, color);
    const waits = grace ?? (time.runs ? time.left : 0);
    if (waits > 0) this.timer = setTimeout(() => this.tick(), untilNext(waits));
  }
}
