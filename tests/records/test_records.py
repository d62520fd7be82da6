"""Records are written exactly, read strictly, and every fault is named."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fatum
from fatum.core.errors import InvalidRecord
from fatum.games.registry import find_game
from fatum.play.match import Match, choose_random
from fatum.records import load_record, parse_record, read_record, record_texts, verify
from fatum.records.files import LARGEST, InvalidFile

Data = dict[str, Any]
SEED = bytes(range(32))


def made(game: str = "karma", trace: bool = True, **options: object) -> Data:
    rules = find_game(game)
    settings = rules.read_options({"players": 3, **options})
    match: Match = Match.new(rules, settings, SEED, ["Ann", "Bob", "Cleo"], trace=trace)
    match.play({seat: fatum.bot("random") for seat in range(3)})
    data: Data = json.loads(match.record().to_json())
    return data


@pytest.fixture(scope="module")
def finished() -> Data:
    return made()


@pytest.fixture
def record(finished: Data) -> Data:
    return copy.deepcopy(finished)


def test_keys_stand_in_the_order_of_the_notation(record: Data) -> None:
    assert list(record) == [
        "fatum", "game", "rules", "options", "names", "starter",
        "seed", "commitment", "shuffles", "moves", "outcome",
    ]  # fmt: skip


def test_a_record_is_one_compact_line(record: Data) -> None:
    text = parse_record(json.dumps(record)).to_json()
    assert "\n" not in text
    assert text == json.dumps(record, separators=(",", ":"))


@pytest.mark.parametrize("trace", [True, False])
@pytest.mark.parametrize(
    ("game", "options"), [("karma", {}), ("karma", {"foresight": True}), ("toy", {"low": True})]
)
def test_records_round_trip_and_verify(game: str, options: Data, trace: bool) -> None:
    data = made(game, trace=trace, **options)
    again = read_record(data)
    assert json.loads(again.to_json()) == data
    verify(again)
    verify(data)


def test_options_at_their_default_are_left_out(record: Data) -> None:
    assert record["options"] == {"players": 3}


def test_default_options_may_be_written_out(record: Data) -> None:
    record["options"] |= {"foresight": False, "turn_limit": 2000}
    verify(record)


def test_without_a_seed_shuffles_are_taken_as_given(record: Data) -> None:
    del record["seed"], record["commitment"], record["names"]
    verify(record)


def test_the_order_of_a_trace_is_free(record: Data) -> None:
    for entry in record["moves"]:
        entry[2].reverse()
    verify(record)


def swap_cards(record: Data) -> None:
    cards = record["shuffles"][0]["cards"]
    place = next(place for place in range(len(cards)) if cards[place] != cards[place + 1])
    cards[place], cards[place + 1] = cards[place + 1], cards[place]


def change_a_move(record: Data) -> None:
    record["moves"][20][1] = "flip 3"
    del record["moves"][20][2]


FAULTS: dict[str, tuple[Callable[[Data], object], str]] = {
    "another move": (change_a_move, "move 21 (P"),
    "a move of another seat": (
        lambda r: r["moves"].__setitem__(20, [r["moves"][21][0], *r["moves"][20][1:]]),
        "move 21 (P",
    ),
    "a move left out": (lambda r: r["moves"].pop(30), "move 31 (P"),
    "a move that is none": (
        lambda r: r["moves"][4].__setitem__(1, "jump 3"), "move 5 (P2): 'jump 3' is not a Karma move",
    ),
    "a move with x1": (lambda r: r["moves"][4].__setitem__(1, "play 9 x1"), "move 5 (P2)"),
    "a move with a number": (lambda r: r["moves"][4].__setitem__(1, 4), "must be text, not 4"),
    "a seat in small letters": (lambda r: r["moves"][4].__setitem__(0, "p2"), "'p2' is not a seat"),
    "a seat that is not there": (lambda r: r["moves"][4].__setitem__(0, "P4"), "'P4' is not a seat"),
    "a seat as a number": (lambda r: r["moves"][4].__setitem__(0, 1), "must be a seat"),
    "a move too short": (lambda r: r["moves"].__setitem__(4, ["P2"]), "move 5 must be a seat and"),
    "a move as text": (lambda r: r["moves"].__setitem__(4, "P2: take"), "move 5 must be a list"),
    "moves after the end": (
        lambda r: r["moves"].append(["P1", "take"]), "comes after the end of the game",
    ),
    "moves missing at the end": (
        lambda r: r["moves"].pop(), "the record names an outcome, but after 530 moves",
    ),
    "an unfinished game": (
        lambda r: (r["moves"].pop(), r.update(outcome=None)), "the game is not finished: after",
    ),
    "no moves": (lambda r: r.update(moves=[]), "the record names an outcome, but after 0 moves"),
    "two cards exchanged": (swap_cards, "shuffle 1 (deck) does not follow from the seed"),
    "a card twice": (
        lambda r: r["shuffles"][0]["cards"].__setitem__(0, "1"),
        "shuffle 1 (deck) does not hold the cards",
    ),
    "a card too few": (lambda r: r["shuffles"][0]["cards"].pop(), "shuffle 1 (deck) does not hold"),
    "an unknown card": (
        lambda r: r["shuffles"][0]["cards"].__setitem__(3, "17"),
        "card 4 of shuffle 1 (deck) is '17', which is not a card of Karma",
    ),
    "a card as a number": (
        lambda r: r["shuffles"][0]["cards"].__setitem__(3, 7), "card 4 of shuffle 1 (deck) is 7",
    ),
    "another shuffle": (
        lambda r: r["shuffles"][0].update(what="stock"), "shuffle 1 should be 'deck', not 'stock'",
    ),
    "no shuffle": (lambda r: r.update(shuffles=[]), "shuffle 1 (deck) is missing"),
    "a shuffle too many": (
        lambda r: r["shuffles"].append(r["shuffles"][0]),
        "the game needs 1 shuffles, but the record has 2",
    ),
    "a shuffle with more keys": (
        lambda r: r["shuffles"][0].update(by="P1"), "exactly the keys 'what' and 'cards'",
    ),
    "another seed": (
        lambda r: r.update(seed="ff" * 32), "the commitment is not the SHA-256 of the seed",
    ),
    "another seed with its commitment": (
        lambda r: r.update(
            seed="00" * 32,
            commitment="66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        ),
        "shuffle 1 (deck) does not follow from the seed",
    ),
    "another commitment": (lambda r: r.update(commitment="ab" * 32), "the commitment is not"),
    "a short seed": (lambda r: r.update(seed="ab"), "'seed' must be 64 hexadecimal digits"),
    "a seed in capitals": (lambda r: r.update(seed="AB" * 32), "'seed' must be 64 hexadecimal"),
    "a seed as a number": (lambda r: r.update(seed=7), "'seed' must be 64 hexadecimal digits"),
    "another outcome": (lambda r: r.update(outcome={"undecided": True}), "the outcome is {"),
    "an outcome as text": (lambda r: r.update(outcome="P1"), "'outcome' must be an object"),
    "no outcome": (lambda r: r.pop("outcome"), "the record has no 'outcome'"),
    "an unknown key": (lambda r: r.update(date=2026), "a record of Karma has no key 'date'"),
    "an unknown option": (lambda r: r["options"].update(speed=1), "there is no option 'speed'"),
    "a starter among the options": (
        lambda r: r["options"].update(starter="P1"), "'starter' belongs at the top level",
    ),
    "a bad option": (lambda r: r["options"].update(players=9), "option 'players' must be"),
    "no number of players": (lambda r: r["options"].pop("players"), "the number of 'players'"),
    "options as a list": (lambda r: r.update(options=[]), "'options' must be an object, not []"),
    "another starter": (
        lambda r: r.update(starter={"P1": "P2"}.get(r["starter"], "P1")), "is not allowed",
    ),
    "no starter": (lambda r: r.pop("starter"), "the record has no 'starter'"),
    "a starter that is not there": (lambda r: r.update(starter="P4"), "'starter': 'P4' is not a seat"),
    "a dealer": (lambda r: r.update(dealer="P1"), "has no key 'dealer'"),
    "too few names": (lambda r: r.update(names=["Ann"]), "there is 1 name for a table of 3"),
    "a name that is none": (lambda r: r.update(names=["Ann", 2, "Bo"]), "a name must be text"),
    "another version": (lambda r: r.update(fatum=2), "'fatum' must be 1, not 2"),
    "a version that is true": (lambda r: r.update(fatum=True), "'fatum' must be 1, not true"),
    "other rules": (lambda r: r.update(rules="1"), "'rules' must be 1, not '1'"),
    "another game": (lambda r: r.update(game="chess"), "there is no game 'chess'"),
    "no game": (lambda r: r.pop("game"), "'game' must be a game's name"),
    "a trace with a move too many": (
        lambda r: r["moves"][0][2].append("take"), "names 'take', which was not legal",
    ),
    "a trace with a move too few": (
        lambda r: r["moves"][0][2].pop(), "move 1 (P1: ",
    ),
    "a trace with a move twice": (
        lambda r: r["moves"][0][2].append(r["moves"][0][2][0]), "names a move twice",
    ),
    "a trace as text": (lambda r: r["moves"][0].__setitem__(2, "take"), "must be a list"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(record: Data, fault: str) -> None:
    change, reason = FAULTS[fault]
    change(record)
    with pytest.raises(InvalidRecord) as caught:
        verify(record)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        ("   \n", "is empty"),
        ("{", "is not JSON"),
        ("[1, 2]", "a record must be an object"),
        ("null", "a record must be an object"),
        ('{"fatum": 1, "fatum": 1}', "the key 'fatum' appears twice"),
        ('{"fatum": NaN}', "NaN is not a number"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"fatum": ' + "9" * 10_000 + "}", "is not JSON"),
        ("{}", "the record has no 'fatum'"),
    ],
)
def test_what_is_no_record_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidRecord, match=reason):
        parse_record(text)


def test_files_may_be_pretty_or_hold_one_record_a_line(tmp_path: Path, record: Data) -> None:
    pretty, line, lines = tmp_path / "p.json", tmp_path / "l.json", tmp_path / "s.jsonl"
    pretty.write_text(json.dumps(record, indent=2))
    line.write_text(json.dumps(record))
    lines.write_text(f"{json.dumps(record)}\n\n{json.dumps(record)}\n")
    assert load_record(pretty).to_json() == load_record(line).to_json()
    assert [place for place, _ in record_texts(lines)] == [f"{lines}, line 1", f"{lines}, line 3"]
    with pytest.raises(InvalidRecord, match="holds 2 records, not one"):
        load_record(lines)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path, record: Data) -> None:
    path = tmp_path / "bom.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(record).encode())
    verify(load_record(path))


def test_files_that_cannot_be_records(tmp_path: Path) -> None:
    binary, empty, huge = tmp_path / "b.json", tmp_path / "e.json", tmp_path / "h.json"
    binary.write_bytes(b"\x00\xff\xfe")
    empty.touch()
    with huge.open("wb") as file:
        file.truncate(LARGEST + 1)
    for path, reason in [
        (binary, "is not a text file"),
        (empty, "is empty"),
        (huge, "is too large"),
        (tmp_path, "it is a folder"),
        (tmp_path / "no.json", "there is no such file"),
        (tmp_path / "no" / "such.json", "there is no such file"),
    ]:
        with pytest.raises(InvalidFile, match=reason):
            list(record_texts(path))


# --- running games -------------------------------------------------------------------------------


def running(moves: int, **options: object) -> Match:
    game = find_game("karma")
    settings = game.read_options({"players": 3, **options})
    match = Match.new(game, settings, SEED, ["Ann", "random", "random"])
    for _ in range(moves):
        seat = match.state.actor()
        match.make(seat, match.choose(seat, choose_random, match.decision_rng()))
    return match


@pytest.mark.parametrize("moves", [0, 2, 3, 7, 40])
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(moves: int) -> None:
    options = {"foresight": True}
    saved = running(moves, **options).record().to_json()
    resumed = Match.resume(parse_record(saved))
    assert resumed.record().to_json() == saved
    while (seat := resumed.state.actor()) >= 0:
        resumed.make(seat, resumed.choose(seat, choose_random, resumed.decision_rng()))
    whole = running(len(resumed.moves), **options)
    assert resumed.record().to_json() == whole.record().to_json()
    verify(resumed.record())


def test_a_finished_game_cannot_go_on(record: Data) -> None:
    with pytest.raises(InvalidRecord, match="this game is over"):
        Match.resume(read_record(record))


def test_a_game_without_its_seed_cannot_go_on() -> None:
    with pytest.raises(InvalidRecord, match="has no seed"):
        Match.resume(running(3).record().without_seed())


def test_a_changed_save_is_refused() -> None:
    data = json.loads(running(12).record().to_json())
    data["shuffles"].append(data["shuffles"][0])
    with pytest.raises(InvalidRecord, match="1 shuffles happened so far, but the record has 2"):
        Match.resume(read_record(data))
    data = json.loads(running(12).record().to_json())
    swap_cards(data)
    with pytest.raises(InvalidRecord, match="does not follow from the seed"):
        Match.resume(read_record(data))
