"""Where logs are kept: SQLite by default, PostgreSQL by its URL."""

from fatum.table.store.batch import Batch, Conflict, Reset, Row, StoreDown, StoreError
from fatum.table.store.store import Store

__all__ = ["Batch", "Conflict", "Reset", "Row", "Store", "StoreDown", "StoreError"]
