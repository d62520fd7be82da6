"""Trained policies play without what they were trained with, and are measured in the arena."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fatum
from fatum.core.errors import FatumError
from fatum.envs.encode import Encoding, encoding
from fatum.envs.evaluate import evaluate, main
from fatum.envs.policy import PolicyBot, save_policy
from fatum.games.registry import find_game

ROOT = Path(__file__).parents[2]


def network(code: Encoding, likes: int = -1) -> list[tuple[np.ndarray, np.ndarray]]:
    """Random weights, and one move that it likes above all."""
    rng = np.random.default_rng(1)
    bias = np.zeros(code.moves, np.float32)
    bias[likes] = 1e6
    return [
        (rng.normal(size=(code.size, 8)).astype(np.float32), np.zeros(8, np.float32)),
        (rng.normal(size=(8, code.moves)).astype(np.float32), bias),
    ]


def test_a_policy_plays_what_it_likes(tmp_path: Path) -> None:
    code = encoding("karma", players=2, turn_limit=60)
    save_policy(tmp_path / "taker.npz", code, network(code, likes=123))
    bot = fatum.bot(PolicyBot(tmp_path / "taker.npz"))
    match = fatum.new("karma", players=2, seed=1, turn_limit=60)
    taken = 0
    while not match.over:
        view = match.view(match.to_act[0])
        chosen = bot.choose(view)
        assert chosen == "take" or "take" not in [move.text for move in view.legal]
        taken += chosen == "take"
        match.push(chosen, view.seat)
    assert taken > 0


def test_policies_are_measured_in_the_arena(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = encoding("karma", players=2, turn_limit=60)
    save_policy(tmp_path / "taker.npz", code, network(code, likes=123))
    assert main([str(tmp_path / "taker.npz"), "--games", "6"]) == 0
    said = capsys.readouterr().out
    assert "taker: mean payoff" in said
    assert "greedy: mean payoff" in said
    found = evaluate(PolicyBot(tmp_path / "taker.npz"), code.game, code.options, games=6)
    assert found["greedy"].mean >= found["taker"].mean
    assert found["greedy"].mean + found["taker"].mean == pytest.approx(1)
    assert found["taker"].number == 6
    assert found["taker"].clusters == 3


def test_files_that_are_not_policies_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.npz"
    wrong.write_text("nothing")
    with pytest.raises(FatumError, match="is not a policy"):
        PolicyBot(wrong)
    assert main([str(wrong)]) == 2
    assert "is not a policy" in capsys.readouterr().err
    code = Encoding(find_game("karma"), find_game("karma").read_options({"players": 2}))
    save_policy(tmp_path / "old.npz", code, network(code))
    text = dict(np.load(tmp_path / "old.npz"))
    text["about"] = np.array(str(text["about"]).replace('"version": 1', '"version": 0'))
    np.savez(tmp_path / "old.npz", **text)
    with pytest.raises(FatumError, match="version 0"):
        PolicyBot(tmp_path / "old.npz")


def test_ppo_learns_a_little(tmp_path: Path) -> None:
    """Where torch is installed, the baseline runs and leaves a policy and its log."""
    pytest.importorskip("torch")
    program = ROOT / "examples" / "train" / "ppo.py"
    words = ["karma", "--players", "2", "--minutes", "0.02", "--out", "short.npz"]
    subprocess.run([sys.executable, str(program), *words], cwd=tmp_path, check=True, timeout=120)
    assert PolicyBot(tmp_path / "short.npz").encoding.game.name == "karma"
    assert len((tmp_path / "short.csv").read_text("utf-8").splitlines()) >= 3
