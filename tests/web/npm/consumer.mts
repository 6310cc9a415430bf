// SPDX-License-Identifier: GPL-3.0-or-later
// A program of somebody else, which is only type-checked: against the types of the installed package, as strictly as can be.
import { load, LibraryError, type Analysis, type Leaper, type Position } from 'leaper';

async function best(position: Position, signal: AbortSignal): Promise<string | null> {
  const states: Analysis[] = [];
  const { turn, score } = await position.search({ depth: 3, lines: 2 }, { signal, onState: (state) => states.push(state) });
  const kind: 'centipawns' | 'wins-in' | 'loses-in' = score.kind;
  return kind === 'loses-in' ? null : turn;
}

export async function main(): Promise<void> {
  const leaper: Leaper = await load({ module: new URL('leaper.wasm', 'https://example.org/'), networks: new URL('https://example.org/networks') });
  const position = leaper.position('fuel', { parameters: { fuel: 20 }, moves: ['e4'] });
  const [first] = position.legal();
  if (first !== undefined) position.push(first.san);
  const side: 'white' | 'black' = position.side;
  const fuel: (number | undefined)[] = position.state.board.locations.map((location) => location.fuel);
  for (const game of leaper.readPgn(position.pgn({ notes: [{ comment: 'best', nags: [1] }] })).games) {
    const count: number | string = 'error' in game ? game.error.message : game.turns.length;
    void count;
  }
  // @ts-expect-error -- a depth is a number
  void position.search({ depth: 'deep' });
  // @ts-expect-error -- there is no such member
  void position.fenn;
  try {
    position.push('Ke9');
  } catch (error) {
    if (error instanceof LibraryError && error.kind === 'refused') throw new Error(`${error.code} at ${String(error.at)}`);
  }
  void [await best(position, AbortSignal.timeout(100)), side, fuel];
}
