// SPDX-License-Identifier: GPL-3.0-or-later
// Where studies come from: links, matches, and PGN.
import { tokenOf } from '../app/store';
import { pgnTime } from '../clock/time';
import { readControl, tagOf } from '../clock/control';
import type { Catalogue, Match, Turn } from '../app/types';
import { playerLabel } from '../app/words';
import * as library from '../library/calls';
import type { Chosen, Play, Recorded, Unread } from '../library/contract';
import { LibraryError } from '../library/library';
import { hostOf } from '../offline/hosts';
import { newStudy, studyOf, type Study } from './document';
import { titleOf } from './games';
import { keptStudy } from './keep';
import { unpackLine } from './link';
import { studyFrom } from './pgn';
import { lastOf, lineFrom, type Tree } from './tree';

/** The position, after as many of the moves as are legal; `refused`: why not after all. */
export async function playFar(chosen: Chosen, moves: readonly string[]): Promise<{ play: Play; refused: Error | null }> {
  try {
    return { play: await library.play(chosen, moves, 'study far'), refused: null };
  } catch (error) {
    const at = error instanceof LibraryError ? /^moves\[(\d+)\]/.exec(error.at ?? '')?.[1] : undefined;
    if (at === undefined || !(error instanceof Error)) throw error;
    return { play: await library.play(chosen, moves.slice(0, Number(at)), 'study far'), refused: error };
  }
}

function addLine(tree: Tree, { turns }: Pick<Play, 'turns'>, times: readonly Pick<Turn, 'left'>[] = []): void {
  let node = tree.root;
  for (const [ply, turn] of turns.entries()) {
    node = tree.add(node, turn);
    const left = times[ply]?.left;
    if (left !== undefined) node.clock = pgnTime(left);
  }
}

/** The study of a link; fails if the link is damaged, or if it names what does not exist. */
export async function fromLink(packed: string, catalogue: Catalogue): Promise<{ study: Study; refused: Error | null }> {
  const { chosen, moves, ply } = await unpackLine(packed);
  const { play, refused } = await playFar(chosen, moves);
  const study = newStudy(chosen, titleOf(chosen.game, catalogue));
  addLine(study.tree, play);
  study.node = lineFrom(study.tree.root)[ply - 1] ?? (ply <= 0 ? study.tree.root : lastOf(study.tree.root));
  return { study, refused };
}

const RESULTS: Partial<Record<string, string>> = { white: '1-0', black: '0-1', draw: '1/2-1/2' };

/** The time control as PGN has it. */
function controlTag(control: string | undefined): Record<string, string> {
  const read = readControl(control);
  return read === null ? {} : { TimeControl: tagOf(read) };
}

function tagsOf(match: Match, catalogue: Catalogue): Record<string, string> {
  const name = (color: 'white' | 'black'): string => playerLabel(match.players[color], catalogue.levels);
  return {
    Event: match.local ? 'At one board' : 'Match',
    Site: location.origin,
    Date: match.created.slice(0, 10).replaceAll('-', '.'),
    White: name('white'),
    Black: name('black'),
    ...controlTag(match.control),
    ...(RESULTS[match.result] === undefined ? {} : { Result: RESULTS[match.result] }),
  };
}

/** Whether a match may be analysed: nobody can gain anything from it. */
export const isOpenToAnalysis = (match: Pick<Match, 'result' | 'local'>): boolean => match.result !== 'ongoing' || match.local;

/** The study of a match: the one that is kept, with what has been played since, or a new one. */
export async function fromMatch(id: string, catalogue: Catalogue): Promise<Study> {
  const host = await hostOf(id);
  const match = await host.match(tokenOf(id));
  if (!isOpenToAnalysis(match)) throw new Error('A match can be analysed once it is over.');
  const plain: Chosen = { game: match.game, parameters: match.parameters, ...(match.variants === undefined ? {} : { variants: match.variants }) };
  const { fen } = await host.positionAt(0);
  const chosen: Chosen = fen === (await library.show(plain, [], 'study start')).fen ? plain : { ...plain, fen };
  const play = await library.play(chosen, match.turns.map(({ turn }) => turn), 'study far');
  const before = await keptStudy(`match-${id}`);
  const study = before === null ? { ...newStudy(chosen, match.title ?? titleOf(match.game, catalogue)), id: `match-${id}` } : studyOf(before);
  addLine(study.tree, play, match.turns);
  Object.assign(study, { tags: { ...study.tags, ...tagsOf(match, catalogue) }, result: match.result, reason: match.reason });
  if (before === null) study.node = lastOf(study.tree.root);
  return study;
}

/** Has the text no tags? Then it is a game of the kind that is on the board. */
const isBare = (text: string): boolean => !/^\s*\[\w+ +"/m.test(text);

/** The games of a PGN text. `current`: what a text without tags is about. */
export async function readPgn(text: string, current: { title: string; chosen: Chosen }): Promise<{ games: (Recorded | Unread)[]; more: boolean }> {
  const { chosen } = current;
  const tagged = isBare(text) && chosen.game !== 'chess' && chosen.variants === undefined ? `[Variant "${chosen.game}"]\n\n${text}` : text;
  return library.pgn(tagged, { pastDraws: true });
}

/** A game that was read as a study. */
export async function fromRecorded(recorded: Recorded, catalogue: Catalogue): Promise<Study> {
  const { game, parameters, variants, fen } = recorded;
  const usual = await library.show({ game, parameters, ...(variants === undefined ? {} : { variants }) }, [], 'study start');
  return studyFrom(recorded, titleOf(game, catalogue), usual.fen === fen ? undefined : fen);
}
