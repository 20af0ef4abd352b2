"""One job inside a worker process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from models.worker import frames

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

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled(self.id)

    def check(self) -> None:
        """Raises JobCancelled once nobody waits any more."""
        if self.is_cancelled:
            raise JobCancelled

    def say(self, text: str) -> None:
        """Pass a piece of text on as it is decoded."""
        self._send({"event": "token", "job": self.id, "text": text})
