"""Record games for the client's workbench: what one seat's browser would receive, step by step.

    PYTHONPATH=src python client/tools/record.py

writes client/src/dev/fixtures/*.json (not committed). Each has the form of the protocol: a first
snapshot and an update per move, and beside them ``why``, the reasons that a server would give when
asked about cards that may not be played.
"""

import json
from pathlib import Path
from typing import Any

from fatum.core.chance import SeededChance
from fatum.core.errors import IllegalMove
from fatum.core.rng import Rng, commitment
from fatum.core.seats import seat_name
from fatum.games.registry import find_game

OUT = Path(__file__).resolve().parent.parent / "src" / "dev" / "fixtures"
NAMES = ["Ann", "Boris", "Chloé", "Dagmar", "Emil", "Ferrán"]
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


def record(name: str, game_name: str, given: dict[str, Any], number: int) -> tuple[int, str]:
    game = find_game(game_name)
    options = game.read_options(given)
    seed = bytes([number % 256, number // 256]) * 16
    state = game.new(options, SeededChance(seed), True)
    rng = Rng(number + 7)
    players = options.players
    viewer = 0
    seq = 10

    def table(over: bool) -> dict[str, Any]:
        return {
            "id": "K7QMW2RD",
            "game": game_name,
            "options": given,
            "settings": {},
            "phase": "over" if over else "running",
            "seats": [
                {
                    "seat": seat_name(seat),
                    "kind": "bot" if seat in BOTS else "person",
                    "name": NAMES[seat],
                    "level": BOTS.get(seat),
                    "here": seat not in BOTS,
                    "stand_in": False,
                    "host": seat == 0,
                    "rematch": False,
                }
                for seat in range(players)
            ],
            "commitment": commitment(seed),
            "outcome": state.outcome() if over else None,
            "seed": seed.hex() if over else None,
            "previous": None,
            "next": None,
        }

    def prompt() -> dict[str, Any] | None:
        legal = state.legal_moves(viewer)
        if not legal:
            return None
        return {"seq": seq, "legal": [game.moves[move] for move in legal], "deadline": None}

    def why(view: dict[str, Any]) -> dict[str, list[str]]:
        reasons: dict[str, list[str]] = {}
        legal = {game.moves[move] for move in state.legal_moves(viewer)}
        for text in natural_moves(game_name, view, viewer):
            if text in legal or text in reasons:
                continue
            try:
                state.copy().apply(viewer, game.parse_move(text))
            except IllegalMove as error:
                rule, _, said = str(error).partition(": ")
                reasons[text] = [getattr(error, "rule", rule), said or str(error)]
        return reasons

    def turn() -> list[dict[str, Any]]:
        return [{"seat": seat_name(seat), "deadline": None} for seat in state.to_act()]

    def events() -> list[dict[str, Any]]:
        seen = [event.seen_by(viewer) for event in state.events or []]
        state.events = []
        return seen

    view = state.view_for(viewer).to_dict()
    begin = events()
    snapshot = {
        "seq": seq,
        "at": 0,
        "you": {"seat": seat_name(viewer), "host": True},
        "table": table(False),
        "view": view,
        "turn": turn(),
        "prompt": prompt(),
        "recent": [{"seq": seq, "at": 0, "news": {"what": "started"}, "events": begin}],
        "chat": [],
    }
    updates: list[Any] = []
    reasons = [why(view)]
    moves = []
    while (actors := state.to_act()) and len(updates) < 900:
        seat = actors[rng.below(len(actors))]
        legal = [game.moves[move] for move in state.legal_moves(seat)]
        text = choose(game_name, legal, rng, len(updates))
        state.apply(seat, game.parse_move(text))
        seq += 1
        view = state.view_for(viewer).to_dict()
        over = state.outcome() is not None
        moves.append([seat_name(seat), text])
        updates.append(
            {
                "seq": seq,
                "at": seq * 1000,
                "news": {
                    "what": "moved",
                    "seat": seat_name(seat),
                    "by": "bot" if seat in BOTS else "person",
                },
                "events": events(),
                **({"table": table(True)} if over else {}),
                "view": view,
                "turn": turn(),
                "prompt": prompt(),
            }
        )
        reasons.append(why(view))
    data = {"name": name, "snapshot": snapshot, "updates": updates, "why": reasons, "moves": moves}
    return len(updates), json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, game, options in GAMES:
        # Of a few games the shortest whole one is the easiest to look at.
        tries = [record(name, game, options, number) for number in range(1, 13)]
        steps, text = min(tries)
        (OUT / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {steps} steps, {len(text) // 1024} kB")


if __name__ == "__main__":
    main()
