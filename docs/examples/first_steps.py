# SPDX-License-Identifier: GPL-3.0-or-later
"""The program of first_steps.c in Python: prints a position, plays a game of Fuel Chess, draws a knight's tour.

    python3 first_steps.py

first_steps.ipynb does the same in a notebook, which shows the board and the tour.
"""

import leaper


def print_position(position: leaper.Position) -> None:
    print(f"turns: {len(position.legal_turns)}, perft 3: {position.perft(3)}")
    print(f"position: {position.fen}")


def choose(engine: leaper.Engine, position: leaper.Position) -> leaper.Turn:
    """We play the first turn in the list; the engine plays the best that it finds in 2,000 nodes."""
    if position.turn == leaper.WHITE:
        return next(iter(position.legal_turns))
    turn = engine.search(position, nodes=2000).turn
    assert turn is not None  # the game is not over
    return turn


def play(session: leaper.Session) -> None:
    with leaper.Engine() as engine:
        while not session.outcome.is_over and len(session) < 200:
            session.play(choose(engine, session.position()))
    record = session.record()
    record.tags["Event"] = "First steps"
    print(f"result: {session.outcome}")
    print(record.pgn())


def draw_tour(path: str) -> None:
    finding = leaper.Tours("8x8").find()
    assert finding.tour is not None
    with open(path, "w", encoding="utf-8") as file:
        file.write(finding.tour.svg(leaper.Style.COLORED))
    print(f"tour: {finding.how}, drawn in {path}")


def main() -> None:
    print("leaper", leaper.version())
    # A game in which every piece starts with 20 units of fuel instead of 50.
    fuel = leaper.Variant("fuel", fuel=20)
    print_position(fuel.position())
    play(leaper.Session(fuel))
    draw_tour("tour.svg")


if __name__ == "__main__":
    main()
