// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's panel of the analysis board: searches the position on the board for as long as it stays there, and shows what it finds.
import '../../style/engine.css';
import { h, iconOf, uniqueId } from '../../app/dom';
import { announce, errorText } from '../../app/notices';
import { readObject, writeObject } from '../../app/store';
import type { Catalogue, Color, State } from '../../app/types';
import { resultReason } from '../../app/words';
import type { Analysis, Chosen } from '../../library/contract';
import { Bar } from './bar';
import { decided, foundIn, Knowledge, type Found } from './knowledge';
import { Lines } from './lines';
import { compact } from './numbers';
import { inBrowser, onServer, suitsServer, type Engine } from './engines';
import { NoThreat, threatened } from './threat';
import { inWords, short, type Worth } from './worth';

/** What the panel asks of the screen. */
export interface PanelHandlers {
  /** Plays turns from the position on the board. */
  play(turns: string[]): void;
  /** Shows another position for a moment; with null as moves, the one on the board again. */
  preview(chosen: Chosen, moves: string[] | null): void;
  /** The first turns of the lines, the best of which has rank 1. */
  arrows(list: { turn: string; rank: number }[]): void;
}

const MOST_LINES = 5;
const USUAL_LINES = 3;
/** So long a position must stay on the board, in milliseconds: whoever walks through a game need not start a search at each step. */
const REST = 80;

/** The position that is searched: the one on the board, or the same after a pass. */
interface Subject {
  chosen: Chosen;
  moves: string[];
  state: State;
}

interface Remembered {
  on: boolean;
  lines: number;
  /** On the server, where it offers that. */
  server: boolean;
}

function remembered(): Remembered {
  const { on, lines, server } = readObject('engine');
  const count = typeof lines === 'number' && Number.isInteger(lines) ? lines : USUAL_LINES;
  return { on: on === true, lines: Math.min(MOST_LINES, Math.max(1, count)), server: server === true };
}

export class EnginePanel {
  readonly element: HTMLElement;
  readonly bar: HTMLElement;
  private readonly meter = new Bar();
  private readonly lines: Lines;
  private readonly switch: HTMLButtonElement;
  private readonly worth = h('strong', { class: 'engine-worth' });
  private readonly words = h('span', { class: 'engine-words' });
  private readonly facts = h('p', { class: 'engine-facts' });
  private readonly message = h('p', { class: 'engine-message', role: 'status', hidden: true });
  private readonly threatButton: HTMLButtonElement;
  private readonly body: HTMLElement;
  private readonly settings = remembered();
  private readonly place: HTMLSelectElement;
  private subject: Subject | null = null;
  private threat: Subject | null = null;
  private search: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  private arrowsShown = '';
  private left = false;

  constructor(
    private readonly handlers: PanelHandlers,
    /** What is known about positions; the review of a game may share it. */
    readonly knowledge = new Knowledge(),
    /** What the server offers; without it, searches run in the browser only. */
    server: Catalogue['analysis'] = undefined,
  ) {
    this.bar = this.meter.element;
    this.lines = new Lines({ play: (turns) => this.play(turns), preview: (turns) => this.preview(turns) });
    const name = uniqueId('engine');
    this.switch = h('button', { type: 'button', class: 'engine-switch', role: 'switch', 'aria-labelledby': name, onclick: () => this.toggle() });
    this.threatButton = h('button', { type: 'button', class: 'button small', 'aria-pressed': 'false', onclick: () => void this.toggleThreat() }, iconOf('eye'), 'Threat');
    this.threatButton.title = 'What would happen if the side to move passed?';
    this.place = this.placeChoice(server);
    const place = server !== undefined && h('label', { class: 'engine-count' }, 'Runs', this.place);
    const choices = h('div', { class: 'row engine-choices' }, this.lineChoice(), place, this.threatButton);
    this.body = h('div', { class: 'engine-body' }, this.facts, this.lines.element, choices, this.message);
    const top = h('div', { class: 'engine-top' }, this.switch, h('span', { id: name, class: 'engine-name' }, 'Engine'), this.worth, this.words);
    this.element = h('section', { class: 'engine', 'aria-label': 'Engine' }, top, this.body);
    document.addEventListener('visibilitychange', this.visibility);
    this.draw();
  }

  /** To be called whenever the position on the board changes. */
  position(chosen: Chosen, moves: string[], state: State): void {
    this.subject = { chosen, moves: [...moves], state };
    this.threat = null;
    this.arrowsShown = ''; // the screen may have taken them away
    this.restart();
  }

  /** Which side's place is at the bottom of the board. */
  orient(color: Color): void {
    this.meter.orient(color);
  }

  /** Stops at once; to be called when the screen is left. */
  leave(): void {
    this.left = true;
    this.stop();
    cancelAnimationFrame(this.frame);
    document.removeEventListener('visibilitychange', this.visibility);
  }

  /** Evaluates nothing while nobody sees it. */
  private readonly visibility = (): void => {
    if (document.hidden) this.stop();
    else this.restart();
  };

  private lineChoice(): HTMLElement {
    const select = h('select', {
      onchange: () => {
        this.settings.lines = Number(select.value);
        this.remember();
        this.restart();
      },
    });
    for (let count = 1; count <= MOST_LINES; count += 1) select.append(h('option', { value: count, selected: count === this.settings.lines }, String(count)));
    return h('label', { class: 'engine-count' }, 'Lines', select);
  }

  private placeChoice(server: Catalogue['analysis']): HTMLSelectElement {
    const select = h('select', {
      onchange: () => {
        this.settings.server = select.value === 'server';
        this.remember();
        this.restart();
      },
    });
    const threads = server === undefined || server.threads < 2 ? '' : `, ${server.threads} threads`;
    select.append(h('option', { value: 'browser' }, 'here'), h('option', { value: 'server' }, `on the server${threads}`));
    select.value = this.settings.server && server !== undefined ? 'server' : 'browser';
    return select;
  }

  private remember(): void {
    writeObject('engine', this.settings);
  }

  private turn(on: boolean): void {
    this.settings.on = on;
    this.remember();
    this.threat = null;
    this.restart();
    announce(on ? 'The engine is on.' : 'The engine is off.');
  }

  /** Switches the engine on or off. */
  toggle(): void {
    this.turn(!this.settings.on);
  }

  /** Plays the best turn, as far as it is known. */
  playBest(): void {
    const [best] = this.subject === null || !this.settings.on ? [] : (this.known(this.subject)?.lines ?? []);
    const [turn] = best?.pv.split(' ') ?? [];
    if (turn !== undefined && turn !== '') this.play([turn]);
  }

  /** Shows what would happen after a pass, or what is on the board again. */
  async toggleThreat(): Promise<void> {
    const { subject } = this;
    if (subject === null || !this.settings.on || subject.state.result !== 'ongoing') return;
    if (this.threat !== null) {
      this.threat = null;
      this.restart();
      return;
    }
    try {
      const { chosen, state } = await threatened(subject.chosen, subject.state);
      if (subject !== this.subject || this.left) return;
      this.threat = { chosen, moves: [], state };
      this.restart();
    } catch (error) {
      if (subject !== this.subject) return;
      this.tell(errorText(error));
      if (!(error instanceof NoThreat)) console.warn(error);
    }
  }

  /** Why something was not done. */
  private tell(text: string): void {
    this.message.textContent = text;
    this.message.hidden = text === '';
  }

  private play(turns: string[]): void {
    // The turns after a pass belong to no game.
    if (this.threat === null) this.handlers.play(turns);
  }

  private preview(turns: string[] | null): void {
    const of = this.threat ?? this.subject;
    if (of !== null) this.handlers.preview(of.chosen, turns === null ? null : [...of.moves, ...turns]);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.search?.abort();
    this.search = null;
  }

  /** Ends the search that runs, and begins that of the position on the board. */
  private restart(): void {
    this.stop();
    if (this.left) return;
    this.facts.textContent = '';
    this.tell('');
    this.draw();
    const of = this.threat ?? this.subject;
    if (of === null || !this.settings.on || document.hidden || of.state.result !== 'ongoing') return;
    const known = this.known(of);
    if (known?.final === true && known.lines.length >= this.settings.lines) {
      this.facts.textContent = `Depth ${known.depth}, final`;
      return;
    }
    this.timer = setTimeout(() => void this.run(of), REST);
  }

  private known(of: Subject): Found | undefined {
    return of === this.threat ? this.threatFound : this.knowledge.get(of.chosen, of.moves);
  }

  // What is found after a pass is kept only as long as it is shown: the knowledge is about the game.
  private threatFound: Found | undefined;

  private keep(of: Subject, found: Found): void {
    if (of === this.threat) this.threatFound = found;
    else this.knowledge.add(of.chosen, of.moves, found, this.settings.lines);
  }

  private async run(of: Subject): Promise<void> {
    const search = new AbortController();
    this.search = search;
    if (of === this.threat) this.threatFound = undefined;
    this.facts.textContent = 'Starting…';
    const remote = this.place.value === 'server' && suitsServer(of.chosen);
    try {
      if (!remote || !(await this.tryServer(of, search.signal))) await this.searchWith(inBrowser, of, search.signal, '');
    } catch (error) {
      if (!search.signal.aborted) this.tell(errorText(error));
    }
  }

  /** False if the server cannot help just now: the browser can always. */
  private async tryServer(of: Subject, signal: AbortSignal): Promise<boolean> {
    try {
      await this.searchWith(onServer, of, signal, ' on the server');
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      this.tell(`${errorText(error)} The engine runs here meanwhile.`);
      return false;
    }
  }

  private async searchWith(engine: Engine, of: Subject, signal: AbortSignal, where: string): Promise<void> {
    const note = (state: Analysis): void => {
      const found = foundIn(state, of.state.side);
      if (signal.aborted || found === null) return;
      this.keep(of, found);
      this.facts.textContent = `Depth ${state.depth}/${state.selective} · ${compact(state.speed)} nodes/s${where}`;
      this.drawSoon();
      if (!decided(found)) return;
      this.keep(of, { ...found, final: true });
      this.facts.textContent = `Depth ${state.depth}, final`;
      this.stop();
    };
    const { depth, lines, final } = await engine({ ...of.chosen, moves: of.moves, lines: this.settings.lines }, note, signal);
    if (signal.aborted) return;
    const found = foundIn({ depth, lines }, of.state.side, final);
    if (found !== null) this.keep(of, found);
    this.facts.textContent = final ? `Depth ${depth}, final` : `Depth ${depth}${where}, time is up`;
    this.drawSoon();
  }

  private drawSoon(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { on, lines } = this.settings;
    const of = this.threat ?? this.subject;
    this.switch.setAttribute('aria-checked', String(on));
    this.element.classList.toggle('on', on);
    this.body.hidden = !on;
    this.bar.hidden = !on;
    this.threatButton.setAttribute('aria-pressed', String(this.threat !== null));
    this.threatButton.disabled = of === null || of.state.result !== 'ongoing';
    this.element.classList.toggle('threat', this.threat !== null);
    const found = of === null || !on ? undefined : this.known(of);
    const over = of !== null && on && of.state.result !== 'ongoing' ? of.state : null;
    const worth: Worth | null = over === null ? (found?.worth ?? null) : { kind: 'over', result: over.result };
    this.worth.textContent = worth === null ? '' : short(worth);
    this.words.textContent = worth === null ? '' : this.sentence(worth);
    if (over !== null && of !== null) this.facts.textContent = `${resultReason(over.result, over.reason, over.side)}.`;
    this.element.dataset['depth'] = String(found?.depth ?? 0);
    this.meter.show(worth);
    this.drawLines(of, over === null ? found : undefined, lines);
  }

  private sentence(worth: Worth): string {
    const text = inWords(worth);
    return this.threat === null || this.subject === null ? text : `After a pass: ${text}`;
  }

  private drawLines(of: Subject | null, found: Found | undefined, count: number): void {
    const lines = found?.lines.slice(0, count) ?? [];
    if (of !== null) {
      const several = of.state.legal?.some(({ more }) => more) ?? true;
      const before = this.threat === null ? of.moves.length : 0;
      // Numbers count from where the game began; who had the first turn follows from who has this one.
      const first = before % 2 === 0 ? of.state.side : of.state.side === 'white' ? 'black' : 'white';
      this.lines.show({ of, lines, side: of.state.side, ply: before, first, several });
    }
    const arrows = lines.map(({ pv }, index) => ({ turn: pv.split(' ')[0] ?? '', rank: index + 1 }));
    const key = JSON.stringify(arrows);
    if (key === this.arrowsShown) return;
    this.arrowsShown = key;
    this.handlers.arrows(arrows);
  }
}
