"""Who is connected where, and when a table that nobody holds is due."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.add_column("tables", sa.Column("due_seq", sa.Integer))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("seats", sa.BigInteger, nullable=False),
        sa.Column("watching", sa.Integer, nullable=False),
    )
