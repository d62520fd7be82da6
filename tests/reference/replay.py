"""Replays records (notation.md, replay.md) and names their faults.

`python -m tests.reference.replay FILE.jsonl...` checks one record a line.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import Shuffle, ShuffleError, all_seats, allin, karma, whole
from .allin import AllIn
from .karma import Karma

Record = dict[str, Any]
Game = Karma | AllIn

FIRST_SEAT = {"karma": "starter", "allin": "dealer"}
NEEDED = ["fatum", "game", "rules", "options", "shuffles", "moves", "outcome"]
OPTIONAL = ["names", "seed", "commitment"]
HEX_64 = re.compile("[0-9a-f]{64}")


def new_game(
    game: str,
    options: Mapping[str, Any],
    first: str,
    shuffles: Sequence[Shuffle],
    rng: random.Random | None = None,
) -> Game:
    """A new game; `first` is the starter (Karma) or the dealer (All In)."""
    if game == "karma":
        return Karma(options, first, shuffles, rng)
    return AllIn(options, first, shuffles, rng)


def replay(record: object) -> list[str]:
    """All faults found in a full record; none means that it is accepted."""
    faults = form_faults(record)
    if faults:
        return faults
    assert isinstance(record, dict)
    faults += seed_faults(record)
    first = record[FIRST_SEAT[record["game"]]]
    try:
        game = new_game(record["game"], record["options"], first, record["shuffles"])
    except ShuffleError as fault:
        return [*faults, f"before the first move: {fault}"]

    for number, entry in enumerate(record["moves"], start=1):
        seat, move = entry[0], entry[1]
        where = f"move {number} ({seat}: {move})"
        if game.outcome() is not None:
            return [*faults, f"{where}: the game is over already"]  # replay 10
        legal = game.legal(seat)
        if len(entry) == 3:
            faults += [f"{where}: {fault}" for fault in trace_faults(entry[2], legal)]
        try:
            game.play(seat, move)
        except ValueError as fault:  # also a ShuffleError
            return [*faults, f"{where}: {fault}"]

    if game.outcome() is None:
        return [*faults, "the record ends before the game does"]  # replay 10
    if not same(record["outcome"], game.outcome()):
        faults.append(f"outcome is {record['outcome']}, must be {game.outcome()}")  # replay 9
    if game.shuffles.left_over():  # replay 6
        faults.append(f"{game.shuffles.left_over()} shuffles left over")
    return faults


def same(one: object, other: object) -> bool:
    """Equal as JSON: 1, 1.0 and true are three different things."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def trace_faults(trace: list[str], legal: list[str]) -> list[str]:
    """Replay 3: the trace is the legal set, in any order."""
    faults: list[str] = []
    if len(set(trace)) != len(trace):
        faults.append("the trace repeats a move")
    missing = sorted(set(legal) - set(trace))
    surplus = sorted(set(trace) - set(legal))
    if missing:
        faults.append(f"the trace lacks {missing}")
    if surplus:
        faults.append(f"the trace holds {surplus}, which is not legal")
    return faults


def seed_faults(record: Record) -> list[str]:
    """The commitment is the SHA-256 of the 32 seed bytes."""
    if "seed" not in record or "commitment" not in record:
        return []
    expected = hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest()
    return [] if record["commitment"] == expected else ["the commitment does not fit the seed"]


def is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def form_faults(record: object) -> list[str]:
    """Whatever is wrong with the record before a single move is made."""
    if not isinstance(record, dict):
        return ["a record is a JSON object"]
    if record.get("game") not in list(FIRST_SEAT):  # replay 7
        return [f"game cannot be {record.get('game')!r}"]
    first_key = FIRST_SEAT[record["game"]]
    faults = [f"{key} is missing" for key in [*NEEDED, first_key] if key not in record]
    faults += [
        f"unknown key {key!r}" for key in record if key not in [*NEEDED, *OPTIONAL, first_key]
    ]
    if faults:
        return faults
    for key in ("fatum", "rules"):  # replay 7
        if not whole(record[key], 1, 1):
            faults.append(f"{key} must be 1")
    faults += option_faults(record["game"], record["options"])
    if not faults:
        players = record["options"]["players"]
        if record[first_key] not in all_seats(players):
            faults.append(f"{first_key} cannot be {record[first_key]!r}")
        names = record.get("names", [""] * players)
        if not is_texts(names) or len(names) != players:
            faults.append("names must be one text per player")
    for key in ("seed", "commitment"):
        if key in record:
            value = record[key]
            if not isinstance(value, str) or not HEX_64.fullmatch(value):
                faults.append(f"{key} must be 64 hexadecimal digits")
    return faults + shuffle_form_faults(record["shuffles"]) + move_form_faults(record["moves"])


def option_faults(game: str, options: object) -> list[str]:
    """Replay 8."""
    if not isinstance(options, dict):
        return ["options must be an object"]
    if "players" not in options:
        return ["options must hold players"]
    try:
        (karma if game == "karma" else allin).read_options(options)
    except ValueError as fault:
        return [str(fault)]
    return []


def shuffle_form_faults(shuffles: object) -> list[str]:
    if not isinstance(shuffles, list):
        return ["shuffles must be a list"]
    faults: list[str] = []
    for number, shuffle in enumerate(shuffles, start=1):
        good = isinstance(shuffle, dict) and set(shuffle) == {"what", "cards"}
        if not good or not isinstance(shuffle["what"], str) or not is_texts(shuffle["cards"]):
            faults.append(f'shuffle {number} must be {{"what": text, "cards": [texts]}}')
    return faults


def move_form_faults(moves: object) -> list[str]:
    if not isinstance(moves, list):
        return ["moves must be a list"]
    faults: list[str] = []
    for number, entry in enumerate(moves, start=1):
        good = isinstance(entry, list) and len(entry) in (2, 3) and is_texts(entry[:2])
        if not good or (len(entry) == 3 and not is_texts(entry[2])):
            faults.append(f"move {number} must be [seat, move] or [seat, move, [legal moves]]")
    return faults


# ---- random games -------------------------------------------------------------------------

# The styles of random players: kinds of moves they leave out if they have others, and whether
# they then play low numbers and as many equal cards as they can (Karma ends sooner so).
STYLES: dict[str, list[tuple[list[str], bool]]] = {
    "karma": [
        ([], False),
        (["take"], False),
        (["take"], True),
        (["take", "play GP", "play TC", "play FB", "play BU"], True),
        (["take", "play TC", "open TC", "play 1"], True),
    ],
    "allin": [
        ([], False),
        (["pass", "all in"], False),
        (["skip"], False),
        (["pass", "skip"], False),
    ],
}


def eagerness(move: str) -> tuple[int, int]:
    """Smaller comes first: low numbers, then more cards."""
    words = move.split(" ")
    number = int(words[1]) if len(words) > 1 and words[1].isdigit() else 17
    count = int(words[2][1:]) if len(words) == 3 else 1
    return number, -count


def random_move(
    legal: Sequence[str], style: tuple[list[str], bool], noise: float, rng: random.Random
) -> str:
    """A move in that style, or with the probability `noise` any legal one."""
    avoided, eager = style
    wanted = [move for move in legal if not any(move.startswith(kind) for kind in avoided)]
    if not wanted or rng.random() < noise:
        return rng.choice(sorted(legal))
    if eager:
        best = min(eagerness(move) for move in wanted)
        wanted = [move for move in wanted if eagerness(move) == best]
    return rng.choice(sorted(wanted))


def random_record(game: str, options: Mapping[str, Any], rng: random.Random, trace: bool) -> Record:
    """The record of a random game, every step of it checked; without seed and commitment."""
    full = {"players": 4, **options}
    seats = all_seats(full["players"])
    first = rng.choice(seats)
    state = new_game(game, full, first, [], rng)
    state.check()
    styles = {seat: rng.choice(STYLES[game]) for seat in seats}
    noise = rng.choice([0.0, 0.05, 0.3])
    moves: list[list[Any]] = []
    while state.outcome() is None:
        seat = rng.choice(state.to_act())
        legal = state.legal(seat)
        move = random_move(legal, styles[seat], noise, rng)
        moves.append([seat, move, legal] if trace else [seat, move])
        state.play(seat, move)
        state.check()
    return {
        "fatum": 1,
        "game": game,
        "rules": 1,
        "options": full,
        "names": ["random"] * len(seats),
        FIRST_SEAT[game]: first,
        "shuffles": state.shuffles.all,
        "moves": moves,
        "outcome": state.outcome(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Check every line of the named files."""
    paths = sys.argv[1:] if arguments is None else list(arguments)
    if not paths:
        print("usage: python -m tests.reference.replay FILE.jsonl...", file=sys.stderr)
        return 2
    passed = failed = 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                try:
                    faults = replay(json.loads(line))
                except json.JSONDecodeError as error:
                    faults = [f"not JSON: {error}"]
                for fault in faults:
                    print(f"{path}:{number}: {fault}")
                passed, failed = (passed, failed + 1) if faults else (passed + 1, failed)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
