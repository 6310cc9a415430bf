// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a short game of Fuel Chess against itself, and one of a game defined here, and prints both as PGN.
import { load } from 'leaper';

const leaper = await load();

const fuel = leaper.position('fuel', { parameters: { fuel: 6 } });
while (!fuel.over) {
  const { turn } = await fuel.search({ nodes: 2000 });
  fuel.push(turn);
}
console.log(fuel.pgn({ tags: { White: 'Leaper', Black: 'Leaper' } }));

const variants = `[knightly:chess]
title = Knightly Chess
customPiece1 = n:NN
startFen = nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1
castling = false
`;
for (const { line, column, message } of leaper.check(variants).faults) console.log(`${line}:${column}: ${message}`);
const knightly = leaper.position('knightly', { variants, moves: ['e4', 'e5'] });
const stop = AbortSignal.timeout(500);
let best = '';
await knightly.search({ lines: 3 }, { signal: stop, onState: ({ depth, lines }) => (best = `depth ${depth}: ${lines[0].san}`) }).catch((error) => {
  if (error.name !== 'TimeoutError') throw error;
});
console.log(best);
