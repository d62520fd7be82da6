"""The HTTP API about games: their options, rules, texts and card tables."""

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from fatum.core.errors import FatumError
from fatum.core.messages import Declared
from fatum.core.parts import Words
from fatum.i18n.client import game_texts
from fatum.i18n.languages import choose_language
from fatum.i18n.rules import rules_text
from fatum.i18n.translator import translator
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import (
    CardsForm,
    CardsVerdict,
    CardTableCard,
    GameTexts,
    Info,
    RulesPage,
)
from fatum.server.api.error_responses import documented
from fatum.server.api.request_context import AnyRequest, parse, read_form
from fatum.table import offers
from fatum.table.offers import card_tables_of, game_called

GameInPath = Annotated[str, Parameter(description="A game's name.", max_length=24)]
COST: Final = 5
"""The cost of checking a card table, in requests."""
NO_RULES: Final = Declared(
    "server.rules.none", "the rules of {game} are not part of this installation"
)
Language = Annotated[str, Parameter(description="Such as de.", max_length=20)]


@get("/info", summary="This server, its games and bots", responses=documented())
async def info() -> Info:
    return offers.info()


@get("/games/{game:str}/rules", summary="The numbered rules", responses=documented(404))
async def rules(game: GameInPath, language: Language = "en") -> RulesPage:
    """In English if there is no page in that language."""
    found = game_called(game)
    try:
        text = rules_text(found.name, language)
    except FatumError:
        raise Refused("gone", NO_RULES(game=found.title)) from None
    return RulesPage(found.name, choose_language([language]), text)


@get("/games/{game:str}/texts", summary="How the game is told", responses=documented(404))
async def texts(game: GameInPath, language: Language = "en") -> GameTexts:
    """In English where the game has no translation."""
    found = game_called(game)
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
    found = game_called(game)
    return CardTableCard(card_tables_of(found).effects({}))


@post(
    "/games/{game:str}/cards",
    summary="Check a card table",
    status_code=200,
    responses=documented(404, 422, 503),
)
async def check_cards(
    request: AnyRequest, game: GameInPath, data: JSONBody[CardsForm]
) -> CardsVerdict:
    """Nothing is stored: the answer's ``cards`` go into the options of a table."""
    data = await read_form(request, CardsForm)
    found = game_called(game)
    card_tables_of(found)
    verdict = await parse(request, COST, "cards", game=found.name, text=data.text)
    return msgspec.json.decode(verdict, type=CardsVerdict)


HANDLERS: Final = [info, rules, texts, cards, check_cards]
