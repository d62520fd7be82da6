"""``python -m fatum.testing.golden`` makes the files that pin a game down."""

import json
from pathlib import Path

import pytest

from fatum.games.registry import GAMES
from fatum.testing.golden import main, remake


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game:GAME")


def test_the_first_files_of_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "toy", "--folder", str(tmp_path)]) == 0
    names = [str(Path(line).relative_to(tmp_path)) for line in capsys.readouterr().out.splitlines()]
    assert names == [
        "perft/toy.json",
        "checksums/toy.json",
        *(f"playthroughs/toy-{players}.txt" for players in (2, 3, 4)),
    ]
    for name in names:
        assert remake(tmp_path / name) == (tmp_path / name).read_text()
    perft = json.loads((tmp_path / "perft" / "toy.json").read_text())
    assert len(perft) >= 10
    assert perft[0]["counts"] == [2, 4, 4, 4, 4]
    assert {"players": 2, "low": True} in [entry["options"] for entry in perft]


def test_files_are_not_overwritten_by_accident(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new", "toy", "--folder", str(tmp_path)])
    path = tmp_path / "perft" / "toy.json"
    good = path.read_text()
    path.write_text(good.replace("[2, 4,", "[2, 5,"))
    assert main(["new", "toy", "--folder", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert path.read_text() != good
    assert main([str(path)]) == 0
    assert path.read_text() == good


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "chess"], "there is no game 'chess'"),
        (["/no/perft/such.json"], "No such file"),
        ([__file__], "must lie in a folder perft, checksums, playthroughs"),
    ],
)
def test_what_cannot_be_made(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "new NAME" in capsys.readouterr().out
    with pytest.raises(SystemExit) as left:
        main(["new"])
    assert left.value.code == 2
