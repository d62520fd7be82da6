"""Which bots there are, by name. Each is imported on first use.

Other packages add bots under the entry point group ``fatum.bots``; ``register`` does the same in a
program. Both name a factory as ``module:factory``, which is loaded in a process of its own only.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Final

from fatum.bots.base import DEFAULT_SECONDS, Bot, Budget
from fatum.core.errors import FatumError
from fatum.core.game import View
from fatum.core.messages import Declared, Message, declare
from fatum.core.rng import Rng
from fatum.core.views import Move
from fatum.core.views import View as SeatView

if TYPE_CHECKING:
    BOTS: Mapping[str, str]
    """Name → what it does, in a few words."""

GROUP: Final = "fatum.bots"

_OWN: Final = {
    "random": "fatum.bots.random:RandomBot",
    "greedy": "fatum.bots.greedy:GreedyBot",
    "easy": "fatum.bots.levels:easy",
    "normal": "fatum.bots.levels:normal",
    "hard": "fatum.bots.levels:hard",
    "ismcts": "fatum.bots.search.ismcts:Ismcts",
}
"""Name → factory."""
_PREVIOUS: Final = {
    "greedy-0.1": "fatum.bots.previous:Greedy",
    "easy-0.1": "fatum.bots.previous:easy",
    "normal-0.1": "fatum.bots.previous:normal",
    "hard-0.1": "fatum.bots.previous:hard",
}
"""The same for measuring only: tournaments and simulations know them, and no list of bots has them."""
_ABOUT: Final = declare(
    "bot.about",
    {
        "random": "any legal move, each equally likely",
        "greedy": "rules of thumb, without thinking ahead",
        "easy": "a quick search that does not watch what others do",
        "normal": "a search that thinks for a while",
        "hard": "a search that thinks for half a second per move",
        "ismcts": "the search, with the budget it is given",
    },
)
_THIRD_PARTY: Final = Declared("bot.about.third_party", "from the package {package}")
_registered: Final[dict[str, str]] = {}
_lent: Final[dict[str, Bot]] = {}
"""Bots that are objects of this process."""


def register(name: str, reference: str) -> None:
    """Add a bot whose factory is ``module:factory``."""
    if is_own(name):
        raise FatumError(f"there is a bot {name!r} already")
    _registered[name] = reference


def registered() -> dict[str, str]:
    """The bots that this program has added: name → factory."""
    return dict(_registered)


@contextmanager
def lending() -> Iterator[Callable[[str, Bot], str]]:
    """Give objects of this process a name for a while; they play here, not in a process of their own."""
    before = set(_lent)

    def lend(wish: str, bot: Bot) -> str:
        name = wish
        number = 1
        while name in _lent or is_own(name):
            number += 1
            name = f"{wish} {number}"
        _lent[name] = bot
        return name

    try:
        yield lend
    finally:
        for name in set(_lent) - before:
            del _lent[name]


@cache
def _installed() -> Mapping[str, str]:
    """The bots of other packages: name → factory."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def _foreign() -> dict[str, str]:
    return {
        name: reference
        for name, reference in {**_installed(), **_registered}.items()
        if not is_own(name)
    }


def __getattr__(name: str) -> Mapping[str, str]:
    if name != "BOTS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return {bot: str(about(bot)) for bot in (*_OWN, *_foreign())}


def about(name: str) -> Message:
    """What a bot does, in a few words.

    >>> str(about("random"))
    'any legal move, each equally likely'
    """
    if name in _ABOUT:
        return _ABOUT[name]()
    return _THIRD_PARTY(package=_foreign()[name].partition(":")[0])


class Player:
    """A bot with a budget, ready to play: what ``fatum.bot`` returns, and what tables seat.

    >>> import fatum
    >>> bot = fatum.bot("greedy")
    >>> bot
    <Player greedy, 0.5s>
    >>> bot.choose(fatum.new("allin", players=3, seed=7, dealer="P1").view("P2"))
    'play Ru'
    """

    def __init__(self, name: str, bot: Bot, budget: Budget, rng: Rng | None = None) -> None:
        self.name: Final = name
        self.bot: Final = bot
        self.budget: Final = budget
        self._rng = rng

    def __call__(self, view: View, legal: list[int], rng: Rng) -> int:
        """The same in numbers, as a match asks its choosers."""
        return self.bot.choose(view, legal, rng, self.budget)

    def choose(self, view: SeatView) -> str:
        """A legal move for the seat of a view.

        :raises FatumError: if there is nothing to choose in this view.
        """
        if self._rng is None:
            self._rng = Rng(secrets.randbits(256))
        return self.choose_with(view, self._rng)

    def choose_with(self, view: SeatView, rng: Rng) -> str:
        """The same with all chance from ``rng``: the same view and numbers, the same move."""
        legal = _choices(view)
        numbers = [move.number for move in legal]
        return legal[numbers.index(self(view.known, numbers.copy(), rng))].text

    def evaluate(self, view: SeatView) -> dict[str, float]:
        """What each legal move is worth, best first: 1 wins for certain, 0 loses.

        Moves that look bad are tried seldom, so that their values are rough.

        :raises FatumError: if this bot does not search, or there is nothing to choose.

        >>> import fatum
        >>> view = fatum.new("karma", players=3, seed=7).view("P1")
        >>> values = fatum.bot("normal", seed=1).evaluate(view)
        >>> max(values, key=values.get)
        'lay GP'
        """
        legal = {move.number: move for move in _choices(view)}
        search: Any = getattr(self.bot, "search", self.bot)
        if not hasattr(search, "evaluate"):
            raise FatumError(f"the bot {self.name!r} does not search, so it values nothing")
        if self._rng is None:
            self._rng = Rng(secrets.randbits(256))
        budget = getattr(self.bot, "budget_for", lambda known, offered: offered)
        found = search.evaluate(view.known, list(legal), self._rng, budget(view.known, self.budget))
        best = sorted(found, key=lambda entry: -entry[1])
        return {legal[number].text: value for number, value, _ in best}

    def take_faults(self) -> list[str]:
        """Faults of a third-party bot since the last call."""
        from fatum.bots.safety import SafeBot

        return self.bot.take_faults() if isinstance(self.bot, SafeBot) else []

    def close(self) -> None:
        """End the process of a bot that has one."""
        from fatum.bots.safety import SafeBot

        if isinstance(self.bot, SafeBot):
            self.bot.close()

    def __repr__(self) -> str:
        return f"<Player {self.name}, {self.budget}>"


def _choices(view: object) -> tuple[Move, ...]:
    if not isinstance(view, SeatView):
        raise FatumError("a bot chooses from a view, such as match.view('P1')")
    if not view.legal:
        raise FatumError(f"there is nothing to choose in {view!r}")
    return view.legal


def is_own(name: str) -> bool:
    """Whether this bot is part of Fatum and not of another package."""
    return name in _OWN or name in _PREVIOUS


def make_bot(name: str) -> Bot:
    """A new bot by name; third-party bots run in a separate process."""
    if name in _lent:
        return _lent[name]
    reference = _OWN.get(name) or _PREVIOUS.get(name)
    if reference is not None:
        from fatum.bots.worker import load_factory

        bot: Bot = load_factory(reference)()
        return bot
    return isolated_bot(name)


def isolated_bot(name: str) -> Bot:
    """The same in a separate process, built-in bots included."""
    from fatum.bots.safety import SafeBot

    foreign = _foreign()
    reference = _OWN.get(name) or _PREVIOUS.get(name)
    if reference is not None:
        return SafeBot(name, reference)
    if name not in foreign:
        names = ", ".join([*_OWN, *foreign])
        raise FatumError(f"there is no bot {name!r}; the bots are {names}")
    return SafeBot(name, foreign[name])


def find_bot(name: str, budget: Budget | None = None) -> Player:
    """A bot ready to play; without a budget it thinks half a second at most."""
    return Player(name, make_bot(name), budget or Budget(seconds=DEFAULT_SECONDS))
