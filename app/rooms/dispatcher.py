"""From a socket event to its handler: validate, call, acknowledge.

Dispatch is by table: event names with hyphens never reach the ``on_…`` methods of python-socketio's
class namespaces.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import socketio
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.core.errors import AppError, from_database_error, from_engine_error
from app.rooms.events import CLIENT_EVENTS, ClientPayload
from models.ports import EngineError

log = logging.getLogger("greenroom.rooms")

Handler = Callable[[str, Any], Awaitable[dict[str, Any]]]
"""(sid, validated payload) → fields of the acknowledgement"""

_EVENTS_PER_SECOND = 100
_BURST = 1_000
"""Enough to send five minutes of unacknowledged audio again in half a minute, and no flood."""


@dataclass(slots=True)
class _Bucket:
    """Token bucket of one socket."""

    tokens: float
    at: float

    def take(self, now: float) -> bool:
        self.tokens = min(_BURST, self.tokens + (now - self.at) * _EVENTS_PER_SECOND)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Dispatcher:
    def __init__(self, sio: socketio.AsyncServer) -> None:
        self._sio = sio
        self._buckets: dict[str, _Bucket] = {}

    def register(self, handlers: dict[str, Handler]) -> None:
        """Bind every client event to its handler; a missing or surplus one is a programming error."""
        if handlers.keys() != CLIENT_EVENTS.keys():
            raise ValueError(f"unbound socket events: {handlers.keys() ^ CLIENT_EVENTS.keys()}")
        for name, handler in handlers.items():
            self._sio.on(name, handler=self._bind(name, CLIENT_EVENTS[name], handler))

    def forget(self, sid: str) -> None:
        self._buckets.pop(sid, None)

    def _bind(
        self, name: str, schema: type[ClientPayload], handler: Handler
    ) -> Callable[..., Awaitable[dict[str, Any]]]:
        async def on_event(sid: str, *payloads: object) -> dict[str, Any]:
            now = time.monotonic()
            bucket = self._buckets.setdefault(sid, _Bucket(tokens=_BURST, at=now))
            if not bucket.take(now):
                log.warning("socket_flooded event=%s", name)
                await self._sio.disconnect(sid)
                return _refusal("Too many messages.", "TOO_MANY_MESSAGES")
            try:
                payload = schema.model_validate(payloads[0] if payloads and payloads[0] is not None else {})
                return {"success": True, **await handler(sid, payload)}
            except ValidationError:
                return _refusal(f"The payload of {name} is not valid.", "VALIDATION_ERROR")
            except AppError as error:
                return error.body()
            except EngineError as error:
                return from_engine_error(error).body()
            except OperationalError as error:
                log.exception("database_error event=%s", name)
                return from_database_error(error).body()
            except Exception:  # the socket dispatcher is a boundary
                log.exception("unexpected_error event=%s", name)
                return _refusal(
                    "Something went wrong on the server. Please try again later.", "INTERNAL_ERROR"
                )

        return on_event


def _refusal(message: str, code: str) -> dict[str, Any]:
    return AppError(message, code=code).body()
