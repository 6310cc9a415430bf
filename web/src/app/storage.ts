// SPDX-License-Identifier: GPL-3.0-or-later
// Objects that this browser keeps in IndexedDB: one database with one store for each kind of them. Where there is no IndexedDB, they are
// kept until the page is closed.

/** What is done in one transaction: `answer` gets its result. */
type Work<V> = (store: IDBObjectStore, answer: (value: V) => void) => void;

export class Storage<T extends { id: string }> {
  private database: Promise<IDBDatabase | null> | undefined;
  private readonly memory = new Map<string, T>();

  /** `what`: the kind of objects, in words. `isKept` tells them from anything else: anybody can change what a browser stores. */
  constructor(
    private readonly name: string,
    private readonly store: string,
    private readonly what: string,
    private readonly isKept: (value: unknown) => value is T,
  ) {}

  private opened(): Promise<IDBDatabase | null> {
    this.database ??= new Promise((resolve) => {
      try {
        const request = indexedDB.open(this.name, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(this.store, { keyPath: 'id' });
        request.onsuccess = () => {
          // Another tab may want to change or delete the database, and the browser may close it: the next request opens it again.
          request.result.onversionchange = () => {
            request.result.close();
            this.database = undefined;
          };
          request.result.onclose = () => (this.database = undefined);
          resolve(request.result);
        };
        request.onerror = () => resolve(null);
        request.onblocked = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    return this.database;
  }

  /** Whether objects outlive the page. */
  async lasts(): Promise<boolean> {
    return (await this.opened()) !== null;
  }

  async all(): Promise<T[]> {
    const work: Work<unknown[]> = (store, answer) => {
      const request = store.getAll();
      request.onsuccess = () => answer(request.result as unknown[]);
    };
    return (await this.transact('readonly', work, () => [...this.memory.values()])).filter(this.isKept);
  }

  async get(id: string): Promise<T | null> {
    const work: Work<unknown> = (store, answer) => {
      const request = store.get(id);
      request.onsuccess = () => answer(request.result);
    };
    const found = await this.transact('readonly', work, () => this.memory.get(id));
    return this.isKept(found) ? found : null;
  }

  /** Keeps an object. `follows`: whether it comes after the one that is there; if not, as when another tab has changed that, the answer is false and nothing is done. */
  put(object: T, follows: (there: T) => boolean): Promise<boolean> {
    const fits = (there: unknown): boolean => !this.isKept(there) || follows(there);
    const work: Work<boolean> = (store, answer) => {
      const request = store.get(object.id);
      request.onsuccess = () => {
        const fitting = fits(request.result);
        if (fitting) store.put(object);
        answer(fitting);
      };
    };
    return this.transact('readwrite', work, () => {
      const fitting = fits(this.memory.get(object.id));
      if (fitting) this.memory.set(object.id, object);
      return fitting;
    });
  }

  async drop(id: string): Promise<void> {
    await this.transact<unknown>('readwrite', (store) => store.delete(id), () => this.memory.delete(id));
  }

  /** Runs requests in one transaction; fails if it does, as when there is no room. `otherwise`: what is done where there is no database. */
  private async transact<V>(mode: IDBTransactionMode, work: Work<V>, otherwise: () => V): Promise<V> {
    const found = await this.opened();
    if (found === null) return otherwise();
    return new Promise<V>((resolve, reject) => {
      const transaction = found.transaction(this.store, mode);
      let value: V | undefined;
      transaction.oncomplete = () => resolve(value as V);
      const failed = (): void => reject(transaction.error ?? new Error(`The browser could not keep the ${this.what}.`));
      transaction.onerror = failed;
      transaction.onabort = failed;
      work(transaction.objectStore(this.store), (given) => (value = given));
    });
  }
}
