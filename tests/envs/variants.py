"""Every game with every number of players and every variant, by a name for the test."""

import os
from itertools import product
from typing import Any

Variant = tuple[str, dict[str, Any]]


def variants() -> dict[str, Variant]:
    found: dict[str, Variant] = {}
    for players, foresight, follow_up in product(range(2, 7), (False, True), ("strict", "free")):
        options = {
            "players": players,
            "foresight": foresight,
            "table_card_follow_up": follow_up,
        }
        found[f"karma-{players}{'-foresight' * foresight}-{follow_up}"] = ("karma", options)
    for players, discard, side, heirs in product(
        range(2, 6), ("standard", "shadows", "closed_eye"), "AB", (False, True)
    ):
        options = {"players": players, "discard": discard, "side": side, "heirs": heirs}
        found[f"allin-{players}-{discard}-{side}{'-heirs' * heirs}"] = ("allin", options)
    return found


def some() -> dict[str, Variant]:
    """One of each number of players, the variants taking turns: for tests that take long.

    All of them in ``make soak PART=envs``.
    """
    if os.environ.get("FATUM_TEST_ENVS"):
        return variants()
    found = {}
    for place, (game, counts) in enumerate((("karma", range(2, 7)), ("allin", range(2, 6)))):
        for players in counts:
            names = [name for name in variants() if name.startswith(f"{game}-{players}")]
            name = names[(5 * players + place) % len(names)]
            found[name] = variants()[name]
    return found
