// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a condition of a lesson is true, by the library's answer.
import type { Play } from '../library/contract';
import type { Color, Location } from '../app/types';
import type { Condition } from './lesson';

/** What a condition is judged by. */
export interface Facts {
  learner: Color;
  /** The position in which the lesson began, and the one to judge. */
  begin: Play;
  now: Play;
  /** The learner's last turn. */
  turn: string;
}

/** The letter of FEN. */
function letterOf({ piece = '', color }: Location): string {
  return color === 'black' ? piece.toLowerCase() : piece;
}

const pieces = ({ state }: Play, letter: string): Location[] => state.board.locations.filter((each) => letterOf(each) === letter);

function located({ state }: Play, at: string): Location | undefined {
  return state.board.locations.find((each) => each.at === at);
}

/** The library lists what is not an empty square of nobody. */
const isSquare = (location: Location | undefined): boolean => location?.kind === undefined;

export function holds(condition: Condition, facts: Facts): boolean {
  const { learner, begin, now, turn } = facts;
  if ('all' in condition) return condition.all.every((each) => holds(each, facts));
  if ('any' in condition) return condition.any.some((each) => holds(each, facts));
  if ('not' in condition) return !holds(condition.not, facts);
  if ('ended' in condition) {
    const ending = now.result === 'draw' ? 'drawn' : now.result === learner ? 'won' : now.result === 'ongoing' ? null : 'lost';
    return ending === condition.ended && (condition.reason === undefined || now.reason === condition.reason);
  }
  if ('check' in condition) return now.state.check;
  if ('captured' in condition) return pieces(now, condition.captured).length < pieces(begin, condition.captured).length;
  if ('piece' in condition) {
    const { piece, on, fuel = 0, most = Infinity } = condition;
    const tank = (location: Location): number => location.fuel ?? 0;
    return pieces(now, piece).some((each) => (on === undefined || on.includes(each.at)) && tank(each) >= fuel && tank(each) <= most);
  }
  if ('squares' in condition) {
    const { squares, owner } = condition;
    return squares.every((at) => isSquare(located(now, at)) && (owner === undefined || located(now, at)?.owner === owner));
  }
  if ('holes' in condition) return condition.holes.every((at) => !isSquare(located(now, at)));
  if ('reserve' in condition) {
    const { reserve, least = 0, most = Infinity } = condition;
    const count = now.state.reserves?.[reserve] ?? 0;
    return count === 'inf' ? most === Infinity : count >= least && count <= most;
  }
  if ('path' in condition) return (now.state.path?.[condition.path] ?? null) !== null;
  if ('circuit' in condition) return now.claims?.[learner]?.circuit === true;
  if ('points' in condition) return (now.points?.[learner] ?? 0) >= condition.points;
  return condition.turn.test(turn);
}
