"""``fatum verify`` and ``fatum scenario``."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.cli import BAD_INPUT, DONE, FAILED, complain
from fatum.cli.common import Json, print_json, record_path
from fatum.core.errors import InvalidRecord
from fatum.records import parse_record, record_texts
from fatum.records import verify as verify_record
from fatum.records.expectations import InvalidScenario
from fatum.records.files import InvalidFile
from fatum.records.scenario import run_file

Files = Annotated[tuple[Path, ...], Parameter(help="The files, .json or .jsonl.", negative="")]


def verify(files: Files, /, *, json: Json = False) -> int:
    found: list[dict[str, object]] = []
    unreadable = False
    for path in map(record_path, files):
        try:
            for place, text in record_texts(path):
                found.append(_verified(place, text))
                # For a file with many records, print only the faults.
                if not json and (place == str(path) or not found[-1]["valid"]):
                    _print_verdict(found[-1])
        except InvalidFile as error:
            unreadable = True
            found.append({"place": str(path), "valid": False, "fault": str(error)})
            if not json:
                complain(str(error))
    faults = sum(not verdict["valid"] for verdict in found)
    if json:
        print_json(found)
    elif len(found) > 1:
        print(_summary(found, faults))
    if unreadable:
        return BAD_INPUT
    return FAILED if faults else DONE


def _summary(found: list[dict[str, object]], faults: int) -> str:
    given = sum(verdict.get("seed") is False for verdict in found)
    seedless = f"; {given} without a seed: shuffles taken as given" if given else ""
    return f"{len(found) - faults} valid, {faults} invalid{seedless}"


def _verified(place: str, text: str) -> dict[str, object]:
    try:
        record = parse_record(text)
        verify_record(record)
    except InvalidRecord as error:
        return {"place": place, "valid": False, "fault": str(error)}
    return {
        "place": place,
        "valid": True,
        "game": record.game.name,
        "moves": len(record.moves),
        "outcome": record.outcome,
        "seed": record.seed is not None,
    }


def _print_verdict(verdict: dict[str, object]) -> None:
    if not verdict["valid"]:
        complain(f"{verdict['place']}: {verdict['fault']}")
        return
    shuffles = (
        "the shuffles follow from the seed"
        if verdict["seed"]
        else "without a seed: shuffles taken as given"
    )
    print(f"{verdict['place']}: valid, {verdict['moves']} moves; {shuffles}")


def scenario(files: Files, /, *, json: Json = False) -> int:
    passed = 0
    failures: list[dict[str, object]] = []
    unreadable = False
    for path in files:
        try:
            for result in run_file(path):
                if result.failure:
                    failures.append(
                        {
                            "file": str(path),
                            "name": result.name,
                            "rule": result.rule,
                            "failure": result.failure,
                        }
                    )
                    if not json:
                        print(f"{path}: {result}")
                else:
                    passed += 1
        except (InvalidFile, InvalidScenario) as error:
            unreadable = True
            failures.append({"file": str(path), "name": "", "rule": "", "failure": str(error)})
            if not json:
                sys.stdout.flush()
                complain(str(error))
    if json:
        print_json({"passed": passed, "failed": len(failures), "failures": failures})
    else:
        print(f"{passed} passed, {len(failures)} failed")
    if unreadable:
        return BAD_INPUT
    return FAILED if failures else DONE
