"""What handlers read from a request: server, table and caller."""

import re
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException
from litestar.params import Parameter

from fatum.core.messages import Declared
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import Form
from fatum.server.api.cookies import caller_of, read_seats, tokens_of
from fatum.server.api.parser_process import ParserJob
from fatum.server.ops.limits import address_of
from fatum.server.process import ServerProcess
from fatum.table.live_table import LiveTable
from fatum.table.offers import SLOTS
from fatum.table.refusals import NO_TABLE
from fatum.table.roles import Caller
from fatum.table.seats import CODE_PATTERN, hash_token

F = TypeVar("F", bound=Form)
AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

Slot = Annotated[
    int,
    Parameter(ge=0, lt=SLOTS, description="Which of the seats that this browser holds here."),
]
Code = Annotated[
    str,
    Parameter(pattern=f"^{CODE_PATTERN}$", description="The table's code, in capital letters."),
]
TOO_MANY_REQUESTS: Final = Declared(
    "server.http.too_many", "too many requests from your address; wait a minute"
)
_CODE: Final = re.compile(CODE_PATTERN)


def server_of(connection: AnyConnection) -> ServerProcess:
    server = connection.app.state["server"]
    assert isinstance(server, ServerProcess)
    return server


async def table_of(connection: AnyConnection, code: str) -> LiveTable:
    """The table with this code, or ``Refused``."""
    if not _CODE.fullmatch(code):
        raise Refused("gone", NO_TABLE())
    live = await server_of(connection).tables.get(code)
    # The caller may have used another process before.
    await live.table.catch_up()
    return live


async def read_form(request: AnyRequest, form: type[F]) -> F:
    """The body parsed strictly: Litestar accepts 1 as true, and numbers as text."""
    try:
        return msgspec.json.decode(await request.body(), type=form)
    except msgspec.MsgspecError as error:
        raise ClientException(str(error)) from None


def asker(connection: AnyConnection, slot: int) -> Caller:
    return caller_of(read_seats(connection.scope["headers"]), slot)


def device_of(connection: AnyConnection) -> set[str]:
    """All seats that the browser holds at the table, as hashes of their tokens."""
    return {
        hash_token(token) for token in tokens_of(read_seats(connection.scope["headers"])).values()
    }


def address(connection: AnyConnection) -> str:
    client = connection.scope.get("client")
    return address_of((client[0], client[1]) if client else None)


def charge(connection: AnyConnection, cost: int) -> None:
    """Charge a request against the rate limit, or refuse it."""
    if not server_of(connection).requests.take(address(connection), cost):
        raise Refused("too_fast", TOO_MANY_REQUESTS())


async def parse(connection: AnyConnection, cost: int, job: ParserJob, **given: object) -> bytes:
    """What the parser process makes of a text from a client, for which the client is charged."""
    charge(connection, cost)
    return await server_of(connection).parser.run(job, address(connection), **given)


def is_secure(connection: AnyConnection) -> bool:
    return connection.scope["scheme"] in {"https", "wss"}
