"""Dispatch of socket events: rate limit, validate, call the handler, acknowledge.

Handlers are bound by table: python-socketio maps events to ``on_…`` methods of class namespaces,
and names with hyphens cannot be method names.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import socketio
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.core.access_attempts import AccessAttempt, watch_access
from app.core.errors import AppError, from_database_error, from_engine_error
from app.core.token_bucket import TokenBucket
from app.realtime.connections import Connection, Connections
from app.realtime.events import Acknowledgment, ClientEvent
from models.ports import EngineError

log = logging.getLogger("greenroom.realtime")

Handler = Callable[[str, Any], Awaitable[Acknowledgment]]
"""(sid, validated payload) → acknowledgment"""

AttemptListener = Callable[[AccessAttempt, str, str], None]
"""(attempt, network of the socket, name of the event), after the event was handled"""


class Dispatcher:
    """Binds events to handlers and turns every outcome into an acknowledgment."""

    def __init__(self, sio: socketio.AsyncServer, connections: Connections) -> None:
        self._sio = sio
        self._connections = connections
        self.attempt_listeners: list[AttemptListener] = []
        sio.on("*", handler=self._refuse_unknown)

    def register(self, events: Mapping[str, ClientEvent], handlers: Mapping[str, Handler]) -> None:
        """Bind every event of a table. Raises ValueError if a handler is missing or unknown."""
        if handlers.keys() != events.keys():
            raise ValueError(f"unbound socket events: {handlers.keys() ^ events.keys()}")
        for name, handler in handlers.items():
            self._sio.on(name, handler=self._bind(name, events[name], handler))

    def _bind(
        self, name: str, event: ClientEvent, handler: Handler
    ) -> Callable[..., Awaitable[dict[str, Any]]]:
        async def on_event(sid: str, *arguments: object) -> dict[str, Any]:
            connection = self._connections.find(sid)
            if connection is None:
                # The library starts a task per event, and the tasks of a closed socket still run.
                return _refuse("This connection is closed.", "NOT_CONNECTED")
            if not self._may_send(connection, name, event):
                return _refuse("Too many messages at once.", "TOO_MANY_MESSAGES")
            data = arguments[0] if arguments and arguments[0] is not None else {}
            with watch_access() as attempt:
                answer = await answer_event(sid, data)
            for listener in self.attempt_listeners:
                listener(attempt, connection.network, name)
            return answer

        async def answer_event(sid: str, data: object) -> dict[str, Any]:
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
                return _refuse("Something went wrong on the server. Try again later.", "INTERNAL_ERROR")
            assert isinstance(acknowledgment, event.acknowledgment)
            return acknowledgment.to_wire()

        return on_event

    def _may_send(self, connection: Connection, name: str, event: ClientEvent) -> bool:
        """Whether the socket may send this event now, by the limit of the event table."""
        if event.per_minute is None:
            return True
        now = self._connections.now()
        bucket = connection.events.get(name)
        if bucket is None:
            bucket = TokenBucket(per_second=event.per_minute / 60, burst=event.per_minute, now=now)
            connection.events[name] = bucket
        return bucket.take(now)

    async def _refuse_unknown(self, _event: str, _sid: str, *_arguments: object) -> dict[str, Any]:
        return _refuse("This event is not known.", "UNKNOWN_EVENT")


def _refuse(message: str, code: str) -> dict[str, Any]:
    return AppError(message, code=code).body()
