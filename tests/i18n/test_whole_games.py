"""Everything that a player can meet in whole games, in every language.

Games of every variant are played, and every message made on the way is said in five languages: events
to every viewer, questions, what lies on the table, refusals, hints and their reasons, names of cards
and moves, and all that the terminal prints.
"""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from tests.contract.subjects import allin, karma

from fatum.arena.hints import Value, explain
from fatum.core.game import Game
from fatum.core.messages import Message, Term
from fatum.games.registry import find_game
from fatum.i18n import LANGUAGES, translator
from fatum.terminal.lines.game import LineGame
from fatum.terminal.lines.speech import sentence
from fatum.terminal.local import new_table
from fatum.terminal.places import LocalPlace
from fatum.terminal.wording import Wording
from fatum.testing import Contract
from fatum.testing.subject import walk
from fatum.testing.telling import parts_of, said_in

CONTRACTS = {
    "karma-2": karma(2),
    "karma-3": karma(3),
    "allin-2": allin(2),
    "allin-3": allin(3),
}
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
LETTERS = re.compile(r"[^\W\d_]")
PLACEHOLDER = re.compile(r"\{\w*\}")
ALIKE = {
    "flush": ("de", "nl"),
    "full house": ("nl", "sk"),
    "straight": ("nl",),
    "straight flush": ("nl",),
    "Rune": ("de", "nl", "fr"),
    "Pot: 1 rune": ("nl",),
    "{name}: 1 rune": ("nl",),
    "Seed: {seed}": ("de", "nl", "sk"),
    "start": ("de", "nl"),
    "codes": ("nl", "fr"),
}
"""English texts that are the same in these languages."""
QUOTING = {"karma.refuse.unreadable", "allin.refuse.unreadable", "allin.option.cards.values"}
"""Messages that quote what was typed, or what can be typed."""
NAME = "Ann shows Bob 3."
"""What a player calls herself, to be taken for a sentence."""


@cache
def said(name: str) -> dict[str, Message]:
    """One message of each kind that is said in the games of a contract, by what it looks like."""
    contract = CONTRACTS[name]
    games = range(len(contract.variants))
    found: dict[str, Message] = {}
    for message in (*said_in(contract, games), *_hints(contract, games)):
        found.setdefault(_shape(message), message)
    return found


def _hints(contract: Contract, games: range) -> Iterator[Message]:
    """Advice on every fifth choice, whatever a search might find."""
    game = contract.game
    for number in games:
        for place, step in enumerate(walk(contract, number)):
            if place % 5 == 0:
                view = step.state.view_for(step.seat)
                legal = step.state.legal_moves(step.seat)
                best = Value(step.move, 0.75, 9)
                for others in ([], [Value(legal[-1], 0.25, 9)], [Value(legal[-1], 0.75, 9)]):
                    yield from parts_of(explain(game, view, [best, *others]).why)


def _shape(value: object) -> str:
    """The same for messages that differ only in numbers that count alike, cards and seats."""
    if isinstance(value, Message):
        inner = ", ".join(f"{name}: {_shape(each)}" for name, each in value.values.items())
        return f"{value.key}({inner})"
    if isinstance(value, tuple):
        return " ".join(sorted({_shape(each) for each in value}))
    if isinstance(value, int):
        return str(min(value, 5))
    return value.kind if isinstance(value, Term) else f"text {value}"


def faults(message: Message, language: str, game: Game) -> Iterator[str]:
    """What is wrong with a message in a language."""
    speak = translator(language, game)
    text = speak.say(message)
    if not text.strip() or PLACEHOLDER.search(text):
        yield f"{message.key}: not filled in: {text!r}"
    for part in parts_of(message):
        bare = Message(part.template, {"count": part.values.get("count", 0)})
        here, english = speak.say(bare), str(bare)
        words = PLACEHOLDER.sub("", english)
        if language == "en" or not LETTERS.search(words):
            continue
        if not speak.translates(part):
            yield f"{part.key}: no translation"
        elif here == english and language not in ALIKE.get(english, ()):
            yield f"{part.key}: English: {english!r}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CONTRACTS)
def test_everything_is_said_in_every_language(name: str, language: str) -> None:
    game = CONTRACTS[name].game
    found = {fault for message in said(name).values() for fault in faults(message, language, game)}
    assert sorted(found) == []


@pytest.mark.parametrize("name", CONTRACTS)
def test_no_text_hides_in_a_message(name: str) -> None:
    """Cards, seats and moves are terms and numbers are numbers; a text would stay English."""
    texts = {
        message.key
        for message in said(name).values()
        if any(isinstance(value, str) for value in message.values.values())
    }
    assert {key for key in texts if key not in QUOTING} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["karma-3", "allin-3"])
def test_a_player_may_be_called_anything(name: str, language: str) -> None:
    speak = translator(language, CONTRACTS[name].game)
    named = [
        speak.say(message, lambda term: NAME if term.kind == "seat" else term.text)
        for message in said(name).values()
        if ".event." in message.key and {"name", "other"} & message.values.keys()
    ]
    assert len(named) > 20
    assert [text for text in named if NAME not in text] == []


# --- the terminal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["karma", "allin"])
def test_the_terminal_says_nothing_else(
    name: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = find_game(name)
    heard: list[Message] = []
    spoken: set[str] = set()
    say = Wording.say

    def listen(wording: Wording, message: Message) -> str:
        heard.append(message)
        text = say(wording, message)
        spoken.update({text, sentence(text)})
        return text

    monkeypatch.setattr(Wording, "say", listen)
    options = {"players": 2, "turn_limit": 12}
    place = LocalPlace(*new_table(name, options, b"t" * 32, ("Eve", NAME), {1: "greedy"}))
    lines = LineGame(place, language, lambda: None)
    commands = ["help", "codes", "help", "codes", "view", "log", "", "what 1", "what take"]
    typed = iter([*commands, "nonsense", "999", *_refused(game), *["1"] * 3000])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    lines.introduce(resumed=False, first=place.record().first)
    lines.play()
    place.close()
    printed = capsys.readouterr().out.splitlines()
    assert any(NAME in line for line in printed)
    unspoken = [line for line in printed if line and line not in spoken]
    assert [line for line in unspoken if not _is_help(line, spoken)] == []
    found = {fault for said in heard for fault in faults(said, language, game)}
    assert sorted(found) == []


def _refused(game: Game) -> list[str]:
    """A move of each kind, most of which are not legal at the first choice."""
    return list({text.partition(" ")[0]: text for text in game.moves}.values())


def _is_help(line: str, spoken: set[str]) -> bool:
    """Whether a line is a word to type with its meaning, or the name of a choice."""
    meaning = line.partition(": ")[2]
    return meaning in spoken or any(f": {line}" in text for text in spoken)
