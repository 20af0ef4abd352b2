"""STUN server for tests: answers binding requests on a UDP port of loopback."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_BINDING_SUCCESS = 0x0101


@contextmanager
def run_stun_server(*, transaction: bytes | None = None) -> Iterator[int]:
    """The port of a running server. ``transaction`` replaces the one of each request, as a forger's would."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(0.05)
        is_over = threading.Event()

        def answer() -> None:
            while not is_over.is_set():
                try:
                    request, client = server.recvfrom(2048)
                except TimeoutError:
                    continue
                header = struct.pack("!HH", _BINDING_SUCCESS, 0)
                server.sendto(header + request[4:8] + (transaction or request[8:20]), client)

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            is_over.set()
            thread.join()
