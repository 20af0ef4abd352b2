"""Turns: one slow job of a kind at a time for each user, so that no user monopolizes an engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from app.core.errors import AppError

MAX_WAITING = 3
"""Maximum number of waiting jobs per user and kind: enough for several tabs, but not for a script.
"""


class TooManyAtOnce(AppError):
    code = "TOO_MANY_AT_ONCE"
    status = 429

    def __init__(self) -> None:
        super().__init__(
            "You have several of these requests in progress. Please wait until one is done.",
            headers={"Retry-After": "10"},
        )


class Turns:
    """Turns by kind and user. Use from one event loop."""

    def __init__(self) -> None:
        self._locks: dict[tuple[str, str], anyio.Lock] = {}
        self._users: Counter[tuple[str, str]] = Counter()

    @asynccontextmanager
    async def take(self, kind: str, user_id: str) -> AsyncIterator[None]:
        """Wait for the end of the user's other jobs of this kind, and hold the turn. Raises TooManyAtOnce."""
        key = (kind, user_id)
        if self._users[key] > MAX_WAITING:
            raise TooManyAtOnce
        self._users[key] += 1
        try:
            async with self._locks.setdefault(key, anyio.Lock()):
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]
