"""Many games from the front door: what the command does, and bots of one's own."""

import json
import random
from pathlib import Path

import pytest
from tests.cli.run import Fatum

import fatum
from fatum.bots import registry


class First:
    """The first legal move."""

    def choose(self, view: fatum.View) -> str:
        return view.legal[0].text


class Lucky:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: fatum.View) -> str:
        return self.rng.choice(view.legal).text


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_it_is_what_the_command_prints(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Fatum(capsys, monkeypatch)
    words = ["simulate", game, "--players", 3, "--games", 40, "--seed", 7, "--json"]
    told = json.loads(command(*words, "--bots", "greedy,random,random").out)
    found = fatum.simulate(game, ["greedy", "random", "random"], games=40, seed=7)
    assert json.loads(json.dumps(found.data)) == told
    assert found.games == 40
    assert sum(found.results.values()) == 40
    assert found.bots == ("greedy", "random", "random")
    name = {"karma": "loser", "allin": "winner"}[game]
    assert sum(found.seats[name]) == found.results[name]
    share, low, high = found.share(name, 0)
    assert low <= share < high
    assert f"{share:.1%}" in str(found)


def test_bots_of_ones_own() -> None:
    def play() -> fatum.Simulation:
        bots = [First(), Lucky(3), "greedy", fatum.bot("greedy")]
        return fatum.simulate("karma", bots, games=10, seed=3)

    found = play()
    assert found.bots == ("First", "Lucky", "greedy", "greedy 2")
    assert found.data == play().data
    assert "First" not in fatum.list_bots()
    with pytest.raises(fatum.FatumError, match="there is no bot 'First'"):
        registry.find_bot("First")


def test_one_bot_for_all_seats() -> None:
    assert fatum.simulate("allin", First(), players=3, games=2).bots == ("First",) * 3
    assert fatum.simulate("allin", games=2).bots == ("random",) * 4


def test_several_processes_have_the_same_result() -> None:
    one = fatum.simulate("allin", "random", games=600, seed=5)
    assert fatum.simulate("allin", "random", games=600, jobs=2, seed=5).data == one.data


def test_the_error_of_ones_own_bot_is_ones_own() -> None:
    class Broken:
        def choose(self, view: fatum.View) -> str:
            return view.legal[len(view.legal)].text

    with pytest.raises(IndexError) as failed:
        fatum.simulate("karma", [Broken(), "random"], games=1)
    assert failed.traceback[-1].name == "choose"
    assert failed.traceback[-1].path == Path(__file__)


def test_what_is_refused() -> None:
    with pytest.raises(fatum.FatumError, match="in this process only"):
        fatum.simulate("karma", [First(), First()], games=1, jobs=2)
    with pytest.raises(fatum.FatumError, match="3 bots are named for 2 seats"):
        fatum.simulate("karma", ["random"] * 3, players=2)
    with pytest.raises(fatum.FatumError, match="no 'draw' for the seat 0"):
        fatum.simulate("karma", games=1).share("draw", 0)
