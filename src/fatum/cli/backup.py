"""``fatum backup`` and ``fatum restore``."""

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.cli import DONE
from fatum.cli.serve import store_of

Config = Annotated[
    Path | None, Parameter(help="The server's file of settings, if it names the store.")
]
Where = Annotated[
    str | None, Parameter(help="File or postgresql:// address of the tables; as for serve.")
]


def backup(
    file: Annotated[Path, Parameter(help="Where to write the backup.")],
    /,
    *,
    store: Where = None,
    config: Config = None,
) -> int:
    from fatum.table.store import backup as backups

    asyncio.run(backups.backup(store_of(store, config), file))
    print(f"{file}: a backup of all tables")
    return DONE


def restore(
    file: Annotated[Path, Parameter(help="A backup.")],
    /,
    *,
    store: Where = None,
    config: Config = None,
) -> int:
    from fatum.table.store import backup as backups

    tables = asyncio.run(backups.restore(store_of(store, config), file))
    print(f"{file}: {tables} tables are as they were")
    return DONE
