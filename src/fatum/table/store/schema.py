"""The shape of the stored data. A change here needs a migration and a new ``HEAD``."""

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

HEAD: Final = "0001"
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
    Index("tables_by_status", "status", "public", "changed"),
)

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
"""One row. ``generation`` changes whenever anything but appending happens to the log."""
