"""Dispatch of socket events: rate limit, validate, call the handler, acknowledge.

Handlers are bound by table: python-socketio maps events to ``on_…`` methods of class namespaces,
and names with hyphens cannot be method names.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import socketio
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.core.errors import AppError, from_database_error, from_engine_error
from app.realtime.events import Acknowledgment, ClientEvent
from models.ports import EngineError

log = logging.getLogger("greenroom.realtime")

Handler = Callable[[str, Any], Awaitable[Acknowledgment]]
"""(sid, validated payload) → acknowledgment"""

_EVENTS_PER_SECOND = 100
_BURST = 1_000
"""Enough to resend five minutes of unacknowledged audio within half a minute."""


@dataclass(slots=True)
class _Bucket:
    """Token bucket of one socket."""

    tokens: float
    refilled_at: float

    def take(self, now: float) -> bool:
        self.tokens = min(_BURST, self.tokens + (now - self.refilled_at) * _EVENTS_PER_SECOND)
        self.refilled_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Dispatcher:
    """Binds events to handlers and turns every outcome into an acknowledgment."""

    def __init__(self, sio: socketio.AsyncServer) -> None:
        self._sio = sio
        self._buckets: dict[str, _Bucket] = {}
        self.now: Callable[[], float] = time.monotonic

    def register(self, events: Mapping[str, ClientEvent], handlers: Mapping[str, Handler]) -> None:
        """Bind every event of a table. Raises ValueError if a handler is missing or unknown."""
        if handlers.keys() != events.keys():
            raise ValueError(f"unbound socket events: {handlers.keys() ^ events.keys()}")
        for name, handler in handlers.items():
            self._sio.on(name, handler=self._bind(name, events[name], handler))

    def forget(self, sid: str) -> None:
        self._buckets.pop(sid, None)

    def _bind(
        self, name: str, event: ClientEvent, handler: Handler
    ) -> Callable[..., Awaitable[dict[str, Any]]]:
        async def on_event(sid: str, *arguments: object) -> dict[str, Any]:
            now = self.now()
            bucket = self._buckets.setdefault(sid, _Bucket(tokens=_BURST, refilled_at=now))
            if not bucket.take(now):
                log.warning("socket_rate_limited event=%s", name)
                await self._sio.disconnect(sid)
                return _refuse("Too many messages at once.", "TOO_MANY_MESSAGES")
            data = arguments[0] if arguments and arguments[0] is not None else {}
            try:
                acknowledgment = await handler(sid, event.payload.model_validate(data))
            except ValidationError:
                return _refuse(f"The payload of {name} is not valid.", "VALIDATION_ERROR")
            except AppError as error:
                return error.body()
            except EngineError as error:
                return from_engine_error(error).body()
            except OperationalError as error:
                log.exception("database_error event=%s", name)
                return from_database_error(error).body()
            except Exception:  # the socket dispatcher is a boundary
                log.exception("unexpected_error event=%s", name)
                return _refuse(
                    "Something went wrong on the server. Please try again later.", "INTERNAL_ERROR"
                )
            assert isinstance(acknowledgment, event.acknowledgment)
            return acknowledgment.to_wire()

        return on_event


def _refuse(message: str, code: str) -> dict[str, Any]:
    return AppError(message, code=code).body()
