"""Limits on request bodies: size and time, enforced while they are received and before they are parsed.

Neither uvicorn nor Starlette has them, and a chunked body does not announce its size. FastAPI reads and
parses a body before it resolves any dependency, so a route cannot refuse a visitor's body by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

E = TypeVar("E", bound=Callable[..., Any])

MAX_JSON_BYTES = 256 * 1024
"""Parsing holds up the event loop, so a body is small unless its route says otherwise."""
SECONDS_TO_SEND = 30
MIN_BYTES_PER_SECOND = 16 * 1024
"""A sender gets SECONDS_TO_SEND, plus the time that the bytes sent so far take at this rate.
"""
_MULTIPART_OVERHEAD_BYTES = 64 * 1024

_limits: dict[Callable[..., Any], int | None] = {}
"""By route function: the largest body in bytes; None for the configured size of an upload."""
_audio_routes: set[Callable[..., Any]] = set()
"""Route functions whose upload is audio, which may be larger than a document."""


class BodyRefused(HTTPException):
    """A body that is not read to its end.

    An HTTPException, because FastAPI turns every other error of reading a body into a 400.
    """

    def __init__(self, status: int, message: str, *, code: str | None = None) -> None:
        super().__init__(status, message, headers={"Connection": "close"})
        self.code = code


def limit_body(max_bytes: int) -> Callable[[E], E]:
    """Declare the largest body of a route that takes more than MAX_JSON_BYTES, from signed-in users only.

    Put it below the route's own decorator.
    """

    def mark(endpoint: E) -> E:
        _limits[endpoint] = max_bytes
        return endpoint

    return mark


def accept_upload(endpoint: E) -> E:
    """Declare that a route takes an uploaded file, from signed-in users only."""
    _limits[endpoint] = None
    return endpoint


def accept_audio(endpoint: E) -> E:
    """Declare that a route takes an audio file, from those who may transcribe only."""
    _audio_routes.add(endpoint)
    return accept_upload(endpoint)


def is_audio_route(scope: Scope) -> bool:
    """Whether the route of a request takes an audio file."""
    return getattr(scope.get("route"), "endpoint", None) in _audio_routes


@dataclass(frozen=True, slots=True)
class BodyRules:
    """Limits of a body, for requests whose route is not known before the body is read."""

    read_max_upload_bytes: Callable[[Scope], int]
    """Largest size of the route's kind of file."""
    is_signed_in: Callable[[Scope], bool]
    """Whether the bearer token of a request is one that this server signed and that has not expired."""
    now: Callable[[], float] = time.monotonic


class BodyLimit:
    """ASGI middleware: refuse a body that is too large (413), too slow (408) or a stranger's (401)."""

    def __init__(self, app: ASGIApp, *, rules: BodyRules) -> None:
        self._app = app
        self._rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _Body(scope, receive, rules=self._rules)
        await self._app(scope, body.receive, send)


class _Body:
    """The body of one request."""

    def __init__(self, scope: Scope, receive: Receive, *, rules: BodyRules) -> None:
        self._scope = scope
        self._receive = receive
        self._rules = rules
        self._max_bytes: int | None = None
        self._received = 0
        self._began = 0.0
        self._has_ended = False
        self._is_upload = False

    async def receive(self) -> Message:
        if self._has_ended:
            # Waits for the caller to disconnect, however long the response takes.
            return await self._receive()
        if self._max_bytes is None:
            self._max_bytes = self._begin()
        message = await self._read_in_time()
        if message["type"] == "http.request":
            self._received += len(message.get("body", b""))
            self._has_ended = not message.get("more_body", False)
            if self._received > self._max_bytes:
                raise self._refuse_size()
        else:
            self._has_ended = True
        return message

    def _begin(self) -> int:
        """The limit of the route, known once the application asks for the body.

        The time limit also starts here: a route may work for minutes before it checks whether the caller is
        still connected.
        """
        self._began = self._rules.now()
        endpoint = getattr(self._scope.get("route"), "endpoint", None)
        limit: int | None = MAX_JSON_BYTES
        if endpoint in _limits:
            limit = _limits[endpoint]
            if not self._rules.is_signed_in(self._scope):
                raise BodyRefused(401, "Please sign in.")
        self._is_upload = limit is None
        if limit is None:
            limit = self._rules.read_max_upload_bytes(self._scope) + _MULTIPART_OVERHEAD_BYTES
        declared = dict(self._scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > limit:
            raise self._refuse_size()
        return limit

    def _refuse_size(self) -> BodyRefused:
        if self._is_upload:
            megabytes = self._rules.read_max_upload_bytes(self._scope) / 1024**2
            return BodyRefused(413, f"File too large. Please use a file smaller than {megabytes:g}MB.")
        return BodyRefused(413, "This request is too large.", code="REQUEST_TOO_LARGE")

    async def _read_in_time(self) -> Message:
        allowed = SECONDS_TO_SEND + self._received / MIN_BYTES_PER_SECOND
        left = allowed - (self._rules.now() - self._began)
        # Checked first, because an expired scope only cancels pending awaits.
        if left > 0:
            with anyio.move_on_after(left):
                return await self._receive()
        raise BodyRefused(408, "The request was sent too slowly.", code="REQUEST_TIMEOUT")
