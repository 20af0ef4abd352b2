"""One job inside a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from models.worker import frames

SAY_EVERY_SECONDS = 0.1
"""A frame for every token would wake the server up again and again while the model needs all the cores."""

RefusalCode = Literal["context_too_long", "invalid_request"]


class JobCancelled(Exception):
    """Nobody waits for this job any more."""


class JobRefused(Exception):
    """The job cannot be done as asked; asking again would not help."""

    def __init__(self, code: RefusalCode, message: str, **facts: int) -> None:
        super().__init__(message)
        self.code = code
        self.facts = facts


class Job:
    """What was asked (``header``, ``blob``), and the way back to the supervisor."""

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
        self._unsaid = ""
        self._said_at = 0.0

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled(self.id)

    def check(self) -> None:
        """Raises JobCancelled once nobody waits any more."""
        if self.is_cancelled:
            raise JobCancelled

    def say(self, text: str) -> None:
        """Pass text on as it is decoded: the first piece at once, later ones gathered for a moment."""
        self._unsaid += text
        if time.monotonic() - self._said_at >= SAY_EVERY_SECONDS:
            self.say_rest()

    def say_rest(self) -> None:
        """Pass on what was gathered."""
        if self._unsaid:
            self._send({"event": "token", "job": self.id, "text": self._unsaid})
            self._unsaid = ""
            self._said_at = time.monotonic()
