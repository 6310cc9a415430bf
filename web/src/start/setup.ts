// SPDX-License-Identifier: GPL-3.0-or-later
// The form for a new game: game, parameters, opponent, colour, all in one screen and all from the server's catalogue.
import { fill, h, uniqueId } from '../app/dom';
import { ClockField } from '../clock/field';
import { reachNote } from '../match/invite';
import { banner, clearBanner, errorText } from '../app/notices';
import { beginMatch } from './begin';
import { parameterField, type Field } from './parameters';
import { pieceImage } from '../pieces';
import { rulesPanel } from '../match/rules';
import { keepChoice, keepPlayerName, lastChoice, playerName } from '../app/store';
import type { Catalogue, GameChoice, Color, Game, Parameters, SeekRequest } from '../app/types';

type OpponentKind = GameChoice['opponent']['kind'];

const NEEDS_SERVER = 'Playing with others needs the server, which cannot be reached now.';
const OPPONENTS: { kind: OpponentKind; name: string; words: string }[] = [
  { kind: 'engine', name: 'The engine', words: 'Leaper plays the other side.' },
  { kind: 'friend', name: 'A friend', words: 'You get a link to send; whoever opens it takes the other side.' },
  { kind: 'anyone', name: 'Find an opponent', words: 'Everybody on this server sees what you seek, and whoever accepts it plays against you.' },
  { kind: 'local', name: 'Both sides here', words: 'Two people sharing this screen, or you on your own.' },
];

/** A group of radio buttons drawn as a row of cards. */
function choices<T extends string>(
  legend: string,
  css: string,
  options: { value: T; label: (string | Node)[]; checked: boolean }[],
  changed: (value: T) => void,
): HTMLFieldSetElement {
  const name = uniqueId('choice');
  return h(
    'fieldset',
    { class: `choices ${css}` },
    h('legend', {}, legend),
    h(
      'div',
      { class: 'options' },
      ...options.map(({ value, label, checked }) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name, value, checked, onchange: () => changed(value) }),
          h('span', { class: 'face' }, ...label),
        ),
      ),
    ),
  );
}

export class SetupForm {
  readonly element: HTMLElement;
  private game: Game;
  private opponent: OpponentKind;
  private color: Color | 'random';
  private level: string;
  private fields: Field[] = [];
  private readonly family = h('div', { class: 'family' });
  private readonly parameters = h('div', { class: 'parameters' });
  private readonly colors = h('div');
  private readonly finder = h('input', { type: 'checkbox', id: uniqueId('finder') });
  private readonly finderField = h(
    'div',
    { class: 'field finder' },
    h('label', { for: this.finder.id, class: 'check' }, this.finder, ' Players may ask the program to find a path'),
    h('p', { class: 'hint' }, 'Both sides may use it. Without it, you have to spot your path yourself.'),
  );
  private readonly listed = h('input', { type: 'checkbox', id: uniqueId('listed'), onchange: () => (this.listedChosen = this.listed.checked) });
  /** What the person has chosen; until then, games with a friend are private and others are not. */
  private listedChosen: boolean | undefined;
  private readonly listedField = h(
    'div',
    { class: 'field listed' },
    h('label', { for: this.listed.id, class: 'check' }, this.listed, ' Show in the lobby'),
    h('p', { class: 'hint' }, 'Anyone can then find and watch this game. Otherwise, only people with the link can.'),
  );
  private readonly here = h('input', { type: 'checkbox', id: uniqueId('here'), onchange: () => this.drawOpponentDetail() });
  private readonly hereWords = h('p', { class: 'hint' }, 'The engine then runs on this device, and the game is kept here: it needs no network, and nobody can watch.');
  private readonly hereField = h(
    'div',
    { class: 'field here' },
    h('label', { for: this.here.id, class: 'check' }, this.here, ' Play in this browser'),
    this.hereWords,
  );
  private readonly clock: ClockField;
  private readonly opponentDetail = h('div', { class: 'opponent-detail' });
  private readonly help = h('details', { class: 'about' });
  private readonly name = h('input', {
    type: 'text',
    id: uniqueId('name'),
    maxlength: 40,
    autocomplete: 'nickname',
    placeholder: 'Anonymous',
    value: playerName(),
  });
  private readonly fen = h('input', { type: 'text', id: uniqueId('fen'), spellcheck: 'false', autocomplete: 'off', maxlength: 4096 });
  private readonly position = h('details', { class: 'more' }, h('summary', {}, 'Start from another position'), this.fenField());
  /** Where narrow screens, on which others are far below, say that there are some. */
  readonly toSeeks = h('button', { type: 'button', class: 'button small to-seeks', hidden: true });
  private readonly start = h('button', { type: 'submit', class: 'button primary' }, 'Start the game');

  /** `chosen` receives the selected game, at once and whenever it changes; `seek`, what to find an opponent for. */
  constructor(
    private readonly catalogue: Catalogue,
    private readonly chosen: (game: Game) => void,
    private readonly seek: (request: SeekRequest) => Promise<void>,
  ) {
    const last = lastChoice();
    const preferred = last.game ?? 'fuel';
    const game = catalogue.games.find((each) => each.key === preferred) ?? catalogue.games[0];
    if (game === undefined) throw new Error('The server offers no games.');
    this.game = game;
    this.opponent = last.opponent?.kind ?? 'engine';
    this.color = last.color ?? 'white';
    this.finder.checked = last.finder === true;
    this.listedChosen = last.listed;
    this.clock = new ClockField(last.clock);
    const level = last.opponent?.kind === 'engine' ? last.opponent.level : 'casual';
    this.level = catalogue.levels.some((each) => each.key === level) ? level : (catalogue.levels[0]?.key ?? '');
    this.element = h(
      'form',
      { class: 'setup', 'aria-label': 'New game', onsubmit: (event) => this.submit(event) },
      h('h1', {}, 'New game'),
      this.toSeeks,
      this.gameChoice(),
      this.family,
      this.help,
      this.parameters,
      this.finderField,
      this.opponentChoice(),
      this.opponentDetail,
      this.clock.element,
      this.hereField,
      this.listedField,
      h('div', { class: 'pair' }, this.colors, this.nameField()),
      this.position,
      h('div', { class: 'go' }, this.start),
    );
    this.chooseGame(last.parameters ?? {});
    this.drawOpponentDetail();
  }

  /** Single games, and families: a family has one card, and below it a choice of its games. */
  private gameChoice(): HTMLElement {
    const cards = new Map<string, Game[]>();
    for (const game of this.catalogue.games) {
      const title = game.family ?? game.name;
      cards.set(title, [...(cards.get(title) ?? []), game]);
    }
    const title = this.game.family ?? this.game.name;
    this.drawFamily();
    return choices(
      'Game',
      'games',
      [...cards].map(([name, games]) => ({
        value: name,
        label: [h('strong', {}, name), h('small', {}, cardWords(games))],
        checked: name === title,
      })),
      (name) => {
        this.game = cards.get(name)?.[0] ?? this.game;
        this.drawFamily();
        this.chooseGame({});
      },
    );
  }

  private drawFamily(): void {
    const { family } = this.game;
    const relatives = this.catalogue.games.filter((game) => family !== undefined && game.family === family);
    if (relatives.length < 2) return fill(this.family);
    fill(
      this.family,
      choices(
        'Which one',
        'relatives',
        relatives.map((game) => ({
          value: game.key,
          label: [h('strong', {}, game.name), h('small', {}, firstSentence(game.summary))],
          checked: game === this.game,
        })),
        (key) => {
          this.game = relatives.find((game) => game.key === key) ?? this.game;
          this.chooseGame({});
        },
      ),
    );
  }

  private opponentChoice(): HTMLElement {
    return choices(
      'Opponent',
      'opponents',
      OPPONENTS.map(({ kind, name }) => ({ value: kind, label: [name], checked: kind === this.opponent })),
      (kind) => {
        this.opponent = kind;
        this.drawOpponentDetail();
      },
    );
  }

  private nameField(): HTMLElement {
    return h('div', { class: 'field' }, h('label', { for: this.name.id }, 'Your name'), this.name);
  }

  private fenField(): HTMLElement {
    return h(
      'div',
      { class: 'field' },
      h('label', { for: this.fen.id }, 'Position (FEN, with the game’s own fields)'),
      this.fen,
    );
  }

  private chooseGame(values: Parameters): void {
    this.fields = this.game.parameters.map((parameter) =>
      parameterField(parameter, values[parameter.key], this.game, this.catalogue),
    );
    fill(this.parameters, ...this.fields.map((field) => field.element));
    fill(this.help, h('summary', {}, `The rules of ${this.game.name}`), rulesPanel(this.game));
    this.help.open = false;
    this.finderField.hidden = this.game.announcements !== true;
    this.drawColors();
    this.chosen(this.game);
  }

  private drawColors(): void {
    const royal = this.game.pieces.find((piece) => piece.royal === true)?.letter ?? this.game.pieces[0]?.letter ?? 'K';
    const picture = (color: Color): HTMLElement => pieceImage(royal, color, this.game);
    fill(
      this.colors,
      choices<Color | 'random'>(
        'Your side',
        'colors',
        [
          { value: 'white', label: [picture('white'), 'White'], checked: this.color === 'white' },
          {
            value: 'random',
            label: [h('span', { class: 'both' }, picture('white'), picture('black')), 'Random'],
            checked: this.color === 'random',
          },
          { value: 'black', label: [picture('black'), 'Black'], checked: this.color === 'black' },
        ],
        (color) => {
          this.color = color;
        },
      ),
    );
  }

  private drawOpponentDetail(): void {
    this.listed.checked = this.listedChosen ?? this.opponent !== 'friend';
    const away = this.catalogue.here === true;
    const others = this.opponent === 'friend' || this.opponent === 'anyone';
    this.hereField.hidden = others;
    this.position.hidden = this.opponent === 'anyone';
    this.start.textContent = this.opponent === 'anyone' ? 'Find an opponent' : 'Start the game';
    this.here.checked ||= away;
    this.here.disabled = away;
    if (away) this.hereWords.textContent = 'The server cannot be reached, so the engine runs on this device, and the game is kept here.';
    this.listedField.hidden = this.here.checked && !others;
    if (away && others) fill(this.opponentDetail, h('p', { class: 'hint' }, NEEDS_SERVER));
    else if (this.opponent === 'engine') fill(this.opponentDetail, this.levelField());
    else {
      const words = OPPONENTS.find(({ kind }) => kind === this.opponent)?.words ?? '';
      fill(this.opponentDetail, h('p', { class: 'hint' }, words), this.opponent === 'friend' && reachNote(this.catalogue.loopback));
    }
  }

  private levelField(): HTMLElement {
    const { levels } = this.catalogue;
    const at = Math.max(0, levels.findIndex((each) => each.key === this.level));
    const id = uniqueId('level');
    const slider = h('input', { type: 'range', id, min: 0, max: levels.length - 1, step: 1, value: at });
    const name = h('strong', { class: 'level-name' });
    const words = h('p', { class: 'hint' });
    const show = (): void => {
      const level = levels[Number(slider.value)];
      if (level === undefined) return;
      this.level = level.key;
      name.textContent = level.name;
      words.textContent = level.words ?? '';
      slider.setAttribute('aria-valuetext', level.name);
      slider.style.setProperty('--at', `${(Number(slider.value) * 100) / Math.max(1, levels.length - 1)}%`);
    };
    slider.addEventListener('input', show);
    show();
    return h('div', { class: 'field level' }, h('label', { for: id }, 'Strength'), name, words, slider);
  }

  private request(): GameChoice {
    const parameters: Parameters = {};
    for (const field of this.fields) parameters[field.key] = field.value();
    const request: GameChoice = {
      game: this.game.key,
      parameters,
      color: this.color,
      opponent: this.opponent === 'engine' ? { kind: 'engine', level: this.level } : { kind: this.opponent },
    };
    if (this.game.announcements === true) request.finder = this.finder.checked;
    if (this.listedChosen !== undefined) request.listed = this.listedChosen;
    const clock = this.clock.value();
    if (clock !== undefined) request.clock = clock;
    if (this.name.value.trim() !== '') request.name = this.name.value.trim();
    return request;
  }

  /** Remembers what has been chosen. */
  keep(): void {
    keepPlayerName(this.name.value.trim());
    keepChoice(this.request());
  }

  private submit(event: Event): void {
    event.preventDefault();
    void this.create();
  }

  private async create(): Promise<void> {
    const { opponent, ...request } = this.request();
    const fen = this.fen.value.trim();
    this.keep();
    this.start.disabled = true;
    clearBanner('setup');
    try {
      if (opponent.kind !== 'anyone') return await beginMatch({ ...request, opponent, ...(fen === '' ? {} : { fen }) }, { here: this.here.checked });
      if (this.catalogue.here === true) throw new Error(NEEDS_SERVER);
      await this.seek(request);
      this.start.disabled = false;
    } catch (error) {
      banner('setup', errorText(error));
      this.start.disabled = false;
    }
  }
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function cardWords(games: Game[]): string {
  const [first] = games;
  // A family that one person invented is theirs; others are collections.
  const author = games.every((game) => game.author === first?.author) ? first?.author : undefined;
  if (games.length > 1) return `A family of ${COUNTS[games.length] ?? String(games.length)} games${author === undefined ? '' : ` by ${author}`}.`;
  return firstSentence(first?.summary ?? '');
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
