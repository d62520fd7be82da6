"""Every game keeps the contract, for every number of players and every option."""

import pytest
from tests.contract.subjects import contracts, games

from fatum.testing import Contract
from fatum.testing.contract import (
    Check,
    check_cards_round_trip,
    check_conservation,
    check_copies,
    check_endings,
    check_legal_moves,
    check_moves_round_trip,
    check_records_round_trip,
    check_states_round_trip,
)
from fatum.testing.nonsense import check_nonsense_options, check_nonsense_states
from fatum.testing.telling import check_rules_pages, check_translations, check_words

CHECKS: dict[Check, range] = {
    check_moves_round_trip: range(1),
    check_cards_round_trip: range(1),
    check_states_round_trip: games(compiled=24, plain=8),
    check_records_round_trip: games(compiled=40, plain=16),
    check_legal_moves: games(compiled=16, plain=4),
    check_copies: games(compiled=40, plain=8),
    check_conservation: games(compiled=40, plain=8),
    check_endings: games(compiled=200, plain=24),
    check_nonsense_states: games(compiled=16, plain=4),
    check_nonsense_options: range(1),
    check_words: games(compiled=12, plain=4),
    check_translations: games(compiled=12, plain=4),
    check_rules_pages: games(compiled=12, plain=4),
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(
    "contract", [pytest.param(contract, id=name) for name, contract in contracts()]
)
def test_contract(contract: Contract, check: Check) -> None:
    check(contract, CHECKS[check])
