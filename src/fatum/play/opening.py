"""New and loaded games for the public API."""

import os
from typing import TYPE_CHECKING, Any, Literal, overload

from fatum.core.errors import InvalidRecord
from fatum.games.registry import find_game, references
from fatum.play.arguments import Seed, read_seed, whole_number
from fatum.play.match import Match
from fatum.records import load_record
from fatum.records.faults import fault
from fatum.records.files import as_path

if TYPE_CHECKING:
    from fatum.games.allin.telling.view import AllInView
    from fatum.games.karma.telling.view import KarmaView


def list_games() -> list[str]:
    """The names of all games.

    >>> import fatum
    >>> fatum.list_games()
    ['karma', 'allin']
    """
    return list(references())


@overload
def new(
    game: Literal["karma"], *, players: int | None = None, seed: Seed = None, **options: object
) -> "Match[KarmaView]": ...
@overload
def new(
    game: Literal["allin"], *, players: int | None = None, seed: Seed = None, **options: object
) -> "Match[AllInView]": ...
@overload
def new(
    game: str, *, players: int | None = None, seed: Seed = None, **options: object
) -> Match: ...


def new(
    game: str, *, players: int | None = None, seed: Seed = None, **options: object
) -> Match[Any]:
    """Deal a new game.

    :param game: its name, one of ``list_games()``.
    :param players: number of players; the default is the game's own.
    :param seed: 32 bytes or 64 hexadecimal digits, or any text or number to make them from. The
        same seed deals the same cards. Without one it is drawn.
    :param options: the options of the game, as in the notation page: ``foresight=True``.
    :raises InvalidOptions: if an option or its value does not exist, or the seed cannot be used.
    :raises FatumError: if there is no such game.

    >>> import fatum
    >>> match = fatum.new("allin", players=3, seed=7, dealer="P1")
    >>> match.to_act
    ('P2',)
    """
    found = find_game(game)
    given = dict(options)
    if players is not None:
        given["players"] = whole_number(players, "the number of players")
    return Match.new(found, found.read_options(given), read_seed(seed), listen=True)


def load(path: str | os.PathLike[str]) -> Match:
    """A recorded game: one that is over, or a running one that has its seed.

    :raises FatumError: if the file cannot be read, or is not such a record.

    >>> import fatum
    >>> match = fatum.new("karma", players=2, seed=7)
    >>> match.record().save("game.json")
    >>> fatum.load("game.json")
    <Match of karma: 2 players, 0 moves, P1 and P2 to act>
    """
    place = as_path(path)
    record = load_record(place)
    try:
        return Match.read(record, listen=True)
    except InvalidRecord as error:
        raise fault("inside", where=str(place), reason=error.message) from None
