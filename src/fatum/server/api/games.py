"""The HTTP API about games: their options, rules, texts and card tables."""

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

import fatum
from fatum.bots.registry import about, is_own
from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.core.messages import Declared
from fatum.core.options import ChoiceOption, FlagOption, IntOption, Option, SeatOption
from fatum.core.parts import CardTables, Words
from fatum.games.registry import all_games, find_game
from fatum.i18n.client import game_texts
from fatum.i18n.languages import LANGUAGES, choose_language
from fatum.i18n.rules import rules_text
from fatum.i18n.translator import translator
from fatum.protocol.errors import Refused
from fatum.protocol.messages import PROTOCOL
from fatum.protocol.wire_messages import to_wire
from fatum.server.api.cookies import SLOTS
from fatum.server.api.error_responses import documented
from fatum.server.api.request_context import Asked, address, charge, read_form, server_of
from fatum.server.api.schemas import (
    BotCard,
    CardsForm,
    CardsVerdict,
    CardTableCard,
    GameCard,
    GameTexts,
    Info,
    OptionCard,
    RulesPage,
)
from fatum.table.bot_choices import levels
from fatum.table.opening import NO_SUCH_GAME

GameInPath = Annotated[str, Parameter(description="A game's name.", max_length=24)]
COST: Final = 5
"""Checking a card table counts as so many requests."""
NO_RULES: Final = Declared(
    "server.rules.none", "the rules of {game} are not part of this installation"
)
NO_CARD_TABLE: Final = Declared("server.cards.none", "{game} has no card table")
Language = Annotated[str, Parameter(description="Such as de.", max_length=20)]


@get("/info", summary="This server, its games and bots", responses=documented())
async def info() -> Info:
    return Info(
        version=fatum.__version__,
        protocol=PROTOCOL,
        languages={code: language.name for code, language in LANGUAGES.items()},
        games=[_card(game) for game in all_games()],
        bots=[BotCard(level, to_wire(about(level)), not is_own(level)) for level in levels()],
        slots=SLOTS,
    )


@get("/games/{game:str}/rules", summary="The numbered rules", responses=documented(404))
async def rules(game: GameInPath, language: Language = "en") -> RulesPage:
    """In English if there is no page in that language."""
    found = _find(game)
    try:
        text = rules_text(found.name, language)
    except FatumError:
        raise Refused("gone", NO_RULES(game=found.title)) from None
    return RulesPage(found.name, choose_language([language]), text)


@get("/games/{game:str}/texts", summary="How the game is told", responses=documented(404))
async def texts(game: GameInPath, language: Language = "en") -> GameTexts:
    """In English where the game has no translation."""
    found = _find(game)
    code = choose_language([language])
    say = translator(code, found).say
    words = found.parts.words or Words({})
    return GameTexts(
        game=found.name,
        language=code,
        moves=[(move, say(meaning)) for move, meaning in words.moves],
        texts=game_texts(found, code),
    )


@get("/games/{game:str}/cards", summary="The default card table", responses=documented(404))
async def cards(game: GameInPath) -> CardTableCard:
    found = _find(game)
    return CardTableCard(_tables(found).effects({}))


@post(
    "/games/{game:str}/cards",
    summary="Check a card table",
    status_code=200,
    responses=documented(404, 422, 503),
)
async def check_cards(request: Asked, game: GameInPath, data: JSONBody[CardsForm]) -> CardsVerdict:
    """Nothing is stored: the answer's ``cards`` go into the options of a table."""
    data = await read_form(request, CardsForm)
    found = _find(game)
    _tables(found)
    charge(request, COST)
    parser = server_of(request).parser
    verdict = await parser.run("cards", address(request), game=found.name, text=data.text)
    return msgspec.json.decode(verdict, type=CardsVerdict)


def _find(name: str) -> Game:
    try:
        return find_game(name)
    except FatumError:
        raise Refused("gone", NO_SUCH_GAME(name=name)) from None


def _tables(game: Game) -> CardTables:
    tables = game.parts.card_tables
    if tables is None:
        raise Refused("gone", NO_CARD_TABLE(game=game.title))
    return tables


def _card(game: Game) -> GameCard:
    return GameCard(
        name=game.name,
        title=game.title,
        players=list(game.player_counts()),
        options=[_option(spec) for spec in game.options],
        deck=list(game.deck),
        has_cards=game.parts.card_tables is not None,
    )


def _option(spec: Option) -> OptionCard:
    about = to_wire(spec.about)
    if isinstance(spec, IntOption):
        return OptionCard(spec.name, "number", about, spec.default, least=spec.low, most=spec.high)
    if isinstance(spec, FlagOption):
        return OptionCard(spec.name, "flag", about, spec.default)
    if isinstance(spec, ChoiceOption):
        return OptionCard(spec.name, "choice", about, spec.default, choices=list(spec.choices))
    if isinstance(spec, SeatOption):
        return OptionCard(spec.name, "seat", about, None)
    return OptionCard(spec.name, "cards", about, spec.write(spec.default))


HANDLERS: Final = [info, rules, texts, cards, check_cards]
