// SPDX-License-Identifier: GPL-3.0-or-later
// Banners for errors and news, the line that screen readers announce, and the question before something final.
import { fill, h, iconOf } from './dom';

const banners = h('div', { class: 'banners', role: 'alert' });
const spoken = h('div', { class: 'visually-hidden', 'aria-live': 'polite', role: 'status' });

/** The elements that the page must hold once. */
export const noticeElements = (): HTMLElement[] => [banners, spoken];

/** Says something to screen readers only. */
export function announce(text: string): void {
  // The same text twice in a row would not be read again.
  spoken.textContent = spoken.textContent === text ? `${text} ` : text;
}

export type Tone = 'error' | 'news';

/** Shows a banner; one with the same key replaces it. Errors stay until closed, news go after a while. */
export function banner(key: string, text: string, tone: Tone = 'error'): void {
  clearBanner(key);
  const close = (): void => element.remove();
  const element = h(
    'div',
    { class: `banner ${tone}`, 'data-key': key },
    h('span', {}, text),
    h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onclick: close }, iconOf('close')),
  );
  banners.append(element);
  if (tone === 'news') setTimeout(close, 6000);
}

export function clearBanner(key: string): void {
  for (const element of banners.querySelectorAll(`[data-key="${key}"]`)) element.remove();
}

export function clearBanners(): void {
  fill(banners);
}

/** What a caught error says to a person. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
