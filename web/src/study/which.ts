// SPDX-License-Identifier: GPL-3.0-or-later
// Which study an address asks for, or a list: from a link, a match, the browser, or a new one of a game.
import { errorText } from '../app/notices';
import type { Catalogue } from '../app/types';
import { newStudy, studyOf, type Study } from './document';
import { titleOf } from './games';
import { studies } from './keep';
import { lastKept } from './saver';
import { fromLink, fromMatch } from './sources';
import { below } from './tree';

/** A study to be opened. */
export interface Opening {
  study: Study;
  /** When the browser last kept it; null: never. */
  saved: number | null;
  /** There are changes that the browser does not keep yet. */
  unsaved?: boolean;
  /** The address that it has from now on. */
  address?: string;
  /** What the person should know about it. */
  notice?: string;
  /** It is a game that has just been played, and that nobody has reviewed. */
  unreviewed?: boolean;
}

/** One that this browser keeps. */
export async function kept(id: string): Promise<Opening> {
  const found = await lastKept(id);
  if (found === null) throw new Error('This browser does not keep that study. It may have been deleted, or kept in another browser.');
  return { study: studyOf(found.kept), saved: found.saved, unsaved: found.kept.changed !== found.saved, address: `#/study/kept/${id}` };
}

async function ofLink(packed: string, catalogue: Catalogue): Promise<Opening> {
  const { study, refused } = await fromLink(packed, catalogue);
  return { study, saved: null, ...(refused !== null && { notice: `The line of the link is shown as far as it is legal: ${errorText(refused)}` }) };
}

async function ofMatch(id: string, catalogue: Catalogue): Promise<Opening> {
  const study = await fromMatch(id, catalogue);
  const saved = (await lastKept(study.id))?.saved ?? null;
  const evaluated = below(study.tree.root).some(({ evaluation }) => evaluation !== null);
  return { study, saved, unreviewed: study.result !== 'ongoing' && study.tree.root.children.length > 0 && !evaluated };
}

/** What stands behind `#/study/`: a kind and a value, a game, or nothing, which is the study that was changed last. */
export async function opening([kind = '', value = '']: readonly string[], catalogue: Catalogue): Promise<Opening> {
  if (kind === 'link') return ofLink(value, catalogue);
  if (kind === 'match') return ofMatch(value, catalogue);
  if (kind === 'kept') return kept(value);
  if (kind !== '') return { study: newStudy({ game: kind }, titleOf(kind, catalogue)), saved: null };
  const [last] = await studies();
  return last === undefined ? { study: newStudy({ game: 'chess' }, titleOf('chess', catalogue)), saved: null } : kept(last.id);
}
