// SPDX-License-Identifier: GPL-3.0-or-later
// Banners for errors and news, the line that screen readers announce, and the question before something final.
import { fill, h, iconOf } from './dom';
import { capital } from './words';

const banners = h('div', { class: 'banners', role: 'alert' });
const spoken = h('div', { class: 'visually-hidden', 'aria-live': 'polite', role: 'status' });

/** The elements that the page must hold once. */
export const noticeElements = (): HTMLElement[] => [banners, spoken];

/** Says something to screen readers only. */
export function announce(text: string): void {
  // Screen readers do not repeat a text that has not changed.
  spoken.textContent = spoken.textContent === text ? `${text} ` : text;
}

export type Tone = 'error' | 'news';

/** What can be done about a banner. */
export interface Remedy {
  name: string;
  pressed: () => void;
}

/** Shows a banner; one with the same key replaces it. Errors and banners that offer a remedy stay until closed; other news disappears after a while. */
export function banner(key: string, text: string, tone: Tone = 'error', remedy: Remedy | null = null): void {
  clearBanner(key);
  const close = (): void => element.remove();
  const element = h(
    'div',
    { class: `banner ${tone}`, 'data-key': key },
    h('span', {}, text),
    remedy && h('button', { type: 'button', class: 'button small', onclick: () => remedy.pressed() }, remedy.name),
    h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: close }, iconOf('close')),
  );
  banners.append(element);
  if (tone === 'news' && remedy === null) setTimeout(close, 6000);
}

export function clearBanner(key: string): void {
  for (const element of banners.querySelectorAll(`[data-key="${key}"]`)) element.remove();
}

export function clearBanners(): void {
  fill(banners);
}

/** What a caught error says to a person: the server's message as a sentence. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const sentence = /^[a-z]+(?=[ ,])/.test(text) ? capital(text) : text;
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Asks before something that cannot be undone. */
export function confirmation(question: string, detail: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog',
      { class: 'question', 'aria-label': question },
      h('h2', {}, question),
      h('p', {}, detail),
      h(
        'form',
        { method: 'dialog', class: 'row' },
        h('button', { value: 'no', class: 'button' }, 'Cancel'),
        h('button', { value: 'yes', class: 'button danger' }, yes),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
