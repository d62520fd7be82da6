"""Make the tutorials' tables with the rules engine, so that they follow the real rules.

    PYTHONPATH=src python client/tools/tutorial.py [--check]

writes client/src/games/*/tutorial.json. A script is a list of steps: a text to read (``say``), a move that
the learner makes (``you``) or a move of another seat (``P2``, ``P3``); texts are keys of the client.
"""

import json
import sys
from pathlib import Path
from typing import Any

from fatum.core.chance import SeededChance
from fatum.core.seats import seat_name
from fatum.games.registry import find_game
from fatum.play.narration import Narrator

OUT = Path(__file__).resolve().parent.parent / "src" / "games"
VIEWER = 0

KARMA: dict[str, Any] = {
    "game": "karma",
    "options": {"players": 3},
    "given": {
        "phase": "lay",
        "turn": "P1",
        "stock": ["4", "BU", "10", "5", "TC", "8", "1", "2", "15", "11", "16", "9", "14", "6", "3"],
        "seats": [
            {"hand": ["3", "3", "7", "14", "15", "GP"], "hidden": ["6", "10", "13"]},
            {"hand": ["7", "FB", "6", "12", "13", "16"], "hidden": ["2", "8", "16"]},
            {"hand": ["7", "12", "10", "9", "11", "TC"], "hidden": ["1", "9", "11"]},
        ],
    },
    "script": [
        ("say", "goal"),
        ("P2", "lay 16"), ("P2", "lay 13"), ("P2", "lay 12"),
        ("P3", "lay 9"), ("P3", "lay 11"), ("P3", "lay TC"),
        ("you", "lay 14", "lay"), ("you", "lay 15", "lay"), ("you", "lay GP", "lay"),
        ("say", "table"),
        ("you", "play 3 x2", "lead"),
        ("say", "draw"),
        ("P2", "play 7"), ("P3", "play 7"),
        ("you", "play 7", "burn"),
        ("you", "play 4", "again"),
        ("P2", "play FB"),
        ("say", "five"),
        ("P3", "play 5"),
        ("you", "play BU", "bottom"),
        ("P2", "play 6"), ("P3", "play 12"),
        ("you", "play TC", "tablecard"),
        ("you", "open 14", "follow"),
        ("P2", "take"), ("P3", "play 2"),
        ("you", "play 8", "number"),
        ("P2", "play 11"), ("P3", "play 16"),
        ("you", "take", "take"),
        ("say", "last"),
    ],
}  # fmt: skip

ALLIN: dict[str, Any] = {
    "game": "allin",
    "options": {"players": 3},
    "given": {
        "round": 1,
        "turn": "P1",
        "pot": 4,
        "runes": [0, 0, 0],
        "hands": [
            ["JM", "7C", "7T", "2S", "Ru"],
            ["KT", "10C", "9S", "4M", "3C"],
            ["QC", "QT", "8M", "5S", "2C"],
        ],
        "river": [["7S"], ["4T"], [], [], []],
        "draw": ["6M", "KS", "AC", "9T", "3S", "10S", "JT", "5M", "8T", "QM"],
        "discard": [],
    },
    "script": [
        ("say", "goal"),
        ("say", "hand"),
        ("say", "card"),
        ("you", "play JM", "play"),
        ("you", "take 1", "take"),
        ("you", "draw", "draw"),
        ("you", "discard 6M", "discard"),
        ("say", "river"),
        ("P2", "pass"),
        ("P3", "play QC"), ("P3", "take 3"), ("P3", "hypnosis P1"),
        ("say", "hypnosis"),
        ("you", "pass", "pass"),
        ("P2", "all in"),
        ("say", "allin"),
        ("P3", "pass"),
        ("you", "pass", "pass2"),
        ("P3", "pass"),
        ("say", "full"),
        ("you", "predict P1", "predict"),
        ("P2", "predict P2"), ("P3", "predict P1"),
        ("say", "score"),
    ],
}  # fmt: skip


def make(tutorial: dict[str, Any]) -> dict[str, Any]:
    game = find_game(tutorial["game"])
    options = game.read_options(tutorial["options"])
    state = game.read_state(options, tutorial["given"], SeededChance(bytes(32)))
    state.events = []
    players = options.players
    narrator = Narrator(game, VIEWER)
    seq = 1

    def prompt() -> dict[str, Any] | None:
        legal = [game.moves[move] for move in state.legal_moves(VIEWER)]
        if not legal:
            return None
        asked = narrator.prompt(state.view_for(VIEWER), legal, state.to_act())
        return {"seq": seq, "legal": legal, "deadline": None, "message": asked.to_wire()}

    def turn() -> list[dict[str, Any]]:
        return [{"seat": seat_name(seat), "deadline": None} for seat in state.to_act()]

    seats = [
        {
            "seat": seat_name(seat),
            "kind": "person" if seat == VIEWER else "bot",
            "name": "" if seat == VIEWER else "greedy",
            "level": None if seat == VIEWER else "greedy",
            "here": True,
            "stand_in": False,
            "host": seat == VIEWER,
            "rematch": False,
        }
        for seat in range(players)
    ]
    snapshot = {
        "seq": seq,
        "at": 0,
        "you": {"seat": "P1", "host": True},
        "table": {
            "id": "",
            "game": tutorial["game"],
            "options": tutorial["options"],
            "settings": {},
            "phase": "playing",
            "seats": seats,
            "commitment": None,
            "outcome": None,
            "seed": None,
            "previous": None,
            "next": None,
        },
        "view": state.view_for(VIEWER).to_dict(),
        "turn": turn(),
        "prompt": prompt(),
        "recent": [],
        "chat": [],
    }
    steps: list[dict[str, Any]] = []
    for who, what, *text in tutorial["script"]:
        if who == "say":
            steps.append({"say": what})
            continue
        seat = VIEWER if who == "you" else int(who[1:]) - 1
        state.apply(seat, game.parse_move(what))
        seq += 1
        update = {
            "seq": seq,
            "at": 0,
            "news": {"what": "moved", "seat": seat_name(seat), "by": "person"},
            "events": [event.to_wire(event.cards_seen_by(VIEWER)) for event in state.events or []],
            "view": state.view_for(VIEWER).to_dict(),
            "turn": turn(),
            "prompt": prompt(),
        }
        state.events = []
        steps.append(
            {"move": what, "say": text[0], "update": update} if text else {"update": update}
        )
    return {"snapshot": snapshot, "steps": steps}


def main() -> int:
    current = True
    for tutorial in (KARMA, ALLIN):
        text = json.dumps(make(tutorial), ensure_ascii=False, separators=(",", ":")) + "\n"
        file = OUT / tutorial["game"] / "tutorial.json"
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{file.name} is not current: run client/tools/tutorial.py\n")
            current = False
    return 0 if current else 1


if __name__ == "__main__":
    raise SystemExit(main())
