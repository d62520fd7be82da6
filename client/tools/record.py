"""Record games for the client's workbench: what one seat's browser would receive, step by step.

    PYTHONPATH=src python client/tools/record.py

writes client/src/dev/fixtures/*.json (not committed). Each has the form of the protocol: a first
snapshot and an update per move, and beside them ``why``, the reasons that a server would give when
asked about cards that may not be played.
"""

from pathlib import Path
from typing import Any

import msgspec
from crowded import begun, entry

from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.registry import find_game
from fatum.protocol.snapshots import Update
from fatum.protocol.table_settings import TableSettings
from fatum.table import log
from fatum.table.projection import explain, snapshot, update
from fatum.table.roles import Caller
from fatum.table.state import TableState

OUT = Path(__file__).resolve().parent.parent / "src" / "dev" / "fixtures"
NAMES = ["Ann", "Boris", "Chloé", "Dagmar", "Emil", "Ferrán"]
VIEWER = 0
BOTS = {1: "greedy", 3: "hard", 5: "random"}
GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("karma-4", "karma", {"players": 4}),
    ("karma-6", "karma", {"players": 6}),
    ("karma-2", "karma", {"players": 2}),
    ("karma-foresight", "karma", {"players": 3, "foresight": True}),
    ("allin-4", "allin", {"players": 4}),
    ("allin-2", "allin", {"players": 2}),
    ("allin-3", "allin", {"players": 3}),
    ("allin-5-shadows", "allin", {"players": 5, "discard": "shadows", "side": "B"}),
    ("allin-3-closed-eye", "allin", {"players": 3, "discard": "closed_eye", "heirs": True}),
]


def choose(game: str, legal: list[str], rng: Rng, step: int) -> str:
    """A quick, varied player: never takes a pile needlessly, seldom passes."""
    if game == "karma":
        plays = [move for move in legal if move != "take"]
        low = sorted(
            plays,
            key=lambda move: (
                int(w) if (w := move.split()[-1 if " " not in move else 1]).isdigit() else 20
            ),
        )
        if plays and plays[0].split()[0] in ("play", "open"):
            return low[0] if rng.below(3) else plays[rng.below(len(plays))]
        return (plays or legal)[rng.below(len(plays or legal))]
    dull = {"pass", "skip", "all in"}
    lively = [move for move in legal if move not in dull]
    if "all in" in legal and step > 30 and rng.below(25) == 0:
        return "all in"
    if "pass" in legal and rng.below(5) == 0:
        return "pass"
    return (lively or legal)[rng.below(len(lively or legal))]


def natural_moves(game: str, view: dict[str, Any], viewer: int) -> list[str]:
    """What a tap on each card would mean."""
    if game == "karma":
        own = view["seats"][viewer]
        moves = [f"play {card}" for card in own["hand"]]
        moves += [f"open {card}" for card in own["open"] if card != "?"]
        moves += [f"flip {place}" for place, card in enumerate(own["hidden"], 1) if card]
        return [*moves, "take"]
    return [f"play {card}" for card in view["hands"][viewer]] + ["all in", "take discard", "skip"]


def why(state: TableState, view: dict[str, Any]) -> dict[str, Any]:
    """The reason that a server would give for each card that may not be played."""
    reasons = (
        explain(state, VIEWER, text) for text in natural_moves(state.game.name, view, VIEWER)
    )
    return {each.move: [each.rule, each.message] for each in reasons if not each.legal}


def record(name: str, game_name: str, given: dict[str, Any], number: int) -> tuple[int, bytes]:
    game = find_game(game_name)
    seed = bytes([number % 256, number // 256]) * 16
    rng = Rng(number + 7)
    state = begun(game_name, given, seed, NAMES, BOTS, TableSettings())
    who = state.who(Caller(token=f"token-{VIEWER}"))
    first = snapshot(state, who)
    assert state.match is not None
    truth = state.match.state
    updates: list[Update] = []
    reasons = [why(state, first.view or {})]
    moves = []
    while (actors := truth.to_act()) and len(updates) < 900:
        seat = actors[rng.below(len(actors))]
        legal = [game.moves[move] for move in truth.legal_moves(seat)]
        text = choose(game_name, legal, rng, len(updates))
        fact = log.Moved(seat, text, "bot" if seat in BOTS else "person")
        updates.append(update(state, state.apply(entry(state.seq + 1, fact)), who))
        moves.append([seat_name(seat), text])
        reasons.append(why(state, snapshot(state, who).view or {}))
    data = {"name": name, "snapshot": first, "updates": updates, "why": reasons, "moves": moves}
    return len(updates), msgspec.json.encode(data)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, game, options in GAMES:
        # Of a few games the shortest whole one is the easiest to look at.
        tries = [record(name, game, options, number) for number in range(1, 13)]
        steps, text = min(tries)
        (OUT / f"{name}.json").write_bytes(text)
        print(f"{name}: {steps} steps, {len(text) // 1024} kB")


if __name__ == "__main__":
    main()
