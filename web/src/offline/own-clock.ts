// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of a match that is kept in this browser, by the rules of the server's (docs/api.md, "Clocks"): they run while a page has the match
// open. The first turn of each side takes no time, and waits as long as it likes.
import type { Control } from '../clock/control';
import { pgnTime } from '../clock/time';
import type { Clock, Color, Turn } from '../app/types';
import { opposite } from '../app/words';

/** What is kept of the clocks of a match. */
export interface OwnClock {
  left: Record<Color, number>;
  /** Of the turn that goes on, before the last change. */
  used: number;
  /** What its player had left after each turn. */
  after: number[];
}

export const newClock = ({ main }: Control): OwnClock => ({ left: { white: main, black: main }, used: 0, after: [] });

/** Whose time runs in a match of so many turns that goes on; null: nobody's yet. */
export const running = (ply: number, side: Color): Color | null => (ply < 2 ? null : side);

/** After `elapsed` milliseconds of the time of `side`, which goes on. */
export const passed = (clock: OwnClock, side: Color, elapsed: number): OwnClock => ({ ...clock, left: { ...clock.left, [side]: clock.left[side] - elapsed }, used: clock.used + elapsed });

/** `side` has made turn number `ply`; its time has passed. */
export function pressed(clock: OwnClock, control: Control, ply: number, side: Color): OwnClock {
  const { kind, main, extra } = control;
  const had = clock.left[side];
  const left = ply < 2 || kind === 'fixed' ? had : had + (kind === 'increment' ? extra : Math.min(clock.used, extra));
  return { left: { ...clock.left, [side]: kind === 'fixed' ? main : left }, used: 0, after: [...clock.after, left] };
}

/** The turns from `ply` on have been taken back, whose players `by` names; `side` is to move now. It gives no time, and takes what the turns brought; null: that would leave somebody none. */
export function unpressed(clock: OwnClock, control: Control, ply: number, by: readonly Color[], side: Color): OwnClock | null {
  const left = { ...clock.left };
  for (let at = Math.max(2, ply); at < by.length; at += 1) {
    const player = by[at] ?? side;
    // An announcement by the other side, right after a turn of its own, leaves the clock alone.
    if (player === by[at - 1]) continue;
    const shorter = (clock.after[at] ?? 0) < (clock.after[at - 2] ?? 0);
    if (control.kind === 'increment' || (control.kind === 'delay' && shorter)) left[player] -= control.extra;
  }
  if (control.kind === 'fixed') left[side] = control.main;
  else if (left.white <= 0 || left.black <= 0) return null;
  return { left, used: 0, after: clock.after.slice(0, ply) };
}

/** How long the engine may think, in milliseconds. */
export function thinkingTime(clock: OwnClock, control: Control, side: Color): number {
  const left = clock.left[side];
  const share = control.kind === 'fixed' ? left * 0.8 : Math.min(left * 0.8, left / 25 + control.extra * 0.8);
  return Math.max(1, Math.min(60_000, Math.floor(share - 50)));
}

/** As the server describes it, `elapsed` milliseconds after the last change. */
export const clockOf = ({ left }: OwnClock, runs: Color | null, elapsed: number): { clock: Clock; served: number } => ({
  clock: { left: { white: Math.max(0, left.white), black: Math.max(0, left.black) }, ...(runs !== null && { running: runs, since: 0 }) },
  served: elapsed,
});

/** With what their players had left. */
export const timed = (turns: readonly Turn[], { after }: OwnClock): Turn[] => turns.map((turn, ply) => ({ ...turn, ...(after[ply] !== undefined && { left: after[ply] }) }));

/** The command in the comment of a turn in PGN. */
export const commandOf = (milliseconds: number): string => `[%clk ${pgnTime(milliseconds)}]`;

/** The players of turns, of which an announcement may come from the other side. */
export const playersOf = (turns: readonly Turn[], first: Color): Color[] => turns.map((turn, ply) => turn.by ?? (ply % 2 === 0 ? first : opposite(first)));
