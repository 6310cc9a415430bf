// SPDX-License-Identifier: GPL-3.0-or-later
// The studies that this browser keeps, in IndexedDB. Where there is none, they are kept until the page is closed.
import { Storage } from '../app/storage';
import { isChosen, type Kept } from './document';

const storage = new Storage('leaper', 'studies', 'study');
const memory = new Map<string, Kept>();

/** Anybody can change what a browser stores. */
export function isKept(value: unknown): value is Kept {
  const { id, name, title, chosen, nodes, path, shapes, tags, changed } = (value ?? {}) as Partial<Kept>;
  const texts = [id, name, title].every((text) => typeof text === 'string');
  return texts && isChosen(chosen) && [nodes, path, shapes].every(Array.isArray) && typeof tags === 'object' && typeof changed === 'number';
}

/** All of them, those changed last first. */
export async function studies(): Promise<Kept[]> {
  const all = await storage.transact<unknown[]>(
    'readonly',
    (store, answer) => {
      const request = store.getAll();
      request.onsuccess = () => answer(request.result as unknown[]);
    },
    () => [...memory.values()],
  );
  return all.filter(isKept).sort((one, other) => other.changed - one.changed);
}

export async function keptStudy(id: string): Promise<Kept | null> {
  const found = await storage.transact<unknown>(
    'readonly',
    (store, answer) => {
      const request = store.get(id);
      request.onsuccess = () => answer(request.result);
    },
    () => memory.get(id),
  );
  return isKept(found) ? found : null;
}

/**
 * Keeps a study. `before`: when it was last kept from here (null: never). False, and nothing is done, if somebody else, such as
 * another tab, has changed it since.
 */
export function keepStudy(kept: Kept, before: number | null): Promise<boolean> {
  return storage.transact<boolean>(
    'readwrite',
    (store, answer) => {
      const request = store.get(kept.id);
      request.onsuccess = () => {
        const there: unknown = request.result;
        const unchanged = !isKept(there) || there.changed === before;
        if (unchanged) store.put(kept);
        answer(unchanged);
      };
    },
    () => {
      memory.set(kept.id, kept);
      return true;
    },
  );
}

export async function dropStudy(id: string): Promise<void> {
  await storage.transact<boolean>('readwrite', (store) => store.delete(id), () => memory.delete(id));
}

/** Whether studies outlive the page. */
export const keepsStudies = (): Promise<boolean> => storage.lasts();
