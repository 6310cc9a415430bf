// SPDX-License-Identifier: GPL-3.0-or-later
// The few lines that stand in for a framework: making elements, and replacing what an element holds.
//
// The page has three screens and one of them is a board that chessgroundx draws by itself, so a virtual DOM would
// have little to do; each part renders itself again from the match when something has changed.

export type Child = Node | string | null | undefined | false;
type Listener = (event: Event) => void;
type Value = string | number | boolean | null | undefined | Listener;

/** Makes an element: `onclick`-like functions become listeners, `true` an empty attribute; null, undefined and false are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

let serial = 0;

/** An id that no other element has, for labels. */
export function uniqueId(prefix: string): string {
  serial += 1;
  return `${prefix}-${serial}`;
}

/** A drawing of the page's own set of icons, by the path data of a 24×24 grid. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  drawing.setAttribute('d', path);
  svg.append(drawing);
  return svg;
}

export const ICONS = {
  flip: 'M7 4v13m0 0-3-3m3 3 3-3M17 20V7m0 0-3 3m3-3 3 3',
  first: 'M18 6l-7 6 7 6M6 6v12',
  back: 'M15 6l-7 6 7 6',
  forward: 'M9 6l7 6-7 6',
  last: 'M6 6l7 6-7 6M18 6v12',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
  flag: 'M6 21V4m0 1c4-2.5 7 2.5 12 0v9c-5 2.5-8-2.5-12 0',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5',
  half: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 3v18M12 7.5h6.5M12 12h9M12 16.5h6.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  again: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  equal: 'M5 9h14M5 15h14',
  pause: 'M9 6v12M15 6v12',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  lamp: 'M9 17h6M10 20h4M8.5 14a6 6 0 1 1 7 0c-.5.5-.5 1-.5 3H9c0-2 0-2.5-.5-3',
  gear: 'M4 7h9M17 7h3M13 4.5v5M4 17h3M11 17h9M7.5 14.5v5',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21M10.5 7.5v6M7.5 10.5h6',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21M7.5 10.5h6',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  folder: 'M3 6h6l2 2h10v11H3z',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  upload: 'M12 15V4m0 0L8 8m4-4 4 4M5 20h14',
  close: 'M6 6l12 12M18 6L6 18',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h4',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  hand: 'M12 3v18M3 12h18M12 3l-2.500 2.500M12 3l2.500 2.500M12 21l-2.500-2.500M12 21l2.500-2.500M3 12l2.500-2.500M3 12l2.500 2.500M21 12l-2.500-2.500M21 12l-2.500 2.500',
  mirror: 'M12 3v18M9 7l-5 5 5 5zM15 7l5 5-5 5z',
  swap: 'M7 4v16m0 0-3-3m3 3 3-3M17 20V4m0 0-3 3m3-3 3 3',
  fuel: 'M5 21V4h8v17M3.500 21h11M5 11h8M13 8l4-1 2 3v7a1.500 1.500 0 0 1-3 0v-4h-3',
} as const;

export type IconName = keyof typeof ICONS;

export const iconOf = (name: IconName): SVGSVGElement => icon(ICONS[name]);
