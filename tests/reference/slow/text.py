# SPDX-License-Identifier: GPL-3.0-or-later
"""A variant's definition, as `leaper variants show` prints it, with the defaults of docs/variants.md."""

import re

from slow import armies, betza
from slow.betza import NotCarried

NAMES = {"pawn": "fmWfcF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "fers": "F", "alfil": "A", "fersAlfil": "FA",
         "silver": "FfW", "aiwok": "RNF", "bers": "RF", "archbishop": "BN", "chancellor": "RN", "amazon": "QN", "knibis": "mNcB",
         "biskni": "mBcN", "kniroo": "mNcR", "rookni": "mRcN", "shogiPawn": "fW", "lance": "fR", "shogiKnight": "fN", "gold": "WfF",
         "dragonHorse": "BW", "clobber": "cW", "breakthrough": "fmWfF", "immobile": "", "cannon": "mRcpR", "janggiCannon": "pR",
         "soldier": "fsW", "horse": "nN", "elephant": "nA", "janggiElephant": "nZ", "banner": "RcpRnN", "wazir": "W",
         "commoner": "K", "centaur": "KN", "king": "K"}
WORDS = {"title", "author", "family", "summary", "section", "rule", "reading", "site", "parameter", "network", "pieceNames", "variantTemplate",
         "pieceToCharTable", "pocketSize", "startFen", "pawnRegion"}
FLAGS = {"doubleStep": True, "castling": True, "mandatoryPawnPromotion": True, "checking": True, "dropChecks": True,
         "connectVertical": True, "connectHorizontal": True, "connectDiagonal": True, "pieceDrops": False, "capturesToHand": False,
         "firstRankPawnDrops": False, "promotionZonePawnDrops": False, "immobilityIllegal": False, "dropPromoted": False,
         "dropLoop": False, "freeDrops": False, "blastOnCapture": False, "petrifyBlastPieces": False, "wallOrMove": False,
         "mandatoryPiecePromotion": False, "piecePromotionOnCapture": False, "pieceDemotion": False, "mustCapture": False,
         "mustDrop": False, "extinctionClaim": False, "extinctionPseudoRoyal": False, "dupleCheck": False,
         "checkCounting": False, "stalematePieceCount": False, "flagPieceSafe": False, "flagPieceBlockedWin": False,
         "shogiPawnDropMateIllegal": False, "gating": False, "seirawanGating": False, "adjudicateFullBoard": False, "links": False,
         "squareOwners": False, "squareFreezePlaced": False, "squareCarry": False, "wallsBlockLeaps": False, "flagMove": False,
         "oppositeCastling": False, "castlingDroppedPiece": False, "nFoldValueAbsolute": False, "perpetualCheckIllegal": False,
         "dropOppositeColoredBishop": False, "chess960": False}
SIDED_FLAGS = {"pass": False, "passOnStalemate": False}
NUMBERS = {"maxFile": 8, "maxRank": 8, "nMoveRule": 50, "nFoldRule": 3, "connectN": 0, "collinearN": 0, "connectNxN": 0, "dropNoDoubledCount": 1,
           "extinctionPieceCount": 0, "extinctionOpponentPieceCount": 0, "flagPieceCount": 1, "castlingRank": 1, "fuel": 0,
           "squareVanish": 0, "squareReserve": 0}
CHOICES = {"wallingRule": "none", "enclosingDrop": "none", "flipEnclosedPieces": "none", "materialCounting": "none",
           "checkmateValue": "loss", "stalemateValue": "draw", "nFoldValue": "draw", "extinctionValue": "none", "connectValue": "win",
           "placing": "none", "linkScoring": "standard", "squareActions": "none"}
SIDED_CHOICES = {"castlingQueensideFile": "c"}
FILES = {"castlingKingsideFile": "g", "castlingKingFile": "e", "castlingRookKingsideFile": "p",
         "castlingRookQueensideFile": "a"}
SQUARES = {"promotionRegion": None, "doubleStepRegion": None, "tripleStepRegion": "-", "enPassantRegion": "a1-p16",
           "dropRegion": "a1-p16", "wallingRegion": "a1-p16", "flagRegion": "-", "enclosingDropStart": "-", "connectRegion1": "-",
           "connectRegion2": "-"}
PLACES = {"walls", "pawnSlipRegion"}
PIECES = {"pawnTypes": None, "promotionPawnTypes": None, "enPassantTypes": None, "nMoveRuleTypes": None, "nMoveRuleResetTypes": "-",
          "promotionPieceTypes": None, "castlingRookPieces": None, "castlingKingPiece": None, "blastImmuneTypes": "-",
          "petrifyOnCaptureTypes": "-", "mutuallyImmuneTypes": "-", "extinctionPieceTypes": "-", "flagPiece": "*",
          "connectPieceTypes": "*", "mustDropType": "*", "dropNoDoubled": "-"}
MAPS = {"promotedPieceType", "promotionLimit"}


def squares(text, files, ranks):
    """Squares such as d4, *8, e* or c3-f6, as pairs that count from 0."""
    found = set()
    for word in text.replace(",", " ").split():
        if word == "-":
            continue
        ends = re.fullmatch(r"([a-p])(\d+)-([a-p])(\d+)", word)
        one = re.fullmatch(r"([a-p*])(\d+|\*)", word)
        if ends:
            left, low, right, high = ord(ends[1]) - 97, int(ends[2]) - 1, ord(ends[3]) - 97, int(ends[4]) - 1
        elif one:
            left, right = (0, files - 1) if one[1] == "*" else (ord(one[1]) - 97,) * 2
            low, high = (0, ranks - 1) if one[2] == "*" else (int(one[2]) - 1,) * 2
        else:
            raise NotCarried(f"squares {word}")
        found |= {(x, y) for x in range(left, right + 1) for y in range(low, high + 1) if x < files and y < ranks}
    return found


ARMIES = armies.read_all()


class Definition:
    """The rules of one variant: attributes named like keys; those of one side are pairs, White's first."""

    def __init__(self, text, parameters):
        self.entries, self.types, self.names, self.mobility = [], {}, {}, [{}, {}]
        self.armies, self.castlings, self.castlingWins, self.start_walls = [None, None], {}, set(), set()
        for line in text.splitlines():
            match = re.match(r"([A-Za-z]\w*) = ?(.*)", line)
            if match and match[1] not in WORDS:
                value = re.sub(r"\$(\w+)", lambda word: str(parameters[word[1]]), match[2].strip())
                self.entries.append((match[1], value))
        self.used = {key for key, value in self.entries}
        for table in (FLAGS, NUMBERS, CHOICES, FILES):
            self.__dict__.update(table)
        for key, value in list(SIDED_FLAGS.items()) + list(SIDED_CHOICES.items()):
            setattr(self, key, [value, value])
        for key in PLACES:
            setattr(self, key, set())
        self.promotionSquares = [{}, {}]
        self._read_sizes()
        self._read_pieces()
        for key, value in list(SQUARES.items()) + list(PIECES.items()):
            setattr(self, key, [self._value(key, value)] * 2 if value is not None else [None, None])
        for key in MAPS:
            setattr(self, key, {})
        # A key of one colour holds even if that of both comes later.
        for key, value in sorted(self.entries, key=lambda entry: entry[0].endswith(("White", "Black"))):
            self._read(key, value)
        self._fill_in()
        self.legs = {letter: betza.read(movement) for letter, movement in self.types.items()}

    def _read_sizes(self):
        for key, value in self.entries:
            if key in ("maxFile", "maxRank"):
                setattr(self, key, int(value) if value.isdigit() else ord(value) - 96)

    def _read_pieces(self):
        for key, value in self.entries:
            if key in ("armyWhite", "armyBlack"):
                self._muster(0 if key == "armyWhite" else 1, ARMIES[value])
            elif key in NAMES or key.startswith("customPiece"):
                letter, _, movement = value.partition(":")
                self._declare(key, letter, movement or NAMES.get(key, ""))

    def _muster(self, side, army):
        """Declares an army's pieces, with other letters where theirs are taken."""
        declared = {value[0] for key, value in self.entries if key in NAMES or key.startswith("customPiece")}
        ours = {letter for key, value in self.entries if key.startswith("army") for letter in ARMIES[value].setup}
        letters = {"k": "k"}
        for name, wanted, movement in army.pieces:
            letter = self.names.get(name, wanted)  # both sides may have the same army
            if self.types.get(letter, movement) != movement:
                letter = armies.free_letter(wanted, declared | ours | set(self.types))
            letters[wanted] = letter
            if letter not in self.types:
                self._declare(name, letter, movement)
        self.armies[side] = [letters[letter] for letter in army.setup]
        if army.queenside:
            self.castlingQueensideFile[side] = army.queenside

    def _declare(self, name, letter, movement):
        if name in self.names:
            self.types.pop(self.names.pop(name), None)
        if letter == "-":
            return
        self.names = {other: taken for other, taken in self.names.items() if taken != letter}
        self.names[name], self.types[letter] = letter, movement

    def _value(self, key, value):
        if key in SQUARES:
            return squares(value, self.maxFile, self.maxRank)
        if value.strip() == "*":
            return "*"
        return set(value.replace("-", "").replace(" ", "").lower())

    def _read(self, key, value):
        side = 0 if key.endswith("White") else 1 if key.endswith("Black") else None
        base = key[:-5] if side is not None else key
        region = re.fullmatch(r"mobilityRegion(White|Black)(\w+)", key)
        if region:
            name = region[2][0].lower() + region[2][1:]
            if name in self.names:
                self.mobility[region[1] == "Black"][self.names[name]] = squares(value, self.maxFile, self.maxRank)
        elif key in FLAGS:
            setattr(self, key, value == "true")
        elif base in SIDED_FLAGS:
            pair = getattr(self, base)
            setattr(self, base, [value == "true" if side in (None, s) else pair[s] for s in (0, 1)])
        elif base in SIDED_CHOICES:
            pair = getattr(self, base)
            setattr(self, base, [value if side in (None, s) else pair[s] for s in (0, 1)])
        elif key in NUMBERS:
            setattr(self, key, int(value) if value.isdigit() else value if value == "infinite" else ord(value) - 96)
        elif key in CHOICES or key in FILES:
            setattr(self, key, value)
        elif key in PLACES:
            setattr(self, key, squares(value, self.maxFile, self.maxRank))
        elif key == "castlingWins":
            self.castlingWins = set(value) - {"-"}
        elif base == "promotionSquares":
            for letter, words in re.findall(r"(\S):([^:]*)(?=\s\S:|$)", value.lower()):
                self.promotionSquares[side][letter] = squares(words, self.maxFile, self.maxRank)
        elif base in SQUARES or base in PIECES:
            pair = getattr(self, base)
            setattr(self, base, [self._value(base, value) if side in (None, s) else pair[s] for s in (0, 1)])
        elif key in MAPS:
            for left, right in re.findall(r"(\S):(\S+)", value.lower()):
                getattr(self, key)[left] = right
        elif key not in NAMES and not key.startswith("customPiece") and key not in ("armyWhite", "armyBlack"):
            raise NotCarried(key)

    def _fill_in(self):
        """Defaults that depend on other keys."""
        every = set(self.types)
        for side in (0, 1):
            own = lambda key: getattr(self, key)[side]
            if own("promotionRegion") is None:
                self.promotionRegion[side] = {(x, 7 if side == 0 else 0) for x in range(self.maxFile)}
            if own("doubleStepRegion") is None:
                self.doubleStepRegion[side] = {(x, 1 if side == 0 else 6) for x in range(self.maxFile)}
            # The letters p, k and r of the defaults mean the pieces that are called pawn, king and rook.
            if own("castlingRookPieces") is None and self.armies[side]:
                self.castlingRookPieces[side] = {self.armies[side][0], self.armies[side][-1]}
            for key, called in (("pawnTypes", "pawn"), ("castlingKingPiece", "king"), ("castlingRookPieces", "rook")):
                if own(key) is None:
                    getattr(self, key)[side] = {self.names[called]} if called in self.names else set()
            for key in ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"):
                if own(key) is None:
                    getattr(self, key)[side] = self.pawnTypes[side]
            if own("promotionPieceTypes") is None:
                standard = [self.names.get(name) for name in ("knight", "bishop", "rook", "queen")]
                both = {letter for army in self.armies for letter in army or [] if letter != "k"}
                self.promotionPieceTypes[side] = both or {letter for letter in standard if letter}
            for key in PIECES:
                if own(key) == "*":
                    getattr(self, key)[side] = every | {"*"}
        self.promotedPieceType = {a: b for a, b in self.promotedPieceType.items() if b in every and a in every}

    def promotes_on(self, side, letter):
        """Where pawns or other pieces of that letter promote."""
        return self.promotionSquares[side].get(letter, self.promotionRegion[side])

    def has(self, key, side, letter):
        """Whether a letter is among the pieces of that key."""
        return letter in getattr(self, key)[side]
