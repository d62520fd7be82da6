"""The tutorials teach the game that the engine plays, whole, and in every language."""

import importlib.util
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fatum.core.chance import SeededChance
from fatum.core.errors import IllegalMove
from fatum.core.game import Game, State
from fatum.games.registry import find_game
from fatum.i18n import LANGUAGES

ROOT = Path(__file__).parents[2]
LESSONS = ROOT / "src" / "fatum" / "i18n" / "lessons"
LEARNER = 0

_spec = importlib.util.spec_from_file_location("tutorial", ROOT / "client/tools/tutorial.py")
assert _spec is not None
assert _spec.loader is not None
tutorial = importlib.util.module_from_spec(_spec)
sys.modules["tutorial"] = tutorial
_spec.loader.exec_module(tutorial)

CHAPTERS: list[tuple[str, dict[str, Any]]] = [
    (game, chapter) for game in tutorial.GAMES for chapter in tutorial.chapters(game)
]
every_chapter = pytest.mark.parametrize(
    ("game", "chapter"), CHAPTERS, ids=[f"{game}-{chapter['name']}" for game, chapter in CHAPTERS]
)


def written(game: str, chapter: dict[str, Any]) -> dict[str, Any]:
    """What the client has of a chapter."""
    file = ROOT / "client/src/games" / game / "tutorial" / f"{chapter['name']}.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def begin(name: str, chapter: dict[str, Any]) -> tuple[Game, State]:
    game = find_game(name)
    state: State = tutorial.Lesson(name, chapter).state
    state.events = []
    return game, state


def played(chapter: dict[str, Any]) -> Iterator[tuple[int, str, list[tuple[str, str]]]]:
    """Each move of a script with its seat and the choices that should be refused before it."""
    wrong: list[tuple[str, str]] = []
    for line in chapter["script"]:
        who, _, rest = line.partition(": ")
        if who == "wrong":
            move, rule = rest.rsplit(" ", 1)
            wrong.append((move, rule))
        elif who == "you":
            for move in rest.split(" = ")[0].split(" + "):
                yield LEARNER, move, wrong
                wrong = []
        elif who.startswith("P"):
            yield int(who[1:]) - 1, rest, []


@every_chapter
def test_a_chapter_is_what_the_engine_makes_of_its_script(
    game: str, chapter: dict[str, Any]
) -> None:
    assert written(game, chapter) == tutorial.Lesson(game, chapter).make()


@every_chapter
def test_the_position_is_legal(game: str, chapter: dict[str, Any]) -> None:
    """The engine reads it, it has each card of the deck once, and somebody is to move."""
    rules, state = begin(game, chapter)
    data = state.to_dict()
    again = rules.read_state(rules.read_options(chapter["options"]), data, SeededChance(bytes(32)))
    assert again.to_dict() == data
    assert Counter(cards_in(data)) == Counter(rules.deck)
    assert state.to_act()


def cards_in(data: Any) -> Iterator[str]:
    """Every card of a position, wherever it lies."""
    if "seats" in data:
        for seat in data["seats"]:
            for zone in ("hand", "open", "hidden"):
                yield from (card for card in seat[zone] if card is not None)
    else:
        yield from (card for hand in data["hands"] for card in hand)
        yield from (card for field in data["river"] for card in field)
    for zone in ("stock", "pile", "gone", "draw", "discard"):
        yield from data.get(zone, [])


@every_chapter
def test_taught_moves_are_legal_and_wrong_ones_refused_by_their_rule(
    game: str, chapter: dict[str, Any]
) -> None:
    rules, state = begin(game, chapter)
    for seat, move, wrong in played(chapter):
        for text, rule in wrong:
            with pytest.raises(IllegalMove) as refused:
                state.apply(seat, rules.parse_move(text))
            assert refused.value.rule == rule, (text, move)
        code = rules.parse_move(move)
        assert code in state.legal_moves(seat), move
        state.apply(seat, code)


@every_chapter
def test_what_the_client_refuses_is_illegal(game: str, chapter: dict[str, Any]) -> None:
    """Each answer that is prepared for a tap is the engine's own, and so are the offered moves."""
    rules, state = begin(game, chapter)
    asked = [step for step in written(game, chapter)["steps"] if "moves" in step]
    steps = iter(asked)
    waiting: list[str] = []
    for seat, move, _ in played(chapter):
        if seat == LEARNER and not waiting:
            step = next(steps)
            waiting = list(step["moves"])
            legal = {rules.moves[each] for each in state.legal_moves(seat)}
            assert set(step["prompt"]["legal"]) == legal
            for text, (rule, message) in step.get("refused", {}).items():
                assert text not in legal
                with pytest.raises(IllegalMove) as refused:
                    state.apply(seat, rules.parse_move(text))
                assert refused.value.rule == rule
                assert refused.value.message.to_wire() == message
        if seat == LEARNER:
            assert waiting.pop(0) == move
        state.apply(seat, rules.parse_move(move))
    assert next(steps, None) is None


def words_of(game: str) -> set[str]:
    moves = [move for name, chapter in CHAPTERS if name == game for _, move, _ in played(chapter)]
    return {move.split()[0] for move in moves} | {move.split(" x")[0] for move in moves}


def events_of(game: str) -> set[str]:
    return {
        event["event"]
        for name, chapter in CHAPTERS
        if name == game
        for step in written(name, chapter)["steps"]
        for update in step.get("updates", [])
        for event in update["events"]
    }


def test_all_in_is_taught_whole() -> None:
    learned = {
        move.split()[0]
        for name, chapter in CHAPTERS
        if name == "allin"
        for seat, move, _ in played(chapter)
        if seat == LEARNER
    }
    assert learned == {
        "play", "pass", "all", "take", "swap", "draw", "reveal", "keep", "rune", "hypnosis", "eye",
        "hide", "discard", "predict",
    }  # fmt: skip
    assert {"river full", "pot", "pay", "forced pass"} <= events_of("allin")


def test_karma_is_taught_whole() -> None:
    assert {"lay", "play", "open", "flip", "take", "give"} <= words_of("karma")
    assert {"play TC", "play BU", "play FB", "play GP"} <= words_of("karma")
    assert {"burn", "lose"} <= events_of("karma")


@pytest.mark.parametrize("game", tutorial.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_text(game: str, language: str) -> None:
    texts: dict[str, str] = json.loads((LESSONS / language / f"{game}.json").read_text("utf-8"))
    said = set()
    for chapter in tutorial.chapters(game):
        said.add(chapter["name"])
        said.update(
            f"{chapter['name']}.{step['say']}"
            for step in written(game, chapter)["steps"]
            if "say" in step
        )
    assert set(texts) == said
    english = json.loads((LESSONS / "en" / f"{game}.json").read_text("utf-8"))
    for key, text in texts.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), key
        if language == "fr":
            assert not re.search(r" [:;?!»]|« ", text), key
        # Five lines on a phone; the end-to-end tests measure it.
        assert len(text) <= 180, key


@pytest.mark.parametrize("game", tutorial.GAMES)
def test_the_client_lists_the_chapters(game: str) -> None:
    source = (ROOT / "client/src/games" / game / "index.ts").read_text("utf-8")
    listed = re.search(r"import: 'default' \}\), \[(.*?)\]", source, re.DOTALL)
    assert listed is not None
    names = re.findall(r"'(\w+)'", listed[1])
    assert names == [chapter["name"] for chapter in tutorial.chapters(game)]
    folder = ROOT / "client/src/games" / game / "tutorial"
    assert {file.stem for file in folder.iterdir()} == set(names)
