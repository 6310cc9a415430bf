// SPDX-License-Identifier: GPL-3.0-or-later
// The studies that this browser keeps.
import { Storage } from '../app/storage';
import { isChosen, type Kept } from './document';

export function isKept(value: unknown): value is Kept {
  const { id, name, title, chosen, nodes, path, shapes, tags, changed } = (value ?? {}) as Partial<Kept>;
  const texts = [id, name, title].every((text) => typeof text === 'string');
  return texts && isChosen(chosen) && [nodes, path, shapes].every(Array.isArray) && typeof tags === 'object' && typeof changed === 'number';
}

const storage = new Storage('leaper', 'studies', 'study', isKept);

/** All of them, those changed last first. */
export const studies = async (): Promise<Kept[]> => (await storage.all()).sort((one, other) => other.changed - one.changed);

export const keptStudy = (id: string): Promise<Kept | null> => storage.get(id);

/**
 * Keeps a study. `before`: when it was last kept from here (null: never). False, and nothing is done, if somebody else, such as
 * another tab, has changed it since.
 */
export const keepStudy = (kept: Kept, before: number | null): Promise<boolean> => storage.put(kept, ({ changed }) => changed === before);

export const dropStudy = (id: string): Promise<void> => storage.drop(id);

/** Whether studies outlive the page. */
export const keepsStudies = (): Promise<boolean> => storage.lasts();
