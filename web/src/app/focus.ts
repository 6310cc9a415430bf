// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the keyboard focus within a screen when the element that had it disappears, such as a button that is no longer needed.
//
// Browsers then move it to the document, and anyone using the keyboard starts from the top of the page again.

let byKey = false;
addEventListener('keydown', () => (byKey = true), { capture: true });
addEventListener('pointerdown', () => (byKey = false), { capture: true });

/** Whether the person used the keyboard last. */
export const usesKeyboard = (): boolean => byKey;

const canHave = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;

export class FocusKeeper {
  private last: HTMLElement | null = null;
  private neighbours: HTMLElement[] = [];
  /** What the element lies in, from the inside. */
  private around: HTMLElement[] = [];
  private readonly observer = new MutationObserver(() => this.check());

  /** `fallback` says where the focus goes if nothing like the lost element is left, or, if `alike` is false, at once. */
  constructor(
    private readonly screen: HTMLElement,
    private readonly fallback: () => HTMLElement,
    private readonly alike = true,
  ) {
    screen.addEventListener('focusin', (event) => this.note(event.target));
    screen.addEventListener('focusout', (event) => {
      // It left for another element, or by a click into the empty page: nothing was lost.
      if (event.relatedTarget !== null || this.last === null || canHave(this.last)) this.last = null;
    });
    this.observer.observe(screen, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'disabled'] });
  }

  stop(): void {
    this.observer.disconnect();
  }

  private note(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement)) return;
    this.last = target;
    this.around = [];
    for (let place = target.parentElement; place !== null && this.screen.contains(place); place = place.parentElement) this.around.push(place);
    this.neighbours = [...(target.parentElement?.children ?? [])].filter((each): each is HTMLElement => each instanceof HTMLButtonElement);
  }

  private check(): void {
    const { last } = this;
    if (last === null || canHave(last)) return;
    this.last = null;
    const now = document.activeElement;
    if (now instanceof HTMLElement && now !== document.body && now !== last && canHave(now)) return;
    const selector = [last.tagName, ...last.classList].join('.');
    // The nearest of its kind.
    const same = last.className === '' ? [] : this.around.flatMap((place) => [...place.querySelectorAll<HTMLElement>(selector)]);
    const next = (this.alike ? [...same, ...this.neighbours].find(canHave) : undefined) ?? this.fallback();
    next.focus({ preventScroll: true });
  }
}
