"""``verify``, ``scenario``, ``replay`` and ``cards``."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.run import Fatum

from fatum.games.registry import GAMES


@pytest.fixture
def records(fatum: Fatum, tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    assert fatum("simulate", "karma", "--games", 3, "--seed", "s", "--records", path).code == 0
    return path


@pytest.fixture
def record(records: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(records.read_text().splitlines()[0])
    return data


# --- verify --------------------------------------------------------------------------------------


def test_a_good_record(fatum: Fatum, tmp_path: Path, record: dict[str, Any]) -> None:
    path = tmp_path / "r.json"
    path.write_text(json.dumps(record, indent=1))
    moves = len(record["moves"])
    ran = fatum("verify", path)
    assert ran == (0, f"{path}: valid, {moves} moves; the shuffles follow from the seed\n", "")
    del record["seed"]
    path.write_text(json.dumps(record))
    ran = fatum("verify", path)
    assert ran.out.endswith("without a seed: shuffles taken as given\n")


def test_a_changed_record_is_refused_with_its_place(
    fatum: Fatum, records: Path, tmp_path: Path
) -> None:
    lines = records.read_text().splitlines()
    bad = json.loads(lines[1])
    bad["moves"][15][1] = "flip 1"
    lines[1] = json.dumps(bad)
    records.write_text("\n".join(lines))
    ran = fatum("verify", records)
    assert ran.code == 1
    assert ran.out == "2 valid, 1 invalid\n"
    assert ran.err.startswith(f"fatum: {records}, line 2: move 16 (P")
    assert "flip 1) is not allowed: " in ran.err


def test_verdicts_as_json(fatum: Fatum, records: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    ran = fatum("verify", records, broken, tmp_path / "none.json", "--json")
    assert ran.code == 2
    verdicts = json.loads(ran.out)
    assert [verdict["valid"] for verdict in verdicts] == [True, True, True, False, False]
    assert verdicts[0]["game"] == "karma"
    assert "is not JSON" in verdicts[3]["fault"]


def test_a_truncated_file_of_records(fatum: Fatum, records: Path) -> None:
    records.write_text(records.read_text()[:-200])
    ran = fatum("verify", records)
    assert ran.code == 1
    assert f"{records}, line 3: the record is not JSON" in ran.err


# --- replay --------------------------------------------------------------------------------------


def test_the_truth(fatum: Fatum, records: Path, record: dict[str, Any]) -> None:
    out = fatum("replay", records).out
    assert f"Shuffle of deck, top first: {' '.join(record['shuffles'][0]['cards'])}" in out
    first = record["moves"][0]
    assert f"P1 lays out {first[1].removeprefix('lay ')}." in out
    assert f"The game ends after {len(record['moves'])} moves" in out


@pytest.mark.parametrize("viewer", ["P2", "p2", "spectator"])
def test_one_viewer_learns_nothing_else(fatum: Fatum, records: Path, viewer: str) -> None:
    out = fatum("replay", records, "--as", viewer).out
    assert "Shuffle" not in out
    assert "P1 lays out a face-down card." in out
    assert "P1 draws 6 face-down cards." in out
    assert ("You draw" in out) == (viewer != "spectator")


def test_other_records_of_a_file(fatum: Fatum, records: Path) -> None:
    told = {fatum("replay", records, "--line", line).out for line in (1, 2, 3)}
    assert len(told) == 3
    assert "holds 3 records, so there is no record 4" in fatum.refuses(
        "replay", records, "--line", 4
    )
    fatum.refuses("replay", records, "--line", 0)
    assert "'P9' is not a seat" in fatum.refuses("replay", records, "--as", "P9")


def test_an_unfinished_and_a_faulty_game(
    fatum: Fatum, tmp_path: Path, record: dict[str, Any]
) -> None:
    path = tmp_path / "r.json"
    record["moves"] = record["moves"][:20]
    record["outcome"] = None
    path.write_text(json.dumps(record))
    assert "The game is not finished: after 20 moves P" in fatum("replay", path).out
    record["moves"][12] = ["P1", "give P2"]
    path.write_text(json.dumps(record))
    ran = fatum("replay", path)
    assert ran.code == 2
    assert f"{path}: move 13 (P1: give P2) is not allowed" in ran.err


def test_a_game_without_words_is_told_plainly(
    fatum: Fatum, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "toy.jsonl"
    fatum("simulate", "toy", "--games", 1, "--seed", "s", "--records", path)
    assert "You get " in fatum("replay", path, "--as", "P1").out
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game:SILENT")
    assert "P1: deal; " in fatum("replay", path).out
    assert "P1: deal; ?, ?." in fatum("replay", path, "--as", "P2").out


# --- scenario ------------------------------------------------------------------------------------

GOOD: dict[str, Any] = {
    "name": "the highest card wins",
    "rule": "H1",
    "game": "toy",
    "options": {"players": 2},
    "given": {"dealer": "P1", "hands": [["3", "9"], ["4", "8"]]},
    "moves": ["P2: play 8", "P1: play 9"],
    "then": {"hands": [["3"], ["4"]]},
    "to_act": [],
    "legal": [],
    "illegal": ["P1: play 3"],
    "outcome": {"winner": "P1"},
    "sees": {"P2": {"hands": [["?"], ["4"]]}, "spectator": {"hands": [["?"], ["?"]]}},
    "shows": {"P2": ["9", "4"]},
    "hides": {"P2": ["3"], "spectator": ["3", "4"]},
    "said": [],
}


def run(fatum: Fatum, folder: Path, *scenarios: dict[str, Any]) -> tuple[int, str]:
    path = folder / "s.json"
    path.write_text(json.dumps(list(scenarios)))
    ran = fatum("scenario", path)
    assert ran.err == ""
    return ran.code, ran.out.replace(f"{path}: ", "")


def test_good_scenarios(fatum: Fatum, tmp_path: Path) -> None:
    new = {"game": "toy", "dealer": "P1", "options": {"players": 2}, "to_act": ["P2"]}
    deck = {"what": "deck", "cards": ["5", "1", "2", "3", "4", "6", "7", "8", "9"]}
    scripted = {**new, "shuffles": [deck], "legal": ["play 2", "play 3"], "outcome": None}
    refused = {"game": "toy", "options": {"players": 9}, "invalid": True}
    named = {**GOOD, "illegal": {"P1: play 3": "H2", "P4: play 3": "H2", "P1: play 10": None}}
    impossible = {**refused, "options": {"players": 2}, "given": {"hands": [["1"], ["1"]]}}
    assert run(fatum, tmp_path, GOOD, new, scripted, refused, named, impossible) == (
        0,
        "6 passed, 0 failed\n",
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"then": {"hands": [["3"], ["5"]]}}, 'hands[P2] is ["4"], not ["5"]'),
        ({"then": {"hands": [["3"]]}}, "hands has 2 entries, not 1"),
        ({"then": {"pot": 1}}, "there is no pot"),
        ({"then": {"played": ["8", "9"]}}, 'played is ["9","8"], not ["8","9"]'),
        ({"then": []}, "'then' must be an object"),
        ({"to_act": ["P1"]}, 'nothing may act, not ["P1"]'),
        ({"legal": ["P1: play 3"]}, "P1 may move nothing, not play 3"),
        ({"legal": ["play 3"]}, "'play 3' in 'legal' must name its seat"),
        ({"legal_includes": ["P1: play 3"]}, "P1 may move nothing, but not 'play 3'"),
        ({"illegal": ["P1: paly 3"]}, "'paly 3' in 'illegal' is not a move"),
        ({"illegal": 3}, "'illegal' must be a list of texts, not 3"),
        ({"illegal": {"P1: play 3": 3}}, "'play 3' in 'illegal' names no rule, but 3"),
        ({"illegal": {"P1: play 3": "H3"}}, "'play 3' of P1 is refused by H2, not by H3: it is"),
        ({"illegal": {"P1: play 3": None}}, "'play 3' of P1 is refused by H2, not by no rule"),
        ({"illegal": {"P1: play 0": "H3"}}, "'play 0' of P1 is refused by no rule, not by H3"),
        ({"illegal": {"play 3": "H2"}}, "'play 3' in 'illegal' must name its seat"),
        ({"outcome": {"winner": "P2"}}, 'the outcome is {"winner":"P1"}, not {"winner":"P2"}'),
        ({"outcome": None}, 'the outcome is {"winner":"P1"}, not null'),
        ({"sees": {"P2": {"hands": [["3"], ["4"]]}}}, 'in the view of P2 hands[P1] is ["?"]'),
        ({"sees": {"P3": {}}}, "'P3' is not a seat of this game"),
        ({"shows": {"P2": ["3"]}}, "P2 is not shown 3"),
        ({"shows": {"P2": ["17"]}}, "'17' in 'shows' is not a card of High Card"),
        ({"hides": {"P2": ["9"]}}, "P2 is shown 9"),
        ({"said": [["P1", "pair"]]}, 'the answers are [], not [["P1","pair"]]'),
        ({"moves": ["P2: play 9"]}, "move 1 (P2: play 9) is refused: there is no 9 in that hand"),
        ({"moves": ["P1: play 9"]}, "move 1 (P1: play 9) is refused: it is not the turn of P1"),
        ({"moves": ["P2: sing"]}, "move 1 (P2: sing) is refused: 'sing' is not a move"),
        ({"moves": ["play 8"]}, "move 1 must be written like 'P1: take'"),
        ({"moves": "play 8"}, "'moves' must be a list of texts"),
        ({"given": {"hands": []}}, "hands must have 2 entries, one a seat, not 0"),
        ({"given": 3}, "a state must be an object, not 3"),
        ({"options": {"players": 7}}, "option 'players' must be"),
        ({"options": 7}, "'options' must be an object, not 7"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 7}, "'game' must be text, not 7"),
        ({"rule": 7}, "'rule' must be text, not 7"),
        ({"shuffles": 7}, "'shuffles' must be a list, not 7"),
        ({"expect": 7}, "a scenario has no key 'expect'"),
        ({"starter": "P1"}, "a scenario has no key 'starter'"),
        ({"invalid": True}, "a scenario that is 'invalid' has no 'moves'"),
        ({"invalid": 1}, "'invalid' must be true or false, not 1"),
    ],
)
def test_bad_scenarios(fatum: Fatum, tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    code, out = run(fatum, tmp_path, {**GOOD, **change})
    assert code == 1
    assert reason in out
    assert out.endswith("0 passed, 1 failed\n")
    assert out.count("\n") == 2


def test_what_should_be_refused_but_is_not(fatum: Fatum, tmp_path: Path) -> None:
    code, out = run(fatum, tmp_path, {"game": "toy", "name": "seven play", "invalid": True})
    assert (code, out) == (
        1, "seven play: it should be refused, but it was accepted\n0 passed, 1 failed\n",
    )  # fmt: skip
    allowed = {**GOOD, "moves": [], "illegal": ["play 8"]}
    only = {key: allowed[key] for key in ("game", "options", "given", "illegal")}
    code, out = run(fatum, tmp_path, only)
    assert "scenario 1: P2 may move 'play 8', which should be refused" in out


def test_scenario_files(fatum: Fatum, tmp_path: Path) -> None:
    one, none, text = tmp_path / "1.json", tmp_path / "0.json", tmp_path / "t.json"
    one.write_text(json.dumps(GOOD))
    none.write_text("[]")
    text.write_text("[1]")
    ran = fatum("scenario", one, none, text, tmp_path, "--json")
    assert ran.code == 2
    result = json.loads(ran.out)
    assert (result["passed"], result["failed"]) == (1, 3)
    ran = fatum("scenario", one, none)
    assert ran.err == f"fatum: {none} holds no scenario\n"
    assert ran.out == "1 passed, 1 failed\n"


# --- cards ---------------------------------------------------------------------------------------


def test_the_default_table_is_marked_as_a_reconstruction(fatum: Fatum) -> None:
    assert "reconstruction" in fatum("cards", "show").out
    table = json.loads(fatum("cards", "show", "--json").out)
    assert len(table) == 53
    assert table["JM"] == ["take*", "draw"]


def test_a_table_of_ones_own(fatum: Fatum, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    table = json.loads(fatum("cards", "show", "--json").out)
    table["JM"] = ["draw*"]
    path.write_text("\n".join(f'"{card}" = {json.dumps(table[card])}' for card in table))
    assert "1 cards differ from the default" in fatum("cards", "check", path).out
    assert json.loads(fatum("cards", "check", path, "--json").out) == {"valid": True, "changed": 1}
    assert json.loads(fatum("cards", "show", path, "--json").out)["JM"] == ["draw*"]
    records = tmp_path / "r.jsonl"
    words = ["simulate", "allin", "--games", 2, "--cards", path, "--records", records]
    assert fatum(*words).code == 0
    assert json.loads(records.read_text().splitlines()[0])["options"]["cards"] == {"JM": ["draw*"]}
    assert fatum("verify", records).code == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("JM = 3", "card JM"),
        ("nonsense", "not TOML"),
        ("", "empty"),
        ("x" * 10_000_000, "too long"),
        ('XX = ["draw*"]', "'XX' is not a card"),
        ('JM = ["draw*"]', "is missing"),
    ],
)
def test_bad_tables(fatum: Fatum, tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    for words, code in [
        (["cards", "check", path], 1),
        (["cards", "show", path], 2),
        (["simulate", "allin", "--games", 1, "--cards", path], 2),
    ]:
        sentence = fatum.refuses(*words, code=code)
        assert reason in sentence
        assert str(path) in sentence
    assert fatum("cards", "check", path, "--json").code == 1
