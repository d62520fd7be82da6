"""``fatum serve``. Its flags are the server's settings."""

import contextlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from cyclopts import Parameter

from fatum.cli import DONE, complain
from fatum.cli.common import keyword
from fatum.core.errors import FatumError
from fatum.server.ops.addresses import is_loopback
from fatum.server.settings import read_settings, specs
from fatum.terminal.saves import data_folder


def _serve(config: Path | None, flags: dict[str, Any]) -> int:
    from fatum.server.api import client_files
    from fatum.server.run import run

    settings = read_settings(flags, file=config)
    if not client_files.is_built():
        complain("the browser client was not built into this package; only the API is served")
    where = settings.store or default_store()
    prepare_folder(where)
    run(settings, where, lambda addresses: say_ready(addresses, settings.public_url))
    return DONE


def store_of(store: str | None, config: Path | None) -> str:
    """Where a server with these settings keeps its tables."""
    return read_settings({"store": store}, file=config).store or default_store()


def default_store() -> str:
    return str(data_folder() / "tables.db")


def prepare_folder(where: str) -> None:
    """Create the store's folder; outside our own data folder, ask first."""
    from fatum.table.store.sql.dialects import Sqlite, find_dialect

    dialect = find_dialect(where)
    if not isinstance(dialect, Sqlite):
        return
    folder = dialect.path.absolute().parent
    if folder.is_dir():
        return
    if folder != data_folder().absolute():
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise FatumError(f"the folder {folder} does not exist; make it, or name another store")
        print(f"The folder {folder} does not exist. Make it? [y/N] ", end="", file=sys.stderr)
        if input().strip().lower() not in {"y", "yes"}:
            raise FatumError("the folder was not made")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FatumError(f"cannot make the folder {folder}: {error.strerror}") from None


def say_ready(addresses: list[str], public_url: str = "") -> None:
    """Print where the server is; on a terminal also as a QR code, if others can reach it."""
    here, *others = addresses
    elsewhere = "".join(f", for others in your network at {address}" for address in others)
    print(f"Fatum is ready at {here}{elsewhere}", flush=True)
    best = public_url or addresses[-1]
    if sys.stdout.isatty() and not is_loopback(urlsplit(best).hostname or ""):
        _print_qr(best)


def _print_qr(url: str) -> None:
    import segno

    with contextlib.suppress(UnicodeError):  # a terminal that cannot show blocks
        "█▀▄".encode(sys.stdout.encoding)
        print(f"{url}:")
        segno.make(url, micro=False).terminal(compact=True)
        sys.stdout.flush()


def _command() -> Callable[..., int]:
    def serve(**flags: Any) -> int:
        return _serve(flags.pop("config", None), flags)

    file = Annotated[
        Path | None, Parameter(help="File of settings in TOML; flags and environment win over it.")
    ]
    serve.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [keyword("config", file), *(_parameter(*spec) for spec in specs())], return_annotation=int
    )
    return serve


def _parameter(name: str, kind: type, default: Any, about: str) -> inspect.Parameter:
    told = about if default == "" else f"{about} By default {str(default).lower()}."
    shown = Parameter(help=told, show_default=False)
    return keyword(name, Annotated[kind | None, shown])


serve = _command()
