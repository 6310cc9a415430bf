// SPDX-License-Identifier: GPL-3.0-or-later
// The question before a turn that the server calls a blunder by rule: giving mate where that loses, shutting oneself in.
import * as api from '../app/api';
import { confirmation } from '../app/notices';
import { warnsOfLosing } from '../app/store';
import { capital } from '../app/words';

export interface Waiting {
  /** Whether the turn is still to be sent. */
  wanted: () => boolean;
  /** The server is away and is asked again. */
  retrying: () => void;
}

/** Whether to send the turn, after asking the server what it does and, where that is bad, the person. */
export async function isMeant(id: string, turn: string, { wanted, retrying }: Waiting): Promise<boolean> {
  if (!warnsOfLosing()) return true;
  const consequence = await api
    .untilAnswered(() => api.getConsequence(id, turn), wanted, retrying)
    .catch((error: unknown) => {
      // Sending it will be refused as well, and with better words.
      if (error instanceof api.Refusal) return null;
      throw error;
    });
  if (!wanted()) return false;
  if (consequence === null) return true;
  const sure = await confirmation('Send it all the same?', `${capital(consequence.text)}.`, 'Send it');
  return sure && wanted();
}
