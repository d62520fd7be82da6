"""OpenSpiel's own tests of its games, and what makes a game of ours the same game there."""

import os
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.envs.variants import some, variants

import fatum

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

import fatum.envs.openspiel  # noqa: E402
from fatum.envs.encode import Encoding  # noqa: E402
from fatum.play.match import Match  # noqa: E402

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
API = ["karma-3-foresight-strict", "allin-2-standard-A"]


def load(name: str, **more: Any) -> Any:
    game, options = variants()[name]
    return pyspiel.load_game(f"fatum_{game}", {**options, **more})


def choose(state: Any, rng: random.Random) -> int:
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        assert sum(weights) == pytest.approx(1)
        return int(rng.choices(outcomes, weights)[0])
    return int(rng.choice(state.legal_actions()))


def states(game: Any, seed: int, limit: int) -> Iterator[Any]:
    """The choices of players in a random game."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and limit:
        if state.is_player_node():
            limit -= 1
            yield state
        state.apply_action(choose(state, rng))


@pytest.mark.parametrize("name", some())
def test_random_simulation_with_serialization(name: str) -> None:
    limit = 3 if name.startswith("karma") else 1
    pyspiel.random_sim_test(load(name, turn_limit=limit), num_sims=1, serialize=True, verbose=False)


def api_tests(name: str) -> type[Any]:
    """OpenSpiel's test of its interface, for a variant."""
    limit = 3 if name.startswith("karma") else 1
    known = {"game_name": name, "game": load(name, turn_limit=limit), "__module__": __name__}
    return type(f"TestApi_{name}", (api_test.EnforceAPIOnPartialTreeBase,), known)


for _name in variants() if os.environ.get("FATUM_TEST_ENVS") else API:
    globals()[f"TestApi_{_name}"] = api_tests(_name)


@pytest.mark.parametrize("name", ["karma-3-foresight-strict", "allin-2-closed_eye-A"])
def test_serialized_cloned_and_pickled_states_are_the_same(name: str) -> None:
    game = load(name)
    for state in states(game, 5, 12):
        again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        for other in (again, state.clone(), pickle.loads(pickle.dumps(state))):  # noqa: S301
            assert str(other) == str(state)
            assert other.history() == state.history()
            for player in range(game.num_players()):
                assert other.information_state_string(player) == state.information_state_string(
                    player
                )
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301


@pytest.mark.parametrize("name", some())
def test_resampled_states_look_the_same_to_the_player(name: str) -> None:
    """The redeal keeps all that the player knows, changes what it does not, and can be played on."""
    rng = random.Random(3)
    changed = 0
    for state in states(load(name), 3, 25):
        player = state.current_player()
        again = state.resample_from_infostate(player, rng.random)
        assert again.current_player() == player
        assert again.legal_actions() == state.legal_actions()
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.observation_string(player) == state.observation_string(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)
        changed += str(again) != str(state)
        later = again.clone()
        while not later.is_terminal() and later.move_number() < 6:
            later.apply_action(choose(later, rng))
    assert changed > 0


def test_the_search_of_openspiel_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    bot = ismcts.ISMCTSBot(
        game=load("karma-2-strict", turn_limit=20),
        uct_c=1.0,
        evaluator=mcts.RandomRolloutEvaluator(1, random.Random(1)),
        max_simulations=3,
        random_state=np.random.RandomState(1),
    )
    for state in states(load("karma-2-strict", turn_limit=20), 1, 8):
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", some())
def test_a_records_shuffles_reproduce_the_record(name: str) -> None:
    game, options = some()[name]
    match = fatum.new(game, seed=8, **options)
    match.play({seat: fatum.bot("random", seed=seat) for seat in range(options["players"])})
    record = match.record()
    spiel = load(name)
    state = spiel.new_initial_state()
    shuffles = [shuffle.cards for shuffle in record.shuffles]
    queues = [[made.move for made in record.moves if made.seat == seat] for seat in range(6)]
    state.apply_action(record.first)
    while not state.is_terminal():
        if state.is_chance_node():
            wanted = state.play.wanted
            state.apply_action(shuffles[wanted.number - 1][len(state.play.drawn)])
        else:
            # Choices that are simultaneous may stand in the record in another order.
            state.apply_action(queues[state.current_player()].pop(0))
    assert not any(queues)
    assert len(state.play.chance.shuffles) == len(shuffles)
    assert state.play.state.outcome() == record.outcome
    last = Match.read(record).view("P1").known
    assert state.play.state.view_for(0).to_dict() == last.to_dict()


@pytest.mark.parametrize("name", some())
def test_tensors_are_the_arrays(name: str) -> None:
    game = load(name)
    for state in states(game, 7, 6):
        truth = state.play.state
        for player in range(game.num_players()):
            view = truth.view_for(player)
            for form, tensor in (
                ("observation", state.observation_tensor(player)),
                ("information_state", state.information_state_tensor(player)),
            ):
                array = Encoding(state.play.game, state.play.options, form).encode(view)
                assert tensor == array.tolist()


def test_perfect_recall_tells_choices_apart_that_events_do_not() -> None:
    """A secret prediction is known to its maker alone, until both are made (A28)."""
    for state in states(load("allin-2-standard-A"), 2, 400):
        if state.play.state.view_for(0).to_dict()["phase"] == "predict":
            assert state.current_player() == 0
            one, other = state.child(235), state.child(236)
            assert one.information_state_string(0) != other.information_state_string(0)
            assert one.information_state_string(1) == other.information_state_string(1)
            return
    pytest.fail("nobody predicted anything")


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_playthroughs_are_replayed(path: Path) -> None:
    """To make them again: ``python -m tests.envs.test_openspiel``."""
    flags.FLAGS.mark_as_parsed()
    before, now = generate_playthrough.replay(str(path))
    assert now == before


def main() -> None:
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for spec in ("fatum_karma(players=2,turn_limit=3)", "fatum_allin(players=2,turn_limit=1)"):
        lines = generate_playthrough.playthrough(spec, None, seed=1)
        name = spec.replace("(", "_").replace(")", "").replace(",", "_").replace("=", "")
        (PLAYTHROUGHS / f"{name}.txt").write_text(lines, "utf-8")


if __name__ == "__main__":
    main()
