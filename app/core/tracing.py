"""Traces for OpenTelemetry: spans of requests, engine calls and jobs, sent to a collector by OTLP over HTTP.

Nothing is recorded unless an endpoint is set. Spans have patterns of routes, names of models, counts and
durations: never paths, texts or names of people. Format: https://opentelemetry.io/docs/specs/otlp/ (JSON).
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum

import httpx

from app.core.product_version import product_version

log = logging.getLogger("greenroom.tracing")

_FLUSH_SECONDS = 5.0
_BATCH = 512
_MAX_WAITING = 4096
"""Spans kept in memory while the collector is unavailable. The oldest are dropped first."""
_TIMEOUT_SECONDS = 10.0
_PARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}", re.ASCII)

Value = str | int


class SpanKind(IntEnum):
    """Numbers of the protocol."""

    INTERNAL = 1
    SERVER = 2


@dataclass(slots=True)
class Span:
    """One piece of work. Its holder may change the name and add attributes until it ends."""

    name: str
    kind: SpanKind
    trace_id: str
    """32 hex digits."""
    span_id: str
    """16 hex digits."""
    parent_id: str
    """That of the span within which it ran; empty for the first span of a trace."""
    started_ns: int
    ended_ns: int = 0
    attributes: dict[str, Value] = field(default_factory=dict)
    is_failed: bool = False

    def describe(self) -> dict[str, object]:
        """The span as the protocol writes it."""
        return {
            "traceId": self.trace_id,
            "spanId": self.span_id,
            "parentSpanId": self.parent_id,
            "name": self.name,
            "kind": int(self.kind),
            "startTimeUnixNano": str(self.started_ns),
            "endTimeUnixNano": str(self.ended_ns),
            "attributes": _describe_attributes(self.attributes),
            "status": {"code": 2} if self.is_failed else {},
        }


def _describe_attributes(attributes: Mapping[str, Value]) -> list[dict[str, object]]:
    return [
        {"key": key, "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}}
        for key, value in attributes.items()
    ]


_current: ContextVar[Span | None] = ContextVar("span", default=None)


class Tracer:
    """Makes spans, and hands them to a listener when they end. Without a listener, it does nothing."""

    def __init__(self) -> None:
        self.listener: Callable[[Span], None] | None = None

    @contextmanager
    def span(
        self, name: str, *, kind: SpanKind = SpanKind.INTERNAL, traceparent: str = ""
    ) -> Iterator[Span | None]:
        """Record the block as a span within the current one, or within that of a ``traceparent`` header.

        Yields None while nothing is recorded.
        """
        listener = self.listener
        if listener is None:
            yield None
            return
        parent = _current.get()
        sent = _PARENT.fullmatch(traceparent)
        trace_id = sent[1] if sent else parent.trace_id if parent else secrets.token_hex(16)
        parent_id = sent[2] if sent else parent.span_id if parent else ""
        span = Span(name, kind, trace_id, secrets.token_hex(8), parent_id, started_ns=time.time_ns())
        began = time.monotonic_ns()
        token = _current.set(span)
        try:
            yield span
        except BaseException:
            span.is_failed = True
            raise
        finally:
            _current.reset(token)
            # Not by the wall clock, which may be set meanwhile.
            span.ended_ns = span.started_ns + time.monotonic_ns() - began
            listener(span)


tracer = Tracer()


class SpanExporter:
    """Sends the spans of this server to a collector, in batches. Never delays or fails the work itself."""

    def __init__(self, endpoint: str, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._url = f"{endpoint.rstrip('/')}/v1/traces"
        self._transport = transport
        self._waiting: deque[Span] = deque(maxlen=_MAX_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._client: httpx.AsyncClient | None = None
        self._is_failing = False

    def start(self) -> None:
        self._client = httpx.AsyncClient(timeout=_TIMEOUT_SECONDS, transport=self._transport, trust_env=False)
        self._task = asyncio.create_task(self._follow(), name="span-exporter")
        tracer.listener = self._waiting.append

    async def stop(self) -> None:
        """Send what is waiting, once."""
        tracer.listener = None
        assert self._task is not None
        assert self._client is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self.flush()
        await self._client.aclose()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(_FLUSH_SECONDS)
            await self.flush()

    async def flush(self) -> None:
        """Send the waiting spans. If the collector does not take them, they wait for the next time."""
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]
            reason = await self._send(batch)
            if reason is None:
                self._is_failing = False
                continue
            self._waiting.extendleft(reversed(batch[: _MAX_WAITING - len(self._waiting)]))
            if not self._is_failing:
                log.warning("traces_not_sent reason=%s", reason)
            self._is_failing = True
            return

    async def _send(self, batch: list[Span]) -> str | None:
        """Why the batch was not taken, or None."""
        assert self._client is not None
        resource = {"service.name": "greenroom", "service.version": product_version()}
        spans = [span.describe() for span in batch]
        body = {
            "resourceSpans": [
                {
                    "resource": {"attributes": _describe_attributes(resource)},
                    "scopeSpans": [{"scope": {"name": "greenroom"}, "spans": spans}],
                }
            ]
        }
        try:
            answer = await self._client.post(self._url, json=body)
        except httpx.HTTPError as error:
            return type(error).__name__
        return None if answer.is_success else str(answer.status_code)
