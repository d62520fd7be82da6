"""Play a game of Karma: make the first choices yourself, let bots play the rest, keep the record."""

import fatum


def main() -> None:
    match = fatum.new("karma", players=3, seed=7, starter="P1")
    print(match)  # the table as the seat to act sees it

    # Everyone lays three of six cards open, at the same time.
    print(match.legal("P1"))
    for move in ("lay 8", "lay 11", "lay 16"):
        match.push(move, "P1")

    # The others are played by bots, until P1 has to choose.
    others = {"P2": fatum.bot("easy"), "P3": fatum.bot("greedy")}
    match.play(others)

    # A wrong move changes nothing and says which rule is against it.
    try:
        match.push("take")
    except fatum.IllegalMove as error:
        print(f"{error.rule}: {error.reason}")

    while not match.over:
        view = match.view("P1")
        for event in match.push(view.legal[0]):
            print(event.seen_by("P1"))
        match.play(others)
    print(match.outcome)

    match.record().save("first_game.json")
    print(repr(fatum.load("first_game.json")))


if __name__ == "__main__":
    main()
