"""Logging to stderr: a fixed event name and fields per line, never personal data or tokens."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
import uuid
from contextvars import ContextVar
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Literal

from sqlalchemy.exc import DBAPIError
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.metrics import request_metrics
from app.core.tracing import Span, SpanKind, tracer

log = logging.getLogger("greenroom.http")

LOG_NAME = "logs/greenroom.log"
"""File in the data folder with the last lines of the log."""
_LOG_BYTES = 2_000_000

_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"
_MAX_FRAMES = 40
_TALKATIVE = (
    "apscheduler",
    "authlib",
    "engineio",
    "httpcore",
    "httpcore2",
    "httpx",
    "httpx2",
    "multipart",
    "python_multipart",
    "socketio",
    "sqlalchemy",
)
"""Libraries that log addresses, rows and payloads below WARNING."""
_QUOTED = re.compile(r"""["'][^"']*["']""")

_FIELD = re.compile(r"\b(\w+)=(\S+)")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_REQUEST_ID_HEADER = "x-request-id"

current_request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request that this task works for. Its response and all its log lines have it."""

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class SafeFormatter(logging.Formatter):
    """Writes one line per record, and exceptions without their messages.

    Messages quote what could not be handled: a line of a transcript, a name, a token. The type of the error
    and the place in the code remain. Messages that an operator needs are kept too: those of the operating
    system and of the database.
    """

    def format(self, record: logging.LogRecord) -> str:
        # Another handler may have stored a text with messages here.
        record.exc_text = None
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        # Some libraries add values on further lines, as asyncio does for a failed task.
        record.message = record.message.split("\n", 1)[0]
        return super().formatMessage(record)

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802
        return "\n".join(_describe_error(ei[1])) if ei[1] is not None else ""


class JsonFormatter(SafeFormatter):
    """As SafeFormatter, with one JSON object per line: time, level, logger, event, fields, request id."""

    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage().split("\n", 1)[0]
        event, _, rest = message.partition(" ")
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "event": event,
        }
        fields = dict(_FIELD.findall(rest))
        if fields:
            entry["fields"] = fields
        else:
            entry["message"] = message
        if (request_id := current_request_id.get()) is not None:
            entry["requestId"] = request_id
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class TextFormatter(SafeFormatter):
    """As SafeFormatter, with the request id at the end of the line."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        request_id = current_request_id.get()
        return super().formatMessage(record) + (f" request_id={request_id}" if request_id else "")


def _describe_error(error: BaseException) -> list[str]:
    lines: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        prefix = "caused by " if lines else ""
        lines.append(f"  {prefix}{type(current).__module__}.{type(current).__qualname__}{_cause(current)}")
        places = [(frame.f_code, line) for frame, line in traceback.walk_tb(current.__traceback__)]
        lines += [f"    {code.co_filename}:{line} in {code.co_name}" for code, line in places[-_MAX_FRAMES:]]
        if isinstance(current, BaseExceptionGroup):
            for part in current.exceptions:
                lines += _describe_error(part)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines


def _cause(error: BaseException) -> str:
    if isinstance(error, DBAPIError):
        # Databases quote input that they could not parse; PostgreSQL adds lines with the values of a row.
        return ": " + _QUOTED.sub("…", str(error.orig)).partition("\n")[0]
    if isinstance(error, OSError) and error.strerror:
        return f": {error.strerror}"
    return ""


def configure_logging(level: str, *, log_format: Literal["text", "json"] = "text") -> None:
    """Log everything of ``level`` and above to stderr, one line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_make_formatter(log_format))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def find_log(data_dir: Path, *, server_name: str | None) -> Path:
    """Path of the last lines; each process of a cluster has its own file."""
    path = data_dir / LOG_NAME
    return path if server_name is None else path.with_name(f"greenroom-{server_name}.log")


def keep_log(
    data_dir: Path, *, log_format: Literal["text", "json"] = "text", server_name: str | None = None
) -> None:
    """Also keep the last lines in a file, for ``greenroom support``. Raises OSError."""
    path = find_log(data_dir, server_name=server_name)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    handler = RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(_make_formatter(log_format))
    logging.getLogger().addHandler(handler)


def _make_formatter(log_format: Literal["text", "json"]) -> logging.Formatter:
    return JsonFormatter() if log_format == "json" else TextFormatter(_FORMAT)


_PROBED_ROUTES = ("/api/health/live", "/api/health/ready")
"""Requested every few seconds by a proxy or a container engine."""
_FAILURES = 400


class RequestLog:
    """ASGI middleware: one log line per request, with the pattern of the route.

    Probes that succeed are logged at DEBUG.

    uvicorn's access log is off because it prints paths, and room paths contain candidate tokens.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        status = 0
        request_id = _read_request_id(scope)
        token = current_request_id.set(request_id)

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message.setdefault("headers", [])
                MutableHeaders(scope=message)[_REQUEST_ID_HEADER] = request_id
            await send(message)

        traceparent = _read_header(scope, "traceparent")
        try:
            with tracer.span("request", kind=SpanKind.SERVER, traceparent=traceparent) as span:
                try:
                    await self._app(scope, receive, note_status)
                finally:
                    if span is not None:
                        _describe_request(span, scope, status=status, request_id=request_id)
        finally:
            route = _read_route(scope)
            seconds = time.monotonic() - began
            request_metrics.observe(method=scope["method"], route=route, status=status, seconds=seconds)
            log.log(
                logging.DEBUG if route in _PROBED_ROUTES and status < _FAILURES else logging.INFO,
                "request method=%s route=%s status=%d ms=%d",
                scope["method"],
                route,
                status,
                seconds * 1000,
            )
            current_request_id.reset(token)


def _describe_request(span: Span, scope: Scope, *, status: int, request_id: str) -> None:
    span.name = f"{scope['method']} {_read_route(scope)}"
    span.attributes |= {
        "http.request.method": scope["method"],
        "http.route": _read_route(scope),
        "http.response.status_code": status,
        "greenroom.request_id": request_id,
    }
    span.is_failed = status >= 500


def _read_route(scope: Scope) -> str:
    """The pattern of the route."""
    return str(getattr(scope.get("route"), "path", "-"))


def _read_header(scope: Scope, name: str) -> str:
    value: bytes = dict(scope["headers"]).get(name.encode(), b"")
    return value.decode("latin-1")


def _read_request_id(scope: Scope) -> str:
    """The id sent by a proxy or client if it is safe to log, else a new one."""
    sent = _read_header(scope, _REQUEST_ID_HEADER)
    return sent if _REQUEST_ID.fullmatch(sent) else uuid.uuid4().hex
