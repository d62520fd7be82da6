"""Lines for operators: an event and fields by name. They never hold a secret.

There is no field for cookies, tokens or queries of a request.
"""

import logging
from typing import Any, Final

LOGGER: Final = logging.getLogger("fatum")
FIELDS: Final = "fields"


def debug(event: str, **fields: Any) -> None:
    LOGGER.debug(event, extra={FIELDS: fields})


def info(event: str, **fields: Any) -> None:
    LOGGER.info(event, extra={FIELDS: fields})


def warning(event: str, **fields: Any) -> None:
    LOGGER.warning(event, extra={FIELDS: fields})


def error(event: str, **fields: Any) -> None:
    LOGGER.error(event, extra={FIELDS: fields})


def fault(event: str, **fields: Any) -> None:
    """An internal error, with the traceback of the exception being handled."""
    LOGGER.error(event, exc_info=True, extra={FIELDS: fields})
