"""The browser client: files that were built into the package, held in memory."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get

FOLDER: Final = Path(__file__).parents[1] / "static"
_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fatum</title></head><body>
<h1>Fatum</h1>
<p>The server runs, but the browser client was not built into it.</p>
<p>In a checkout: <code>python client/build.py</code>. It needs Node, or a network to fetch it from.</p>
</body></html>
"""


def is_built(folder: Path = FOLDER) -> bool:
    return (folder / "index.html").is_file()


class File:
    """One file, ready to be sent."""

    def __init__(self, name: str, body: bytes) -> None:
        kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
        self.kind: Final = kind or "application/octet-stream"
        self.body: Final = body
        small = gzip.compress(body, 9, mtime=0)
        self.small: Final = small if len(small) < 0.9 * len(body) else None
        self.tag: Final = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        # The build names files in this folder after their content.
        self.cache: Final = _FOREVER if name.startswith("assets/") else _ASK

    def response(self, request: "Asked", status: int = 200) -> Response[bytes]:
        headers = {"etag": self.tag, "cache-control": self.cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        body = self.body
        if self.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = self.small
        return Response(body, status_code=status, headers=headers, media_type=self.kind)


Asked = Request[Any, Any, Any]


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
    if found is None:
        return Response(b"not found", status_code=404, media_type="text/plain")
    return found.response(request)


HANDLERS: Final = [page]
