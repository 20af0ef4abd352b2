"""Queries on security events, for the admins' list and export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias, TypeVarTuple

from sqlalchemy import ColumnElement, Row, Select, func, or_, select
from sqlalchemy.orm import Session, aliased

from app.core.database import Database
from app.core.schemas import PageParams
from app.security_events.tables import EventOutcome, EventType, SecurityEvent
from app.users.tables import User

Columns = TypeVarTuple("Columns")

_ROWS_PER_READ = 500

_actor = aliased(User)
_subject = aliased(User)

EventRow: TypeAlias = Row[SecurityEvent, Any, Any]
"""An event with the usernames of its actor and its subject, each None where there is none."""


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Filters of the list; by default, all events."""

    type: EventType | None = None
    outcome: EventOutcome | None = None
    text: str = ""
    """Part of a username, or a whole address or id."""
    since: datetime | None = None
    before: datetime | None = None


def list_events(session: Session, *, filters: EventFilter, page: PageParams) -> tuple[list[EventRow], int]:
    """One page of events, newest first, and the total."""
    conditions = _build_conditions(filters)
    total = session.scalar(_join(select(func.count(SecurityEvent.id))).where(*conditions)) or 0
    rows = session.execute(_select_events().where(*conditions).offset(page.offset).limit(page.limit))
    return list(rows), total


def read_all(database: Database, *, filters: EventFilter) -> Iterator[EventRow]:
    """All events, newest first, read in chunks so that no transaction stays open during a download."""
    conditions = _build_conditions(filters)
    last_id: int | None = None
    while True:
        older = [] if last_id is None else [SecurityEvent.id < last_id]
        with database.reading() as session:
            rows = session.execute(_select_events().where(*conditions, *older).limit(_ROWS_PER_READ)).all()
        yield from rows
        if len(rows) < _ROWS_PER_READ:
            return
        last_id = rows[-1][0].id


def _join(statement: Select[*Columns]) -> Select[*Columns]:
    return statement.outerjoin(_actor, _actor.id == SecurityEvent.actor_id).outerjoin(
        _subject, (SecurityEvent.subject_kind == "user") & (_subject.id == SecurityEvent.subject_id)
    )


def _select_events() -> Select[SecurityEvent, Any, Any]:
    return _join(
        select(SecurityEvent, _actor.username, _subject.username).select_from(SecurityEvent)
    ).order_by(SecurityEvent.id.desc())


def _build_conditions(filters: EventFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.type is not None:
        conditions.append(SecurityEvent.type == filters.type)
    if filters.outcome is not None:
        conditions.append(SecurityEvent.outcome == filters.outcome)
    if filters.since is not None:
        conditions.append(SecurityEvent.at >= filters.since)
    if filters.before is not None:
        conditions.append(SecurityEvent.at < filters.before)
    if filters.text:
        name = filters.text.casefold()
        conditions.append(
            or_(
                _actor.username_key.contains(name, autoescape=True),
                _subject.username_key.contains(name, autoescape=True),
                SecurityEvent.address == filters.text,
                SecurityEvent.actor_id == filters.text,
                SecurityEvent.subject_id == filters.text,
            )
        )
    return conditions
