// SPDX-License-Identifier: GPL-3.0-or-later
// The page's sentences: results with their reasons, squares and actions for the status line and screen readers.
import type { Action, Claimed, Color, Game, Links, Location, Match, Player, Result, Summary } from './types';

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const colorName = (color: Color): string => (color === 'white' ? 'White' : 'Black');

export function pieceName(letter: string, game: Game): string {
  return game.pieces.find((piece) => piece.letter === letter)?.name ?? letter;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** How many watch: "3 people are watching". */
export const watchersWords = (watchers: number): string => (watchers === 1 ? 'One person is watching' : `${watchers} people are watching`);

/** Who won: "White wins", "A draw". */
export function resultTitle(result: Result, reason = ''): string {
  if (result === 'draw') return 'A draw';
  if (result === 'none') return reason === 'aborted' ? 'Aborted' : 'Cancelled';
  return result === 'ongoing' ? 'In play' : `${colorName(result)} wins`;
}

/** Why: "Black has no legal move: out of fuel". `side` is who would have been to move. */
export function resultReason(result: Result, reason: string, side: Color, claims?: Claimed): string {
  const mover = colorName(side);
  const loser = result === 'white' ? 'Black' : 'White';
  const winner = result === 'white' ? 'White' : 'Black';
  switch (reason) {
    case 'checkmate':
      return `${mover} is checkmated`;
    case 'stalemate':
      return result === 'draw' ? `${mover} has no legal move and is not in check: stalemate` : `${mover} has no legal move: stalemate`;
    case 'no-fuel':
      return `${mover} has no legal move: out of fuel`;
    case 'repetition':
      return 'The same position occurred three times';
    case 'fifty':
      return 'Fifty moves without a capture or a pawn move';
    case 'resignation':
      return `${loser} resigned`;
    case 'agreement':
      return 'Agreed by both players';
    case 'cancelled':
      return 'The invitation was cancelled before anybody joined';
    case 'aborted':
      return 'It was aborted before both sides had made a move';
    case 'abandoned':
      return result === 'draw' ? 'A player had left' : `${loser} left`;
    case 'time':
      return `${loser} ran out of time`;
    case 'corner':
      return `${winner}’s king reached a corner`;
    case 'mate-loses':
      return `${loser} gave checkmate, which loses`;
    case 'single-piece':
      if (claims !== undefined && claims.white !== null && claims.black !== null) return 'One side is down to a single piece, and both have a path';
      return `${winner} is down to a single piece, which is a circuit`;
    case 'stalemate-wins':
      return `${mover} has no legal move, which wins`;
    case 'repetition-rule':
      return 'The same position occurred as often as the rules allow';
    case 'perpetual-check':
      return result === 'draw' ? 'Both sides gave perpetual check' : `${loser} gave perpetual check, which loses`;
    case 'move-rule':
      return 'As many moves without progress as the rules allow';
    case 'goal':
      return result === 'draw' ? 'Both sides reached a goal' : `${winner} reached a goal`;
    case 'extinction':
      return 'Pieces that decide the game died out';
    case 'checks':
      return `${winner} gave the last of the checks`;
    case 'connection':
      return 'Pieces are connected';
    case 'castling':
      return 'Castling decided the game';
    case 'material':
      return 'The pieces were counted';
    case 'full-board':
      return 'The board is full';
    case 'announcement':
      if (result === 'draw') return 'Announced, but both sides have a path';
      return `${winner} announced a ${claims?.[winner === 'White' ? 'white' : 'black']?.circuit === true ? 'circuit' : 'path'}`;
    default:
      return reason;
  }
}

export function resultScore({ result, points }: Pick<Match | Summary, 'result' | 'points'>): string {
  if (points !== undefined) return `${points.white}–${points.black}`;
  return { white: '1–0', black: '0–1', draw: '½–½', ongoing: '', none: '' }[result];
}

/** 16, ½, 2½. */
export function numberWords(number: number): string {
  const whole = Math.floor(number);
  if (number === whole) return String(number);
  return `${whole === 0 ? '' : whole}½`;
}

export const pointWords = (points: number): string => (points === 1 ? '1 point' : `${points} points`);

const list = (squares: string[]): string => (squares.length < 2 ? squares.join('') : `${squares.slice(0, -1).join(', ')} and ${squares.at(-1) ?? ''}`);

/** What a piece links to, and what links to it: "; links to e4 and f6, linked from b3". */
export function linkWords(square: string, links: Links | undefined): string {
  for (const own of Object.values(links ?? {})) {
    const out = own[square];
    if (out === undefined) continue;
    const into = Object.keys(own).filter((from) => own[from]?.includes(square) === true);
    const to = out.length === 0 ? 'links to nothing' : `links to ${list(out)}`;
    return `; ${to}, ${into.length === 0 ? 'nothing links to it' : `linked from ${list(into)}`}`;
  }
  return '';
}

/** A square for the status line and the screen reader: "e4: White pawn, fuel 48". */
export function describeSquare(square: string, location: Location | undefined, game: Game): string {
  if (location?.kind === 'hole') return `${square}: open water, no square`;
  if (location?.kind !== undefined) return `${square}: ${location.kind}`;
  if (location?.piece === undefined || location.color === undefined) {
    const owner = location?.owner === undefined ? '' : `, ${colorName(location.owner)}’s`;
    return `${square}: empty${owner}`;
  }
  const fuel = location.fuel === undefined ? '' : `, fuel ${location.fuel}`;
  return `${square}: ${colorName(location.color)} ${pieceName(location.piece, game)}${fuel}`;
}

/** A legal action: "Knight g1 to f3: costs 2, leaves 48". */
export function describeAction(action: Action, game: Game): string {
  if (action.kind === 'square-placement') return `Place a square on ${action.to}`;
  if (action.kind === 'wall') return action.from === undefined ? `Put up a wall on ${action.to}` : `Move the wall to ${action.to}`;
  if (action.kind === 'square-move') {
    const load = action.piece === undefined ? '' : ` with the ${pieceName(action.piece, game)} on it`;
    return `Move the square ${action.from ?? ''}${load} to ${action.to}`;
  }
  if (action.kind === 'placement' && action.piece !== undefined)
    return `Place ${action.color === undefined ? 'the' : `${colorName(action.color)}’s`} ${pieceName(action.piece, game)} on ${action.to}`;
  const name = action.piece === undefined ? action.san : capital(pieceName(action.piece, game));
  const way = action.from === undefined ? `on ${action.to}` : `${action.from} to ${action.to}`;
  const takes = action.capture === undefined ? '' : ', a capture';
  const cost = action.cost === undefined || action.fuel === undefined ? '' : `: costs ${action.cost}, leaves ${action.fuel}`;
  const also = (action.also ?? [])
    .map((other) => {
      const price = other.cost === undefined || other.fuel === undefined ? '' : ` for ${other.cost}, leaves ${other.fuel}`;
      return `; ${pieceName(other.piece, game)} ${other.from} to ${other.to}${price}`;
    })
    .join('');
  return `${name} ${way}${takes}${cost}${also}`;
}

/** Invisible characters that garble the text around them: controls, and those that change the direction of text. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A player's name as it may be shown; older matches have names that the server would refuse today. */
function shownName(name: string): string {
  const plain = name.replace(INVISIBLE, '').trim();
  return plain === '' ? 'Anonymous' : plain;
}

/** The heading of a match: "Fuel Chess: Ada against Leaper · Casual". */
export function matchTitle(match: Match, game: Game, levels: { key: string; name: string }[]): string {
  const { white, black } = match.players;
  if (match.result === 'none') return `${game.name}: ${resultTitle(match.result, match.reason).toLowerCase()}`;
  if (white.kind === 'open' || black.kind === 'open') return `${game.name}: waiting for an opponent`;
  return `${game.name}: \u2068${playerLabel(white, levels)}\u2069 against \u2068${playerLabel(black, levels)}\u2069`;
}

export function playerLabel(player: Player, levels: { key: string; name: string }[]): string {
  if (player.kind === 'open') return 'Waiting for an opponent';
  if (player.kind === 'human') return shownName(player.name);
  const level = levels.find((each) => each.key === player.level)?.name ?? player.level ?? '';
  return level === '' ? 'Leaper' : `Leaper · ${level}`;
}

/** The parameters of a match in a few words: "50 units of fuel each", "FIDEs against Nutters". */
export function parameterWords(
  summary: Pick<Summary, 'parameters'>,
  game: Game | undefined,
  armies: { key: string; name: string }[],
): string {
  const parts: string[] = [];
  for (const parameter of game?.parameters ?? []) {
    const value = summary.parameters[parameter.key];
    if (value === undefined) continue;
    if (parameter.type === 'integer') parts.push(`${parameter.name.toLowerCase()}: ${String(value)}`);
    else if (parameter.type === 'choice') {
      parts.push(`${parameter.choices.find((choice) => choice.key === value)?.name ?? String(value)} ${parameter.name.toLowerCase()}`);
    } else if (Array.isArray(value)) {
      const names = value.map((key) => armies.find((army) => army.key === key)?.name ?? key);
      if (new Set(value).size > 1 || value[0] !== parameter.default[0]) parts.push(names.join(' against '));
    }
  }
  return parts.join(', ');
}

/** "3 minutes ago", for lists. */
export function timeAgo(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  const units: [number, string][] = [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  for (const [length, name] of units) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
