// SPDX-License-Identifier: GPL-3.0-or-later
// Passing a study on: as PGN, with all that is said, or as a link, with one line.
import { passOn } from '../app/passing';
import { LONG_LINK, longLink } from '../invent/share';
import * as library from '../library/calls';
import { nameOf, type Study } from './document';
import { numberBefore } from './engine/numbers';
import { lineAddress, packLine } from './link';
import { writingOf } from './pgn';
import { MOST_BYTES } from './room';
import { lineFrom, lineTo, movesTo, plyOf } from './tree';

const fileName = (study: Study): string => `${nameOf(study).replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'study'}.pgn`;

/** The whole study. */
export async function pgnOf(study: Study): Promise<string> {
  const line = lineFrom(study.tree.root).map(({ turn }) => turn);
  const { moves, writing } = writingOf(study, await library.play(study.chosen, line, 'study end'));
  return (await library.record(study.chosen, moves, writing)).pgn;
}

export async function exportPgn(study: Study): Promise<void> {
  const text = await pgnOf(study);
  const long = new TextEncoder().encode(text).length > MOST_BYTES;
  passOn({
    title: 'PGN',
    words: 'The game with all variations, comments, signs and drawings.',
    label: 'PGN',
    text,
    file: fileName(study),
    ...(long && { warning: 'This is longer than 1 MiB: many programs, and this one, do not read so long a game. Delete something first.' }),
  });
}

/** Shows the line that leads here, as people write it. */
export async function copyLine({ chosen, node }: Study): Promise<void> {
  const { turns, first } = await library.play(chosen, movesTo(node), 'study end');
  const text = turns.map(({ san }, ply) => `${numberBefore(ply, first, ply === 0)} ${san}`.trim()).join(' ');
  passOn({ title: 'Line', words: 'The turns that lead to this position.', label: 'Line', text });
}

/** Shows a link to the position, with the line that leads through it. */
export async function shareLink({ chosen, node }: Study): Promise<void> {
  const moves = [...lineTo(node), ...lineFrom(node)].map(({ turn }) => turn);
  const link = lineAddress(await packLine({ chosen, moves, ply: plyOf(node) }));
  passOn({
    title: 'Share this position',
    words: 'The link contains the game, the position and the line that leads through it, without comments and other variations: send the PGN for those.',
    label: 'Link',
    text: link,
    ...(link.length > LONG_LINK ? { warning: longLink(link, 'send the PGN instead') } : {}),
  });
}
