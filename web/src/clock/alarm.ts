// SPDX-License-Identifier: GPL-3.0-or-later
// A sound when one's own time gets short, once in each turn; it can be switched off in the settings.
import { soundsAlarm } from '../app/store';
import type { Color } from '../app/types';
import type { Timed } from './face';

/** Two short tones, one after the other: pitch in hertz, and when they begin, in seconds. */
const TONES = [
  [880, 0],
  [660, 0.16],
] as const;

export class Alarm {
  private context: AudioContext | undefined;
  private sounded = '';

  /** The time of a side that is played here is short. */
  short(match: Pick<Timed, 'id' | 'ply'>, color: Color): void {
    const turn = `${match.id} ${color} ${match.ply}`;
    if (turn === this.sounded) return;
    this.sounded = turn;
    if (soundsAlarm()) this.sound();
  }

  leave(): void {
    void this.context?.close();
    this.context = undefined;
  }

  private sound(): void {
    // Browsers without sound, or that do not allow it before something has been pressed, stay silent.
    if (typeof AudioContext === 'undefined') return;
    this.context ??= new AudioContext();
    const { context } = this;
    // Begun before anything was pressed, it waits.
    void context.resume();
    for (const [pitch, at] of TONES) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      const begin = context.currentTime + at;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.15, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.14);
      tone.connect(volume).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + 0.15);
    }
  }
}
