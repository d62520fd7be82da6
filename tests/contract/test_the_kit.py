"""The contract kit catches what it says it catches: games with one fault each fail its checks."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.toy.game import CARDS, GAME, HighCard, HighCardState, HighCardView, read

from fatum.core.chance import Chance
from fatum.core.errors import InvalidState
from fatum.core.events import HIDDEN
from fatum.core.messages import declare
from fatum.core.options import Option, Options
from fatum.core.parts import Parts
from fatum.core.rng import Rng
from fatum.games.registry import GAMES
from fatum.testing import Contract
from fatum.testing.contract import Check, check_conservation, check_legal_moves
from fatum.testing.nonsense import check_nonsense_options, check_nonsense_states
from fatum.testing.telling import check_rules_pages, check_translations, check_words

PLAYED = range(40)


def high_card(
    rules: type[HighCard] = HighCard,
    parts: Parts = GAME.parts,
    options: tuple[Option, ...] = GAME.options,
) -> Contract:
    """High Card with other rules, parts or options."""
    game = rules("toy", GAME.title, GAME.first_key, options, GAME.deck, GAME.moves, parts)
    return Contract(game, ({"players": 2}, {"players": 4}))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game:GAME")


def caught(check: Check, contract: Contract, what: str) -> None:
    check(high_card(), PLAYED)  # without the fault there is nothing to catch
    with pytest.raises(AssertionError, match=what):
        check(contract, PLAYED)


# --- states ----------------------------------------------------------------------------------------


class Careless(HighCard):
    """Uses what it reads without a look."""

    def read_state(
        self, options: Options, data: Mapping[str, object], chance: Chance
    ) -> HighCardState:
        state = HighCardState(options, 0)
        state.hands = [list(hand) for hand in data["hands"]]  # type: ignore[attr-defined]
        state.played = list(data["played"])  # type: ignore[call-overload]
        return state


class Generous(Careless):
    """Lets a card be there twice."""

    def read_state(
        self, options: Options, data: Mapping[str, object], chance: Chance
    ) -> HighCardState:
        try:
            return HighCard.read_state(self, options, data, chance)
        except InvalidState as error:
            if "twice" not in str(error):
                raise
        return super().read_state(options, data, chance)


class Wordy(HighCard):
    """Refuses at length."""

    def read_view(
        self, options: Options, data: Mapping[str, object], seat: int | None
    ) -> HighCardView:
        try:
            read(options, data, (*CARDS, HIDDEN))
        except InvalidState as error:
            raise InvalidState(f"{error}\nand more") from None
        return super().read_view(options, data, seat)


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        (Careless, "a state with .* raises (TypeError|KeyError|ValueError)"),
        (Generous, "is accepted, and does not hold each card once"),
        (Wordy, "a view with .* is refused in more than one line"),
    ],
)
def test_nonsense_states(rules: type[HighCard], what: str) -> None:
    caught(check_nonsense_states, high_card(rules), what)


class Trusting(Option):
    """Takes a number without a look."""

    def read(self, value: object) -> object:
        return bool(int(value))  # type: ignore[call-overload]

    def read_text(self, text: str) -> object:
        return text

    def values(self) -> str:
        return "0 or 1"


def test_nonsense_options() -> None:
    options = (*GAME.options[:-1], Trusting("low", False, "the lowest card wins (H4)"))
    caught(check_nonsense_options, high_card(options=options), "option low = .* raises")


# --- cards -----------------------------------------------------------------------------------------


class Losing(HighCardState):
    def to_dict(self) -> dict[str, object]:
        data = super().to_dict()
        rest = data["rest"]
        assert isinstance(rest, list)
        return {**data, "rest": rest[: 8 - 2 * self.options.players]}


class Doubling(HighCardState):
    def view_for(self, seat: int | None) -> HighCardView:
        view = super().view_for(seat)
        return HighCardView(self.options, {**view.to_dict(), "rest": ["1", "1"]}, seat)


class Forgetting(HighCardView):
    def redeal(self, rng: Rng) -> HighCardState:
        return _as(Losing, GAME.redeal(self, rng))


class Misdealing(HighCardState):
    def view_for(self, seat: int | None) -> HighCardView:
        return Forgetting(self.options, super().view_for(seat).to_dict(), seat)


class Sharing(HighCardState):
    """Gives its own list of legal moves away."""

    def legal_moves(self, seat: int) -> list[int]:
        if not hasattr(self, "kept"):
            self.kept: dict[tuple[int, str], list[int]] = {}
        return self.kept.setdefault((seat, str(self.played)), super().legal_moves(seat))


def _as(kind: type[HighCardState], state: HighCardState) -> HighCardState:
    other = kind(state.options, state.dealer)
    other.hands, other.played, other.events = state.hands, state.played, state.events
    return other


def dealing(kind: type[HighCardState]) -> type[HighCard]:
    class Dealing(HighCard):
        def new(self, options: Options, chance: Chance, listen: bool = False) -> HighCardState:
            return _as(kind, super().new(options, chance, listen))

    return Dealing


@pytest.mark.parametrize(
    ("check", "kind", "what"),
    [
        (check_conservation, Losing, "toy game 0, step 0"),
        (check_conservation, Doubling, "a view shows a card too often"),
        (check_conservation, Misdealing, "a redeal loses or makes cards"),
        (check_legal_moves, Sharing, "the legal moves can be changed"),
    ],
)
def test_cards_and_moves(check: Check, kind: type[HighCardState], what: str) -> None:
    caught(check, high_card(dealing(kind)), what)


# --- words -----------------------------------------------------------------------------------------


WORDS = GAME.parts.words
assert WORDS is not None


BROKEN = declare("kit", {"card": "{card}", "lines": "one\ntwo", "empty": " ", "hole": "{move} it"})


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (replace(WORDS, events={"deal.you": WORDS.events["deal.you"]}), "no words for 'play'"),
        (replace(WORDS, events={**WORDS.events, "play.you": BROKEN["card"]}), "placeholder 'card'"),
        (replace(WORDS, situation=lambda view: [BROKEN["lines"]()]), "more than one line"),
        (replace(WORDS, situation=lambda view: [BROKEN["empty"]()]), "an empty line"),
        (replace(WORDS, explain=lambda move, options: BROKEN["hole"]()), "a value is missing"),
    ],
)
def test_words(words: object, what: str) -> None:
    parts = replace(GAME.parts, words=words)  # type: ignore[arg-type]
    caught(check_words, high_card(parts=parts), what)


def copied(folder: str, target: Path, change: Callable[[str, str], str | None]) -> Path:
    """A folder of High Card with its files changed, or left out."""
    for path in (Path(__file__).parents[1] / "toy" / folder).iterdir():
        text = change(path.name, path.read_text("utf-8"))
        if text is not None:
            (target / path.name).write_text(text, "utf-8")
    return target


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            lambda name, text: None if name == "nl.po" else text,
            "10 messages without a translation in Nederlands",
        ),
        (
            lambda name, text: text.replace('"toy.refuse.hand"', '"toy.refuse.hands"'),
            "1 messages without a translation in Deutsch:\n  toy.refuse.hand: there is no . in",
        ),
        (
            lambda name, text: text.replace('msgctxt "toy.help', '#, fuzzy\nmsgctxt "toy.help'),
            "1 messages without a translation in Deutsch:\n  toy.help.play: play this card",
        ),
        (
            lambda name, text: text.replace("ist nicht am Zug", "{ist} nicht am Zug"),
            "de: placeholders differ: toy.refuse.turn",
        ),
        (lambda name, text: text + "nonsense", "the catalogue de.po cannot be read"),
    ],
)
def test_translations(tmp_path: Path, change: Callable[[str, str], str | None], what: str) -> None:
    locales = copied("locales", tmp_path, change)
    caught(check_translations, high_card(parts=replace(GAME.parts, locales=locales)), what)


def test_a_game_may_be_told_in_english_only() -> None:
    english = replace(GAME.parts, locales=None, rules=None)
    game = high_card(parts=english).game
    check_translations(Contract(game, languages=()), PLAYED)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            lambda name, text: text.replace("**H3**", "**H5**"),
            "refusals cite H3, which the rules page does not have",
        ),
        (
            lambda name, text: text.replace("**H4**", "**H5**") if name == "fr.md" else text,
            "the rules page in Français has other rules",
        ),
        (
            lambda name, text: None if name == "sk.md" else text,
            "there is no rules page in Slovenčina",
        ),
    ],
)
def test_rules_pages(tmp_path: Path, change: Callable[[str, str], str | None], what: str) -> None:
    rules = copied("rules", tmp_path, change)
    caught(check_rules_pages, high_card(parts=replace(GAME.parts, rules=rules)), what)
