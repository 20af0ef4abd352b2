"""Attribution of engine calls: which part of the product calls, and for which user."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum

from models.ports import get_work_owner


class UsageSource(StrEnum):
    """Part of the product that calls an engine."""

    QUESTIONS = "questions"
    ANSWER_POINTS = "answer_points"
    REPORT = "report"
    DOCUMENTS = "documents"
    LIVE_TRANSCRIPTION = "live_transcription"
    RECORDINGS = "recordings"
    MATCHING = "matching"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Attribution:
    source: UsageSource
    user_id: str | None
    """None for work of the server itself."""


_attribution: ContextVar[Attribution | None] = ContextVar("usage_attribution", default=None)


def get_attribution() -> Attribution:
    """User and source that the calls of the current task are attributed to."""
    found = _attribution.get()
    if found is None:
        return Attribution(UsageSource.OTHER, get_work_owner())
    return found if found.user_id is not None else Attribution(found.source, get_work_owner())


@contextmanager
def attribute_usage(source: UsageSource, *, user_id: str | None = None) -> Iterator[None]:
    """Attribute engine calls of this task, and of tasks that it starts.

    Without ``user_id``, they are attributed to the owner of the work (``models.ports.working_for``).
    """
    token = _attribution.set(Attribution(source, user_id))
    try:
        yield
    finally:
        _attribution.reset(token)
