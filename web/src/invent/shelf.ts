// SPDX-License-Identifier: GPL-3.0-or-later
// The inventions that this browser keeps.
import { readObject, writeObject } from '../app/store';

export interface Invention {
  id: string;
  /** Given by the person; empty: that of the text. */
  name: string;
  text: string;
  /** When it was last changed, in milliseconds. */
  changed: number;
}

const MOST = 200;

function isInvention(value: unknown): value is Invention {
  const { id, name, text, changed } = (value ?? {}) as Partial<Invention>;
  return typeof id === 'string' && typeof name === 'string' && typeof text === 'string' && typeof changed === 'number';
}

/** All of them, those changed last first. */
export function inventions(): Invention[] {
  const { list } = readObject('inventions');
  return Array.isArray(list) ? list.filter(isInvention).sort((one, other) => other.changed - one.changed) : [];
}

/** Stores one, new or changed; false if the browser has no room for it. */
export function keepInvention(invention: Invention): boolean {
  const others = inventions().filter(({ id }) => id !== invention.id);
  return writeObject('inventions', { list: [invention, ...others].slice(0, MOST) });
}

export function dropInvention(id: string): void {
  writeObject('inventions', { list: inventions().filter((each) => each.id !== id) });
}

export const newId = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 46_656).toString(36)}`;
