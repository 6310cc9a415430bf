// SPDX-License-Identifier: GPL-3.0-or-later
// Playing a game at once, that of a text or from a position: a match that carries the text, against the engine, a friend, or both sides here.
import { ClockField } from '../clock/field';
import { h, uniqueId } from '../app/dom';
import { banner, clearBanner, errorText } from '../app/notices';
import { playerName } from '../app/store';
import { beginMatch } from '../start/begin';
import type { Catalogue, Color, CreateRequest, Parameters } from '../app/types';

export interface Playable {
  /** The text, unless the game is one of the server's. */
  variants?: string;
  game: string;
  parameters: Parameters;
  /** Where it begins, unless that is the start position. */
  fen?: string;
}

export class PlayForm {
  readonly element: HTMLFormElement;
  private readonly opponent: HTMLSelectElement;
  private readonly color: HTMLSelectElement;
  private readonly clock = new ClockField(undefined);
  private readonly button = h('button', { type: 'submit', class: 'button primary' }, 'Play');

  constructor(
    catalogue: Catalogue,
    private readonly playable: () => Playable | null,
  ) {
    const [opponent, color] = [uniqueId('opponent'), uniqueId('color')];
    this.opponent = h(
      'select',
      { id: opponent },
      ...catalogue.levels.map(({ key, name }) => h('option', { value: `engine ${key}`, selected: key === 'casual' }, `the engine · ${name}`)),
      h('option', { value: 'friend' }, 'a friend, by a link'),
      h('option', { value: 'local' }, 'both sides here'),
    );
    this.color = h('select', { id: color }, h('option', { value: 'white' }, 'White'), h('option', { value: 'black' }, 'Black'), h('option', { value: 'random' }, 'either'));
    this.element = h(
      'form',
      {
        class: 'play-form',
        'aria-label': 'Play this game',
        onsubmit: (event) => {
          event.preventDefault();
          void this.start();
        },
      },
      h('div', { class: 'field' }, h('label', { for: opponent }, 'Play against'), this.opponent),
      h('div', { class: 'field' }, h('label', { for: color }, 'as'), this.color),
      this.clock.element,
      this.button,
    );
  }

  /** Whether there is a game to play. */
  enable(yes: boolean): void {
    this.button.disabled = !yes;
  }

  private request({ variants, game, parameters, fen }: Playable): CreateRequest {
    const [kind = '', level = ''] = this.opponent.value.split(' ');
    const request: CreateRequest = {
      game,
      ...(variants === undefined ? {} : { variants }),
      ...(fen === undefined ? {} : { fen }),
      parameters,
      color: this.color.value as Color | 'random',
      opponent: kind === 'engine' ? { kind, level } : { kind: kind === 'friend' ? 'friend' : 'local' },
    };
    const clock = this.clock.value();
    if (clock !== undefined) request.clock = clock;
    if (playerName() !== '') request.name = playerName();
    return request;
  }

  private async start(): Promise<void> {
    const playable = this.playable();
    if (playable === null) return;
    clearBanner('play');
    this.button.disabled = true;
    try {
      await beginMatch(this.request(playable));
    } catch (error) {
      banner('play', errorText(error));
      this.button.disabled = false;
    }
  }
}
