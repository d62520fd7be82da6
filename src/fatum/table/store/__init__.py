"""Storage of logs."""

from fatum.table.store.batch import Batch, Conflict, Reset, Row, StoreDown, StoreError

__all__ = ["Batch", "Conflict", "Reset", "Row", "StoreDown", "StoreError"]
