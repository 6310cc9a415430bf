// SPDX-License-Identifier: GPL-3.0-or-later
// Diagrams of movements, made from the rides that the library lists: small ones on the pictures of unknown pieces, large ones beside the rules.
import type { Color, Ride } from '../app/types';

/** What a piece can do on a square of the diagram. */
export interface Reach {
  files: number;
  ranks: number;
  quiet: boolean;
  capture: boolean;
  /** Another piece is needed on the way. */
  hops: boolean;
  /** Something on the way may stop it, although it does not go step by step along a line of the diagram. */
  lame: boolean;
  initial: boolean;
}

/** The least distance that shows every single step of a movement. */
export function extentOf(rides: readonly Ride[]): number {
  return rides.reduce((most, [files, ranks]) => Math.max(most, Math.abs(files), Math.abs(ranks)), 1);
}

/** Rides with more steps are shown as if they went on to the edge. */
const MOST_STEPS = 5;

/** The distance that shows all of a movement but the ends of its long rides: of those, one square more than of the rest. */
export function viewOf(rides: readonly Ride[]): number {
  const ends = rides.map(([files, ranks, quiet, capture]) => [Math.max(Math.abs(files), Math.abs(ranks)), Math.max(quiet, capture)] as const);
  const short = ends.filter(([, steps]) => steps <= MOST_STEPS).map(([step, steps]) => step * steps);
  return Math.max(2, ...short, ...(ends.some(([, steps]) => steps > MOST_STEPS) ? [3, extentOf(rides) + 1] : []));
}

/** Where a piece in the middle goes, up to a distance, each square once. */
export function reaches(rides: readonly Ride[], distance: number): Reach[] {
  const found = new Map<string, Reach>();
  for (const [files, ranks, quiet, capture, ...how] of rides) {
    const hops = how.includes('cannon') || how.includes('grasshopper');
    for (let step = 1; step <= Math.max(quiet, capture); step += 1) {
      const [x, y] = [files * step, ranks * step];
      if (Math.max(Math.abs(x), Math.abs(y)) > distance) break;
      // A hop needs a piece before it; over a neighbour it reaches the second square at the earliest.
      if (hops && step === 1) continue;
      const known = found.get(`${x},${y}`);
      found.set(`${x},${y}`, {
        files: x,
        ranks: y,
        quiet: step <= quiet || known?.quiet === true,
        capture: step <= capture || known?.capture === true,
        hops: hops && known?.hops !== false,
        lame: how.includes('lame') && known?.lame !== false,
        initial: how.includes('initial') && known?.initial !== false,
      });
    }
  }
  return [...found.values()];
}

const round = (number: number): string => String(Math.round(number * 100) / 100);

interface Inks {
  both: string;
  quiet: string;
  capture: string;
}

/** The mark of a square: a disc where it moves and captures, a ring where it only moves, a cross where it only captures; hops are squares. */
function mark({ quiet, capture, hops, initial }: Reach, x: number, y: number, size: number, inks: Inks): string {
  const half = size / 2;
  const thin = round(size * 0.24);
  if (capture && !quiet)
    return `<path d="M${round(x - half)} ${round(y - half)}L${round(x + half)} ${round(y + half)}M${round(x + half)} ${round(y - half)}L${round(x - half)} ${round(y + half)}" stroke="${inks.capture}" stroke-width="${thin}" fill="none"/>`;
  const ink = capture ? inks.both : inks.quiet;
  const paint = capture ? `fill="${ink}"` : `fill="none" stroke="${ink}" stroke-width="${thin}"${initial ? ` stroke-dasharray="${round(size * 0.3)}"` : ''}`;
  const inset = capture ? 0 : (size * 0.24) / 2;
  if (hops)
    return `<rect x="${round(x - half + inset)}" y="${round(y - half + inset)}" width="${round(size - 2 * inset)}" height="${round(size - 2 * inset)}" ${paint}/>`;
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(half - inset)}" ${paint}/>`;
}

/** A small diagram within a box of a picture. */
export function miniature(rides: readonly Ride[], color: Color, box: { x: number; y: number; size: number }): string {
  const extent = Math.min(3, Math.max(2, extentOf(rides)));
  const cell = box.size / (2 * extent + 1);
  const [middleX, middleY] = [box.x + box.size / 2, box.y + box.size / 2];
  const inks = color === 'white' ? { both: '#0f5c66', quiet: '#0f5c66', capture: '#b02a14' } : { both: '#8fe0e2', quiet: '#8fe0e2', capture: '#ff9f88' };
  const body = color === 'white' ? '#000' : '#ececec';
  const side = cell * 0.8;
  const marks = reaches(rides, extent).map((reach) => mark(reach, middleX + reach.files * cell, middleY - reach.ranks * cell, cell * 0.82, inks));
  return `<rect x="${round(middleX - side / 2)}" y="${round(middleY - side / 2)}" width="${round(side)}" height="${round(side)}" fill="${body}"/>${marks.join('')}`;
}

/** The diagram of a movement as an element, on squares; the piece stands in the middle. `picture` is drawn there. */
export function movementDiagram(rides: readonly Ride[], picture: string, words: string): SVGSVGElement {
  const extent = viewOf(rides);
  const side = 2 * extent + 1;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${side * 10} ${side * 10}`);
  svg.setAttribute('class', 'movement');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', words);
  const squares: string[] = [];
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1)
      squares.push(`<rect class="${(row + column) % 2 === 0 ? 'dark' : 'light'}" x="${column * 10}" y="${row * 10}" width="10" height="10"/>`);
  const inks = { both: '#12424a', quiet: '#12424a', capture: '#a8230c' };
  const marks = reaches(rides, extent).map((reach) => mark(reach, (extent + reach.files) * 10 + 5, (extent - reach.ranks) * 10 + 5, 4.6, inks));
  svg.innerHTML = `${squares.join('')}${marks.join('')}`;
  const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
  image.setAttribute('href', picture);
  for (const [name, value] of Object.entries({ x: extent * 10, y: extent * 10, width: 10, height: 10 })) image.setAttribute(name, String(value));
  svg.append(image);
  return svg;
}
