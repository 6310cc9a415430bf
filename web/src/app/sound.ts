// SPDX-License-Identifier: GPL-3.0-or-later
// Short tones.

/** Pitch in hertz, and when it begins, in seconds. */
export type Tone = readonly [pitch: number, at: number];

export class Sound {
  private context: AudioContext | undefined;

  play(tones: readonly Tone[]): void {
    // Browsers without sound, or that do not allow it before something has been pressed, stay silent.
    if (typeof AudioContext === 'undefined') return;
    this.context ??= new AudioContext();
    const { context } = this;
    // Begun before anything was pressed, it waits.
    void context.resume();
    for (const [pitch, at] of tones) {
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

  close(): void {
    void this.context?.close();
    this.context = undefined;
  }
}
