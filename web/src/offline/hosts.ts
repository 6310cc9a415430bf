// SPDX-License-Identifier: GPL-3.0-or-later
// Who keeps a match.
import { onServer, type Host } from '../match/host';
import { isOwn } from './own-matches';

/** The host of the match with this id. The library is loaded only for matches of this browser. */
export const hostOf = async (id: string): Promise<Host> => (isOwn(id) ? (await import('./own-host')).inBrowser(id) : onServer(id));
