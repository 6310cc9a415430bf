// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of docs/api.md, "Tours".

/** What every tour request has. */
export interface Ground {
  board: string;
  leaper: string;
  open: boolean;
}

export interface KnownCount extends Ground {
  count: string;
  published: string | null;
  source: string;
}

export interface ToursCatalogue {
  leapers: { key: string; name: string; words: string }[];
  known: KnownCount[];
  side: number;
  squares: number;
  tours: number;
}

export interface CountAnswer {
  count: string | null;
  directed?: string;
  source?: string;
  reason?: string;
  squares: number;
  /** Counted, or not, in this browser, without the server. */
  here?: boolean;
}

export interface RandomAnswer {
  tours: string[][];
  /** How the tours were drawn; null if there are none. */
  distribution: 'uniform' | 'walk' | 'single' | null;
  exists: boolean | null;
  words: string;
}

export interface ProbeAnswer {
  population: number;
  logs: (number | null)[];
  reason?: string;
}

export type TourStyle = 'line' | 'numbered' | 'coloured';
