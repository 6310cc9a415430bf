// SPDX-License-Identifier: GPL-3.0-or-later
// A sound when one's own time gets short, once in each turn; it can be switched off in the settings.
import { Sound, type Tone } from '../app/sound';
import { soundsAlarm } from '../app/store';
import type { Color } from '../app/types';
import type { Timed } from './face';

const TONES: readonly Tone[] = [
  [880, 0],
  [660, 0.16],
];

export class Alarm {
  private readonly sound = new Sound();
  private sounded = '';

  /** The time of a side that is played here is short. */
  short(match: Pick<Timed, 'id' | 'ply'>, color: Color): void {
    const turn = `${match.id} ${color} ${match.ply}`;
    if (turn === this.sounded) return;
    this.sounded = turn;
    if (soundsAlarm()) this.sound.play(TONES);
  }

  leave(): void {
    this.sound.close();
  }
}
