"""WebSocket connections of the server: a socket that the server has closed is not read for long.

uvicorn waits ten seconds for the client's answer to the closing frame and parses everything that comes
meanwhile. A client that goes on sending would keep the event loop busy behind every limit that closed it.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MAX_LATE_BYTES = 64 * 1024
"""What may still be on its way when the server closes: two seconds of audio."""


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection. It is cut if too much comes after the server has closed it."""

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
