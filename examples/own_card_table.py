"""Play All In with the effects that are printed on your own cards."""

import fatum

# Only cards that differ from the default table. The effect with the star has to be done.
CARDS = {
    "2C": ["draw*", "draw"],
    "2M": ["take*", "swap", "rune"],
    "Ru": ["reveal5*", "eye"],
}


def main() -> None:
    match = fatum.new("allin", players=3, seed=1, cards=CARDS)
    print(match)
    match.play({seat: fatum.bot("greedy") for seat in range(3)})
    print(match.outcome)

    # The record carries the table, so that anybody can replay the game.
    print(match.record().to_dict()["options"])

    # A table that could leave a player with fewer than five cards is refused.
    try:
        fatum.new("allin", cards={"2C": ["hypnosis*"]})
    except fatum.InvalidOptions as error:
        print(error)

    for name, cards in (("default table", {}), ("own table", CARDS)):
        found = fatum.simulate("allin", "greedy", players=3, games=40, seed=1, cards=cards)
        print(f"{name}: {found.moves['mean']:.1f} moves per game")


if __name__ == "__main__":
    main()
