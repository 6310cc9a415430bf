// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons of a match: stepping, flipping, taking back, draws, resigning, and the card with the result.
import { fill, h, iconOf, type IconName } from '../app/dom';
import { download } from '../app/passing';
import { banner, errorText } from '../app/notices';
import type { Host } from './host';
import { betweenPeople, drawState, Offers, takeBackState, type Answer } from './offers';
import type { Seats } from '../app/store';
import type { Claim, Game, Match, Presence } from '../app/types';
import { colorName, pointWords, resultReason, resultScore, resultTitle, watchersWords } from '../app/words';

export interface Commands {
  step(ply: number): void;
  flip(): void;
  settings(): void;
  resign(): void;
  abort(): void;
  takeBack(action: 'request' | Answer): void;
  draw(action: 'offer' | Answer): void;
  rematch(): void;
}

interface Shown {
  match: Match;
  game: Game;
  seats: Seats;
  ply: number;
}

function iconButton(name: IconName, label: string, pressed: () => void): HTMLButtonElement {
  return h('button', { type: 'button', class: 'quiet', 'aria-label': label, title: label, onclick: pressed }, iconOf(name));
}

/** "White’s circuit, 16 points: e2 d1 …", for each side that has one. */
function claimLines(match: Match): HTMLElement[] {
  return (['white', 'black'] as const).flatMap((color) => {
    const claim: Claim | null = match.claims?.[color] ?? null;
    if (claim === null) return [];
    const worth = match.result === color ? pointWords(claim.points) : `worth ${pointWords(claim.points)}`;
    return [h('p', { class: `claim-line ${color}` }, h('b', {}, `${colorName(color)}’s ${claim.circuit ? 'circuit' : 'path'}, ${worth}: `), claim.squares.join(' → '))];
  });
}

export class Controls {
  readonly result = h('div', { class: 'result-place' });
  readonly offer: HTMLElement;
  private readonly offers: Offers;
  private readonly why = h('p', { class: 'hint why', hidden: true });
  private readonly watchers = h('p', { class: 'hint watchers', hidden: true });
  readonly stepping: HTMLElement;
  readonly actions: HTMLElement;
  private readonly resignButton: HTMLButtonElement;
  private readonly abortButton: HTMLButtonElement;
  private readonly takeBackButton: HTMLButtonElement;
  private readonly drawButton: HTMLButtonElement;
  private readonly back: HTMLButtonElement[];
  private readonly forward: HTMLButtonElement[];
  private readonly download: HTMLAnchorElement;
  private readonly analyse: HTMLAnchorElement;
  private ply = 0;
  private last = 0;

  /** `zoomButton`: the board's own. */
  constructor(
    private readonly host: Pick<Host, 'pgn' | 'id' | 'here'>,
    zoomButton: HTMLElement,
    private readonly commands: Commands,
  ) {
    this.back = [
      iconButton('first', 'First position', () => commands.step(0)),
      iconButton('back', 'One move back', () => commands.step(this.ply - 1)),
    ];
    this.forward = [
      iconButton('forward', 'One move forward', () => commands.step(this.ply + 1)),
      iconButton('last', 'Current position', () => commands.step(this.last)),
    ];
    this.download = this.pgnLink({ class: 'quiet', 'aria-label': 'Download PGN', title: 'Download PGN' }, iconOf('download'));
    this.analyse = h('a', { class: 'quiet', 'aria-label': 'Analyse', title: 'Analyse', hidden: true }, iconOf('eye'));
    this.stepping = h(
      'div',
      { class: 'stepping', role: 'group', 'aria-label': 'Step through the moves' },
      ...this.back,
      ...this.forward,
      h('span', { class: 'gap' }),
      zoomButton,
      iconButton('flip', 'Flip the board', () => commands.flip()),
      this.analyse,
      this.download,
      iconButton('gear', 'Settings', () => commands.settings()),
    );
    const action = (name: IconName, label: string, css: string, pressed: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: `button small ${css}`, onclick: pressed }, iconOf(name), label);
    this.takeBackButton = action('undo', 'Take back', 'take-back', () => commands.takeBack('request'));
    this.drawButton = action('equal', 'Offer draw', 'offer-draw', () => commands.draw('offer'));
    this.resignButton = action('flag', 'Resign', 'resign', () => commands.resign());
    this.abortButton = action('close', 'Abort', 'abort', () => commands.abort());
    this.actions = h('div', {}, h('div', { class: 'actions' }, this.takeBackButton, this.drawButton, this.resignButton, this.abortButton), this.why, this.watchers, host.here && h('p', { class: 'hint here' }, 'This match is kept in this browser.'));
    this.offers = new Offers({ draw: (answer) => commands.draw(answer), takeBack: (answer) => commands.takeBack(answer) });
    this.offer = this.offers.element;
  }

  /** A text that has to be made first is made when the link is followed. */
  private pgnLink(attributes: Record<string, string>, ...content: (Node | string)[]): HTMLAnchorElement {
    const { pgn, id } = this.host;
    if ('address' in pgn) return h('a', { ...attributes, href: pgn.address, download: '' }, ...content);
    const save = (event: Event): void => {
      event.preventDefault();
      pgn.text().then(
        (text) => download(text, `${id}.pgn`, 'application/vnd.chess-pgn'),
        (error: unknown) => banner('ask', errorText(error)),
      );
    };
    return h('a', { ...attributes, href: `#/match/${id}`, onclick: save }, ...content);
  }

  show(shown: Shown): void {
    const { match, game, seats, ply } = shown;
    this.ply = ply;
    this.last = match.ply;
    for (const button of this.back) button.disabled = ply === 0;
    for (const button of this.forward) button.disabled = ply === match.ply;
    const seated = Object.keys(seats).length > 0;
    const ongoing = match.result === 'ongoing';
    const { white, black } = match.players;
    const open = white.kind === 'open' || black.kind === 'open';
    const back = takeBackState(match, seats);
    const draw = drawState(match, seats);
    this.takeBackButton.hidden = !seated || open;
    this.takeBackButton.disabled = !back.possible;
    const asking = betweenPeople(match) ? 'Ask to take back' : 'Take back';
    this.takeBackButton.setAttribute('aria-label', asking);
    this.takeBackButton.title = asking;
    const why = [back.why, ongoing && game.draws && !open ? draw.why : ''].filter((text) => text !== '').join(' ');
    this.why.textContent = why;
    this.why.hidden = !seated || why === '';
    this.drawButton.hidden = !seated || !ongoing || !game.draws || open;
    this.drawButton.disabled = !draw.possible;
    this.drawButton.title = draw.why;
    this.drawButton.lastChild?.replaceWith(match.local ? 'End as a draw' : 'Offer draw');
    this.resignButton.hidden = !seated || !ongoing || open;
    this.abortButton.hidden = this.resignButton.hidden || match.ply > 1;
    this.showWatchers(match);
    // Against somebody else it would be cheating; the result, once there is one, has a link of its own.
    this.analyse.hidden = !match.local || !ongoing;
    this.analyse.href = `#/study/match/${match.id}`;
    this.offers.show(match, seats);
    this.showResult(match, seated);
  }

  showWatchers({ watchers = 0 }: Pick<Presence, 'watchers'>): void {
    this.watchers.textContent = watchersWords(watchers);
    this.watchers.hidden = watchers === 0;
  }

  private showResult(match: Match, seated: boolean): void {
    const key = `${match.result} ${match.reason} ${match.rematch ?? ''} ${String(seated)}`;
    if (this.result.dataset['key'] === key) return;
    this.result.dataset['key'] = key;
    if (match.result === 'ongoing') return fill(this.result);
    const wanted = match.rematch !== null;
    fill(
      this.result,
      h(
        'div',
        { class: 'card result', 'data-result': match.result, 'data-reason': match.reason },
        h('p', { class: 'result-score' }, resultScore(match)),
        h('h2', {}, resultTitle(match.result, match.reason)),
        h('p', { class: 'result-reason' }, `${resultReason(match.result, match.reason, match.state.side, match.claims)}.`),
        ...claimLines(match),
        h(
          'div',
          { class: 'row' },
          seated &&
            match.reason !== 'cancelled' &&
            h(
              'button',
              { type: 'button', class: 'button primary small rematch', onclick: () => this.commands.rematch() },
              iconOf('again'),
              match.points === undefined ? (wanted ? 'Go to the rematch' : 'Rematch') : wanted ? 'Go to the next game' : 'Next game',
            ),
          !seated && wanted && h('a', { class: 'button small', href: `#/match/${match.rematch ?? ''}` }, 'Watch the rematch'),
          match.result !== 'none' && this.pgnLink({ class: 'button small' }, iconOf('download'), 'PGN'),
          match.result !== 'none' && h('a', { class: 'button small', href: `#/study/match/${match.id}` }, iconOf('eye'), 'Analyse'),
          h('a', { class: 'button small', href: '#/' }, 'New game'),
        ),
      ),
    );
  }
}
