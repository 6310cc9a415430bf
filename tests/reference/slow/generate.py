# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of variants on small boards, each with two mechanisms drawn from a list."""

MOVEMENTS = ["N", "B", "R", "WF", "FfW", "D", "A", "nN", "mRcpR", "gQ", "mNcB", "fsW", "R2", "WfF", "fR", "KN", "mQcN", "fbNF", "pR", "B3"]

# The first word names the theme; {a} and {b} are letters of pieces.
THEMES = {
    "drops": "pieceDrops = true",
    "captures to hand": "pieceDrops = true\ncapturesToHand = true",
    "drop regions": "pieceDrops = true\ncapturesToHand = true\ndropRegionWhite = *1 *2 *3\ndropRegionBlack = *4 *5",
    "must drop": "pieceDrops = true\nmustDrop = true",
    "no drop checks": "pieceDrops = true\ncapturesToHand = true\ndropChecks = false",
    "arrow": "wallingRule = arrow",
    "duck": "wallingRule = duck",
    "past": "wallingRule = past",
    "edge": "wallingRule = edge",
    "static": "wallingRule = static\nwallingRegionWhite = a* b*\nwallingRegionBlack = c* d*",
    "blast": "blastOnCapture = true",
    "immune": "blastOnCapture = true\nblastImmuneTypes = {a}",
    "stone": "petrifyOnCaptureTypes = {a}{b}",
    "pass": "pass = true",
    "pass on stalemate": "passOnStalemate = true",
    "promotion": "promotedPieceType = {a}:{b}",
    "demotion": "promotedPieceType = {a}:{b}\npieceDemotion = true\nmandatoryPiecePromotion = true",
    "must capture": "mustCapture = true",
    "no checks": "checking = false",
    "flag": "flagPiece = {a}\nflagRegionWhite = *5\nflagRegionBlack = *1",
    "row": "connectN = 3",
    "line": "collinearN = 4\nconnectDiagonal = false",
    "flip": "flipEnclosedPieces = ataxx",
    "reversi": "flipEnclosedPieces = reversi",
    "region": "mobilityRegionWhiteCustomPiece1 = a* b* c*\nmobilityRegionBlackCustomPiece1 = *3 *4 *5",
    "like kinds": "mutuallyImmuneTypes = {a}{b}",
    "immobility": "immobilityIllegal = true",
    "bare": "extinctionValue = loss\nextinctionPieceTypes = {a}",
    "piece count": "stalematePieceCount = true\nstalemateValue = loss",
    "torpedo": "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *3 *4",
}
KINGS = ["king = k", "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true",
         "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k", "commoner = k"]


def text(chance, name):
    """A text, and the names of its themes."""
    themes = chance.sample(sorted(THEMES), 2)
    a, b = "ab"
    lines = [f"[{name}]", "maxFile = 5", "maxRank = 5", f"customPiece1 = a:{chance.choice(MOVEMENTS)}",
             f"customPiece2 = b:{chance.choice(MOVEMENTS)}", chance.choice(KINGS), "castling = false"]
    pawns = chance.random() < 0.6
    if pawns:
        lines += ["pawn = p", "doubleStepRegionWhite = *2", "doubleStepRegionBlack = *4", "promotionPieceTypes = ab"]
    lines += ["promotionRegionWhite = *5", "promotionRegionBlack = *1"]
    for theme in themes:
        lines += THEMES[theme].format(a=a, b=b).split("\n")
    back = list("kabab")
    chance.shuffle(back)
    back = "".join(back)
    front = chance.choice(["ppppp", "p1p1p", "1ppp1"]) if pawns else "5"
    middle = "5"
    hand = "[ABab]" if any("pieceDrops" in THEMES[theme] for theme in themes) else ""
    lines.append(f"startFen = {back}/{front}/{middle}/{front.upper()}/{back.upper()}{hand} w - - 0 1")
    once = {line.partition(" ")[0]: line for line in lines}  # of two themes with one key the second holds
    return "\n".join(once.values()) + "\n", themes
