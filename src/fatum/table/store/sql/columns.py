"""The schema of the store. A change here needs a migration and a new ``HEAD``."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

HEAD: Final = "0002"
"""The newest migration that this version knows."""

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("status", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("due", BigInteger),
    Column("due_seq", Integer),
    Index("tables_by_status", "status", "public", "changed"),
)

"""``due``: when the table's clock next has something to do, as of entry ``due_seq``. Written by
the process that lets go of a table with nobody at it; a log that has gone on since makes it void."""

LOG: Final = Table(
    "log",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    # A table's entries lie together, in their order.
    sqlite_with_rowid=False,
)

STORE: Final = Table(
    "store",
    METADATA,
    Column("only", Integer, primary_key=True, autoincrement=False),
    Column("generation", String(32), nullable=False),
)
"""One row. ``generation`` changes when the logs are replaced by those of a backup."""

PROCESSES: Final = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("beat", BigInteger, nullable=False),
)
"""Servers that have tables in memory. Each counts its own ``beat`` up every few seconds."""

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("seats", BigInteger, nullable=False),
    Column("watching", Integer, nullable=False),
)
"""Which seats, as a bit set, have a device connected to which process, and how many spectators."""
