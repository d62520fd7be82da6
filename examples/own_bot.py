"""A bot of your own: it keeps its good cards, and plays 100 games against others."""

import fatum

KARMA_CARDS = ("TC", "BU", "FB", "GP")


class Thrifty:
    """Plays the lowest number that fits, and as many of it as it can; Karma cards last."""

    def choose(self, view: fatum.KarmaView) -> str:
        return min(view.legal, key=self.price).text

    def price(self, move: fatum.Move) -> tuple[int, int]:
        if move.verb == "take":
            return 100, 0
        if move.verb == "lay":
            # At the start: the best cards go onto the table, where they are played last.
            return -self.worth(move.card), 0
        return self.worth(move.card), -move.count

    def worth(self, card: str | None) -> int:
        if card is None:
            return 0
        return 20 if card in KARMA_CARDS else int(card)


def main() -> None:
    found = fatum.simulate("karma", [Thrifty(), "random", "random"], games=100, seed=1)
    print(found)
    assert found.share("loser", 0)[2] < 1 / 3, "it should lose less often than by chance"


if __name__ == "__main__":
    main()
