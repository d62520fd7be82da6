"""What a game says to people: complete, in one line each, and in every language."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from fatum.core.errors import FatumError
from fatum.core.events import Event
from fatum.core.rng import Rng
from fatum.i18n.check import check_entry
from fatum.i18n.fill import placeholders
from fatum.i18n.languages import LANGUAGES
from fatum.i18n.po import UnreadableCatalogue, read_catalogue
from fatum.i18n.rules import numbered_rules, rules_page
from fatum.i18n.translator import translator
from fatum.play.narration import Narrator
from fatum.testing.subject import Contract, Step, drain, refusal, walk

_APART: Final = 5
_SHOWN: Final = 8
"""Sentences that a failure shows."""
_VALUES_OF_EVENTS: Final = frozenset({"seat", "other", "cards", "text"})
_WORD: Final = re.compile(r"\w+")
_VALUES: Final = re.compile(r"(?:\b(?:P?\d+)\b|#)(?:,? (?:\b(?:P?\d+)\b|#))*")
_HOLE: Final = re.compile(r"\{\w*\}")


def check_words(contract: Contract, games: range) -> None:
    """Every event has a phrase, if the game has words; every line is one line with all its values."""
    words = contract.game.parts.words
    known = {} if words is None else words.events
    for kind, phrases in known.items():
        for phrase in phrases:
            unknown = set(placeholders(phrase)) - _VALUES_OF_EVENTS
            assert not unknown, f"the words for {kind!r} have a placeholder {unknown.pop()!r}"
    for name, line in _told(contract, games):
        assert line.strip(), f"{name}: an empty line"
        assert "\n" not in line, f"{name}: more than one line: {line!r}"
        assert not _HOLE.search(line), f"{name}: a value is missing: {line!r}"


def check_translations(contract: Contract, games: range) -> None:
    """Everything that players read in these games has a translation in every language."""
    heard = {line for _, line in _told(contract, games)} | set(_offered(contract))
    heard |= {reason for _, reason in refusals(contract, games)}
    said = {_shape(contract, line): line for line in sorted(heard)}.values()
    for language in contract.languages:
        _check_catalogue(contract, language)
        speak = translator(language, contract.game)
        unknown = [line for line in said if not speak.knows(line) and not _is_code(contract, line)]
        shown = "\n  ".join(unknown[:_SHOWN])
        assert not unknown, (
            f"{contract.game.title} has {len(unknown)} sentences without a translation in "
            f"{LANGUAGES[language].name}:\n  {shown}"
        )


def _check_catalogue(contract: Contract, language: str) -> None:
    locales = contract.game.parts.locales
    page = None if locales is None else locales / f"{language}.po"
    if page is None or not page.is_file():
        return
    try:
        entries = read_catalogue(page.read_text("utf-8"))
    except (UnreadableCatalogue, UnicodeDecodeError) as error:
        raise AssertionError(f"the catalogue {page.name} cannot be read: {error}") from None
    faults = [fault for entry in entries for fault in check_entry(LANGUAGES[language], entry)]
    assert not faults, "\n  ".join(faults)


def _shape(contract: Contract, line: str) -> str:
    """The line without its cards, seats and numbers: one of each kind is enough."""
    words = _WORD.sub(lambda word: "#" if word[0] in contract.copies else word[0], line)
    return _VALUES.sub("#", words)


def _is_code(contract: Contract, line: str) -> bool:
    """Whether it is nothing but moves as they are typed, which are the same in all languages."""
    verbs = {move.partition(" ")[0] for move in contract.game.moves}
    return all(word.rstrip("*0123456789") in verbs for word in line.split())


def check_rules_pages(contract: Contract, games: range) -> None:
    """Every rule that a refusal cites is on the rules page, and all pages have the same rules."""
    game = contract.game
    cited = {rule for rule, _ in refusals(contract, games)}
    try:
        english = rules_page(game)
    except (FatumError, OSError) as error:
        raise AssertionError(f"{game.title} has no rules page: {error}") from None
    rules = list(numbered_rules(english))
    missing = sorted(cited - set(rules))
    assert not missing, f"refusals cite {', '.join(missing)}, which the rules page does not have"
    for language in contract.languages:
        page = rules_page(game, language)
        named = LANGUAGES[language].name
        assert page != english, f"there is no rules page in {named}"
        assert list(numbered_rules(page)) == rules, f"the rules page in {named} has other rules"


def refusals(contract: Contract, games: Iterable[int]) -> Iterator[tuple[str, str]]:
    """Rule and reason of what is refused when every seat tries every kind of move."""
    kinds: dict[str, list[int]] = {}
    for move, text in enumerate(contract.game.moves):
        kinds.setdefault(text.partition(" ")[0], []).append(move)
    for number in games:
        rng = Rng(number)
        for step in walk(contract, number):
            for seat in range(contract.variant(number).players + 1):
                legal = set(step.state.legal_moves(seat))
                for moves in kinds.values():
                    move = moves[rng.below(len(moves))]
                    if move not in legal:
                        yield refusal(step.state, seat, move)


def _told(contract: Contract, games: range) -> Iterator[tuple[str, str]]:
    """Where something is said, and the line."""
    for number in games:
        options = contract.variant(number)
        viewers = contract.viewers(number)
        narrators = {viewer: Narrator(contract.game, viewer) for viewer in viewers}
        for line in narrators[0].notices(options):
            yield f"notice of game {number}", line
        last = None
        for place, step in enumerate(walk(contract, number)):
            last = step
            events = _events(contract, step)
            for narrator in narrators.values():
                yield from ((step.name, line) for line in narrator.tell(events))
            if (place + number) % _APART == 0:
                yield from _choices(contract, number, step, narrators[step.seat])
                viewer = viewers[place % len(viewers)]
                yield from _seen(contract, step, viewer, narrators[viewer])
        assert last is not None
        events = _events(contract, last)
        for narrator in narrators.values():
            yield from ((f"{last.name}, the end", line) for line in narrator.tell(events))


def _events(contract: Contract, step: Step) -> list[Event]:
    """What happened since the last time, each event with words for it."""
    events = drain(step.state)
    words = contract.game.parts.words
    for event in events:
        assert words is None or event.kind in words.events, (
            f"{step.name}: no words for {event.kind!r}"
        )
    return events


def _seen(
    contract: Contract, step: Step, viewer: int | None, narrator: Narrator
) -> Iterator[tuple[str, str]]:
    words = contract.game.parts.words
    view = step.state.view_for(viewer).to_dict()
    if words is not None and words.screen is not None:
        yield from ((step.name, line) for line in narrator.screen(view))
    if words is not None and words.prompt is not None:
        yield from ((step.name, line) for line in narrator.prompt(view))


def _choices(
    contract: Contract, number: int, step: Step, narrator: Narrator
) -> Iterator[tuple[str, str]]:
    """What is said about the moves of the seat to act."""
    game = contract.game
    view = step.state.view_for(step.seat).to_dict()
    for move in step.state.legal_moves(step.seat):
        text = game.format_move(move)
        about = narrator.explain(text, contract.variant(number))
        if about:
            yield f"{step.name}: about {text}", about
        if game.parts.reason is not None:
            why = game.parts.reason(view, step.seat, text)
            if why:
                yield f"{step.name}: why {text}", why


def _offered(contract: Contract) -> Iterator[str]:
    """What is said before a game begins."""
    for option in contract.game.options:
        yield option.about
    words = contract.game.parts.words
    if words is not None:
        yield from (meaning for _, meaning in words.moves)
        yield from (
            text
            for phrases in words.events.values()
            for text in phrases
            if text and not _HOLE.search(text)
        )
    if contract.game.parts.chance:
        yield contract.game.parts.chance
    try:
        contract.game.parse_move("nonsense")
    except FatumError as error:
        yield str(error)
