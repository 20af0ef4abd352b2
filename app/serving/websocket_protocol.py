"""WebSocket connections of the server: limits what is read after the server has closed a socket.

uvicorn waits ten seconds for the client's reply to the closing frame and parses everything that arrives until
then. A client that continues to send would keep the event loop busy, despite the limit that closed its
socket.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MAX_LATE_BYTES = 64 * 1024
"""Data that may still be in transit when the server closes: two seconds of audio."""


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection. It is cut if too much arrives after the server has closed it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._late_bytes = 0

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._late_bytes += len(data)
            if self._late_bytes > MAX_LATE_BYTES:
                self.transport.abort()
                return
        super().data_received(data)
