"""``fatum backup`` and ``fatum restore``."""

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.cli import DONE, complain
from fatum.cli.common import flag
from fatum.cli.serve import prepare_folder, store_of
from fatum.table.store.sql import backup as backups
from fatum.table.store.sql.contents import Contents

Config = Annotated[
    Path | None, Parameter(help="The server's file of settings, if it names the store.")
]
Where = Annotated[
    str | None, Parameter(help="File or postgresql:// address of the tables; as for serve.")
]
NewFile = Annotated[Path, Parameter(help="Where to write the backup.")]
OldFile = Annotated[Path, Parameter(help="A backup.")]
Overwrite = Annotated[bool, flag("Replace a file that exists.")]
Empty = Annotated[bool, flag("Replace the tables in the store.")]


def backup(
    file: NewFile, /, *, store: Where = None, config: Config = None, force: Overwrite = False
) -> int:
    contents = asyncio.run(backups.backup(store_of(store, config), file, force=force))
    print(f"{file}: a backup of {_told(contents)}")
    return _name_unreadable(contents)


def restore(
    file: OldFile, /, *, store: Where = None, config: Config = None, force: Empty = False
) -> int:
    where = store_of(store, config)
    prepare_folder(where)
    contents = asyncio.run(backups.restore(where, file, force=force))
    print(f"{file}: restored {_told(contents)}")
    return _name_unreadable(contents)


def _told(contents: Contents) -> str:
    """What a backup holds, in one line."""
    tables = f"{contents.tables:,} table{'' if contents.tables == 1 else 's'}"
    if not contents.tables:
        return tables
    order = {"lobby": "waiting", "playing": "being played", "over": "over", "closed": "closed"}
    parts = [
        f"{contents.statuses[status]:,} {word}"
        for status, word in order.items()
        if status in contents.statuses
    ]
    return f"{tables} ({', '.join(parts)}) with {contents.entries:,} entries"


def _name_unreadable(contents: Contents) -> int:
    for table, fault in contents.unreadable.items():
        complain(f"table {table} cannot be replayed by this version: {fault}")
    return DONE
