// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers what the page asks about tours: the server, or while that cannot be reached, the library in this browser.
import * as api from '../app/api';
import { rastered } from './raster';
import type { CountAnswer, Ground, ProbeAnswer, RandomAnswer, ToursCatalogue, TourStyle } from './tours-types';

type Library = typeof import('../library/calls');

/** The library is large; who can reach the server never loads it. */
async function either<T>(server: () => Promise<T>, here: (library: Library) => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await server();
  } catch (error) {
    if (!(error instanceof api.Unreachable) || signal?.aborted === true) throw error;
    return here(await import('../library/calls'));
  }
}

/** Nobody else waits for this browser, so it may count for longer than the server. */
const COUNTING = 10;

export const catalogue = (): Promise<ToursCatalogue> => either(api.toursCatalogue, (library) => library.toursCatalogue());

export const count = (ground: Ground, signal: AbortSignal): Promise<CountAnswer> =>
  either(
    () => api.countTours(ground, signal),
    async (library) => ({ ...(await library.askTours<CountAnswer>('count', { ...ground, seconds: COUNTING }, signal)), here: true }),
    signal,
  );

export const random = (ground: Ground, seed: number, tours: number, signal: AbortSignal): Promise<RandomAnswer> =>
  either(
    () => api.randomTours(ground, seed, tours, signal),
    (library) => library.askTours('random', { ...ground, seed, count: tours }, signal),
    signal,
  );

export const probes = (ground: Ground, seed: number, signal: AbortSignal): Promise<ProbeAnswer> =>
  either(
    () => api.probeTours(ground, seed, signal),
    (library) => library.askTours('estimate', { ...ground, seed }, signal),
    signal,
  );

/** The picture of a tour as a file. */
export const picture = (ground: Ground, squares: string[], style: TourStyle, format: 'svg' | 'png'): Promise<Blob> =>
  either(
    () => api.drawTour(ground, squares, style, format),
    async (library) => {
      const { svg } = await library.askTours<{ svg: string }>('draw', { ...ground, squares, style });
      return format === 'png' ? rastered(svg) : new Blob([svg], { type: 'image/svg+xml' });
    },
  );
