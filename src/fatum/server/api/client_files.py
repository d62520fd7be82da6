"""The browser client: files that were built into the package, held in memory."""

import json
from pathlib import Path
from typing import Final

from litestar import Response, get

from fatum.server.api import link_previews
from fatum.server.api.request_context import AnyRequest
from fatum.server.api.static_file import File, with_tags

FOLDER: Final = Path(__file__).parents[1] / "static"
POCKET: Final = "pocket/"
"""What a browser needs to play without a server: megabytes that most servers never send."""
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
    """All files of the client by path. Only files in this dictionary can be requested."""

    def __init__(self, folder: Path = FOLDER) -> None:
        files = {
            file.relative_to(folder).as_posix(): file
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }
        self._files = {
            name: file.read_bytes() for name, file in files.items() if not name.startswith(POCKET)
        }
        self._pocket = {name: file for name, file in files.items() if name.startswith(POCKET)}
        self._ready: dict[str, File] = {}
        self._files.setdefault("index.html", NOT_BUILT.encode())
        hints = json.loads(self._files.pop("hints.json", b"{}"))
        self._hints: dict[str, bytes] = {screen: tags.encode() for screen, tags in hints.items()}

    def find(self, path: str) -> File | None:
        name = path.lstrip("/") or "index.html"
        if name in self._pocket:
            return self._large(name)
        if name not in self._files:
            # The client itself routes addresses such as /t/CODE.
            if "." in name.rpartition("/")[2] or name.startswith("assets/"):
                return None
            name = "index.html"
        key = name if path.strip("/") else "/"
        if key not in self._ready:
            body = self._files[name] if key == name else self.page("home")
            self._ready[key] = File(name, body)
        return self._ready[key]

    def page(self, screen: str) -> bytes:
        """The page with links to what a screen needs: ``home``, or the table of a game."""
        return with_tags(self._files["index.html"], self._hints.get(screen, b""))

    def _large(self, name: str) -> File:
        """A large file, read on the first request and compressed by the build."""
        if name not in self._ready:
            packed = self._pocket.get(f"{name}.gz")
            small = packed.read_bytes() if packed is not None else None
            self._ready[name] = File(name, self._pocket[name].read_bytes(), small)
        return self._ready[name]


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest) -> Response[bytes]:
    path = str(request.path_params.get("path", ""))
    client: ClientFiles = request.app.state["client"]
    found = None if path.startswith(("/api", "api")) else client.find(path)
    if found is not None and path.startswith("/t/"):
        found = await link_previews.with_preview(request, path[3:], found, client.page)
    if found is None:
        return Response(b"not found", status_code=404, media_type="text/plain")
    return found.response(request)


HANDLERS: Final = [page]
