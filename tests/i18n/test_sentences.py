"""Finished English sentences are found in the catalogues again."""

from collections.abc import Iterator
from functools import cache

import pytest

from fatum.core.errors import IllegalMove
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.allin.rules.hands import CATEGORIES
from fatum.games.registry import GAMES, find_game
from fatum.i18n import LANGUAGES, translator
from fatum.i18n.messages import TERMS
from fatum.play.match import Match
from fatum.play.narration import Narrator

TRANSLATIONS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("the game is over", "die Partie ist zu Ende"),
        ("it is P2's turn", "P2 ist am Zug"),
        ("it is P2's turn (K5)", "P2 ist am Zug (K5)"),
        ("It is P2's turn (K5).", "P2 ist am Zug (K5)."),
        (
            "9 does not fit; the pile demands 12 or more",
            "9 passt nicht; der Stapel verlangt: 12 oder mehr",
        ),
        (
            "9 does not fit; the pile demands 5 or less",
            "9 passt nicht; der Stapel verlangt: 5 oder weniger",
        ),
        ("P3 gives you the pile: 9, 9.", "P3 gibt den Stapel an dich: 9, 9."),
        ("You play 9.", "Du spielst 9."),
        ("nobody has ever said this", "nobody has ever said this"),
        ("", ""),
    ],
)
def test_sentences_in_german(english: str, german: str) -> None:
    assert translator("de").sentence(english) == german


def test_english_stays() -> None:
    assert translator("en").sentence("It is P2's turn (K5).") == "It is P2's turn (K5)."


@cache
def _refusals(game: str) -> frozenset[str]:
    """What the rules say against moves on the way through a game."""
    heard: set[str] = set()
    for turn, match in enumerate(_walk(game, 120)):
        if turn % 6 == 0:
            for seat in range(3):
                legal = set(match.state.legal_moves(seat))
                moves = set(range(0, len(match.game.moves), 3)) - legal
                heard.update(_refusal(match.state, seat, move) for move in moves)
    return frozenset(heard)


@cache
def _told(game: str) -> frozenset[str]:
    """What a player and a spectator are told in the course of a game."""
    viewers = (0, None)
    lines: set[str] = set()
    for match in _walk(game, 1000):
        for viewer in viewers:
            narrator = Narrator(match.game, viewer)
            lines.update(narrator.prompt(match.state.view_for(viewer).to_dict()))
            if not match.state.to_act():
                lines.update(narrator.tell(match.events_since(0)))
    return frozenset(lines)


def _walk(game: str, moves: int) -> Iterator[Match]:
    """A random game, before each move and at its end."""
    rules = find_game(game)
    match = Match.new(rules, rules.read_options({"players": 3}), bytes(32), listen=True)
    rng = Rng(7)
    for _ in range(moves):
        yield match
        acting = match.state.to_act()
        if not acting:
            return
        match.make(acting[0], match.state.random_move(acting[0], rng))
    yield match


def _refusal(state: State, seat: int, move: int) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.copy().apply(seat, move)
    return caught.value.reason


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("game", GAMES)
def test_refusals_are_translated(game: str, language: str) -> None:
    heard = _refusals(game)
    assert len(heard) > 10
    speak = translator(language)
    assert not {reason for reason in heard if speak.sentence(reason) == reason}


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("game", GAMES)
def test_what_happens_is_told_in_every_language(game: str, language: str) -> None:
    told = _told(game)
    assert len(told) > 30
    speak = translator(language)
    assert not {line for line in told if speak.sentence(line) == line}


def test_combinations_are_terms() -> None:
    assert set(CATEGORIES) <= set(TERMS)
