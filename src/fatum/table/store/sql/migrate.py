"""Migrate a store to this version's schema; refuse a newer one."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from fatum.table.store.batch import StoreError
from fatum.table.store.sql.columns import HEAD

_LOCK = 0x666174756D  # any number that only Fatum uses: "fatum"


def current(connection: Connection) -> str | None:
    """The store's last migration, ``None`` if it is empty."""
    names = inspect(connection).get_table_names()
    if "alembic_version" not in names:
        if names:
            raise StoreError("this database holds something else; Fatum needs one of its own")
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(connection: Connection) -> None:
    """One transaction, and only one process at a time. The connection is in autocommit mode."""
    if current(connection) == HEAD:
        return
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    try:
        # Somebody else may have done it while this one waited for the lock.
        found = current(connection)
        if found != HEAD:
            _upgrade(connection, found)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise


def _upgrade(connection: Connection, found: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            f"this store was written by a newer Fatum (its schema is {found}, this version knows "
            f"{HEAD}); use that version, or restore a backup made with this one"
        )
    command.upgrade(config, "head")
