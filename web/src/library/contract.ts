// SPDX-License-Identifier: GPL-3.0-or-later
// The objects of docs/library.md, as the page uses them.
import type { Color, Game, Match, Parameters, Result, State, Turn } from '../app/types';

/** A game, from a text or, without one, the library's own; from its start position or another one. */
export interface Chosen {
  variants?: string;
  game: string;
  parameters?: Parameters;
  fen?: string;
  /** Turns may follow a repetition or fifty moves: in other programs a player must claim these draws. */
  pastDraws?: boolean;
}

/** A place in the text; lines and columns count from 1, in characters. */
export interface Place {
  line: number;
  column: number;
}

export interface Fault extends Place {
  /** How many characters are wrong; 0 means the place itself. */
  length?: number;
  kind: 'error' | 'warning';
  message: string;
  /** A place in one of the library's own texts. */
  file?: string;
  other?: Place & { message: string; file?: string };
}

export interface Checked {
  faults: Fault[];
  hidden?: number;
  games: Game[];
}

/** A game in progress: what of a match does not depend on its players. */
export type Play = Pick<Match, 'game' | 'parameters' | 'ply' | 'first' | 'turns' | 'state' | 'result' | 'reason' | 'points' | 'claims'>;

/** One change of a position that is edited; docs/library.md has them all. */
export type Edit = Readonly<Record<string, string | number | boolean>>;

/** A position that is edited, and what is wrong with it. */
export type Edited = Pick<State, 'game' | 'fen' | 'side' | 'board' | 'reserves' | 'hands'> & {
  rights: { right: string; color: Color; has: boolean; wing?: 'king' | 'queen'; king?: string; rook?: string; gate?: string }[];
  /** The field of the en-passant target, and the squares that it may name. */
  target: string;
  targets: string[];
  halfmove: number;
  fullmove: number;
  fields: { field: number; words: string; text: string }[];
  errors: { message: string; at: string; squares: string[] }[];
  /** Only of legal positions. */
  check?: boolean;
  result?: Result;
  reason?: string;
  /** What can be edited in this game. */
  can: {
    pieces: { piece: string; name: string; image: string; sides: Color[]; hand: boolean }[];
    holes: boolean;
    hands: boolean;
    owners: boolean;
    frozen: boolean;
    fuel?: { full: number; most: number };
    reserve?: number;
  };
};

export interface RulesInWords {
  sections: { title: string; lines: string[] }[];
  pieces?: { letter: string; name: string; betza?: string; words?: string }[];
}

/** A key of the texts, for completion. */
export interface KeyRow {
  name: string;
  type: string;
  help?: string;
  example?: string;
  default?: string;
  choices?: string[];
}

/** How a search is limited; without a limit it goes on until it is aborted, or until a deeper search cannot change a win or loss. */
export interface Limits {
  nodes?: number;
  milliseconds?: number;
  depth?: number;
  level?: string;
  seed?: number;
  lines?: number;
  /** MiB. */
  hash?: number;
}

/** For the side to move; wins and losses in that many of its turns. */
export interface Score {
  kind: 'centipawns' | 'wins-in' | 'loses-in';
  value: number;
}

export interface Line {
  depth: number;
  score: Score;
  /** Other than `exact` only while a long iteration has not found the value yet. */
  bound: 'exact' | 'at-least' | 'at-most';
  /** The expected turns, the last of which may be incomplete; `san`: the same for people. */
  pv: string;
  san: string;
}

/** The state of a search. */
export interface Analysis {
  depth: number;
  selective: number;
  nodes: number;
  /** Nodes a second. */
  speed: number;
  milliseconds: number;
  /** Thousandths of the table. */
  hashfull: number;
  /** Each begins with another first action, best first. */
  lines: Line[];
}

/** What a search has found; only `score` and `nodes` if there is no turn. */
export interface Found {
  turn: string | null;
  san?: string;
  score: Score;
  depth?: number;
  nodes: number;
  milliseconds?: number;
  lines?: Line[];
}

/** What is to be proved; without a limit the proof goes on until it is finished or aborted. */
export interface Quest {
  /** Of the winner, at most; up to 24. */
  turns: number;
  /** The side to move, if not given. */
  winner?: Color;
  /** How many winning turns are wanted; 64 if not given. */
  lines?: number;
  nodes?: number;
  milliseconds?: number;
  /** MiB. */
  hash?: number;
}

/** A proof under way. */
export interface Proving {
  half_turns: number;
  nodes: number;
  milliseconds: number;
}

/** A way to win as soon as possible, against the longest resistance. */
export interface WinningLine {
  turn: string;
  pv: string;
  san: string;
  reason: string;
}

interface Searched {
  winner: Color;
  nodes: number;
  milliseconds: number;
}

/** Whether a win can be forced in so many turns. */
export type Proof = Searched &
  (
    | {
        status: 'won';
        half_turns: number;
        /** Of the winner. */
        turns: number;
        /** One for each turn of the winner that keeps the shortest win; if the other side is to move, only one. */
        lines: WinningLine[];
        /** There are more turns that win, or may be. */
        more: boolean;
      }
    | { status: 'none'; half_turns: number }
    /** Within so many half-turns there is no win. */
    | { status: 'unknown'; half_turns: number; why: 'nodes' | 'milliseconds' | 'stopped' }
  );

/** What the engine does in a match. Without a turn, it has nothing to do now. */
export interface Reply extends Found {
  /** Whether it accepts a draw once it has played that turn. */
  accepts_draw: boolean;
}

/** How a game ended, if the board does not tell. */
export type Declared = Pick<Match, 'result' | 'reason'>;

/** What is written about a turn. */
export interface Note {
  comment?: string;
  /** At most four, from 0 to 255. */
  nags?: number[];
  /** What could have been played instead. */
  variations?: Variation[];
}

export interface Variation {
  /** Before its first turn. */
  comment?: string;
  turns: (Note & { turn: string })[];
}

/** A game as PGN has it. */
export interface Recorded {
  /** Those that do not follow from the rest. */
  tags: Record<string, string>;
  game: string;
  /** The text that defines the game, if it is not the library's own. */
  variants?: string;
  parameters: Parameters;
  /** Where the game begins. */
  fen: string;
  /** Before the first turn. */
  comment?: string;
  turns: (Turn & Note)[];
  result: Result;
  reason: string;
}

/** A game of a PGN text that cannot be read. */
export interface Unread {
  error: { code: string; message: string; at: string | null };
}

/** A text may have more than the 1,000 games that are read. */
export interface ReadGames {
  games: (Recorded | Unread)[];
  more: boolean;
}

/** What else is written into PGN than the turns. */
export interface Writing {
  tags?: Record<string, string>;
  /** Before the first turn. */
  comment?: string;
  /** For each turn, in order. */
  notes?: (Note | null)[];
  /** How the game ended, if the board does not tell. */
  result?: Result;
  reason?: string;
}

/** The longest text that the library and the server read. */
export const LONGEST_TEXT = 65_536;
