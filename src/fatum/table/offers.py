"""What a server offers: its games and bots, and the card tables of a game."""

from typing import Final

import fatum
from fatum.bots.registry import about, is_own
from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.core.messages import Declared
from fatum.core.options import ChoiceOption, FlagOption, IntOption, Option, SeatOption
from fatum.core.parts import CardTables
from fatum.games.registry import all_games, find_game
from fatum.i18n.languages import LANGUAGES
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import BotCard, GameCard, Info, OptionCard
from fatum.protocol.messages import PROTOCOL
from fatum.protocol.wire_messages import to_wire
from fatum.table.bot_choices import levels
from fatum.table.refusals import refused

SLOTS: Final = 8
"""Seats that one browser may hold at a table, for people who share a device."""
NO_CARD_TABLE: Final = Declared("server.cards.none", "{game} has no card table")


def info() -> Info:
    """Everything that can be played here, and against whom."""
    return Info(
        version=fatum.__version__,
        protocol=PROTOCOL,
        languages={code: language.name for code, language in LANGUAGES.items()},
        games=[_card(game) for game in all_games()],
        bots=[BotCard(level, to_wire(about(level)), not is_own(level)) for level in levels()],
        slots=SLOTS,
    )


def game_called(name: str) -> Game:
    """The game of this name.

    :raises Refused: if there is none.
    """
    try:
        return find_game(name)
    except FatumError:
        raise refused("gone", "game.unknown", name=name) from None


def card_tables_of(game: Game) -> CardTables:
    """What reads and checks the card tables of a game.

    :raises Refused: if it is played without one.
    """
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
