"""Refused access of requests and socket events, noted for the security events.

Repositories note the ids that they did not find for a caller. A response never reveals whether such a record
exists; ``app.refused_access`` looks it up after the response.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

MAX_NOTED = 20
"""Ids noted for one request."""
MAX_ID_LENGTH = 64


@dataclass(slots=True)
class AccessAttempt:
    """One request or socket event."""

    caller_id: str | None = None
    """The signed-in user, once the session token has been checked."""
    not_found: list[str] = field(default_factory=list)
    """Ids of records that this caller may not read, or that do not exist."""
    needs_admin: bool = False
    """Whether it was refused because the caller is not an administrator."""


_current: ContextVar[AccessAttempt | None] = ContextVar("access_attempt", default=None)
"""Worker threads get a copy of the context that refers to the same object."""


@contextmanager
def watch_access() -> Iterator[AccessAttempt]:
    """Record attempts within the block, in this task and in the threads that it waits for."""
    attempt = AccessAttempt()
    token = _current.set(attempt)
    try:
        yield attempt
    finally:
        _current.reset(token)


def note_caller(user_id: str) -> None:
    """Note the user of the session token."""
    if (attempt := _current.get()) is not None:
        attempt.caller_id = user_id


def note_not_found(record_id: str) -> None:
    """Note that the caller has no record with this id."""
    attempt = _current.get()
    if attempt is not None and len(record_id) <= MAX_ID_LENGTH and len(attempt.not_found) < MAX_NOTED:
        attempt.not_found.append(record_id)


def note_needs_admin() -> None:
    """Note that the request is for administrators only."""
    if (attempt := _current.get()) is not None:
        attempt.needs_admin = True
