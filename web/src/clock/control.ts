// SPDX-License-Identifier: GPL-3.0-or-later
// Time controls as the server writes them, "5+3" or "3days", read.
import { MINUTE, SECOND } from './time';

const UNITS: Record<string, number> = { s: SECOND, m: MINUTE, h: 60 * MINUTE, day: 24 * 60 * MINUTE, days: 24 * 60 * MINUTE };

/** In milliseconds; `fixed`: for each turn, and `extra` is then nothing. */
export interface Control {
  kind: 'increment' | 'delay' | 'fixed';
  main: number;
  extra: number;
}

/** Within the limits of the server; null: it is none, or there is none. */
export function readControl(text: string | undefined): Control | null {
  if (text === undefined) return null;
  const [, minutes, kind, seconds] = /^(\d{1,6}(?:\.\d{1,2})?)([+d])(\d{1,6})$/.exec(text) ?? [];
  if (minutes !== undefined) {
    const main = Math.round(Number(minutes) * MINUTE);
    const extra = Number(seconds) * SECOND;
    return main >= SECOND && main <= 24 * 60 * MINUTE && extra <= 10 * MINUTE ? { kind: kind === '+' ? 'increment' : 'delay', main, extra } : null;
  }
  const [, count, unit = ''] = /^(\d{1,6})(s|m|h|days?)$/.exec(text) ?? [];
  const main = Number(count) * (UNITS[unit] ?? NaN);
  return main >= SECOND && main <= 60 * 24 * 60 * MINUTE ? { kind: 'fixed', main, extra: 0 } : null;
}

/** The tag TimeControl in PGN, which has whole seconds, as the server writes it. */
export function tagOf({ kind, main, extra }: Control): string {
  const seconds = Math.floor(main / SECOND);
  if (kind === 'fixed') return `1/${seconds}`;
  return extra === 0 ? String(seconds) : `${seconds}${kind === 'delay' ? 'd' : '+'}${extra / SECOND}`;
}
