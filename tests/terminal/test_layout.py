"""The table at every size in two languages: what is needed to decide is on the screen at once."""

import random
import textwrap
from collections.abc import Iterator

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color
from rich.style import Style
from tests.terminal.app import app, asynchronous, keep_as_it_is, until_asked
from tests.terminal.finished import asked, reached, seated
from tests.terminal.shots import settled, shown
from textual.widget import Widget

from fatum.games.karma.rules.cards import NAMES
from fatum.i18n.languages import LANGUAGES as ALL_LANGUAGES
from fatum.terminal.app.aid import AidScreen
from fatum.terminal.app.faces import effect_sign, face
from fatum.terminal.app.seats import SeatBox
from fatum.terminal.app.table import TableScreen
from fatum.terminal.app.theme import few_colours
from fatum.terminal.app.widgets import Buttons, CardRow

SIZES = [(80, 24), (140, 30), (120, 36), (200, 60)]
LANGUAGES = ["en", "de"]


def parts(screen: TableScreen) -> Iterator[Widget]:
    """What must be visible, whole."""
    yield screen.query_one("#header")
    yield from screen.query(SeatBox)
    yield from (row for row in screen.query(CardRow) if row.items)
    yield screen.query_one("#question")
    yield from (each for each in screen.query(Buttons) if each.keys)
    yield screen.query_one("#detail")
    yield screen.query_one("#keys")


def check_table(screen: TableScreen) -> None:
    whole = screen.region
    seen: list[Widget] = []
    for part in parts(screen):
        assert part.region.area, f"{part} is not there"
        assert whole.contains_region(part.region), f"{part} is cut off: {part.region}"
        for other in seen:
            assert not part.region.overlaps(other.region), f"{part} lies over {other}"
        seen.append(part)
    for row in screen.query(CardRow):
        if row.items:
            width, height = row._card_size(row.content_size.width)
            assert width * len(row.items) <= row.content_size.width
            assert height <= row.content_size.height
    buttons = screen.query_one(Buttons)
    assert buttons.content_size.height >= 1 + max(
        (line for line, _ in buttons._places(buttons.content_size.width)), default=-1
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), [("karma", 6), ("allin", 5)])
@asynchronous
async def test_a_crowded_table(game: str, players: int, language: str) -> None:
    rng = random.Random(4)
    running = app(game, language, players=players)
    async with running.run_test(size=SIZES[0]) as pilot:
        for _ in range(3):
            screen = await until_asked(pilot)
            question = screen._question().splitlines()[0]
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await settled(pilot)
                check_table(screen)
                assert question in "".join(line.strip() + " " for line in shown(running))
            await pilot.press(*["right"] * rng.randrange(3), "enter")
            await pilot.pause()


@asynchronous
async def test_a_hand_with_every_kind_of_card() -> None:
    running = app("karma", players=6)
    async with running.run_test(size=SIZES[0]) as pilot:
        screen = await until_asked(pilot)
        keep_as_it_is(screen)
        assert screen.session.data is not None
        held = screen.session.data["seats"]
        held[0]["hand"] = NAMES * 3
        for other in held[1:]:
            other["open"] = ["14", "15", "16"]
        screen._renew()
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            check_table(screen)
            assert len(screen.query_one("#hand", CardRow).items) == len(NAMES)
            for box in screen.query(SeatBox):
                assert [card for card in ("14", "15", "16") if card not in str(box.render())] == []


@asynchronous
async def test_a_crowded_prediction() -> None:
    """Cards that were seen, predictions and the effects of the river are shown whole."""
    running = app("allin", players=5)
    async with running.run_test(size=SIZES[0]) as pilot:
        screen = await until_asked(pilot)
        keep_as_it_is(screen)
        data = screen.session.data
        assert data is not None
        data["river"] = [["9C", card] for card in ("7T", "9M", "10S", "4C", "AS", "QM")]
        data["predictions"] = [None, "P1", "P3", "P4", "P5"]
        for number in range(1, 5):
            data["hands"][number] = ["10C", "10M", "10S", "10T", "Ru"]
        screen._renew()
        for size in [*SIZES, (80, 40)]:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            check_table(screen)
            for box in screen.query(SeatBox):
                assert "…" not in str(box.render())
            middle = screen.query_one("#middle", CardRow)
            for item in middle.items[:6]:
                signs = "".join(map(effect_sign, item.effects))
                assert signs in str(middle.render())


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@asynchronous
async def test_what_a_card_does_fits_into_two_lines(language: str) -> None:
    running = app("allin", language)
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        tables = screen.session.game.parts.card_tables
        assert tables is not None
        for card in tables.effects({}):
            lines = textwrap.wrap(screen._about([f"play {card}"]), 78)
            assert len(lines) <= 2, lines


@asynchronous
async def test_the_hand_is_not_dimmed_while_predicting() -> None:
    """None of its cards can be played, but all of them matter."""
    running = app()
    async with running.run_test(size=(80, 24)) as pilot:
        running.play(seated(reached("allin", asked("predict"))))
        hand = (await until_asked(pilot)).query_one("#hand", CardRow)
        assert hand.items
        assert not any(item.moves for item in hand.items)
        styles = [span.style for span in hand.render().spans]
        assert not any(isinstance(style, Style) and style.dim for style in styles)
        drawn = face(hand.items[0].card, few=few_colours(running))
        assert any(
            isinstance(style, Style) and style.color == Color.parse(drawn.ink) for style in styles
        )


@asynchronous
async def test_revealed_cards_beside_the_river_on_a_narrow_tall_screen() -> None:
    running = app()
    async with running.run_test(size=(80, 40)) as pilot:
        running.play(seated(reached("allin", asked("keep"))))
        check_table(await until_asked(pilot))


@pytest.mark.parametrize("language", LANGUAGES)
@asynchronous
async def test_the_aid_card(language: str) -> None:
    running = app("allin", language)
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(running.screen, AidScreen)
        text = "\n".join(shown(running))
        assert screen.wording.text("hand.straight flush") in text
        assert screen.wording.text("hand.pair") in text


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@asynchronous
async def test_the_keys_fit_into_a_small_screen(language: str) -> None:
    running = app("allin", language)
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        assert len(screen._keys()) <= 78


@asynchronous
async def test_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    running = app("allin")
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        assert screen.query_one("#hand", CardRow).cursor is not None
        marked = [line for line in shown(running) if "┏" in line]
        assert len(marked) == 1


@pytest.mark.parametrize(("game", "card"), [("karma", "13"), ("allin", "9M")])
@asynchronous
async def test_sixteen_colours(game: str, card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only colours that such a terminal has, and none on a paper that hides it."""
    monkeypatch.setattr("textual.app.Console.color_system", "standard")
    running = app(game)
    async with running.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        assert running.has_class("few")
        assert running.current_theme.background == "#000000"
    drawn = face(card, few=True)
    known = {STANDARD_PALETTE[number].hex for number in range(16)}
    assert {drawn.ink, drawn.paper} <= known
    light, dark = sorted(map(brightness, (drawn.ink, drawn.paper)), reverse=True)
    assert light - dark > 80


def brightness(colour: str) -> float:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


@asynchronous
async def test_what_was_revealed_does_not_hide_the_river() -> None:
    running = app()
    async with running.run_test(size=(80, 24)) as pilot:
        running.play(seated(reached("allin", asked("keep"))))
        screen = await until_asked(pilot)
        check_table(screen)
        assert len(screen.query_one("#middle", CardRow).items) >= 7
        own = screen.query_one("#own", CardRow)
        assert all(item.moves for item in own.items)
        assert own.cursor is not None


@asynchronous
async def test_the_mouse_over_seats_and_piles() -> None:
    running = app("allin")
    async with running.run_test(size=(80, 24)) as pilot:
        screen = await until_asked(pilot)
        detail = screen.query_one("#detail")
        middle = screen.query_one("#middle", CardRow)
        await pilot.hover(middle, offset=middle.spot(len(middle.items) - 2))
        await pilot.pause()
        assert screen.wording.text("allin.draw.short") in str(detail.render())
        await pilot.hover(middle, offset=middle.spot(0))
        await pilot.pause()
        assert "Field 1" in str(detail.render())
        await pilot.hover(SeatBox, offset=(2, 0))
        await pilot.hover(SeatBox, offset=(3, 1))
        await pilot.pause()
        assert "Bruno · 0 runes" in str(detail.render())
