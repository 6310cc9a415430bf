# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of variants on small boards, each with two mechanisms of a list."""

MOVEMENTS = ["N", "B", "R", "WF", "FfW", "D", "A", "nN", "mRcpR", "gQ", "mNcB", "fsW", "R2", "WfF", "fR", "KN", "mQcN", "fbNF", "pR", "B3"]

# The first word names the theme; {a} and {b} are letters of pieces. A line "use …" says how the start position is made.
THEMES = {
    "drops": "pieceDrops = true\nuse hand",
    "captures to hand": "pieceDrops = true\ncapturesToHand = true\nuse hand",
    "captures kept": "capturesToHand = true\nuse hand",
    "drop regions": "pieceDrops = true\ncapturesToHand = true\ndropRegionWhite = *1 *2 *3\ndropRegionBlack = *4 *5\nuse hand",
    "free drops": "pieceDrops = true\nfreeDrops = true",
    "enclosing drops": "pieceDrops = true\nenclosingDrop = ataxx\nuse hand",
    "must drop": "pieceDrops = true\nmustDrop = true\nuse hand",
    "no drop checks": "pieceDrops = true\ncapturesToHand = true\ndropChecks = false\nuse hand",
    "gating": "gating = true\nseirawanGating = true\nuse hand\nuse gates",
    "gates only": "gating = true\nuse gates",
    "placing": "placing = opponent\nuse placing\nuse commoners",
    "arrow": "wallingRule = arrow",
    "duck": "wallingRule = duck",
    "past": "wallingRule = past",
    "edge": "wallingRule = edge",
    "static": "wallingRule = static\nwallingRegionWhite = a* b*\nwallingRegionBlack = c* d*",
    "wall or move": "wallingRule = static\nwallOrMove = true",
    "walls": "use walls",
    "blocked leaps": "wallsBlockLeaps = true\nuse walls",
    "blast": "blastOnCapture = true\nuse commoners",
    "immune": "blastOnCapture = true\nblastImmuneTypes = {a}\nuse commoners",
    "stone": "petrifyOnCaptureTypes = {a}{b}",
    "pass": "pass = true",
    "pass on stalemate": "passOnStalemate = true",
    "promotion": "promotedPieceType = {a}:{b}",
    "demotion": "promotedPieceType = {a}:{b}\npieceDemotion = true\nmandatoryPiecePromotion = true",
    "promotion squares": "promotionPawnTypes = p{a}\npromotionPieceTypes = {b}\npromotionSquaresWhite = {a}:c3-e5\n"
                         "promotionSquaresBlack = {a}:a1-c3\nuse pawns",
    "must capture": "mustCapture = true",
    "no checks": "checking = false",
    "counted checks": "checkCounting = true\nuse checks",
    "flag": "flagPiece = {a}\nflagRegionWhite = *5\nflagRegionBlack = *1",
    "corners": "flagPiece = k\nflagRegion = a1 a5 e1 e5",
    "extra move": "flagPiece = k\nflagRegionWhite = *4\nflagRegionBlack = *2\nflagMove = true",
    "two goals": "flagPiece = {b}\nflagRegionWhite = *3 *4\nflagRegionBlack = *3 *2\nflagMove = true\nflagPieceCount = 2\n"
                 "flagPieceBlockedWin = true",
    "safe goal": "flagPiece = {a}\nflagRegion = b3 c3 d3\nflagPieceSafe = true",
    "row": "connectN = 3",
    "line": "collinearN = 4\nconnectDiagonal = false",
    "flip": "flipEnclosedPieces = ataxx\nuse plain kings",
    "reversi": "flipEnclosedPieces = reversi\nuse plain kings",
    "region": "mobilityRegionWhiteCustomPiece1 = a* b* c*\nmobilityRegionBlackCustomPiece1 = *3 *4 *5",
    "like kinds": "mutuallyImmuneTypes = {a}{b}",
    "immobility": "immobilityIllegal = true",
    "bare": "extinctionValue = loss\nextinctionPieceTypes = {a}",
    "piece count": "stalematePieceCount = true\nstalemateValue = loss",
    "who mates loses": "checkmateValue = win\nstalemateValue = loss",
    "material": "materialCounting = unweighted\nadjudicateFullBoard = true",
    "draw odds": "materialCounting = blackdrawodds\nnMoveRule = 6\nnMoveRuleResetTypes = {a}\nstalemateValue = draw",
    "torpedo": "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *3 *4\nuse pawns",
    "slips": "pawnSlipRegion = a1-e5\nuse pawns",
    "fuel": "fuel = 4\nnMoveRule = 0",
    "squares instead": "squareActions = instead\nsquareReserve = 2\nsquareOwners = true\nuse holes",
    "squares after": "squareActions = after\nsquareReserve = 2\nuse holes",
    "squares both": "squareActions = afterBoth\nsquareReserve = 3\nsquareFreezePlaced = true\nuse holes",
    "squares placed": "squareActions = afterPlacing\nsquareReserve = infinite\nsquareFreezePlaced = true\nsquareVanish = 2\nuse holes",
    "squares carried": "squareActions = after\nsquareReserve = 5\nsquareOwners = true\nsquareCarry = true\nuse holes",
    "links": "links = true\nuse few",
    "distances": "links = true\nlinkScoring = distance\nuse few",
    "repetition": "nFoldRule = 2\nnFoldValue = loss",
    "repetition for White": "nFoldRule = 3\nnFoldValue = win\nnFoldValueAbsolute = true",
    "perpetual check": "nFoldRule = 2\nperpetualCheckIllegal = true",
    "castling": "castlingKingsideFile = d\ncastlingQueensideFile = b\nuse castling",
    "castling beside": "castlingKingsideFile = e\ncastlingQueensideFileWhite = b\ncastlingQueensideFileBlack = a\nuse castling",
    "castling from anywhere": "castlingKingsideFile = d\ncastlingQueensideFile = b\nchess960 = true\nuse castling",
    "castling wins": "castlingKingsideFile = d\ncastlingQueensideFile = b\ncastlingWins = KQkq\nuse castling",
    "opposite castling": "castlingKingsideFile = d\ncastlingQueensideFile = b\noppositeCastling = true\nuse castling",
    "dropped castling": "castlingKingsideFile = d\ncastlingQueensideFile = b\npieceDrops = true\ncapturesToHand = true\n"
                        "castlingDroppedPiece = true\nuse hand\nuse castling",
}
KINGS = ["king = k", "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true",
         "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k", "commoner = k"]
WITH_ARMIES = 12  # one text in so many has armies on a larger board
ARMIES = ["fide", "clobberers", "nutters", "rookies"]


def text(chance, name, themes):
    """A text with the mechanisms of two themes."""
    once = {}  # of two themes with one key the second holds
    a, b = "ab"
    themed = [line for theme in themes for line in THEMES[theme].format(a=a, b=b).split("\n")]
    uses = {line[4:] for line in themed if line.startswith("use ")}
    armies = chance.randrange(WITH_ARMIES) == 0 and not uses & {"few", "commoners", "plain kings", "placing"}
    for line in (army_pieces(chance) if armies else custom_pieces(chance, uses)) + themed:
        if not line.startswith("use "):
            once[line.partition(" ")[0]] = line
    pawns = armies or "pawns" in uses or (chance.random() < 0.5 and not uses >= {"few", "hand"})
    castles = "castling" in uses or armies
    lines = [f"[{name}]"] + list(once.values())
    if pawns and not armies:
        lines += ["pawn = p"] + defaults(once, ["doubleStepRegionWhite = *2", "doubleStepRegionBlack = *4", "promotionPieceTypes = ab"])
    if not armies:
        lines += ["promotionRegionWhite = *5", "promotionRegionBlack = *1"]
    lines += defaults(once, ["castlingKingPiece = k", "castlingRookPieces = a"] if castles and not armies else [])
    lines += [] if castles else ["castling = false"]
    start = army_start() if armies else small_start(chance, uses, pawns)
    return "\n".join(lines + ["startFen = " + start_fen(start, uses, castles, armies)]) + "\n"


def defaults(once, lines):
    """Those lines that no theme has given otherwise."""
    return [line for line in lines if line.partition(" ")[0] not in once]


def custom_pieces(chance, uses):
    kings = KINGS[2:] if "plain kings" in uses else KINGS[1:] if "commoners" in uses else KINGS
    return ["maxFile = 5", "maxRank = 5", f"customPiece1 = a:{chance.choice(MOVEMENTS)}",
            f"customPiece2 = b:{chance.choice(MOVEMENTS)}"] + chance.choice(kings).split("\n")


def army_pieces(chance):
    """Two pieces of the text's own come before those of the armies, some of which therefore take other letters."""
    return ["maxRank = 6", "king = k", "pawn = p", "customPiece1 = a:WA", "customPiece2 = b:B3",
            f"armyWhite = {chance.choice(ARMIES)}", f"armyBlack = {chance.choice(ARMIES)}", "doubleStepRegionWhite = *2",
            "doubleStepRegionBlack = *5", "promotionRegionWhite = *6", "promotionRegionBlack = *1"]


def army_start():
    return ["{black}", "pppppppp", "8", "8", "PPPPPPPP", "{white}"]


def small_start(chance, uses, pawns):
    """Five rows; the middle ones are as empty as they can be."""
    if "placing" in uses:
        return ["5"] * 5
    back = list("kabab")
    chance.shuffle(back)
    if "castling" in uses:
        back = chance.choice(["a1k1a", "abk1a", "a1kba"])
    front = chance.choice(["p1p1p", "1ppp1", "ppppp"][:2 if "few" in uses else 3]) if pawns else "5"
    return ["".join(back), front, "5", front.upper(), "".join(back).upper()]


def start_fen(rows, uses, castles, armies):
    empty = {"8": "********", "5": "*****"}
    if "holes" in uses and "placing" not in uses:
        rows = [empty.get(row, row.replace("1", "*") if row[:1] not in "aA" else row) for row in rows]
    elif "walls" in uses:
        middle = len(rows) // 2
        rows[middle] = {"8": "2*1*3", "5": "1*1*1"}[rows[middle]]
    hand = "[KABABkabab]" if "placing" in uses else "[ABab]" if "hand" in uses else ""
    rights = "KQkq" if castles and "placing" not in uses else ""
    if "gates" in uses and "placing" not in uses:
        rights += "ABCDEabcde" if not castles else "BDbd"
    checks = "3+3 " if "checks" in uses else ""
    return f"{'/'.join(rows)}{hand} w {rights or '-'} - {checks}0 1"
