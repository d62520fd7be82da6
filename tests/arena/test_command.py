"""The command line of the arena: what it writes, and how it refuses."""

import json
from pathlib import Path

import pytest

pytest.importorskip("openskill", reason="ratings need the extra: pip install 'fatum-cards[arena]'")
pytest.importorskip("matplotlib", reason="plots need the extra: pip install 'fatum-cards[arena]'")

from fatum.cli import BAD_INPUT, main

ONE_JOB = ["--jobs", "1"]
RUN = [
    "arena",
    "allin",
    "--bots",
    "greedy,random",
    "--players",
    "2,3",
    "--games",
    "6",
    "--seed",
    "s",
]


def test_a_table_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, *ONE_JOB, "--out", str(tmp_path / "run")]) == 0
    said = capsys.readouterr().out
    for text in (
        "2 players: 6 games of 3 deals",
        "Ratings",
        "Milliseconds a move",
        "wins",
        "runes",
    ):
        assert text in said
    files = {path.name for path in (tmp_path / "run").iterdir()}
    assert files == {
        "checkpoint.jsonl",
        "lengths.png",
        "ratings.png",
        "records.jsonl",
        "result.json",
        "timing.json",
        "wins.png",
    }


def test_results_are_the_same_bytes_and_timing_is_apart(tmp_path: Path) -> None:
    for name, extra in (("one", ["--no-records", *ONE_JOB]), ("two", ["--jobs", "2"])):
        assert main([*RUN, *extra, "--out", str(tmp_path / name)]) == 0
    one, two = ((tmp_path / name / "result.json").read_text("utf-8") for name in ("one", "two"))
    assert one == two
    assert "ms_p50" not in one
    timing = json.loads((tmp_path / "one" / "timing.json").read_text("utf-8"))
    assert [line["bot"] for line in timing] == ["greedy", "random"]
    assert timing[0]["ms_p50"] <= timing[0]["ms_p95"]


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, *ONE_JOB, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    table = found["tables"][0]
    assert table["players"] == 2
    assert {line["bot"] for line in table["bots"]} == {"greedy", "random"}
    for line in table["bots"]:
        assert line["wins"]["low"] <= line["wins"]["mean"] <= line["wins"]["high"]
    assert table["differences"][0]["bot"] == "greedy"
    assert {line["bot"] for line in found["ratings"]} == {"greedy", "random"}
    assert found["timing"]


def test_a_run_without_a_seed_goes_on_with_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "arena",
        "karma",
        "--bots",
        "random",
        "--games",
        "3",
        "--players",
        "2",
        "--jobs",
        "1",
        "--json",
    ]
    found = []
    for _ in range(2):
        assert main([*command, "--out", str(tmp_path)]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("arena karma --bots nobody", "there is no bot 'nobody'"),
        ("arena karma --bots random --games 0", "--games must be at least 1, not 0"),
        ("arena karma --bots random --jobs 0", "--jobs must be at least 1, not 0"),
        ("arena karma --bots random --players 9", "--players must be numbers from 2 to 6"),
        ("arena karma --bots random --jobs 2 --ray auto", "--jobs and --ray exclude each other"),
        (
            "arena karma --bots random --starter P4 --players 2",
            "there is no seat P4 with 2 players",
        ),
        ("arena allin --bots random --side C", "option 'side' must be one of A, B"),
        ("arena allin --bots random --cards nowhere.toml", "cannot read nowhere.toml"),
        ("arena karma --bots random --budget soon", "budget"),
        ("arena report allin --bots random --compare nowhere.toml", "cannot read nowhere.toml"),
        ("arena report allin --bots random --compare side=C", "option 'side' must be one of A, B"),
        ("arena report allin --bots random --compare wind=C", "--compare knows no option 'wind'"),
        ("arena report karma --bots random --compare a.toml", "Karma has no card tables"),
        ("arena report karma --bots random --out no/where.html", "its folder does not exist"),
        ("analyse nowhere.json", "cannot read nowhere.json"),
    ],
)
def test_bad_input_is_one_sentence(
    command: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("fatum: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_other_parameters_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "karma", "--bots", "random", "--players", "2", "--jobs", "1", "--seed", "s"]
    assert main([*command, "--games", "2", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main([*command, "--games", "3", "--out", str(tmp_path)]) == BAD_INPUT
    assert "run with other parameters (games)" in capsys.readouterr().err


def test_a_file_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_text("", "utf-8")
    command = ["arena", "karma", "--bots", "random", "--games", "2", "--players", "2", "--out"]
    assert main([*command, str(path)]) == BAD_INPUT
    assert "it is a file" in capsys.readouterr().err
