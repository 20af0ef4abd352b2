"""Scripted server for health checks."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

LIVE = (200, {"status": "ok"})
NOT_READY = (503, {"error": "Not ready.", "waitingFor": ["speech"]})


@contextmanager
def answering(tls: ssl.SSLContext | None = None, *, text: str | None = None) -> Iterator[int]:
    """A server that is alive and waits for its speech model; ``text`` replaces its answers."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, answer = NOT_READY if self.path == "/api/health/ready" else LIVE
            self.send_response(status)
            self.end_headers()
            self.wfile.write((text or json.dumps(answer)).encode())

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Answers)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join(60)
        server.server_close()
