// SPDX-License-Identifier: GPL-3.0-or-later
// The package: the library, and positions of its games. Its page has the same source: the module, its worker, and the objects.
import type { Analysis, Checked, Chosen, Found, Limits, ReadGames, RulesInWords, Writing } from '../../web/src/library/contract';
import { LibraryError, read, type Reason } from '../../web/src/library/failure';
import { Breakdown, Module } from '../../web/src/library/module';
import { chosen, pgnOf, recordOf, searchOf } from '../../web/src/library/requests';
import { Searches } from '../../web/src/library/searches';
import type { Color, Game, Parameters, Progress, Result, State } from '../../web/src/app/types';
import { addressOf } from './addresses';
import type { Platform } from './platform';

export { LibraryError };
export type * from '../../web/src/library/contract';
export type { Action, Color, Game, Location, Parameter, Parameters, PieceKind, Progress, Result, State, Turn } from '../../web/src/app/types';

export interface Loading {
  /** Where leaper.wasm is, if not beside the scripts. */
  module?: string | URL;
  /** The folder in which the engine's networks are, if not beside the scripts. */
  networks?: URL;
}

/** A legal turn, in coordinate notation and in SAN. */
export interface Legal {
  turn: string;
  san: string;
}

export interface Start {
  /** The start position, if it is not the game's. */
  fen?: string;
  /** Turns that have been played since then, in either notation. */
  moves?: readonly string[];
  parameters?: Parameters;
  /** A text that defines games, as in variants.ini; the game is looked for there first. */
  variants?: string;
}

export interface Watching {
  /** Gets the state of the search after each iteration. */
  onState?: (state: Analysis) => void;
  /** Ends the search at once; it then fails with the signal's reason. */
  signal?: AbortSignal;
}

interface Shown extends State {
  parameters: Parameters;
  turns: string[];
  sans: string[];
}

export async function loadOn(platform: Platform, { module: address, networks }: Loading): Promise<Leaper> {
  const module = await platform.compile(address);
  const equipment = { module, ...(networks && { networks: networks.href.replace(/\/?$/, '/') }) };
  const start = (): Promise<Module> => Module.start(module, (game) => platform.read(addressOf(game, equipment.networks)));
  return new Leaper(start, await start(), new Searches(platform.starter(equipment), () => platform.shared()));
}

/** The library. It answers at once, except searches, which run on workers. */
export class Leaper {
  /** Resolves when requests can be answered: always, but for a moment after a breakdown, since the library then starts anew. Rejects if it cannot; the next request tries again. */
  ready: Promise<void> = Promise.resolve();
  private closed = false;
  /** It could not be started again. */
  private failed = false;

  /** @internal */
  constructor(
    private readonly start: () => Promise<Module>,
    private module: Module | null,
    private readonly searches: Searches,
  ) {}

  /** Answers a request of docs/library.md. Throws a LibraryError. */
  request(request: object): object {
    if (this.closed) throw LibraryError.because('closed');
    if (this.failed) this.restart();
    if (this.module === null) throw LibraryError.because('trap');
    try {
      return read(this.module.request(JSON.stringify(request)));
    } catch (error) {
      if (!(error instanceof Breakdown)) throw error;
      this.restart();
      throw LibraryError.because(error.kind satisfies Reason);
    }
  }

  /** The memory of a module that broke down is not to be trusted. */
  private restart(): void {
    this.module = null;
    this.failed = false;
    this.ready = this.start().then((module) => {
      if (!this.closed) this.module = module;
    });
    // Whoever waits for it is told; others are when they ask, and then it is tried again.
    this.ready.catch(() => (this.failed = true));
  }

  /** Frees the memory and ends the workers. Searches that run fail with a LibraryError, and so does whatever is asked afterwards. */
  close(): void {
    this.closed = true;
    this.module = null;
    this.searches.close();
  }

  get version(): string {
    return (this.request({ do: 'version' }) as { version: string }).version;
  }

  /** All games that the library has, with their parameters and pieces. */
  games(): Game[] {
    return (this.request({ do: 'games' }) as { games: Game[] }).games;
  }

  position(game: string, start: Start = {}): Position {
    return new Position(this, game, start);
  }

  /** What is wrong with a text that defines games, and the games in it. */
  check(variants: string): Checked {
    return this.request({ do: 'check', variants }) as Checked;
  }

  /** The rules of a game in words. */
  rules(game: string, { variants, parameters = {} }: Pick<Start, 'variants' | 'parameters'> = {}): RulesInWords {
    return this.request({ do: 'rules', game, ...parameters, ...(variants !== undefined && { variants }) }) as RulesInWords;
  }

  /** A game as a text. */
  definition(game: string): string {
    return (this.request({ do: 'definition', game }) as { variants: string }).variants;
  }

  /** The games of a PGN text, with comments, NAGs and variations. `pastDraws`: those that were played on after a repetition or fifty moves. */
  readPgn(pgn: string, { pastDraws = false } = {}): ReadGames {
    return this.request(pgnOf(pgn, pastDraws)) as ReadGames;
  }

  /** @internal */
  search(request: object, { onState = () => undefined, signal }: Watching): Promise<Found> {
    if (this.closed) return Promise.reject(LibraryError.because('closed'));
    return this.searches.run(request, onState, signal);
  }
}

/** A game from its start position up to now. */
export class Position {
  readonly game: string;
  private coordinates: readonly string[] = [];
  private readonly played: Legal[] = [];
  private shown: Shown | null = null;
  private readonly start: Chosen;

  /** @internal */
  constructor(
    private readonly leaper: Leaper,
    game: string,
    { moves = [], ...start }: Start,
  ) {
    this.game = game;
    this.start = { game, ...start };
    if (moves.length > 0) this.take(moves);
    else this.show();
  }

  /** The turns that have been played, in coordinate notation. */
  get moves(): readonly string[] {
    return this.coordinates;
  }

  /** The whole state, with the board square by square. */
  get state(): State {
    return this.show();
  }

  get parameters(): Parameters {
    return this.show().parameters;
  }

  get fen(): string {
    return this.show().fen;
  }

  /** The side to move. */
  get side(): Color {
    return this.show().side;
  }

  get check(): boolean {
    return this.show().check;
  }

  get result(): Result {
    return this.show().result;
  }

  /** How the game ended: `checkmate`, `stalemate` …; empty while it goes on. */
  get reason(): string {
    return this.show().reason;
  }

  get over(): boolean {
    return this.result !== 'ongoing';
  }

  /** The turns that have been played, in both notations. */
  get turns(): readonly Legal[] {
    return this.played;
  }

  /** All legal turns; none when the game is over. */
  legal(): Legal[] {
    const { turns, sans } = this.show();
    return turns.map((turn, i) => ({ turn, san: sans[i] ?? turn }));
  }

  /** For a board: the legal actions after those `after` of the current turn, and the board meanwhile. */
  actions(after = ''): Progress {
    return this.leaper.request({ do: 'actions', ...chosen(this.start), moves: this.moves, after }) as Progress;
  }

  /** Plays a turn, in either notation. Throws a LibraryError if it is not legal, and then nothing has changed. */
  push(turn: string): Legal {
    this.take([...this.moves, turn]);
    return this.played[this.played.length - 1] as Legal;
  }

  /** Takes the last turn back; undefined if there is none. */
  pop(): Legal | undefined {
    const last = this.played.pop();
    if (last) this.changed();
    return last;
  }

  /** A position of its own with the same turns. */
  copy(): Position {
    return new Position(this.leaper, this.game, { ...this.start, moves: this.moves });
  }

  /** How many sequences of that many turns there are. */
  perft(depth: number): number {
    return (this.leaper.request({ do: 'perft', ...chosen(this.start), moves: this.moves, depth }) as { nodes: number }).nodes;
  }

  /** The engine's turn. Without a limit the search goes on until it is aborted, or until a deeper one cannot change a win or loss. */
  search(limits: Limits = {}, watching: Watching = {}): Promise<Found> {
    return this.leaper.search(searchOf(this.start, this.moves, limits), watching);
  }

  /** The game so far as PGN. */
  pgn(writing: Writing = {}): string {
    return (this.leaper.request(recordOf(this.start, this.moves, writing)) as { pgn: string }).pgn;
  }

  /** Plays from the start; nothing changes unless all turns are legal. */
  private take(moves: readonly string[]): void {
    const { turns } = this.leaper.request({ do: 'play', ...chosen(this.start), moves }) as { turns: Legal[] };
    this.played.splice(0, this.played.length, ...turns.map(({ turn, san }) => ({ turn, san })));
    this.changed();
  }

  private changed(): void {
    this.coordinates = this.played.map(({ turn }) => turn);
    this.shown = null;
  }

  private show(): Shown {
    return (this.shown ??= this.leaper.request({ do: 'show', ...chosen(this.start), moves: this.moves, all: true, san: true }) as Shown);
  }
}
