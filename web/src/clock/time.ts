// SPDX-License-Identifier: GPL-3.0-or-later
// Times and time controls in words.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (value: number): string => String(value).padStart(2, '0');

/** What a clock shows: `2 d 5 h`, `1:04:58`, `4:58`, and tenths below ten seconds: `9.8`. Rounded down. */
export function clockFace(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const seconds = Math.floor(left / SECOND);
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${two(Math.floor((left % HOUR) / MINUTE))}:${two(seconds % 60)}`;
  if (left >= 10 * SECOND) return `${Math.floor(left / MINUTE)}:${two(seconds % 60)}`;
  return `${seconds}.${Math.floor((left % SECOND) / 100)}`;
}

/** A time as PGN has it in its command %clk: "0:04:58", rounded down. */
export function pgnTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** The same for a screen reader: `4 minutes 58 seconds`. */
export function timeWords(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const parts = [
    [Math.floor(left / DAY), 'day'],
    [Math.floor((left % DAY) / HOUR), 'hour'],
    [Math.floor((left % HOUR) / MINUTE), 'minute'],
    [Math.floor((left % MINUTE) / SECOND), 'second'],
  ] as const;
  const most = parts.findIndex(([value]) => value > 0);
  if (most < 0) return count(0, 'second');
  return parts
    .slice(most, most + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => count(value, unit))
    .join(' ');
}

/** How long until the clock shows something else. */
export function untilNext(milliseconds: number): number {
  const step = milliseconds >= DAY ? MINUTE : milliseconds >= 10 * SECOND ? SECOND : SECOND / 10;
  return (milliseconds % step) + 1;
}

const UNITS: Record<string, string> = { s: 'second', m: 'minute', h: 'hour', day: 'day', days: 'day' };

/** A time control as the server writes it, in words: `5+3` is “5 minutes + 3 seconds a turn”. What cannot be read stays as it is. */
export function controlWords(control: string): string {
  const game = /^([\d.]+)([+d])(\d+)$/.exec(control);
  if (game !== null) {
    const [, minutes = '', kind, seconds = ''] = game;
    const main = count(Number(minutes), 'minute');
    if (seconds === '0') return `${main} for the game`;
    return kind === '+' ? `${main}, and ${count(Number(seconds), 'second')} more for each turn` : `${main}, and a delay of ${count(Number(seconds), 'second')} in each turn`;
  }
  const turn = /^(\d+)(s|m|h|days?)$/.exec(control);
  const unit = UNITS[turn?.[2] ?? ''];
  return turn === null || unit === undefined ? control : `${count(Number(turn[1]), unit)} for each turn`;
}
