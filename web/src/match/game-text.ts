// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of games from texts: the game as the text defines it, and the panel that shows the text.
import { h, iconOf } from '../app/dom';
import type { Game, Match } from '../app/types';
import type { Chosen } from '../library/contract';
import { fileName } from '../invent/ini';
import { pack, shareAddress } from '../invent/share';
import type { Host } from './host';
import { presentable } from '../pieces';
import { drawingsOf } from '../pieces/svg';

const known = new Map<string, Game>();

/** The game of a match that carries a text, or of a seek; the same text is the same game, so it is asked for once. */
export async function gameOfText({ game, hash, variants = '' }: Pick<Match, 'game' | 'hash' | 'variants'>, host: Pick<Host, 'games'>): Promise<Game> {
  const key = `${hash ?? ''} ${variants}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const games = await host.games(variants);
  const found = games.find((each) => each.key === game);
  if (found === undefined) throw new Error(`The text of this match does not define “${game}”.`);
  const drawings = drawingsOf(variants, game);
  const drawn: Game = { ...presentable(found), ...(Object.keys(drawings).length === 0 ? {} : { drawings }) };
  known.set(key, drawn);
  return drawn;
}

/** The text of one match, if it carries one. */
export class MatchText {
  private text: string | undefined;
  /** The game that it defines; null until it is known. */
  game: Game | null = null;

  /** The server sends the text with its first answers only; it never changes. */
  with(match: Match): Match {
    this.text ??= match.variants;
    return this.text === undefined ? match : { ...match, variants: this.text };
  }

  /** The same, once the game is known. */
  async learn(given: Match, host: Pick<Host, 'games'>): Promise<Match> {
    const match = this.with(given);
    if (match.variants !== undefined) this.game ??= await gameOfText(match, host);
    return match;
  }
}

/** A position of a match, for requests to the library in the browser. */
export const chosenAt = ({ game, parameters, variants }: Match, fen: string): Chosen => ({ game, parameters, fen, ...(variants !== undefined && { variants }) });

/** The text, and what to do with it. */
export function textPanel(text: string, game: Game): HTMLElement {
  const open = h('a', { class: 'button small', target: '_blank', rel: 'noopener', href: '#/invent' }, 'Rules with diagrams, and change it');
  // The link is made in the background; until then it leads to the screen without the text.
  void pack(text).then((packed) => open.setAttribute('href', shareAddress(packed)));
  const download = h('button', { type: 'button', class: 'button small' }, iconOf('download'), 'Download');
  download.addEventListener('click', () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    h('a', { href: address, download: fileName(game.name) }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  return h('div', { class: 'game-text' }, h('div', { class: 'row' }, open, download), h('pre', { tabindex: 0, 'aria-label': `The text of ${game.name}` }, text));
}
