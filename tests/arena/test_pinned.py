"""Runs give the games and numbers they have always given.

Other people's tools read these outputs, and published results name only a seed. A digest that
changes means that a seed no longer stands for the same games. Bots get better, so those of version
0.1 play here; the digests are older than their names.
"""

import hashlib
import json
from pathlib import Path

import pytest

from fatum.arena.report.designer import DesignerReport
from fatum.arena.run.playing import play
from fatum.arena.run.pool import Where
from fatum.arena.run.survey import Setting, Survey, survey, variants_of
from fatum.arena.run.tournament import Tournament
from fatum.cli import main
from fatum.games.registry import find_game

MIXED = "--players 3 --bots random,greedy-0.1,easy-0.1"


def _digest(text: str) -> str:
    for name in ("greedy", "easy"):
        text = text.replace(f"{name}-0.1", name)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("words", "said", "records"),
    [
        ("karma --games 40 --players 3", "7bee6e836594f84d", ""),
        ("allin --games 80 --players 4 --side B", "ac66d8ff02935bc3", ""),
        ("karma --games 40 --players 3 --json", "be014e4a445be7f6", ""),
        ("allin --games 80 --players 4 --json", "bf254f0747198c12", ""),
        ("karma --games 4 --players 2 --trace --records", "b0fcec12fd36ca00", "0c57b440c30ec057"),
        ("allin --games 8 --players 5 --trace --records", "40fb637c84d24788", "ae125454b08c8ac6"),
        (f"karma --games 2 {MIXED} --records", "204f775a024005ba", "d42dcd20d2dee038"),
        (f"allin --games 3 {MIXED} --records", "3c482c110330dc15", "71c55da3998d2faf"),
    ],
)
def test_simulations(
    words: str, said: str, records: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    files = [str(path)] if words.endswith("--records") else []
    assert main(["simulate", *words.split(), *files, "--seed", "pinned", "--jobs", "1"]) == 0
    assert _digest(capsys.readouterr().out) == said
    assert (_digest(path.read_text("utf-8")) if files else "") == records


@pytest.mark.parametrize(
    ("game", "bots", "digest"),
    [
        ("karma", ("greedy-0.1", "random"), "78ae46e76e31afcc"),
        ("allin", ("greedy-0.1", "random", "easy-0.1"), "bcdec05bdf9359da"),
    ],
)
def test_tournaments(game: str, bots: tuple[str, ...], digest: str) -> None:
    plan = Tournament(game, {}, (2, 3), bots, 3, b"p" * 32, "20")
    result = play(plan, Where()).to_dict({})
    result.pop("fatum")
    assert _digest(json.dumps(result)) == digest


@pytest.mark.parametrize(
    ("game", "bots", "players", "games", "compare", "digest"),
    [
        ("karma", "random", (2, 3), 30, None, "a49cc8833689af3d"),
        ("karma", "greedy-0.1,random", (3,), 3, "alone", "a6807ca2b427ae0e"),
        ("allin", "greedy-0.1,random", (2, 4), 6, {"side": "B"}, "e1b25b0749aca63a"),
    ],
)
def test_reports(
    game: str, bots: str, players: tuple[int, ...], games: int, compare: object, digest: str
) -> None:
    settings = [Setting("standard rules", {})]
    if isinstance(compare, dict):
        settings.append(Setting("side B", compare))
    if compare != "alone":
        settings += variants_of(find_game(game), {})
    seed = hashlib.sha256(b"pinned").digest()
    plan = Survey(game, tuple(settings), players, tuple(bots.split(",")), games, seed)
    data = DesignerReport(plan, survey(plan, Where()), isinstance(compare, dict)).to_dict()
    data.pop("fatum")
    assert _digest(json.dumps(data)) == digest
