# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays actions on copies, adds what follows them, and lists the legal turns."""

from slow.actions import EIGHT, castlings, drops, enclosed, moves, neighbours, passes
from slow.movement import reached
from slow.position import Piece, name
from slow.royal import checked, is_safe


def play(before, action):
    """The position after an action, up to a wall that may follow."""
    rules, side = before.rules, before.side
    after = before.copy()
    after.side = 1 - side
    after.passed = [at for at in action.passed or [] if rules.enPassantTypes[1 - side] and at in rules.enPassantRegion[1 - side]]
    if action.origin and before.board[action.origin].letter != action.piece.letter:
        after.passed = []  # what has promoted is no longer the pawn that passed
    after.passer = action.target if after.passed and action.origin[0] != action.target[0] else None
    after.half, after.full = before.half + 1, before.full + side
    if action.target is None:
        return after
    victim = after.board.pop(action.victim) if action.victim else None
    mover = after.board.pop(action.origin) if action.origin else None
    if action.rook:
        rook = after.board.pop(action.rook[0])
        after.board[action.rook[1]] = rook
    after.board[action.target] = action.piece
    if action.drop and not rules.freeDrops:
        after.hands[side][action.piece.letter] -= 1
    if victim:
        keep(after, victim, side)
        turn_to_stone_or_explode(after, action, before.kind(mover), mover)
    flip(after, action, side)
    lose_rights(before, after, action)
    if action.drop or victim or is_progress(before, after, action, mover):
        after.half = 0
    return after


def keep(after, victim, side):
    """capturesToHand: as what it was before it was promoted."""
    if after.rules.capturesToHand:
        letter = victim.letter
        if victim.sign == "~":
            letter = after.rules.names["pawn"]
        after.hands[side][letter] += 1


def turn_to_stone_or_explode(after, action, kind, mover):
    rules, side = after.rules, mover.side
    stone = rules.has("petrifyOnCaptureTypes", side, kind) and after.kind(action.piece) == kind
    removed = {action.target} if stone else set()
    if rules.blastOnCapture:
        around = [(action.target[0] + dx, action.target[1] + dy) for dx, dy in EIGHT]
        removed |= {at for at in around if at in after.board and after.kind(after.board[at]) != rules.names.get("pawn")}
        removed |= {action.target}
        removed = {at for at in removed if not rules.has("blastImmuneTypes", side, after.kind(after.board[at]))}
    for at in removed:
        piece = after.board.pop(at)
        if at != action.target and rules.capturesToHand:
            keep(after, piece, side)
        if (at == action.target and stone) or (rules.blastOnCapture and rules.petrifyBlastPieces):
            after.walls.add(at)


def flip(after, action, side):
    """flipEnclosedPieces: enemies that change sides."""
    rule, square = after.rules.flipEnclosedPieces, action.target
    if rule == "none" or square not in after.board:
        return
    change = enclosed(after, square, side) if rule == "reversi" else neighbours(after, square, 1 - side)
    if rule == "quadwrangle" and action.drop and not neighbours(after, square, side):
        change = []
    for at in change:
        piece = after.board[at]
        after.board[at] = Piece(side, piece.letter, piece.sign)


def lose_rights(before, after, action):
    """A right is lost when king or rook has moved or is gone."""
    rules = before.rules
    for letter, (side, king, rook, _, _) in rules.rooks.items():
        for square in (king, rook):
            if before.board.get(square) != after.board.get(square) or square in (action.origin, action.target):
                after.castling.discard(letter)


def is_progress(before, after, action, mover):
    """Moves of certain pieces that they could not take back at once."""
    rules, side, kind = before.rules, before.side, before.kind(mover)
    if rules.has("nMoveRuleResetTypes", side, kind) or (action.piece.sign != mover.sign and not rules.pieceDemotion):
        return True
    if not rules.has("nMoveRuleTypes", side, kind):
        return False
    if action.target not in after.board or after.kind(after.board[action.target]) != kind:
        return True
    return not any(target == action.origin and leg.moves and not leg.initial
                   for target, leg in reached(after, action.target, after.board[action.target]))


def wall_squares(after, action, side):
    """Where a wall may follow an action, on the board after it."""
    rules = after.rules
    rule = rules.wallingRule
    free = [at for at in after.every() if after.is_empty(at) and at in rules.wallingRegion[side]]
    if rule == "past":
        return [at for at in free if action and at == action.origin]
    if rule == "edge":
        last = (rules.maxFile - 1, rules.maxRank - 1)
        return [(x, y) for x, y in free if x in (0, last[0]) or y in (0, last[1])
                or {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & after.walls]
    if rule == "arrow":
        if not action or action.target not in after.board:
            return []
        ways = {at for at, leg in reached(after, action.target, after.board[action.target]) if leg.moves}
        return [at for at in free if at in ways]
    return free


def with_walls(before, action, after):
    """(text, position) for each wall that may follow."""
    side = before.side
    for at in wall_squares(after, action, side):
        walled = after.copy()
        if before.rules.wallingRule == "duck":
            walled.walls.clear()
        walled.walls.add(at)
        walled.passed = [square for square in after.passed if square != at]  # nobody can arrive there
        walled.passer = after.passer if walled.passed else None
        yield action.text + ",*" + name(at), walled


def legal_actions(position):
    found = []
    for generate in (moves, castlings, drops):
        for action in generate(position):
            after = play(position, action)
            if is_safe(position, after, action):
                found.append((action, after))
    rules = position.rules
    if rules.mustCapture and any(action.victim for action, _ in found):
        found = [(action, after) for action, after in found if action.victim]
    wanted = [pair for pair in found if pair[0].drop and rules.has("mustDropType", position.side, pair[0].piece.letter)]
    if rules.mustDrop and wanted:
        found = wanted
    return found


def legal_turns(position):
    """All legal turns: their texts and the positions after them, before checks are counted."""
    rules, side = position.rules, position.side
    turns = {}
    for action, after in legal_actions(position):
        # A piece that is dropped has left no square.
        if rules.wallingRule == "none" or rules.wallOrMove or (rules.wallingRule == "past" and action.drop):
            turns[action.text] = after
            continue
        for text, walled in with_walls(position, action, after):
            if is_safe(position, walled, action):
                turns[text] = walled
    if not checked(position, side):
        may_pass = rules.__dict__["pass"][side] or (rules.passOnStalemate[side] and not turns)
        for action in passes(position) if may_pass else []:
            turns[action.text] = play(position, action)
    if rules.checkCounting:
        for after in turns.values():
            after.checks[side] -= bool(checked(after, 1 - side))
    return turns
