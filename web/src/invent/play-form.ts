// SPDX-License-Identifier: GPL-3.0-or-later
// Playing a game, that of a text or from a position: a match that carries the text, against the engine, a friend, both sides here, or whoever
// is found in the lobby.
import { ClockField } from '../clock/field';
import { h, uniqueId } from '../app/dom';
import { banner, clearBanner, errorText } from '../app/notices';
import { playerName } from '../app/store';
import { beginMatch } from '../start/begin';
import { lobby } from '../seek/lobby';
import type { Catalogue, Color, CreateRequest, Parameters, SeekRequest } from '../app/types';

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

  /** `seeks`: opponents can be looked for, who then begin at the start position. */
  constructor(
    catalogue: Catalogue,
    private readonly playable: () => Playable | null,
    seeks: boolean,
  ) {
    const [opponent, color] = [uniqueId('opponent'), uniqueId('color')];
    this.opponent = h(
      'select',
      { id: opponent },
      ...catalogue.levels.map(({ key, name }) => h('option', { value: `engine ${key}`, selected: key === 'casual' }, `the engine · ${name}`)),
      h('option', { value: 'friend' }, 'a friend, by a link'),
      seeks && catalogue.here !== true && h('option', { value: 'anyone' }, 'whoever I find in the lobby'),
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

  /** What is wanted, whoever the opponent is. */
  private request({ variants, game, parameters }: Playable): SeekRequest {
    const request: SeekRequest = {
      game,
      ...(variants === undefined ? {} : { variants }),
      parameters,
      color: this.color.value as Color | 'random',
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
      await this.begin(playable);
    } catch (error) {
      banner('play', errorText(error));
      this.button.disabled = false;
    }
  }

  private async begin(playable: Playable): Promise<void> {
    const [kind = '', level = ''] = this.opponent.value.split(' ');
    const request = this.request(playable);
    if (kind === 'anyone') {
      // The start screen says what is sought, and how to cancel it.
      if (await lobby.seek(request)) location.hash = '#/';
      return;
    }
    const { fen } = playable;
    const opponent: CreateRequest['opponent'] = kind === 'engine' ? { kind, level } : { kind: kind === 'friend' ? 'friend' : 'local' };
    await beginMatch({ ...request, opponent, ...(fen === undefined ? {} : { fen }) });
  }
}
