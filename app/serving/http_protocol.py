"""HTTP/1.1 connections of the server: limits on the size and the time of request heads.

uvicorn's usual parser joins a URL or header of any length, and waits forever for the rest of a head. h11
limits the size; this module limits the time, and the total size of all unfinished heads.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_HEAD_BYTES = 2 * 1024 * 1024
"""A search text may have a megabyte, so a URL may be long."""
USUAL_HEAD_BYTES = 64 * 1024
MAX_PENDING_BYTES = 64 * 1024 * 1024
"""Limit for all unfinished heads together. Beyond it, only heads of the usual size are accepted."""
HEAD_SECONDS = 10.0


class BoundedH11Protocol(H11Protocol):
    """One connection. It is closed unless a whole head arrives in time."""

    head_seconds: ClassVar[float] = HEAD_SECONDS
    pending_bytes: ClassVar[int] = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head_timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        # The connection is made right after this.
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._is_between_requests():
            self._await_head()
            self._count(len(data))
            if self._head_bytes > USUAL_HEAD_BYTES and type(self).pending_bytes > MAX_PENDING_BYTES:
                self.transport.abort()
                return
        super().data_received(data)
        if not self._is_between_requests():
            self._end_head()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._end_head()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_head()
        super().connection_lost(exc)

    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _give_up(self) -> None:
        self._head_timer = None
        if self.transport is not None and self._is_between_requests():
            self.transport.abort()

    def _count(self, number: int) -> None:
        self._head_bytes += number
        type(self).pending_bytes += number

    def _end_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
        self._count(-self._head_bytes)
