// SPDX-License-Identifier: GPL-3.0-or-later
// The two sides, above and below the board: who plays, whose turn it is, the engine at work, the fuel of the whole side, what it has in hand, its clock.
import { fill, h } from '../app/dom';
import { fuelPercent } from '../board/fuel';
import { RESERVE } from '../board/hand';
import type { Alarm } from '../clock/alarm';
import { ClockFace } from '../clock/face';
import { Pocket } from '../board/pocket';
import { Reserve } from '../board/reserve';
import type { Seats } from '../app/store';
import type { Action, Choice, Color, Game, Match, State } from '../app/types';
import { colorName, numberWords, opposite, playerLabel, pointWords } from '../app/words';

interface Shown {
  match: Match;
  state: State;
  color: Color;
  own: boolean;
  tank: number | null;
  depth: number;
  /** A square can be placed from this side's reserve. */
  placing: boolean;
  /** One has been picked up. */
  taken: boolean;
}

class PlayerBar {
  readonly element = h('div', { class: 'player' });
  readonly reserve = new Reserve();
  private readonly fuel = h('span', { class: 'side-fuel' });
  private readonly clock: ClockFace;
  private own = false;

  constructor(
    private readonly levels: Choice[],
    alarm: Alarm,
  ) {
    this.clock = new ClockFace((match, color) => {
      if (this.own) alarm.short(match, color);
    });
  }

  pause(): void {
    this.clock.pause();
  }

  leave(): void {
    this.clock.leave();
  }

  show({ match, state, color, own, tank, depth, placing, taken }: Shown): void {
    const player = match.players[color];
    const turn = match.result === 'ongoing' && match.state.side === color;
    const thinking = turn && match.thinking && player.kind === 'engine';
    this.element.classList.toggle('to-move', turn);
    this.element.dataset['color'] = color;
    const reserve = state.reserves?.[color];
    if (reserve !== undefined) this.reserve.show(reserve, color, placing, taken);
    this.own = own;
    this.clock.show(match, color);
    const won = match.result === color;
    const game = won ? '1' : match.result === 'draw' ? '½' : match.result === opposite(color) ? '0' : '';
    const score = match.points === undefined ? game : pointWords(match.points[color]);
    const { series } = match;
    fill(
      this.element,
      h('span', { class: `stone ${color}`, title: colorName(color) }),
      h('bdi', { class: 'player-name' }, match.result === 'none' && player.kind === 'open' ? 'Nobody' : playerLabel(player, this.levels)),
      own && !match.local && h('span', { class: 'you' }, 'you'),
      thinking &&
        h(
          'span',
          { class: 'thinking', role: 'status' },
          h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
          depth > 0 ? `thinking, depth ${depth}` : 'thinking',
        ),
      score !== '' && h('span', { class: won ? 'score won' : 'score' }, score),
      series.game > 1 && h('span', { class: 'total', title: `Game ${series.game} of the match` }, `total ${numberWords(series.totals[color])}`),
      reserve !== undefined && this.reserve.element,
      tank !== null && this.sideFuel(state, color, tank),
      this.clock.element,
    );
  }

  private sideFuel(state: State, color: Color, tank: number): HTMLElement {
    const own = state.board.locations.filter((location) => location.color === color && location.fuel !== undefined);
    const sum = own.reduce((total, location) => total + (location.fuel ?? 0), 0);
    const percent = fuelPercent(sum, own.length * tank);
    this.fuel.style.setProperty('--fuel', `${percent}%`);
    this.fuel.dataset['level'] = percent > 66 ? 'full' : percent > 33 ? 'half' : percent > 0 ? 'low' : 'empty';
    this.fuel.title = `${sum} units of fuel in ${own.length} tanks`;
    fill(this.fuel, h('span', { class: 'gauge', 'aria-hidden': 'true' }), h('span', {}, `${sum} fuel`));
    return this.fuel;
  }
}

interface Table {
  match: Match;
  game: Game;
  state: State;
  orientation: Color;
  /** The actions that the person may choose from now. */
  offered: Action[];
  seats: Seats;
  tank: number | null;
  depth: number;
  /** What has been picked up. */
  taken: string | null;
}

export class Sides {
  private readonly bars: Record<'top' | 'bottom', PlayerBar>;
  private readonly pockets: Record<'top' | 'bottom', Pocket>;

  /** `bind` makes a button something to press and to drag from. */
  constructor(levels: Choice[], alarm: Alarm, bind: (button: HTMLElement, source: string) => void) {
    this.bars = { top: new PlayerBar(levels, alarm), bottom: new PlayerBar(levels, alarm) };
    this.pockets = { top: new Pocket(bind), bottom: new Pocket(bind) };
    for (const bar of Object.values(this.bars)) bind(bar.reserve.element, RESERVE);
  }

  pause(): void {
    for (const bar of Object.values(this.bars)) bar.pause();
  }

  leave(): void {
    for (const bar of Object.values(this.bars)) bar.leave();
  }

  /** What stands above the board. */
  get top(): HTMLElement[] {
    return [this.bars.top.element, this.pockets.top.element];
  }

  /** What stands below it. */
  get bottom(): HTMLElement[] {
    return [this.pockets.bottom.element, this.bars.bottom.element];
  }

  show({ match, game, state, orientation, offered, seats, tank, depth, taken }: Table): void {
    const placing = offered.some((action) => action.kind === 'square-placement');
    for (const [place, color] of [['top', opposite(orientation)], ['bottom', orientation]] as const) {
      const moving = color === match.state.side;
      this.bars[place].show({ match, state, color, own: seats[color] !== undefined, tank, depth, placing: placing && moving, taken: taken === RESERVE && moving });
      this.pockets[place].show({ state, game, actions: offered, taken, whilePlacing: false, color });
    }
  }
}
