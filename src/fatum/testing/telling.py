"""What a game says to people: complete, in one line each, and in every language."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from fatum.core.errors import FatumError
from fatum.core.events import Event
from fatum.core.messages import Message, card, move
from fatum.core.rng import Rng
from fatum.i18n.check import check_entry
from fatum.i18n.languages import LANGUAGES
from fatum.i18n.po import UnreadableCatalogue, read_catalogue
from fatum.i18n.rules import numbered_rules, rules_page
from fatum.i18n.translator import translator
from fatum.play.narration import Narrator
from fatum.testing.subject import Contract, Step, drain, refusal, walk

_APART: Final = 5
_SHOWN: Final = 8
"""Messages that a failure shows."""
_VALUES_OF_EVENTS: Final = frozenset(
    {"name", "other", "cards", "first", "second", "number", "count"}
)
_HOLE: Final = re.compile(r"\{\w*\}")


def check_words(contract: Contract, games: range) -> None:
    """Every event has a message, if the game has words; every line is one line with all its values."""
    words = contract.game.parts.words
    if words is not None and words.values is None:
        for form, declared in words.events.items():
            unknown = declared.names - _VALUES_OF_EVENTS
            assert not unknown, f"the words for {form!r} have a placeholder {min(unknown)!r}"
    for name, said in _told(contract, games):
        line = str(said)
        assert line.strip(), f"{name}: an empty line"
        assert "\n" not in line, f"{name}: more than one line: {line!r}"
        assert not _HOLE.search(line), f"{name}: a value is missing: {line!r}"


def check_translations(contract: Contract, games: range) -> None:
    """Everything that players read in these games has a translation in every language."""
    words = contract.game.parts.words
    heard = {} if words is None else {each.key: each(count=1) for each in words.events.values()}
    heard |= {said.key: said for said in said_in(contract, games)}
    for language in contract.languages:
        _check_catalogue(contract, language)
        speak = translator(language, contract.game)
        missing = [said for said in heard.values() if not speak.translates(said)]
        shown = "\n  ".join(f"{said.key}: {said}" for said in missing[:_SHOWN])
        assert not missing, (
            f"{contract.game.title} has {len(missing)} messages without a translation in "
            f"{LANGUAGES[language].name}:\n  {shown}"
        )


def said_in(contract: Contract, games: range) -> Iterator[Message]:
    """Every message of these games, and every message inside it."""
    for _, said in _told(contract, games):
        yield from parts_of(said)
    for said in _offered(contract):
        yield from parts_of(said)
    for _, said in refused(contract, games):
        yield from parts_of(said)


def parts_of(value: object) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
        for each in value.values.values():
            yield from parts_of(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from parts_of(each)


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
    for rule, said in refused(contract, games):
        yield rule, str(said)


def refused(contract: Contract, games: Iterable[int]) -> Iterator[tuple[str, Message]]:
    """The same, with the reason as a message."""
    kinds: dict[str, list[int]] = {}
    for number, text in enumerate(contract.game.moves):
        kinds.setdefault(text.partition(" ")[0], []).append(number)
    for number in games:
        rng = Rng(number)
        for step in walk(contract, number):
            for seat in range(contract.variant(number).players + 1):
                legal = set(step.state.legal_moves(seat))
                for moves in kinds.values():
                    tried = moves[rng.below(len(moves))]
                    if tried not in legal:
                        error = refusal(step.state, seat, tried)
                        yield error.rule, error.message


def _told(contract: Contract, games: range) -> Iterator[tuple[str, Message]]:
    """Where something is said, and the message."""
    for number in games:
        options = contract.variant(number)
        viewers = contract.viewers(number)
        narrators = {viewer: Narrator(contract.game, viewer) for viewer in viewers}
        for said in narrators[0].notices(options):
            yield f"notice of game {number}", said
        last = None
        for place, step in enumerate(walk(contract, number)):
            last = step
            events = _events(contract, step)
            for narrator in narrators.values():
                yield from ((step.name, said) for said in narrator.tell(events))
            if place == 0:
                yield from _names(contract, step, narrators[step.seat])
            if (place + number) % _APART == 0:
                yield from _choices(contract, number, step, narrators[step.seat])
                for viewer, narrator in narrators.items():
                    yield from _seen(step, viewer, narrator)
        assert last is not None
        events = _events(contract, last)
        for viewer, narrator in narrators.items():
            yield from ((f"{last.name}, the end", said) for said in narrator.tell(events))
            yield from _seen(last, viewer, narrator)


def _events(contract: Contract, step: Step) -> list[Event]:
    """What happened since the last time, each event with words for it."""
    events = drain(step.state)
    words = contract.game.parts.words
    if words is not None:
        known = {form.partition(".")[0] for form in words.events} | words.quiet
        for event in events:
            assert event.kind in known, f"{step.name}: no words for {event.kind!r}"
    return events


def _seen(step: Step, viewer: int | None, narrator: Narrator) -> Iterator[tuple[str, Message]]:
    """What a viewer reads without asking, and when asking for everything."""
    state = step.state
    view = state.view_for(viewer)
    words = state.game.parts.words
    legal = [] if viewer is None else state.legal_moves(viewer)
    texts = [state.game.format_move(each) for each in legal]
    yield step.name, narrator.prompt(view, texts, state.to_act())
    if words is not None and words.screen is not None:
        yield from ((step.name, said) for said in narrator.screen(view))
    if words is not None and words.situation is not None:
        yield from ((step.name, said) for said in narrator.situation(view))


def _names(contract: Contract, step: Step, narrator: Narrator) -> Iterator[tuple[str, Message]]:
    words = contract.game.parts.words
    if words is not None and words.name is not None:
        view = step.state.view_for(step.seat)
        for each in contract.copies:
            yield f"{step.name}: the card {each}", narrator.name(card(each), view)


def _choices(
    contract: Contract, number: int, step: Step, narrator: Narrator
) -> Iterator[tuple[str, Message]]:
    """What is said about the moves of the seat to act."""
    game = contract.game
    view = step.state.view_for(step.seat)
    for legal in step.state.legal_moves(step.seat):
        text = game.format_move(legal)
        about = narrator.explain(text, contract.variant(number))
        if about is not None:
            yield f"{step.name}: about {text}", about
        if game.parts.words is not None and game.parts.words.name is not None:
            yield f"{step.name}: {text}", narrator.name(move(text), view)
        if game.parts.reason is not None:
            why = game.parts.reason(view.to_dict(), step.seat, text)
            if why is not None:
                yield f"{step.name}: why {text}", why


def _offered(contract: Contract) -> Iterator[Message]:
    """What is said before a game begins."""
    game = contract.game
    for option in game.options:
        yield option.about
        values = option.values()
        if isinstance(values, Message):
            yield values
    words = game.parts.words
    if words is not None:
        yield from (meaning for _, meaning in words.moves)
    if game.parts.chance is not None:
        yield game.parts.chance
    if game.parts.trials is not None:
        yield from (said(percent=60, instead=40) for said in game.parts.trials.said.values())
    try:
        game.parse_move("nonsense")
    except FatumError as error:
        yield error.message
