"""A static file, compressed in advance."""

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response

_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"
_NAMED_AFTER_CONTENT: Final = re.compile(r"assets/|pocket/\w+/")
_PACKED: Final = (".packed", ".zip")
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


_HEAD_END: Final = b"</head>"


def with_tags(page: bytes, tags: bytes) -> bytes:
    """An HTML page with more tags at the end of its head."""
    return page.replace(_HEAD_END, tags + _HEAD_END, 1)


class File:
    """One file with its headers and compressed form; ``small`` is one that was built."""

    def __init__(self, name: str, body: bytes, small: bytes | None = None) -> None:
        kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
        self.kind: Final = kind or "application/octet-stream"
        self.body: Final = body
        if small is None and Path(name).suffix not in _PACKED:
            small = gzip.compress(body, 9, mtime=0)
        self.small: Final = small if small and len(small) < 0.9 * len(body) else None
        self.tag: Final = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        # The build names files in these folders, or the folder, after their content.
        self.cache: Final = _FOREVER if _NAMED_AFTER_CONTENT.match(name) else _ASK

    def response(self, request: Request[Any, Any, Any], status: int = 200) -> Response[bytes]:
        headers = {"etag": self.tag, "cache-control": self.cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        body = self.body
        if self.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = self.small
        return Response(body, status_code=status, headers=headers, media_type=self.kind)
