"""``fatum games``: the finished games that were played here."""

from datetime import datetime

from fatum.cli import DONE
from fatum.cli.common import Json, print_json
from fatum.core.errors import FatumError
from fatum.records import load_record
from fatum.records.files import to_json
from fatum.terminal.kept import kept_folder, kept_games, name_of


def games(*, json: Json = False) -> int:
    rows: list[dict[str, object]] = []
    for number, path in enumerate(kept_games(), 1):
        row: dict[str, object] = {"name": name_of(number), "path": str(path)}
        try:
            record = load_record(path)
        except FatumError as error:
            row["fault"] = str(error)
        else:
            row |= {
                "game": record.game.name,
                "players": list(record.names or ()),
                "moves": len(record.moves),
                "outcome": record.outcome,
            }
        ended = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        row["ended"] = ended.isoformat(timespec="seconds")
        rows.append(row)
    if json:
        print_json(rows)
        return DONE
    if not rows:
        print(f"No finished game is kept in {kept_folder()}.")
        return DONE
    for row in rows:
        when = str(row["ended"])[:16].replace("T", " ")
        if "fault" in row:
            print(f"{row['name']:<8} {when}  {row['fault']}")
        else:
            outcome = to_json(row["outcome"])
            print(f"{row['name']:<8} {when}  {row['game']}, {row['moves']} moves: {outcome}")
    print()
    print("With a name from this list: fatum verify last, fatum replay last, fatum analyse last")
    return DONE
