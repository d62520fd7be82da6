"""Bots for the front door."""

from fatum.bots import registry
from fatum.bots.adapter import as_bot
from fatum.bots.base import DEFAULT_SECONDS, Budget
from fatum.core.errors import FatumError, shown
from fatum.core.rng import Rng
from fatum.play.arguments import Seed, read_seed, whole_number


def list_bots() -> list[str]:
    """The names of all bots: our own, and those that installed packages bring.

    >>> import fatum
    >>> fatum.list_bots()[:3]
    ['random', 'greedy', 'easy']
    """
    return list(registry.BOTS)


def bot(
    name: object,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: Seed = None,
    **settings: object,
) -> registry.Player:
    """A bot that is ready to play.

    :param name: one of ``list_bots()``, or a bot of your own: an object with ``choose(view)``.
    :param iterations: how many simulations it may make for one move, or
    :param seconds: how long it may think; without either, half a second.
    :param seed: where its chance comes from, as in ``new``. The same seed makes the same choices.
    :raises FatumError: if there is no such bot, or a setting is wrong.

    >>> import fatum
    >>> match = fatum.new("karma", players=3, seed=7)
    >>> fatum.bot("easy", seed=1).choose(match.view("P1"))
    'lay GP'
    """
    if settings:
        raise FatumError(
            f"a bot has no setting {next(iter(settings))!r}; its settings are "
            "iterations, seconds and seed"
        )
    budget = _budget(iterations, seconds)
    if isinstance(name, str):
        made, called = registry.make_bot(name), name
    else:
        made, called = as_bot(name), type(name).__name__
    return registry.Player(called, made, budget, Rng(int.from_bytes(read_seed(seed), "big")))


def _budget(iterations: object, seconds: object) -> Budget:
    if iterations is None and seconds is None:
        return Budget(seconds=DEFAULT_SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float | None):
        raise FatumError(f"seconds must be a number, not {shown(seconds)}")
    counted = None if iterations is None else whole_number(iterations, "a number of iterations")
    try:
        return Budget(counted, None if seconds is None else float(seconds))
    except OverflowError:
        raise FatumError("a budget lasts longer than 0 seconds, and not for ever") from None
