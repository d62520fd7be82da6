"""The browser client: files that were built into the package, held in memory."""

from pathlib import Path
from typing import Final

from litestar import Response, get

from fatum.server.api import link_previews
from fatum.server.api.static_file import Asked, File

FOLDER: Final = Path(__file__).parents[1] / "static"
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fatum</title></head><body>
<h1>Fatum</h1>
<p>The server runs, but the browser client was not built into it.</p>
<p>In a checkout: <code>python client/build.py</code>. It needs Node, or a network to fetch it from.</p>
</body></html>
"""


def is_built(folder: Path = FOLDER) -> bool:
    return (folder / "index.html").is_file()


class ClientFiles:
    """All files of the client by their path. A look-up, so nothing else can be reached."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            file.relative_to(folder).as_posix(): file.read_bytes()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }
        self._ready: dict[str, File] = {}
        self._files.setdefault("index.html", NOT_BUILT.encode())

    def find(self, path: str) -> File | None:
        name = path.lstrip("/") or "index.html"
        if name not in self._files:
            # Addresses within the client, such as /t/CODE, are the client's business.
            if "." in name.rpartition("/")[2] or name.startswith("assets/"):
                return None
            name = "index.html"
        if name not in self._ready:
            self._ready[name] = File(name, self._files[name])
        return self._ready[name]


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Asked) -> Response[bytes]:
    path = str(request.path_params.get("path", ""))
    client: ClientFiles = request.app.state["client"]
    found = None if path.startswith(("/api", "api")) else client.find(path)
    if found is not None and path.startswith("/t/"):
        found = await link_previews.with_preview(request, path[3:], found)
    if found is None:
        return Response(b"not found", status_code=404, media_type="text/plain")
    return found.response(request)


HANDLERS: Final = [page]
