"""The bots of version 0.1 choose today what they chose then.

python -m tests.bots.test_previous     write choices.json again: only if that is meant
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fatum.bots.base import Budget
from fatum.bots.registry import BOTS, find_bot, is_own
from fatum.core.bits import COMPILED
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.rng import Rng, stream_digest
from fatum.games.registry import find_game
from fatum.protocol.errors import Refused
from fatum.table.bot_choices import check_level

FILE = Path(__file__).with_name("choices.json")
LEVELS = {"karma": ("easy-0.1", "hard-0.1"), "allin": ("easy-0.1", "hard-0.1")}
BUDGET = Budget(iterations=30)
MOST = 48
"""Choices for each deal."""


def choices(game: str, players: int, deal: int) -> list[str]:
    """What a bot would do here and there in a game that is played at random."""
    found = find_game(game)
    state = found.new(
        found.read_options({"players": players}), SeededChance(stream_digest(b"", deal))
    )
    bot = find_bot(LEVELS[game][deal % 2], BUDGET)
    rng = Rng(deal)
    made: list[str] = []
    while (seat := state.actor()) >= 0 and len(made) < MOST:
        legal = state.legal_moves(seat)
        if len(legal) > 1:
            made.append(found.format_move(bot(state.view_for(seat), legal.copy(), Rng(len(made)))))
        state.apply(seat, state.random_move(seat, rng))
    return made


def lines() -> Iterator[dict[str, object]]:
    for game, counts in (("karma", range(2, 7)), ("allin", range(2, 6))):
        for players in counts:
            for deal in range(24 if game == "karma" else 26):
                made = choices(game, players, deal)
                digest = hashlib.sha256(json.dumps(made).encode()).hexdigest()
                yield {
                    "game": game,
                    "players": players,
                    "deal": deal,
                    "choices": len(made),
                    "digest": digest,
                }


STORED = json.loads(FILE.read_text()) if FILE.exists() else []
CHECKED = STORED if COMPILED else STORED[::40]
"""As plain Python a few of them, which are spread over all tables."""


def test_there_are_many_choices() -> None:
    assert sum(line["choices"] for line in STORED) > 10_000


@pytest.mark.parametrize("game", LEVELS)
def test_previous_bots_choose_as_ever(game: str) -> None:
    for line in CHECKED:
        if line["game"] == game:
            made = choices(game, line["players"], line["deal"])
            digest = hashlib.sha256(json.dumps(made).encode()).hexdigest()
            assert (len(made), digest) == (line["choices"], line["digest"]), line


@pytest.mark.parametrize("name", ["greedy-0.1", "easy-0.1", "normal-0.1", "hard-0.1"])
def test_they_are_for_measuring_only(name: str) -> None:
    assert is_own(name)
    assert name not in BOTS
    with pytest.raises(Refused):
        check_level(name)
    with pytest.raises(FatumError, match="the bots are random, greedy, easy, normal, hard, ismcts"):
        find_bot("hard-0.2")


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(line) for line in lines()) + "\n]\n")
