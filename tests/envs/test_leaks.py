"""No array depends on a card that is hidden from its seat: tested as views and events are."""

import os
from dataclasses import replace
from itertools import count

import pytest
from tests.contract.subjects import allin, contracts, games, karma
from tests.envs.channels import HOLES, Channels, channels, openspiel_channel

from fatum.testing import Contract, check_non_interference

WANTED = int(os.environ.get("FATUM_TEST_POSITIONS", "0"))
"""With how many positions ``make soak PART=arrays`` tests each number of players."""


def watched(contract: Contract, found: Channels) -> Contract:
    return replace(contract, channels=found)


def name_of(contract: Contract) -> tuple[str, int]:
    return contract.game.name, contract.variant(0).players


@pytest.mark.parametrize(
    "contract", [pytest.param(contract, id=name) for name, contract in contracts()]
)
def test_hidden_cards_change_no_array(contract: Contract) -> None:
    """Observations, masks, rewards and infos stay the same to the byte."""
    tested = watched(contract, channels(*name_of(contract)))
    if not WANTED:
        check_non_interference(tested, games(compiled=8, plain=2))
        return
    positions = 0
    for start in count(0, 100):
        positions += check_non_interference(tested, range(start, start + 100))
        if positions >= WANTED:
            break
    print(f"{name_of(contract)}: {positions:,} positions", flush=True)


@pytest.mark.parametrize("contract", [karma(3), allin(3)], ids=["karma", "allin"])
def test_hidden_cards_change_nothing_in_openspiel(contract: Contract) -> None:
    pytest.importorskip("pyspiel")
    tested = watched(contract, openspiel_channel(*name_of(contract)))
    check_non_interference(tested, games(compiled=2, plain=1))


@pytest.mark.parametrize("contract", [karma(3), allin(3)], ids=["karma", "allin"])
@pytest.mark.parametrize("hole", HOLES)
def test_a_leak_is_found(contract: Contract, hole: str) -> None:
    leaky = watched(contract, channels(*name_of(contract), hole))
    with pytest.raises(AssertionError, match=r"exchanged.*(PettingZoo|batch)"):
        check_non_interference(leaky, range(12))


def test_a_leak_of_the_batch_alone_is_found() -> None:
    found = channels("karma", 3, "observation")
    leaky = watched(karma(3), {"batch": found["batch"]})
    with pytest.raises(AssertionError, match=r"exchanged.*batch"):
        check_non_interference(leaky, range(12))
