"""Jobs inside a worker process: input, cancellation and streamed output."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from models.worker import frames

STREAM_INTERVAL_SECONDS = 0.1
"""A frame per token would wake the server constantly while the model needs all cores."""

RefusalCode = Literal["context_too_long", "invalid_request"]


class JobCancelled(Exception):
    """The caller of this job has gone."""


class JobRefused(Exception):
    """The job is invalid; trying again would not help."""

    def __init__(self, code: RefusalCode, message: str, **facts: int) -> None:
        super().__init__(message)
        self.code = code
        self.facts = facts


class Job:
    """A request (``header``, ``blob``) and its way back to the supervisor."""

    def __init__(
        self,
        header: frames.Header,
        blob: bytes,
        *,
        is_cancelled: Callable[[int], bool],
        send: Callable[[frames.Header], None],
    ) -> None:
        self.id = int(header["job"])
        self.header = header
        self.blob = blob
        self._is_cancelled = is_cancelled
        self._send = send
        self._pending = ""
        self._sent_at = 0.0

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled(self.id)

    def check(self) -> None:
        """Raise JobCancelled if the caller has gone."""
        if self.is_cancelled:
            raise JobCancelled

    def stream(self, text: str) -> None:
        """Send decoded text: the first piece at once, later ones in batches."""
        self._pending += text
        if time.monotonic() - self._sent_at >= STREAM_INTERVAL_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Send the text that is still pending."""
        if self._pending:
            self._send({"event": "token", "job": self.id, "text": self._pending})
            self._pending = ""
            self._sent_at = time.monotonic()
