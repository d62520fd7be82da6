"""Arrays hold all that a view holds, in named columns, and nothing that a view does not."""

from pathlib import Path

import numpy as np
import pytest
from tests.contract.subjects import contracts, games
from tests.envs.rebuild import rebuild

import fatum
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.rng import Rng
from fatum.envs.encode import FORMS, Encoding, arrays_of, describe, encoding, read_game
from fatum.games.registry import GAMES
from fatum.testing import Contract
from fatum.testing.subject import walk

every_contract = pytest.mark.parametrize(
    "contract", [pytest.param(contract, id=name) for name, contract in contracts()]
)


@every_contract
def test_views_and_masks_are_rebuilt_from_information_states(contract: Contract) -> None:
    """The array alone gives the whole view back, and from that the legal moves."""
    rng = Rng(1)
    for number in games(compiled=24, plain=12):
        options = contract.variant(number)
        states = Encoding(contract.game, options, "information_state")
        for step in walk(contract, number):
            if rng.below(4):
                continue
            viewers = contract.viewers(number)
            viewer = viewers[rng.below(len(viewers))] if rng.below(2) else step.seat
            view = step.state.view_for(viewer)
            words = states.decode(states.encode(view))
            data, seat = rebuild(words, options, contract.game.name)
            assert seat == viewer, step.name
            assert data == view.to_dict(), step.name
            if seat is not None:
                again = contract.game.read_view(options, data, seat).redeal(rng)
                assert again.legal_moves(seat) == step.state.legal_moves(seat), step.name


@every_contract
@pytest.mark.parametrize("form", FORMS)
def test_fields_do_not_overlap(contract: Contract, form: str) -> None:
    code = Encoding(contract.game, contract.variant(0), form)
    used = np.zeros(code.size, int)
    for field in code.fields:
        assert field.stop - field.start == (len(field.labels) or field.stop - field.start), field
        used[code.slices[field.name]] += 1
    assert used.max() == 1
    assert len(code.slices) == len(code.fields)


@every_contract
def test_columns_of_no_field_stay_empty(contract: Contract) -> None:
    code = Encoding(contract.game, contract.variant(0), "information_state")
    free = np.ones(code.size, bool)
    for columns in code.slices.values():
        free[columns] = False
    for step in walk(contract, 0):
        assert not code.encode(step.state.view_for(step.seat))[free].any(), step.name


def test_an_information_state_begins_with_the_observation() -> None:
    short, full = (encoding("allin", players=3, form=form) for form in FORMS)
    view = fatum.new("allin", players=3, seed=1).view("P1")
    assert (full.encode(view)[: short.size] == short.encode(view)).all()
    assert [field.name for field in full.fields][: len(short.fields)] == list(short.slices)
    assert len(full.fields) > len(short.fields)


def test_wrong_arguments_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FatumError, match="forms are observation, information_state"):
        encoding("karma", form="tensor")
    code = encoding("karma", players=2)
    with pytest.raises(FatumError, match="not a view of"):
        code.encode(fatum.new("karma", players=3, seed=1).view("P1"))
    with pytest.raises(FatumError, match="640 columns"):
        code.decode(np.zeros(3, np.int8))
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game")
    with pytest.raises(FatumError, match="has no arrays"):
        encoding("toy")


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_the_page_lists_every_field(game: str) -> None:
    """To bring it up to date, put in what ``describe`` says."""
    code = encoding(game, players=4, form="information_state")
    page = (Path(__file__).parents[2] / "docs" / "arrays.md").read_text("utf-8")
    assert describe(code) in page
    assert f"version {code.version}" in page


def test_discards_that_nobody_saw_stay_unseen() -> None:
    """A state that was read without memory, its copies and its redeals show the top alone."""
    game, options = read_game("allin", 3, {})
    state = game.new(options, SeededChance(bytes(32)))
    rng = Rng(4)
    while len(state.to_dict()["discard"]) < 4:  # type: ignore[arg-type]
        state.apply(state.actor(), state.random_move(state.actor(), rng))
    data = state.to_dict()
    del data["memory"]
    read = game.read_state(options, data, SeededChance(bytes(32)))
    arrays = arrays_of(game, options)
    for each in (read, read.copy(), read.view_for(0).redeal(rng)):
        arrays.look(each, 2)
        for view in (each.view_for(1), arrays.look(each, 1)):
            discards = view.to_dict()["memory"]["discards"]  # type: ignore[index]
            assert discards[:-1] == ["?"] * (len(discards) - 1)
            assert discards[-1] == data["discard"][-1]  # type: ignore[index]
