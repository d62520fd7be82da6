"""A table with seeded chance and seeded opponents, spoken to line by line, for tests in a browser.

    followed.py GAME PLAYERS SEED [MOMENT]

With a moment, the first game from this seed on that comes to it begins there. The table reads the moves of the first seat, one a line, and answers each with a line of JSON: the updates
that follow until that seat is asked again or the game is over. The first line is the snapshot.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from crowded import SHORT, begun, entry
from record import choose

from fatum.core.rng import Rng
from fatum.protocol.snapshots import Snapshot, Update
from fatum.protocol.table_settings import TableSettings
from fatum.table import log
from fatum.table.projection import snapshot, update
from fatum.table.roles import Caller

OWN: Final = 0


def _write(value: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.flush()


def _cautioned(picture: Snapshot) -> bool:
    return picture.prompt is not None and bool(picture.prompt.cautions)


def _last_to_predict(picture: Snapshot) -> bool:
    view = picture.view or {}
    predictions = view.get("predictions", [])
    return view.get("phase") == "predict" and predictions.count(None) == 1 and view["round"] == 1


def _revealed(picture: Snapshot) -> bool:
    """The viewer chooses one of several revealed cards."""
    legal = [] if picture.prompt is None else picture.prompt.legal
    return len(legal) > 2 and all(move.startswith("keep ") for move in legal)


def _last_card(picture: Snapshot) -> bool:
    """The viewer can play the last card while several others have some."""
    assert picture.view is not None
    if picture.prompt is None or picture.view["phase"] != "turn":
        return False
    held = [len(seat["hand"]) + len(seat["open"]) for seat in picture.view["seats"]]
    hidden = [sum(card is not None for card in seat["hidden"]) for seat in picture.view["seats"]]
    mine = held[OWN] == 1 and hidden[OWN] == 0 and not picture.view["stock"]
    playable = any(move.startswith("play") for move in picture.prompt.legal)
    rest = [cards > 0 for cards in map(sum, zip(held, hidden, strict=True))]
    return mine and playable and sum(rest) > 2


MOMENTS: Final[dict[str, Callable[[Snapshot], bool]]] = {
    "caution": _cautioned,
    "last to predict": _last_to_predict,
    "last card": _last_card,
    "revealed": _revealed,
}


def main() -> None:
    game, players, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    wanted = MOMENTS[sys.argv[4]] if len(sys.argv) > 4 else None
    while not serve(game, players, number, wanted):
        number += 1


def serve(game: str, players: int, number: int, wanted: Callable[[Snapshot], bool] | None) -> bool:
    """Play a game with the one who writes the lines; false if it never comes to what is wanted."""
    seed = number.to_bytes(4, "big") * 8
    bots = dict.fromkeys(range(1, players), "greedy")
    state = begun(game, {"players": players}, seed, SHORT, bots, TableSettings())
    who = state.who(Caller(token=f"token-{OWN}"))
    rng = Rng(number + 7)
    assert state.match is not None
    truth = state.match.state

    def play(seat: int, text: str) -> Update:
        fact = log.Moved(seat, text, "bot" if seat in bots else "person")
        return update(state, state.apply(entry(state.seq + 1, fact)), who)

    def opponents() -> list[Update]:
        made: list[Update] = []
        while (actors := truth.to_act()) and OWN not in actors:
            seat = actors[0]
            legal = [truth.game.moves[move] for move in truth.legal_moves(seat)]
            made.append(play(seat, choose(game, legal, rng, state.seq)))
        return made

    opponents()
    while wanted is not None and not wanted(snapshot(state, who)):
        if not truth.to_act():
            return False
        legal = [truth.game.moves[move] for move in truth.legal_moves(OWN)]
        play(OWN, choose(game, legal, rng, state.seq))
        opponents()
    _write(snapshot(state, who))
    for line in sys.stdin:
        _write([play(OWN, line.strip()), *opponents()])
    return True


if __name__ == "__main__":
    main()
