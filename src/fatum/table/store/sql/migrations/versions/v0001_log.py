"""The log, the list of tables, and the store's generation."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "public", "changed"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    store = op.create_table(
        "store",
        sa.Column("only", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("generation", sa.String(32), nullable=False),
    )
    op.bulk_insert(store, [{"only": 1, "generation": secrets.token_hex(16)}])
