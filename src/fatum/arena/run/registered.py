"""Games and bots that this program has registered, for processes that have not."""

from dataclasses import dataclass

from fatum.bots import registry
from fatum.games.registry import GAMES


@dataclass(frozen=True)
class Registered:
    """What ``register`` has added here; installed packages are found everywhere."""

    games: dict[str, str]
    bots: dict[str, str]

    def register(self) -> None:
        """Add the same in this process."""
        GAMES.update(self.games)
        for name, reference in self.bots.items():
            registry.register(name, reference)


def registered() -> Registered:
    return Registered(dict(GAMES), registry.registered())
