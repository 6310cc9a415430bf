// SPDX-License-Identifier: GPL-3.0-or-later
// This browser as the host of a match: the rules and the engine come from the library in it, and whatever happens is kept at once.
import { Refusal } from '../app/api';
import type { Subscriber } from '../app/live';
import { banner, errorText } from '../app/notices';
import type { Color, Match } from '../app/types';
import { opposite } from '../app/words';
import { readControl, tagOf, type Control } from '../clock/control';
import * as library from '../library/calls';
import type { Chosen, Play } from '../library/contract';
import { LibraryError } from '../library/library';
import type { Announced, Host, Watching } from '../match/host';
import { commandOf, passed, playersOf, pressed, running, thinkingTime, unpressed, type OwnClock } from './own-clock';
import { announcement, engineOf, gapIn, matchOf, nextGame, plainState, recordedName, takenBack, without } from './own-match';
import { keepMatch, ownMatch, type Kept } from './own-matches';
import { forgetTime, OwnTime } from './own-time';

/** After a draw offer that was not accepted, as on the server. */
const DRAW_PAUSE = 20;
const LONGEST_GAME = 10_000;

let asked = 0;
/** Requests of a match never take each other's place. */
const kind = (): string => `own match ${(asked += 1)}`;

const chosenOf = ({ game, parameters, variants, fen }: Kept): Chosen => ({ game, parameters, ...(variants !== undefined && { variants }), ...(fen !== undefined && { fen }) });

/** The match, and what its turns have come to. */
interface Known {
  kept: Kept;
  play: Play;
}

class OwnMatch implements Host {
  readonly here = true;
  readonly pgn = { text: (): Promise<string> => this.written() };
  private known: Known | null = null;
  private subscriber: Subscriber | null = null;
  private search: AbortController | null = null;
  /** Changes are made one after the other. */
  private last: Promise<unknown> = Promise.resolve();
  // Other tabs may show the same match.
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('leaper matches') : null;

  private readonly time: OwnTime;

  constructor(readonly id: string) {
    this.time = new OwnTime(id);
  }

  watch(subscriber: Subscriber): Watching {
    this.subscriber = subscriber;
    this.channel?.addEventListener('message', ({ data }) => {
      if (data === this.id) void this.renew();
    });
    void this.begin();
    return {
      close: () => {
        this.subscriber = null;
        this.search?.abort();
        this.time.stop();
        this.channel?.close();
      },
      renew: () => undefined,
    };
  }

  async match(): Promise<Match> {
    return this.described(await this.now());
  }

  async positionAt(ply: number): Promise<Match['state']> {
    const { kept } = await this.now();
    const { state } = await library.play(chosenOf(kept), kept.moves.slice(0, ply), kind());
    return plainState(state, kept);
  }

  async progress(after: string): ReturnType<Host['progress']> {
    const { kept } = await this.now();
    const progress = await this.refusing('illegal-turn', library.actions(chosenOf(kept), kept.moves, after, kind()));
    return { ...progress, state: plainState(progress.state, kept) };
  }

  async consequence(turn: string): ReturnType<Host['consequence']> {
    // Reading an announcement would tell who has a path.
    if (turn.includes('!')) return null;
    const { kept } = await this.now();
    return (await this.refusing('illegal-turn', library.consequence(chosenOf(kept), kept.moves, turn, kind()))).consequence;
  }

  async games(variants: string): ReturnType<Host['games']> {
    return (await library.check(variants)).games;
  }

  join(): Promise<never> {
    return Promise.reject(new Refusal(409, 'seat-taken', 'nobody can join a match that is kept in a browser', null, null));
  }

  cancel(): Promise<never> {
    return Promise.reject(new Refusal(409, 'seat-taken', 'this match is not waiting for anybody', null, null));
  }

  abort(_token: string, ply: number): Promise<Match> {
    return this.change((known) => {
      this.check(known, ply);
      if (ply > 1) throw this.refusal('no-abort', 'both sides have made a move; this game can only be resigned');
      return this.ended(known, { result: 'none', reason: 'aborted' });
    });
  }

  claim(): Promise<never> {
    return Promise.reject(this.refusal('not-away', 'nobody can leave a match that is kept in a browser'));
  }

  play(token: string, ply: number, turn: string): Promise<Match> {
    return this.change(async (known) => {
      const { kept, play } = known;
      if (kept.moves[ply] === turn && kept.moves.length - ply <= 2) return null;
      this.check(known, ply);
      if (kept.seats[play.state.side] !== token) throw this.refusal('not-your-turn', 'the other side is to move');
      if (turn.startsWith(',!')) throw this.refusal('illegal-turn', 'you cannot announce for the other side');
      return this.after(known, turn, 'illegal-turn');
    });
  }

  announce(token: string, ply: number, announced: Announced): Promise<Match> {
    return this.change(async (known) => {
      const { kept, play } = known;
      this.check(known, ply);
      const { side } = play.state;
      const mine = kept.seats[side] === token;
      if (!mine && announced.after !== undefined) throw this.refusal('not-your-turn', 'the other side is to move');
      try {
        return await this.after(known, announcement(announced, mine), 'false-announcement');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const links = announced.after === undefined ? play.state.links : (await library.actions(chosenOf(kept), kept.moves, announced.after, kind())).state.links;
        throw new Refusal(422, error.code, error.message, gapIn(links?.[mine ? side : opposite(side)], announced.squares), null);
      }
    });
  }

  resign(token: string, ply: number): Promise<Match> {
    return this.change((known) => {
      this.check(known, ply);
      const { white } = known.kept.seats;
      return this.ended(known, { result: token === white ? 'black' : 'white', reason: 'resignation' });
    });
  }

  draw(token: string, ply: number): Promise<Match> {
    return this.change(async (known) => {
      const { kept } = known;
      this.check(known, ply);
      const own: Color = kept.seats.white === token ? 'white' : 'black';
      if (!kept.local && ply < kept.draw_from[own]) throw this.refusal('offer-too-soon', 'your last draw offer was not accepted; wait for some turns');
      if (kept.local || kept.accepts) return this.ended(known, { result: 'draw', reason: 'agreement' });
      return { kept: { ...kept, draw_from: { ...kept.draw_from, [own]: ply + DRAW_PAUSE } }, play: known.play };
    });
  }

  takeBack(token: string, ply: number): Promise<Match> {
    return this.change(async (known) => {
      const { kept } = known;
      this.check(known, ply, true);
      const back = takenBack(kept, known.play, kept.seats.white === token ? 'white' : 'black');
      if (back === 0) throw this.refusal('no-takeback', 'you have no turn to take back');
      const moves = kept.moves.slice(0, -back);
      const play = await library.play(chosenOf(kept), moves, kind());
      const { turns, first } = known.play;
      const clock = this.moved(kept, (now, control) => {
        const left = unpressed(now, control, moves.length, playersOf(turns, first), play.state.side);
        if (left === null) throw this.refusal('no-takeback', 'taking back would leave one side no time');
        return left;
      });
      return { kept: { ...kept, ...clock, moves, declared: null, accepts: false }, play };
    });
  }

  async rematch(): Promise<{ match: Match }> {
    const match = await this.change((known) => {
      if (known.play.result === 'ongoing') throw this.refusal('match-not-over', 'this match is not over');
      return Promise.resolve(known.kept.rematch === null ? { ...known, kept: { ...known.kept, rematch: nextGame(known.kept, this.described(known)).id } } : null);
    });
    const { kept } = await this.now();
    const next = new OwnMatch(match.rematch ?? '');
    if ((await ownMatch(next.id)) === null) await keepMatch({ ...nextGame(kept, match), id: next.id });
    const found = await next.match();
    next.channel?.close();
    return { match: found };
  }

  // ---- What is known ----

  private async now(): Promise<Known> {
    return (this.known ??= await this.read());
  }

  private async read(): Promise<Known> {
    const kept = await ownMatch(this.id);
    if (kept === null) throw new Refusal(404, 'not-found', 'this browser does not keep such a match', null, null);
    return { kept, play: await library.play(chosenOf(kept), kept.moves, kind(), kept.declared ?? undefined) };
  }

  private described({ kept, play }: Known): Match {
    return matchOf(kept, play, this.time.elapsed);
  }

  private async begin(): Promise<void> {
    try {
      const known = await this.now();
      this.runTime(known);
      this.subscriber?.connected(true);
      this.subscriber?.changed(this.described(known));
      void this.reply();
    } catch {
      // Whoever asks for the match is told.
    }
  }

  /** Another tab has changed the match. */
  private async renew(): Promise<void> {
    await this.last.catch(() => undefined);
    this.search?.abort();
    this.known = null;
    await this.begin();
  }

  // ---- Changes ----

  private refusal(code: string, message: string): Refusal {
    return new Refusal(409, code, message, null, this.known && this.described(this.known));
  }

  /** A refusal by the library as one of the host. */
  private async refusing<T>(code: string, answer: Promise<T>): Promise<T> {
    return answer.catch((error: unknown) => {
      if (error instanceof LibraryError && error.kind === 'refused') throw new Refusal(422, code, error.message, null, null);
      throw error;
    });
  }

  private check({ kept, play }: Known, ply: number, over = false): void {
    if (ply !== kept.moves.length) throw this.refusal('ply-mismatch', 'the match has moved on');
    if (!over && play.result !== 'ongoing') throw this.refusal('match-over', 'the game is over');
  }

  private async after({ kept, play: before }: Known, turn: string, code: string): Promise<Known> {
    if (kept.moves.length >= LONGEST_GAME) throw this.refusal('match-over', `a match may have at most ${LONGEST_GAME} turns`);
    const play = await this.refusing(code, library.play(chosenOf(kept), [...kept.moves, turn], kind()));
    const { side } = before.state;
    // Who announces off turn leaves the clocks alone.
    const clock = this.moved(kept, (now, control) => (turn.startsWith(',!') ? { ...now, after: [...now.after, now.left[opposite(side)]] } : pressed(now, control, before.ply, side)));
    return { kept: { ...kept, ...clock, moves: play.turns.map((each) => each.turn) }, play };
  }

  private async ended({ kept }: Known, declared: NonNullable<Kept['declared']>): Promise<Known> {
    return { kept: { ...kept, declared }, play: await library.play(chosenOf(kept), kept.moves, kind(), declared) };
  }

  /** Makes a change, keeps it, and tells of it; `make` may answer null: nothing has to be changed. */
  private change(make: (known: Known) => Promise<Known | null>): Promise<Match> {
    const done = this.last.catch(() => undefined).then(async () => {
      const known = this.timePassed(await this.now());
      const late = this.runs(known);
      if (late !== null && late.left <= 0) {
        await this.commit(await this.ended(known, { result: opposite(late.side), reason: 'time' }));
        throw this.refusal('match-over', 'the time has run out');
      }
      const made = await make(known);
      return made === null ? this.described(await this.now()) : this.commit(made);
    });
    this.last = done;
    return done;
  }

  private async commit(made: Known): Promise<Match> {
    const { ply, result, reason, state, points } = made.play;
    const kept: Kept = { ...without(made.kept, 'points'), revision: made.kept.revision + 1, updated: new Date().toISOString(), ply, side: state.side, result, reason, ...(points && { points }) };
    if (!(await keepMatch(kept))) {
      this.known = await this.read();
      void this.begin();
      throw this.refusal('ply-mismatch', 'the match has been changed in another tab');
    }
    this.known = { kept, play: made.play };
    this.runTime(this.known);
    this.search?.abort();
    this.channel?.postMessage(this.id);
    const match = this.described(this.known);
    this.subscriber?.changed(match);
    void this.reply();
    return match;
  }

  // ---- Time ----

  /** The side whose time runs, and what it has left; null: there is no clock, or nobody's runs. */
  private runs({ kept, play }: Known): { side: Color; left: number } | null {
    const side = play.result === 'ongoing' ? running(kept.moves.length, play.state.side) : null;
    return kept.clock === undefined || side === null ? null : { side, left: kept.clock.left[side] };
  }

  /** With the time gone that has passed since the last change. */
  private timePassed(known: Known): Known {
    const { clock } = known.kept;
    const runs = this.runs(known);
    return clock === undefined || runs === null ? known : { ...known, kept: { ...known.kept, clock: passed(clock, runs.side, this.time.elapsed) } };
  }

  /** The clock after it has been moved; nothing without one. */
  private moved({ control, clock }: Kept, move: (clock: OwnClock, control: Control) => OwnClock): Pick<Kept, 'clock'> {
    const read = readControl(control);
    return clock === undefined || read === null ? {} : { clock: move(clock, read) };
  }

  /** Lets the time run while a page shows the match, and the flag fall. */
  private runTime(known: Known): void {
    const runs = this.subscriber === null ? null : this.runs(known);
    if (runs !== null) return this.time.run(known.kept.revision, runs.left, () => void this.change(() => Promise.resolve(null)).catch(() => undefined));
    this.time.stop();
    if (known.play.result !== 'ongoing') forgetTime(this.id);
  }

  // ---- The engine ----

  /** Has the engine do what it wants to do now: to play its turn, or to announce. */
  private async reply(): Promise<void> {
    const known = await this.now();
    const engine = engineOf(known.kept);
    if (engine === null || known.play.result !== 'ongoing' || this.subscriber === null) return;
    const due = known.play.state.side === engine.color;
    if (!due && !known.kept.announcements) return;
    this.search?.abort();
    const search = new AbortController();
    this.search = search;
    try {
      const { kept } = known;
      const seed = Math.floor(Math.random() * 2 ** 31);
      const control = readControl(kept.control);
      const { clock } = this.timePassed(known).kept;
      const milliseconds = clock === undefined || control === null ? {} : { milliseconds: thinkingTime(clock, control, engine.color) };
      const request = { ...chosenOf(kept), moves: kept.moves, by: engine.color, level: engine.level, seed, ...milliseconds };
      const found = await library.reply(request, ({ depth }) => this.subscriber?.thinking(due, depth), search.signal);
      if (search.signal.aborted || found.turn === null) return;
      const turn = found.turn;
      await this.change(async (at) => (at.kept.revision === kept.revision ? this.after({ ...at, kept: { ...at.kept, accepts: found.accepts_draw } }, turn, 'illegal-turn') : null));
    } catch (error) {
      if (!search.signal.aborted && !(error instanceof Refusal)) banner('engine', `The engine does not answer: ${errorText(error)} Reload the page to ask it again.`);
    }
  }

  private async written(): Promise<string> {
    const { kept, play } = await this.now();
    const { white, black } = kept.players;
    const tags = { Event: 'Leaper', Date: kept.created.slice(0, 10).replaceAll('-', '.'), White: recordedName(white), Black: recordedName(black) };
    const { result, reason } = play;
    const control = readControl(kept.control);
    const times = kept.clock !== undefined && control !== null && { tags: { ...tags, TimeControl: tagOf(control) }, notes: kept.clock.after.map((left) => ({ comment: commandOf(left) })) };
    return (await library.record(chosenOf(kept), kept.moves, { tags, ...times, ...(kept.declared && { result, reason }) })).pgn;
  }
}

export const inBrowser = (id: string): Host => new OwnMatch(id);
