// SPDX-License-Identifier: GPL-3.0-or-later
// The objects of docs/api.md, as the page uses them.

export type Color = 'white' | 'black';

export interface Choice {
  key: string;
  name: string;
  words?: string;
}

export type Parameter =
  | { key: string; type: 'integer'; name: string; words?: string; min: number; max: number; default: number }
  | { key: string; type: 'choice'; name: string; words?: string; choices: Choice[]; default: string }
  | { key: string; type: 'armies'; name: string; words?: string; choices: string[]; default: [string, string] };

export type ParameterValue = number | string | string[];
export type Parameters = Record<string, ParameterValue>;

/** One direction of a movement: files and ranks of a step, how many of them to an empty square and with a capture, and words on how. */
export type Ride = readonly [files: number, ranks: number, quiet: number, capture: number, ...how: string[]];

export interface PieceKind {
  letter: string;
  name: string;
  betza?: string;
  image: string;
  words?: string;
  moves?: Ride[];
  royal?: boolean;
  /** Where it must promote. */
  promotion?: Record<Color, string[]>;
}

export interface HelpItem {
  source: 'S' | 'R';
  text: string;
}

export interface HelpSection {
  title: string;
  items: HelpItem[];
}

export interface Game {
  key: string;
  name: string;
  /** The common name of a group of related games. */
  family?: string;
  author?: string;
  summary: string;
  draws: boolean;
  /** Players announce paths over the links of their pieces. */
  announcements?: boolean;
  /** The winner gets points. */
  points?: boolean;
  files: number;
  ranks: number;
  parameters: Parameter[];
  pieces: PieceKind[];
  /** Squares with a special meaning: gates, corners. */
  sites?: { kind: string; squares: string[] }[];
  help: HelpSection[];
  /** Not the server's: drawings that came with the text of the game, by letters as in FEN. */
  drawings?: Record<string, string>;
}

export interface Army {
  key: string;
  name: string;
  setup: string;
}

export interface Catalogue {
  games: Game[];
  armies: Army[];
  levels: Choice[];
  /** It is the library's in this browser, since the server cannot be reached. */
  here?: boolean;
  /** No other machine can reach the server, except through a proxy. */
  loopback: boolean;
  /** It writes to players whose turn it is. */
  mail?: boolean;
  /** It searches positions for people who analyse, for so many seconds. */
  analysis?: { threads: number; seconds: number };
}

export interface Location {
  at: string;
  kind?: 'hole' | 'wall';
  piece?: string;
  color?: Color;
  fuel?: number;
  owner?: Color;
  frozen?: boolean;
}

export interface Action {
  action: string;
  kind: string;
  piece?: string;
  /** Whose piece is placed. */
  color?: Color;
  from?: string;
  to: string;
  target: string;
  promotion?: string;
  capture?: string;
  san: string;
  cost?: number;
  fuel?: number;
  also?: { piece: string; from: string; to: string; cost?: number; fuel?: number }[];
  complete: boolean;
  more: boolean;
}

/** For each side: what each of its pieces links to. */
export type Links = Record<Color, Record<string, string[]>>;

export interface State {
  game: string;
  fen: string;
  side: Color;
  check: boolean;
  result: Result;
  reason: string;
  board: { files: number; ranks: number; locations: Location[]; owners?: boolean };
  reserves?: Record<Color, number | 'inf'>;
  hands?: Record<Color, Record<string, number>>;
  links?: Links;
  /** A path of each side that has one, in games in which they are announced. */
  path?: Record<Color, string[] | null>;
  checked: string[];
  last: { turn: string; san: string; color: Color; squares: string[] } | null;
  /** Null: there are so many that they have to be asked for. */
  legal?: Action[] | null;
}

/** The current turn after some of its actions. */
export interface Progress {
  actions: Action[];
  complete: boolean;
  state: Pick<State, 'side' | 'check' | 'board' | 'reserves' | 'hands' | 'links' | 'checked'>;
}

/** What a turn does to its player; `text` explains it to the player. */
export interface Consequence {
  kind: 'loses' | 'stuck';
  reason: string;
  text: string;
}

/** `none`: it was cancelled before it began, or aborted before both sides had made a turn. */
export type Result = 'ongoing' | 'white' | 'black' | 'draw' | 'none';

export interface Player {
  kind: 'human' | 'engine' | 'open';
  name: string;
  level?: string;
}

/** A side's path or circuit, and its points. */
export interface Claim {
  squares: string[];
  circuit: boolean;
  points: number;
}

export type Claimed = Record<Color, Claim | null>;

/** The games of a match against the same opponent; a side stands for whoever plays it in the current game. */
export interface Series {
  game: number;
  counts: 'points' | 'games';
  totals: Record<Color, number>;
  games: { id: string; result: Result; reason: string; score: Record<Color, number> }[];
}

/** What a match of a game that is not one of the server's own carries besides the game's key. */
interface OfText {
  /** The game's name in words. */
  title?: string;
  /** Tells definitions apart. */
  hash?: string;
}

export interface Summary extends OfText {
  id: string;
  game: string;
  parameters: Parameters;
  created: string;
  updated: string;
  players: Record<Color, Player>;
  local: boolean;
  control?: string;
  ply: number;
  side: Color;
  result: Result;
  reason: string;
  points?: Record<Color, number>;
  watchers?: number;
}

/** How a match stands in which this browser holds a seat. */
export interface SeatedMatch extends Summary {
  revision: number;
  draw_offer: Color | null;
  takeback_request: { by: Color; ply: number } | null;
  rematch: string | null;
  you: Color[];
  clock?: Clock;
  /** The server's time when it told this, and when that arrived here, by performance.now(). */
  served?: number;
  heard?: number;
  /** The seat was given to this device by another one. */
  device?: string;
  /** Only where it was asked for. */
  board?: State['board'];
}

export interface Turn {
  turn: string;
  san: string;
  fuel?: number;
  /** Whose announcement it is. */
  by?: Color;
  /** What its player had left after it, in milliseconds. */
  left?: number;
}

/** In milliseconds: what both sides had left at `since`; the time of `running` runs. `abort`: when the match ends for want of a first turn. */
export interface Clock {
  left: Record<Color, number>;
  running?: Color;
  since?: number;
  abort?: number;
}

/** Who has a match open. */
export interface Presence {
  /** How many watch. */
  watchers?: number | undefined;
  /** The sides whose players are not there, and from when on the other side may claim that they have left, by the server's time. */
  away?: Partial<Record<Color, number>> | undefined;
}

export interface Match extends OfText, Presence {
  id: string;
  game: string;
  /** The text that defines the game; only the server's first answers have it. */
  variants?: string;
  parameters: Parameters;
  created: string;
  updated: string;
  players: Record<Color, Player>;
  local: boolean;
  /** The time control, in matches with a clock. */
  control?: string;
  clock?: Clock;
  /** The server's time when it wrote this. */
  served?: number;
  /** When it arrived here, by performance.now(). */
  heard?: number;
  revision: number;
  ply: number;
  first: Color;
  turns: Turn[];
  state: State;
  result: Result;
  reason: string;
  draw_offer: Color | null;
  /** The ply from which each side may offer a draw, after an offer that was not accepted. */
  draw_from?: Record<Color, number>;
  takeback: boolean;
  /** The sides that could take a turn back now, or ask to. */
  takeback_by: Color[];
  /** Who asks to take back, and to which ply. */
  takeback_request: { by: Color; ply: number } | null;
  thinking: boolean;
  rematch: string | null;
  series: Series;
  listed?: boolean;
  finder?: boolean;
  points?: Record<Color, number>;
  claims?: Claimed;
  you: Color[];
}

export interface Created {
  match: Match;
  seats: Partial<Record<Color, string>>;
  join: string | null;
}

/** What the holder of a seat is told. */
export interface Seated {
  match: Match;
  seat: Color;
  token: string;
}

/** An open seek in the lobby, as everybody sees it. */
export interface Seek extends OfText {
  id: string;
  game: string;
  parameters: Parameters;
  control?: string;
  created: string;
  /** That of the one who seeks. */
  color: Color | 'random';
  name: string;
  finder?: boolean;
  listed: boolean;
}

export type SeekRequest = Omit<CreateRequest, 'opponent' | 'fen'>;

/** What the form for a new game holds: the opponent may also be anybody who is found. */
export type GameChoice = Omit<CreateRequest, 'opponent'> & { opponent: CreateRequest['opponent'] | { kind: 'anyone' } };

export interface CreateRequest {
  game: string;
  /** The text that defines the game, if it is not one of the server's. */
  variants?: string;
  parameters: Parameters;
  color: Color | 'random';
  opponent: { kind: 'engine'; level: string } | { kind: 'friend' } | { kind: 'local' };
  name?: string;
  finder?: boolean;
  listed?: boolean;
  /** `5+3`, `5d3`, `30s`, `3days`; none if it is left out. */
  clock?: string;
  fen?: string;
}
