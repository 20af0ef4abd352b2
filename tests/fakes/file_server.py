"""Fake of a publisher's download server on this machine, with ranges, redirects and broken lines."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class FileServer:
    """What the server sends, and the requests that it received."""

    base_url: str
    files: dict[str, bytes] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    ranges: list[str | None] = field(default_factory=list)
    """The Range header of each request for a file."""
    cut_after: list[int] = field(default_factory=list)
    """Bytes after which the next responses break off; the ones after them are complete."""
    has_ranges: bool = True
    says_size: bool = True
    on_request: threading.Event = field(default_factory=threading.Event)
    gate: threading.Event | None = None
    """If set, a response stops after its first bytes until the gate is opened."""


@contextmanager
def run_file_server() -> Iterator[FileServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    files = FileServer(f"http://127.0.0.1:{server.server_port}")
    server.content = files  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield files
    finally:
        if files.gate is not None:
            files.gate.set()
        server.shutdown()
        thread.join(60)
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return None

    def do_GET(self) -> None:
        content: FileServer = self.server.content  # type: ignore[attr-defined]
        path = self.path.partition("?")[0]
        content.on_request.set()
        if path in content.redirects:
            self.send_response(302)
            self.send_header("Location", content.redirects[path])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        data = content.files.get(path)
        if data is None:
            self.send_error(404)
            return
        requested_range = self.headers.get("Range")
        content.ranges.append(requested_range)
        start = (
            int(requested_range.removeprefix("bytes=").removesuffix("-"))
            if requested_range and content.has_ranges
            else 0
        )
        if start and start >= len(data):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(data)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self._send(content, data, start)

    def _send(self, content: FileServer, data: bytes, start: int) -> None:
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        if content.says_size:
            self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        with suppress(ConnectionError):
            self._write(content, data, start)
        self.close_connection = True

    def _write(self, content: FileServer, data: bytes, start: int) -> None:
        end = start + content.cut_after.pop(0) if content.cut_after else len(data)
        if content.gate is not None:
            self.wfile.write(data[start : start + 64])
            self.wfile.flush()
            start += 64
            content.gate.wait()
        self.wfile.write(data[start:end])
