// SPDX-License-Identifier: GPL-3.0-or-later
// Asks before sending a turn that loses by the rules: giving mate where that loses, or leaving yourself without moves.
import * as api from '../app/api';
import { confirmation } from '../app/notices';
import { warnsOfLosing } from '../app/store';
import { capital } from '../app/words';
import type { Host } from './host';

export interface Waiting {
  /** Whether the turn is still to be sent. */
  wanted: () => boolean;
  /** The host cannot be reached, and the request is repeated. */
  retrying: () => void;
}

/** Whether to send the turn. Asks what it does and, if that is bad, the person. */
export async function isMeant(host: Pick<Host, 'consequence'>, turn: string, { wanted, retrying }: Waiting): Promise<boolean> {
  if (!warnsOfLosing()) return true;
  const consequence = await api
    .untilAnswered(() => host.consequence(turn), wanted, retrying)
    .catch((error: unknown) => {
      // Sending it will be refused too, with a better message.
      if (error instanceof api.Refusal) return null;
      throw error;
    });
  if (!wanted()) return false;
  if (consequence === null) return true;
  const sure = await confirmation('Send it anyway?', `${capital(consequence.text)}.`, 'Send it');
  return sure && wanted();
}
