// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the study that is open after every change, so that nothing is lost when the page is closed or loaded again.
import { errorText } from '../app/notices';
import { keptOf, newId, type Kept, type Study } from './document';
import { isKept, keepStudy, keepsStudies, keptStudy } from './keep';

const UNSAVED = 'leaper:study-unsaved:';
const PLACE = 'leaper:study-place';

interface SaverListener {
  tell(words: string): unknown;
  /** The study has been kept for the first time, or as a copy. */
  named(id: string): unknown;
}

/** For what must be written at once, when the page is about to go. */
function note(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // There is no room, or no storage: then the database must do.
  }
}

function noted(key: string): Record<string, unknown> {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What did not reach the database, and the versions there (when they were changed) that it follows. */
interface Unsaved {
  kept: Kept;
  follows: (number | null)[];
}

/** A study as it was last changed: also if that change did not reach the database, and at the position that was last looked at. */
export async function lastKept(id: string): Promise<{ kept: Kept; saved: number | null } | null> {
  const stored = await keptStudy(id);
  const { kept: unsaved, follows } = noted(UNSAVED + id) as Partial<Unsaved>;
  const newer = isKept(unsaved) && unsaved.id === id && unsaved.changed > (stored?.changed ?? 0);
  const kept = newer ? unsaved : stored;
  if (kept === null) return null;
  const { id: placed, path } = noted(PLACE);
  const place = placed === id && Array.isArray(path) ? (path as number[]) : kept.path;
  // If another tab has changed it since, what is unsaved here must not take the place of that.
  const saved = stored?.changed ?? null;
  const known = !newer || (Array.isArray(follows) && follows.includes(saved));
  return { kept: { ...kept, path: place }, saved: known ? saved : null };
}

/** One study, and what of it the database does not have yet. It goes on to be kept when another study is opened. */
class Keeping {
  /** The version that the database has. */
  saved: number | null;
  dirty = false;
  /** The version that is being written. */
  private writing: number | null = null;
  private work: Promise<void> | null = null;

  constructor(
    readonly study: Study,
    saved: number | null,
    private readonly listener: SaverListener,
  ) {
    this.saved = saved;
  }

  /** Keeps all changes; ends when that is done, or cannot be. */
  save(): Promise<void> {
    this.work ??= this.saveAll().finally(() => (this.work = null));
    return this.work;
  }

  /** The page may go: what the database does not have yet is written at once. */
  leave(): void {
    if (!this.dirty && this.work === null) return;
    const unsaved: Unsaved = { kept: keptOf(this.study, Date.now()), follows: [this.saved, ...(this.writing === null ? [] : [this.writing])] };
    note(UNSAVED + this.study.id, unsaved);
  }

  private async saveAll(): Promise<void> {
    try {
      while (this.dirty) await this.saveOnce();
    } catch (error) {
      // It is still to be kept: with the next change, or when the page goes.
      this.dirty = true;
      this.listener.tell(`Not kept: ${errorText(error)} Download it.`);
    }
  }

  private async saveOnce(): Promise<void> {
    const { study } = this;
    const first = this.saved === null;
    this.writing = Math.max(Date.now(), (this.saved ?? 0) + 1);
    this.dirty = false;
    const kept = await keepStudy(keptOf(study, this.writing), this.saved);
    if (!kept) {
      // Another tab has changed it: neither may be lost.
      note(UNSAVED + study.id, null);
      study.id = newId();
      this.saved = null;
      this.dirty = true;
      this.listener.tell('Changed in another tab, too: this is a copy now');
      return;
    }
    this.saved = this.writing;
    this.writing = null;
    note(UNSAVED + study.id, null);
    if (first) this.listener.named(study.id);
    this.listener.tell((await keepsStudies()) ? 'Kept in this browser' : 'Kept until this page is closed: download it');
  }
}

export class Saver {
  private keeping: Keeping | null = null;

  constructor(private readonly listener: SaverListener) {}

  /** Another study is open; `saved`: when it was last kept, null: never. */
  open(study: Study, saved: number | null): void {
    const keeping: Keeping = new Keeping(study, saved, {
      // Nobody looks at the one before any more.
      tell: (words) => this.keeping === keeping && this.listener.tell(words),
      named: (id) => this.keeping === keeping && this.listener.named(id),
    });
    this.keeping = keeping;
    this.listener.tell(saved === null ? 'Not kept yet: it will be, once you change it' : 'Kept in this browser');
  }

  /** Ends when the database has all that can be kept. */
  async settled(): Promise<void> {
    await this.keeping?.save();
  }

  /** The study is kept no more, until it is changed. */
  forget(): void {
    if (this.keeping !== null) {
      this.keeping.saved = null;
      this.keeping.dirty = false;
    }
    this.listener.tell('Deleted; it will be kept again if you change it');
  }

  restored(changed: number): void {
    if (this.keeping !== null) this.keeping.saved = changed;
    this.listener.tell('Kept in this browser');
  }

  changed(): void {
    if (this.keeping === null) return;
    this.keeping.dirty = true;
    void this.keeping.save();
  }

  /** Another position is shown: a reload shows it again. */
  moved(path: number[]): void {
    if (this.keeping !== null) note(PLACE, { id: this.keeping.study.id, path });
  }

  leave(): void {
    this.keeping?.leave();
  }
}
