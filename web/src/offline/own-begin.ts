// SPDX-License-Identifier: GPL-3.0-or-later
// Begins a match that this browser keeps, against the engine or with both sides here.
import { Refusal } from '../app/api';
import type { Color, Created, CreateRequest, Player } from '../app/types';
import * as library from '../library/calls';
import type { Chosen, Play } from '../library/contract';
import { LibraryError } from '../library/library';
import { clocked, fresh, matchOf } from './own-match';
import { keepMatch, newId, type Kept } from './own-matches';

const refusal = (code: string, message: string, at: string | null = null): Refusal => new Refusal(422, code, message, at, null);

async function startOf(chosen: Chosen): Promise<Play> {
  try {
    return await library.play(chosen, [], 'own begin');
  } catch (error) {
    if (error instanceof LibraryError && error.kind === 'refused') throw refusal(error.code, error.message, error.at);
    throw error;
  }
}

/** What a match has of the text that defines its game. */
async function textOf(chosen: Chosen, title: string): Promise<Pick<Kept, 'variants' | 'title' | 'hash'>> {
  if (chosen.variants === undefined) return {};
  const { hash } = await library.definition(chosen);
  return { variants: chosen.variants, title, hash };
}

function playersOf({ opponent, name = '' }: CreateRequest, own: Color): Record<Color, Player> {
  const person: Player = { kind: 'human', name };
  const other: Player = opponent.kind === 'engine' ? { kind: 'engine', name: 'Leaper', level: opponent.level } : person;
  return own === 'white' ? { white: person, black: other } : { white: other, black: person };
}

/** As the server does. Nobody can join such a match, so the opponent is not a friend. */
export async function beginHere(request: CreateRequest): Promise<Created> {
  const { game, variants, parameters, fen, opponent } = request;
  const chosen: Chosen = { game, parameters, ...(variants !== undefined && { variants }), ...(fen !== undefined && { fen }) };
  const [play, { games }] = await Promise.all([startOf(chosen), variants === undefined ? library.games() : library.check(variants)]);
  const rules = games.find(({ key }) => key === play.game);
  if (rules === undefined) throw refusal('unknown-game', `the library in this browser does not know the game '${game}'`, 'game');
  if (play.result !== 'ongoing') throw refusal('bad-fen', 'the game is already over in this position', 'fen');
  const clock = clocked(request.clock === 'none' ? undefined : request.clock?.replace(/\s/g, ''));
  if (request.clock !== undefined && request.clock !== 'none' && clock.clock === undefined) throw refusal('bad-field', `'${request.clock}' is no clock; examples are 5+3, 5d3, 30s and 3days`, 'clock');
  const random: Color = Math.random() < 0.5 ? 'white' : 'black';
  const own = request.color === 'random' ? random : request.color;
  const seats: Kept['seats'] = opponent.kind === 'local' ? { white: 'one', black: 'other' } : { [own]: 'one' };
  const now = new Date().toISOString();
  const { side } = play.state;
  const kept: Kept = {
    ...fresh(),
    ...clock,
    ...(await textOf(chosen, rules.name)),
    ...(fen !== undefined && { fen }),
    id: newId(),
    game: play.game,
    parameters: play.parameters,
    created: now,
    updated: now,
    players: playersOf(request, own),
    local: opponent.kind === 'local',
    side,
    start: side,
    seats,
    finder: request.finder ?? false,
    announcements: rules.announcements === true,
    scores: rules.points === true,
    before: [],
  };
  await keepMatch(kept);
  return { match: matchOf(kept, play), seats, join: null };
}
