"""Security events of refused access: records of other users, and routes of administrators.

A record that does not exist is not an event. Both give the same response, so the difference is determined
after the response, in a separate task, where the caller cannot measure it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from sqlalchemy import or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.candidates.tables import Candidate
from app.core.access_attempts import AccessAttempt, watch_access
from app.core.database import Base
from app.core.state import AppState
from app.core.throttle import get_client_address
from app.document_batches.tables import DocumentBatch
from app.documents.tables import Document
from app.interview_import.recordings.tables import RecordingImport
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
from app.questions.tables import Question, QuestionTemplate
from app.security_events.service import Origin, Subject, record_apart
from app.security_events.tables import EventOutcome, EventType
from app.users.tables import SessionToken

log = logging.getLogger("greenroom.security")

MAX_CHECKS_PER_HOUR = 60
"""Maximum number of refused ids looked up per user. The rest is one event: they must not fill the table."""
MAX_TASKS = 100


class RefusedAccess:
    """Records refused access. One per server process."""

    def __init__(self, state: AppState, *, checks_per_hour: int = MAX_CHECKS_PER_HOUR) -> None:
        self._state = state
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._per_caller = RateLimitItemPerHour(checks_per_hour, namespace="refused access")
        self._once = RateLimitItemPerHour(1, namespace="refused access once")
        self._tasks: set[asyncio.Task[None]] = set()

    def report(self, attempt: AccessAttempt, address: str, place: str) -> None:
        """Record the refusals in ``attempt``; call it in the event loop after the response.

        ``place`` is the pattern of the route, or the name of the socket event. The same caller, place and
        record cause at most one event an hour.
        """
        if attempt.caller_id is None or not (attempt.needs_admin or attempt.not_found):
            return
        if len(self._tasks) >= MAX_TASKS:
            log.warning("refused_access_not_recorded actor=%s", attempt.caller_id)
            return
        origin = Origin(actor_id=attempt.caller_id, address=address)
        task = asyncio.create_task(self._record(attempt, origin=origin, place=place))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait(self) -> None:
        """Wait until everything reported is recorded."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _record(self, attempt: AccessAttempt, *, origin: Origin, place: str) -> None:
        record_refusal = partial(
            record_apart,
            self._state,
            EventType.ACCESS_REFUSED,
            origin=origin,
            outcome=EventOutcome.REFUSED,
            details={"route": place},
        )
        if attempt.needs_admin and await self._is_due(origin, place):
            await record_refusal()
        for record_id in attempt.not_found:
            if not await self._is_due(origin, f"{place} {record_id}"):
                continue
            try:
                subject = await self._state.database.read(
                    find_foreign, record_id=record_id, user_id=origin.actor_id or ""
                )
            except SQLAlchemyError:
                log.warning("refused_access_not_recorded actor=%s", origin.actor_id)
                continue
            if subject is not None:
                await record_refusal(subject=subject)

    async def _is_due(self, origin: Origin, what: str) -> bool:
        caller = origin.actor_id or ""
        if not self._limiter.test(self._per_caller, caller):
            if self._limiter.hit(self._once, caller):
                await record_apart(
                    self._state, EventType.ACCESS_REFUSED, origin=origin, outcome=EventOutcome.THROTTLED
                )
            return False
        return self._limiter.hit(self._once, caller, what) and self._limiter.hit(self._per_caller, caller)


class RefusedAccessWatch:
    """ASGI middleware: report the refused access of each request after its response."""

    def __init__(self, app: ASGIApp, *, find_recorder: Callable[[Scope], RefusedAccess]) -> None:
        self._app = app
        self._find_recorder = find_recorder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with watch_access() as attempt:
            try:
                await self._app(scope, receive, send)
            finally:
                route = getattr(scope.get("route"), "path", "-")
                self._find_recorder(scope).report(
                    attempt, get_client_address(Request(scope)), f"{scope['method']} {route}"
                )


_OWNED: tuple[tuple[str, type[Base]], ...] = (
    ("interview", Interview),
    ("candidate", Candidate),
    ("job_description", JobDescription),
    ("document", Document),
    ("document_batch", DocumentBatch),
    ("recording_import", RecordingImport),
    ("question", Question),
    ("question_template", QuestionTemplate),
    ("session", SessionToken),
)
"""Kinds of records, and their tables with the columns ``id`` and ``owner_id`` or ``user_id``."""
_OTHER_KEYS = (Interview.session_id, Interview.room_id, Interview.recruiter_token)


def find_foreign(session: Session, *, record_id: str, user_id: str) -> Subject | None:
    """The record with this id (an interview also by its other keys), if it belongs to another user."""
    for kind, table in _OWNED:
        columns = table.__table__.c
        keys = [columns.id, *(_OTHER_KEYS if table is Interview else ())]
        condition = or_(*(key == record_id for key in keys))
        owner = columns["owner_id" if "owner_id" in columns else "user_id"]
        found = session.scalar(select(columns.id).where(condition, owner != user_id))
        if found is not None:
            return Subject(kind=kind, id=found)
    return None
