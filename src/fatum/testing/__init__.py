"""The public contract kit: any game can be run through it.

    from fatum.testing import Contract, check_all

    check_all(Contract(GAME), games=20)

A green kit means that the project's own suite has nothing to say against the game's rules, views,
states, words and translations. Each check plays real games and raises ``AssertionError`` with the
game and the step that failed.
"""

from fatum.testing.contract import CHECKS, check_all
from fatum.testing.leaks import check_non_interference, check_redeals_are_fair
from fatum.testing.subject import Contract

__all__ = ["CHECKS", "Contract", "check_all", "check_non_interference", "check_redeals_are_fair"]
