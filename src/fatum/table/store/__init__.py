"""Where logs are kept."""

from fatum.table.store.batch import Batch, Conflict, Reset, Row, StoreDown, StoreError

__all__ = ["Batch", "Conflict", "Reset", "Row", "StoreDown", "StoreError"]
