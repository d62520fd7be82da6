"""Scenarios: a rule as an executable example, as written in ``docs/notation.md``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fatum.core.chance import Chance, ScriptedChance, SeededChance
from fatum.core.errors import FatumError, IllegalMove, InvalidMove, InvalidOptions, InvalidState
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.seats import parse_seat
from fatum.games.registry import find_game
from fatum.records import read_shuffle
from fatum.records.expectations import CHECKS, Failed, InvalidScenario, Situation, texts
from fatum.records.files import parse_json, read_text, to_json

_SETUP: Final = frozenset({"name", "rule", "game", "options", "given", "invalid"})
_PLAY: Final = frozenset({"shuffles", "moves", *CHECKS})
# Without shuffles any result will do; this one keeps a failure the same from run to run.
_ANY_SEED: Final = bytes(32)


@dataclass(frozen=True)
class Result:
    """What became of one scenario; ``failure`` is a sentence, empty if it passed."""

    name: str
    rule: str
    failure: str = ""

    def __str__(self) -> str:
        title = f"{self.name} ({self.rule})" if self.rule else self.name
        return f"{title}: {self.failure or 'passed'}"


def read_scenarios(path: Path) -> list[Mapping[str, object]]:
    """The scenarios of a file: one object, or a list of them."""
    data = parse_json(read_text(path), str(path))
    entries = data if isinstance(data, list) else [data]
    if not entries:
        raise InvalidScenario(f"{path} holds no scenario")
    scenarios: list[Mapping[str, object]] = []
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise InvalidScenario(f"{path}: scenario {number} must be an object")
        scenarios.append(entry)
    return scenarios


def run_file(path: Path) -> Iterator[Result]:
    """Run every scenario of a file."""
    for number, data in enumerate(read_scenarios(path), 1):
        yield run_scenario(data, f"scenario {number}")


def run_scenario(data: Mapping[str, object], name: str = "scenario") -> Result:
    """Play a scenario and compare; a faulty scenario has failed."""
    title = data.get("name")
    rule = data.get("rule")
    name = title if isinstance(title, str) else name
    rule = rule if isinstance(rule, str) else ""
    try:
        _run(data)
    except (FatumError, Failed) as error:
        return Result(name, rule, str(error))
    return Result(name, rule)


def _run(data: Mapping[str, object]) -> None:
    game = _check_form(data)
    if data.get("invalid") is True:
        try:
            _begin(game, data)
        except (InvalidOptions, InvalidState):
            return
        raise Failed("it should be refused, but it was accepted")
    situation = play(data)
    for key, check in CHECKS.items():
        if key in data:
            check(situation, data[key])


def play(data: Mapping[str, object]) -> Situation:
    """Make the moves of a scenario, and check nothing yet."""
    game = _check_form(data)
    options, state = _begin(game, data)
    for number, text in enumerate(texts(data.get("moves", []), "moves"), 1):
        _make(game, options, state, number, text)
    return Situation(game, options, state)


def _check_form(data: Mapping[str, object]) -> Game:
    for key in ("name", "rule", "game"):
        if not isinstance(data.get(key, ""), str):
            raise InvalidScenario(f"{key!r} must be text, not {to_json(data[key])}")
    if "game" not in data:
        raise InvalidScenario("'game' is missing")
    game = find_game(str(data["game"]))
    invalid = data.get("invalid", False)
    if not isinstance(invalid, bool):
        raise InvalidScenario(f"'invalid' must be true or false, not {to_json(invalid)}")
    for key in data:
        if key in _SETUP or key == game.first_key or (key in _PLAY and not invalid):
            continue
        if key in _PLAY:
            raise InvalidScenario(f"a scenario that is 'invalid' has no {key!r}")
        raise InvalidScenario(f"a scenario has no key {key!r}")
    return game


def _begin(game: Game, data: Mapping[str, object]) -> tuple[Options, State]:
    given = data.get("options", {})
    if not isinstance(given, dict):
        raise InvalidScenario(f"'options' must be an object, not {to_json(given)}")
    if game.first_key in data:
        given = {**given, game.first_key: data[game.first_key]}
    options = game.read_options(given)
    chance = _chance(game, options, data)
    if "given" not in data:
        return options, game.new(options, chance, listen=True)
    position = data["given"]
    if not isinstance(position, dict):
        raise InvalidState(f"a state must be an object, not {to_json(position)}")
    state = game.read_state(options, position, chance)
    state.events = []
    return options, state


def _chance(game: Game, options: Options, data: Mapping[str, object]) -> Chance:
    seeded = SeededChance(_ANY_SEED)
    if "shuffles" not in data:
        return seeded
    entries = data["shuffles"]
    if not isinstance(entries, list):
        raise InvalidScenario(f"'shuffles' must be a list, not {to_json(entries)}")
    shuffles = [read_shuffle(game, number, entry) for number, entry in enumerate(entries, 1)]
    return ScriptedChance(seeded.first(options.players), shuffles)


def _make(game: Game, options: Options, state: State, number: int, text: str) -> None:
    seat, separator, move = text.partition(": ")
    if not separator:
        raise InvalidScenario(f"move {number} must be written like 'P1: take', not {text!r}")
    try:
        state.apply(parse_seat(seat, options.players), game.parse_move(move))
    except (IllegalMove, InvalidMove) as error:
        raise Failed(f"move {number} ({text}) is refused: {error}") from None
