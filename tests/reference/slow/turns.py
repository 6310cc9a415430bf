# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays actions on copies, adds what follows them, and lists the legal turns."""

from slow import fuel, gating, placing, squares
from slow.actions import EIGHT, Action, drops, enclosed, moves, neighbours, passes, steps
from slow.castling import castlings, change_rights
from slow.movement import reached
from slow.names import Piece, name
from slow.royal import checked, is_safe, kings


def play(before, action):
    """The position after an action, up to what may follow it in the turn."""
    rules, side = before.rules, before.side
    after = before.copy()
    after.side = 1 - side
    after.passed = [at for at in action.passed or [] if rules.enPassantTypes[1 - side] and at in rules.enPassantRegion[1 - side]]
    if action.origin and before.board[action.origin].letter != action.piece.letter:
        after.passed = []  # what has promoted is no longer the pawn that passed
    after.passer = action.target if after.passed and action.origin[0] != action.target[0] else None
    after.half, after.full = before.half + 1, before.full + side
    after.castled = action.castling
    if action.target is None:
        after.frozen = set()
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
        keep(after, victim)
        turn_to_stone_or_explode(after, action, before.kind(mover), mover)
    flip(after, action, side)
    fuel.pay(before, action, after)
    change_rights(before, after, action)
    if rules.squareActions != "none":
        squares.take_along(before, action, after)
    gating.moved(before, action, after)
    gating.close(before, after)
    if action.drop or victim or is_progress(before, after, action, mover):
        after.half = 0
    return after


def keep(after, gone):
    """capturesToHand: the other side gets it, as what it was before it was promoted."""
    if after.rules.capturesToHand:
        letter = after.rules.names["pawn"] if gone.sign == "~" else gone.letter
        after.hands[1 - gone.side][letter] += 1


def turn_to_stone_or_explode(after, action, kind, mover):
    rules, side = after.rules, mover.side
    stone = rules.has("petrifyOnCaptureTypes", side, kind)
    removed = {action.target} if stone else set()
    if rules.blastOnCapture:
        around = [(action.target[0] + dx, action.target[1] + dy) for dx, dy in EIGHT]
        removed |= {at for at in around if at in after.board and after.kind(after.board[at]) != rules.names.get("pawn")}
        removed |= {action.target}
        removed = {at for at in removed if not rules.has("blastImmuneTypes", side, after.kind(after.board[at]))}
    for at in removed:
        keep(after, after.board.pop(at))
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


def is_progress(before, after, action, mover):
    """Moves of certain pieces that they could not take back at once."""
    rules, side, kind = before.rules, before.side, before.kind(mover)
    if rules.has("nMoveRuleResetTypes", side, kind) or action.piece.letter != mover.letter:
        return True
    if action.piece.sign != mover.sign and not rules.pieceDemotion:
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
        ways = {at for at, victim, _ in steps(after, action.target, after.board[action.target]) if not victim}
        return [at for at in free if at in ways]
    return free


def with_walls(before, action, after):
    """(text, position) for each wall that may follow an action, or be a turn without one."""
    side = before.side
    for at in wall_squares(after, action, side):
        walled = after.copy()
        if before.rules.wallingRule == "duck":
            walled.walls = set(before.rules.start_walls)
        walled.walls.add(at)
        walled.passed = [square for square in after.passed if square != at]  # nobody can arrive there
        walled.passer = after.passer if walled.passed else None
        yield (action.text + "," if action else "") + "*" + name(at), walled


def ends(before, action, after):
    """(text, position) for every turn that begins with an action."""
    rules = before.rules
    if rules.squareActions not in ("none", "instead"):
        return squares.turns(action.text, after, before.side, king_of(after, before.side))
    if rules.wallingRule != "none" and not rules.wallOrMove and not action.drop:
        return with_walls(before, action, after)
    after.frozen = set()
    return [(action.text, after)] + list(gating.newcomers(before, action, after))


def king_of(position, side):
    return next(iter(kings(position, side)), None)


def turns_without_action(position, stuck):
    """(text, position) for turns that do nothing with a piece; `stuck` says that no other turn is legal."""
    rules, king = position.rules, king_of(position, position.side)
    if rules.squareActions == "instead" or (rules.squareActions != "none" and stuck and position.full == 1):
        yield from squares.turns_alone(position, king)
    if rules.wallingRule != "none" and rules.wallOrMove and not checked(position, position.side):
        yield from with_walls(position, None, play(position, Action("")))


def begun(position):
    """(action, its turns as pairs of text and position) for every action that begins a legal turn."""
    rules = position.rules
    for generate in (moves, castlings, drops):
        for action in generate(position):
            after = play(position, action)
            if rules.squareActions == "none" and not is_safe(position, after):
                continue  # only squares may save the king later in the turn
            if action.drop and is_forbidden_drop(position, action, after):
                continue
            turns = [(text, end) for text, end in ends(position, action, after) if may_end(position, end)]
            if turns:
                yield action, turns


def may_end(before, after):
    """Whether a turn may leave a position behind."""
    return is_safe(before, after) and (before.rules.checking or not checked(after, after.side))


def is_forbidden_drop(before, action, after):
    """dropChecks, shogiPawnDropMateIllegal."""
    rules = before.rules
    if not rules.dropChecks and checked(after, after.side):
        return True
    pawn = rules.shogiPawnDropMateIllegal and rules.types[action.piece.letter] == "fW" and action.piece.sign != "+"
    return pawn and bool(checked(after, after.side)) and not legal_turns(after)


def legal_turns(position):
    """All legal turns: their texts and the positions after them."""
    rules, side = position.rules, position.side
    if placing.is_placing(position):
        return placing.turns(position)
    found = list(begun(position))
    captures = [pair for pair in found if pair[0].victim]
    wanted = [pair for pair in found if pair[0].drop and rules.has("mustDropType", side, pair[0].piece.letter)]
    bound = True
    if rules.mustCapture and captures:
        found = captures
    elif rules.mustDrop and wanted:
        found = wanted
    else:
        bound = False
    turns = {text: after for _, pairs in found for text, after in pairs}
    for text, after in turns_without_action(position, not turns) if not bound else []:
        if may_end(position, after):
            turns[text] = after
    if not checked(position, side) and not bound:
        may_pass = rules.__dict__["pass"][side] or (rules.passOnStalemate[side] and not turns)
        for action in passes(position) if may_pass else []:
            turns[action.text] = play(position, action)
    if rules.checkCounting:
        for after in turns.values():
            after.checks[side] -= bool(checked(after, 1 - side))
    return turns
