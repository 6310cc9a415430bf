// SPDX-License-Identifier: GPL-3.0-or-later
// What a board is given to show, and whom it tells what the person does on it.
import type { Action, Color, Game, State } from '../app/types';
import type { Attacks } from './attacks';
import type { LinkMode, Step, Walk } from './links';

export interface View {
  game: Game;
  state: State;
  orientation: Color;
  /** The actions on offer; empty for spectators, when it is somebody else's turn, and for earlier positions. */
  actions: Action[];
  /** Pressing a place for a square places one; none need be picked up first. */
  armed: boolean;
  /** What a full tank holds, in games with fuel. */
  tank: number | null;
  /** What the pieces attack; asked only when somebody points at one. Without, it is not shown. */
  attacks?: () => Promise<Attacks>;
}

/** What is drawn over the position, apart from the links of the piece under the pointer. */
export interface Marks {
  mode: LinkMode;
  walks: Walk[];
  /** Steps of a walk that have no link. */
  missing: Step[];
  /** Presses on squares name a path instead of playing. */
  visiting: boolean;
}

export interface Listener {
  /** A square was pressed for a path. */
  visit(square: string): void;
  /** The person has chosen an action; `single`: by one press on an empty place, with nothing picked up before. */
  play(action: Action, single: boolean): void;
  /** Something to read under the board: what the square or target under the pointer or cursor means. */
  tell(text: string): void;
  /** A square was picked up, or put back. */
  picked(): void;
  /** The same for a screen reader, on keyboard moves. */
  announce(text: string): void;
}
