// SPDX-License-Identifier: GPL-3.0-or-later
// Objects that this browser keeps in IndexedDB: one database with one store for each kind of them.

/** What is done in one transaction: `answer` gets its result. */
export type Work<T> = (store: IDBObjectStore, answer: (value: T) => void) => void;

export class Storage {
  private database: Promise<IDBDatabase | null> | undefined;

  /** `what`: the kind of objects, in words. Each has an `id`, by which it is found. */
  constructor(
    private readonly name: string,
    private readonly store: string,
    private readonly what: string,
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

  /** Runs requests in one transaction; fails if it does, as when there is no room. `otherwise`: what is done where there is no database. */
  async transact<T>(mode: IDBTransactionMode, work: Work<T>, otherwise: () => T): Promise<T> {
    const found = await this.opened();
    if (found === null) return otherwise();
    return new Promise<T>((resolve, reject) => {
      const transaction = found.transaction(this.store, mode);
      let value: T | undefined;
      transaction.oncomplete = () => resolve(value as T);
      const failed = (): void => reject(transaction.error ?? new Error(`The browser could not keep the ${this.what}.`));
      transaction.onerror = failed;
      transaction.onabort = failed;
      work(transaction.objectStore(this.store), (given) => (value = given));
    });
  }
}
