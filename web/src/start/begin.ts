// SPDX-License-Identifier: GPL-3.0-or-later
// Begins a match: on the server; or in this browser, if that is wanted or the server cannot be reached.
import * as api from '../app/api';
import { keepJoinSecret, keepSeats } from '../app/store';
import type { Created, CreateRequest } from '../app/types';

async function created(request: CreateRequest, here: boolean): Promise<Created> {
  if (request.opponent.kind === 'friend') return api.createMatch(request);
  if (!here)
    try {
      return await api.createMatch(request);
    } catch (error) {
      // The engine in the browser has no clock.
      if (!(error instanceof api.Unreachable) || request.clock !== undefined) throw error;
    }
  return (await import('../offline/own-begin')).beginHere(request);
}

/** Begins the match and goes to its screen. */
export async function beginMatch(request: CreateRequest, { here = false } = {}): Promise<void> {
  const { match, seats, join } = await created(request, here);
  keepSeats(match.id, seats);
  if (join !== null) keepJoinSecret(match.id, join);
  location.hash = `#/match/${match.id}`;
}
