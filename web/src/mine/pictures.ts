// SPDX-License-Identifier: GPL-3.0-or-later
// What the small board of a match is drawn from: its position, and the pieces of its game.
import * as api from '../app/api';
import type { Catalogue, SeatedMatch } from '../app/types';
import type { Play } from '../library/contract';
import { isOwn, ownMatch, type Kept } from '../offline/own-matches';
import type { Pictured } from '../pieces';
import { gameOf } from '../start/match-row';

export interface Picture {
  board: SeatedMatch['board'];
  game: Pictured;
}

/** Letters stand for the pieces. */
const LETTERS: Pictured = { pieces: [] };

async function playOf({ id, game, parameters, variants, fen, moves }: Kept): Promise<Play> {
  const library = await import('../library/calls');
  return library.play({ game, parameters, ...(variants !== undefined && { variants }), ...(fen !== undefined && { fen }) }, moves, `mine ${id}`);
}

/** Of a match that this browser keeps: only the library knows where its turns have led. */
async function ownPicture({ id, game }: SeatedMatch, known: Pictured | undefined): Promise<Picture> {
  const kept = await ownMatch(id);
  if (kept === null) return { board: undefined, game: LETTERS };
  const { state } = await playOf(kept);
  const library = await import('../library/calls');
  const games = known === undefined && kept.variants !== undefined ? (await library.check(kept.variants)).games : [];
  return { board: state.board, game: known ?? games.find(({ key }) => key === game) ?? LETTERS };
}

export class Pictures {
  /** By the hashes of texts. */
  private readonly games = new Map<string, Promise<Pictured>>();
  private readonly own = new Map<string, Promise<Picture>>();

  constructor(private readonly catalogue: Catalogue) {}

  async of(match: SeatedMatch): Promise<Picture> {
    const known = gameOf(match, this.catalogue);
    if (!isOwn(match.id)) return { board: match.board, game: known ?? (await this.gameOf(match)) };
    const key = `${match.id} ${match.revision}`;
    const picture = this.own.get(key) ?? ownPicture(match, known).catch(() => ({ board: undefined, game: LETTERS }));
    this.own.set(key, picture);
    return picture;
  }

  private gameOf({ id, game, hash = game }: SeatedMatch): Promise<Pictured> {
    const asked = this.games.get(hash) ?? api.gameOfMatch(id).catch(() => LETTERS);
    this.games.set(hash, asked);
    return asked;
  }
}
