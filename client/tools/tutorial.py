"""Make the chapters of the tutorials with the rules engine, so that they follow the real rules.

    PYTHONPATH=src python client/tools/tutorial.py [--check]

reads the scripts in client/tools/lessons and writes client/src/games/*/tutorial/*.json. A script is a
list of lines:

    say goal                    a text to read; "@ pile seat:P2" points at places on the table
    you: play 9 = nine          a move that the learner makes, with the text that asks for it
    you: lay 1 + lay 2 = lay    several moves that are made together, in any order
    P2: play 12                 a move of another seat
    wrong: play 4 KR7           before a "you" line: a choice that this rule refuses
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from fatum.core.chance import SeededChance
from fatum.core.errors import IllegalMove
from fatum.core.game import Game, State
from fatum.core.seats import seat_name
from fatum.games.registry import find_game
from fatum.play.narration import Narrator

TOOLS: Final = Path(__file__).resolve().parent
GAMES: Final = ("karma", "allin")
VIEWER: Final = 0
PLACES: Final = (1, 2, 3)
_SAY: Final = re.compile(r"say (\S+)(?: @ (.+))?")
_YOU: Final = re.compile(r"you: (.+) = (\S+)")
_OTHER: Final = re.compile(r"(P\d): (.+)")
_WRONG: Final = re.compile(r"wrong: (.+) (\S+)")

Json = dict[str, Any]


def chapters(game: str) -> list[Json]:
    """The scripts of a game."""
    text = (TOOLS / "lessons" / f"{game}.toml").read_text("utf-8")
    found: list[Json] = tomllib.loads(text)["chapter"]
    return found


class Lesson:
    """A chapter, played by the engine."""

    def __init__(self, name: str, chapter: Json) -> None:
        self.game: Game = find_game(name)
        self.chapter = chapter
        options = self.game.read_options(chapter["options"])
        given = _without_false(chapter["given"])
        self.state: State = self.game.read_state(options, given, SeededChance(bytes(32)))
        self.state.events = []
        self.players = options.players
        self.narrator = Narrator(self.game, VIEWER)
        self.seq = 1

    def make(self) -> Json:
        """What the client shows."""
        snapshot = self._snapshot()
        steps: list[Json] = []
        wrong: list[tuple[str, str]] = []
        for line in self.chapter["script"]:
            if found := _SAY.fullmatch(line):
                points = (found[2] or "").split()
                steps.append({"say": found[1]} | ({"points": points} if points else {}))
            elif found := _WRONG.fullmatch(line):
                wrong.append((found[1], found[2]))
            elif found := _YOU.fullmatch(line):
                steps.append(self._choice(found[1].split(" + "), found[2], wrong))
                wrong = []
            elif found := _OTHER.fullmatch(line):
                update = self._push(int(found[1][1:]) - 1, found[2])
                if steps and "say" not in steps[-1]:
                    steps[-1]["updates"].append(update)
                else:
                    steps.append({"updates": [update]})
            else:
                raise ValueError(f"cannot read {line!r}")
        return {"snapshot": snapshot, "steps": steps}

    def _choice(self, moves: list[str], say: str, wrong: list[tuple[str, str]]) -> Json:
        prompt = self._prompt()
        refused = dict(self._refused())
        for move, rule in wrong:
            if refused.get(move, ["none"])[0] != rule:
                raise ValueError(f"{move!r} should be refused by {rule}, not {refused.get(move)}")
        step: Json = {"say": say, "moves": moves, "prompt": prompt}
        if refused:
            step["refused"] = refused
        if wrong:
            step["wrong"] = [move for move, _ in wrong]
        step["updates"] = [self._push(VIEWER, move) for move in moves]
        return step

    def _push(self, seat: int, move: str) -> Json:
        state = self.state
        state.apply(seat, self.game.parse_move(move))
        self.seq += 1
        update: Json = {
            "seq": self.seq,
            "at": 0,
            "news": {"what": "moved", "seat": seat_name(seat), "by": "person"},
            "events": [event.to_wire(event.cards_seen_by(VIEWER)) for event in state.events or []],
            **self._seen(),
            "prompt": None,
        }
        state.events = []
        return update

    def _seen(self) -> Json:
        view = self.state.view_for(VIEWER)
        strength = self.game.parts.strength
        found = None if strength is None else strength(view)
        return {
            "view": view.to_dict(),
            "aid": None if found is None else {"hand": found[0], "value": found[1]},
            "turn": [{"seat": seat_name(seat), "deadline": None} for seat in self.state.to_act()],
        }

    def _prompt(self) -> Json:
        state = self.state
        legal = [self.game.moves[move] for move in state.legal_moves(VIEWER)]
        asked = self.narrator.prompt(state.view_for(VIEWER), legal, state.to_act())
        return {"seq": self.seq, "legal": legal, "deadline": None, "message": asked.to_wire()}

    def _refused(self) -> Iterator[tuple[str, list[Any]]]:
        """What a tap can try in vain: each of the learner's cards, with the rule and its words."""
        view = self.state.view_for(VIEWER).to_dict()
        for move in _taps(view):
            code = self.game.parse_move(move)
            if code in self.state.legal_moves(VIEWER):
                continue
            try:
                self.state.apply(VIEWER, code)
            except IllegalMove as error:
                yield move, [error.rule, error.message.to_wire()]

    def _snapshot(self) -> Json:
        return {
            "seq": self.seq,
            "at": 0,
            "you": {"seat": seat_name(VIEWER), "host": True},
            "table": {
                "id": "",
                "game": self.game.name,
                "options": self.chapter["options"],
                "settings": {},
                "phase": "playing",
                "seats": [_seat(seat) for seat in range(self.players)],
                "commitment": None,
                "outcome": None,
                "seed": None,
                "previous": None,
                "next": None,
            },
            **self._seen(),
            "prompt": None,
            "recent": [],
            "chat": [],
        }


def _without_false(given: Json) -> Json:
    """TOML has no null: false stands for it in what was said."""
    memory = given.get("memory")
    if memory is None:
        return given
    return given | {"memory": {"said": [said or None for said in memory["said"]]}}


def _taps(view: Json) -> Iterator[str]:
    seats: list[Json] = view.get("seats", [])
    if not seats:
        yield from (f"play {card}" for card in dict.fromkeys(view["hands"][VIEWER]))
        return
    own = seats[VIEWER]
    yield from (f"play {card}" for card in dict.fromkeys(own["hand"]))
    yield from (f"open {card}" for card in dict.fromkeys(own["open"]))
    covered = own.get("on", list(range(1, len(own["open"]) + 1)))
    for place in PLACES:
        if own["hidden"][place - 1] is not None and place not in covered:
            yield f"flip {place}"


def _seat(seat: int) -> Json:
    own = seat == VIEWER
    return {
        "seat": seat_name(seat),
        "kind": "person" if own else "bot",
        "name": "" if own else "greedy",
        "level": None if own else "greedy",
        "here": True,
        "stand_in": False,
        "host": own,
        "rematch": False,
    }


def files() -> Iterator[tuple[Path, str]]:
    """Each chapter's file and what it should hold."""
    for game in GAMES:
        folder = TOOLS.parent / "src" / "games" / game / "tutorial"
        for chapter in chapters(game):
            made = Lesson(game, chapter).make()
            text = json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"
            yield folder / f"{chapter['name']}.json", text


def main() -> int:
    current = True
    for file, text in files():
        if "--check" not in sys.argv:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{file} is not current: run client/tools/tutorial.py\n")
            current = False
    return 0 if current else 1


if __name__ == "__main__":
    raise SystemExit(main())
