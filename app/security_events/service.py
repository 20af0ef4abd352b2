"""Recording security events, in the transaction of what they record."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.core.state import AppState
from app.security_events.tables import EventOutcome, EventType, SecurityEvent

log = logging.getLogger("greenroom.security")

MAX_ADDRESS_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Origin:
    """The user who acts, and their network address."""

    actor_id: str | None
    address: str


COMMAND_LINE = Origin(actor_id=None, address="")


@dataclass(frozen=True, slots=True)
class Subject:
    """The object of an event, by kind and id."""

    kind: str
    id: str | None


def describe_user(user_id: str | None) -> Subject:
    return Subject(kind="user", id=user_id)


def record(
    session: Session,
    event: EventType,
    *,
    origin: Origin,
    at: datetime,
    outcome: EventOutcome = EventOutcome.SUCCEEDED,
    subject: Subject | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Add an event to the transaction of ``session``. The log line has ids only."""
    session.add(
        SecurityEvent(
            at=at,
            type=event,
            outcome=outcome,
            actor_id=origin.actor_id,
            subject_kind=None if subject is None else subject.kind,
            subject_id=None if subject is None else subject.id,
            address=origin.address[:MAX_ADDRESS_LENGTH],
            details=dict(details or {}),
        )
    )
    session.flush()
    log.info(
        "security_event type=%s outcome=%s actor=%s subject=%s",
        event,
        outcome,
        origin.actor_id or "-",
        "-" if subject is None else f"{subject.kind}:{subject.id or '-'}",
    )


async def record_apart(
    state: AppState,
    event: EventType,
    *,
    origin: Origin,
    outcome: EventOutcome = EventOutcome.SUCCEEDED,
    subject: Subject | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Record an event in a separate transaction: a refusal, whose own transaction is rolled back, or an
    export.

    A full disk or a locked database does not stop the request: an event that could not be stored is logged.
    """
    try:
        await state.database.run(
            record, event, origin=origin, at=state.now(), outcome=outcome, subject=subject, details=details
        )
    except OperationalError:
        log.warning(
            "security_event_not_stored type=%s outcome=%s actor=%s", event, outcome, origin.actor_id or "-"
        )


def remove_old(session: Session, *, now: datetime, days: int) -> int:
    """Delete events older than ``days``; returns their number."""
    found = session.execute(
        delete(SecurityEvent).where(SecurityEvent.at < now - timedelta(days=days)).returning(SecurityEvent.id)
    )
    return len(found.all())
