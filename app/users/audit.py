"""Security events of requests: the actor, and declarations for routes that delete or export records."""

# Without `from __future__ import annotations`: FastAPI could not resolve the annotations below, which
# refer to local variables.

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.state import AppState, StateDep
from app.core.throttle import get_client_address
from app.security_events import service
from app.security_events.service import Origin, Subject, describe_user
from app.security_events.tables import EventOutcome, EventType
from app.users.dependencies import CurrentUser
from app.users.errors import TooManyAttempts

__all__ = ["EventOutcome", "EventType", "Subject", "describe_user"]


def find_origin(request: Request, *, actor_id: str | None = None) -> Origin:
    """The origin of a request's events; ``actor_id`` is None for a visitor."""
    return Origin(actor_id=actor_id, address=get_client_address(request))


def record(
    session: Session,
    request: Request,
    event: EventType,
    *,
    state: AppState,
    actor_id: str | None,
    subject: Subject | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Record an event in the transaction of the change, so that neither is stored without the other."""
    service.record(
        session,
        event,
        origin=find_origin(request, actor_id=actor_id),
        at=state.now(),
        subject=subject,
        details=details,
    )


def record_own(
    session: Session, request: Request, event: EventType, *, state: AppState, user_id: str
) -> None:
    """Record what users do to their own account."""
    record(session, request, event, state=state, actor_id=user_id, subject=describe_user(user_id))


async def record_refusal(
    request: Request,
    event: EventType,
    *,
    state: AppState,
    subject_id: str | None,
    actor_id: str | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Record a wrong password or code. An unknown name is not stored: it may be a password."""
    await service.record_apart(
        state,
        event,
        origin=find_origin(request, actor_id=actor_id),
        outcome=EventOutcome.REFUSED,
        subject=describe_user(subject_id),
        details=details,
    )


async def record_throttled(
    request: Request,
    event: EventType,
    refusal: TooManyAttempts,
    *,
    state: AppState,
    subject_id: str | None,
    actor_id: str | None = None,
) -> None:
    """Record the first refusal of a caller who failed too often. Further ones would only fill the disk."""
    if refusal.is_first:
        await service.record_apart(
            state,
            event,
            origin=find_origin(request, actor_id=actor_id),
            outcome=EventOutcome.THROTTLED,
            subject=describe_user(subject_id),
        )


def records_deletion(kind: str, parameter: str) -> Any:
    """Declare that a route deletes the record named by a path parameter."""
    return records_change(EventType.RECORD_DELETED, kind, parameter)


def records_change(event: EventType, kind: str, parameter: str) -> Any:
    """Declare that a route causes an event about the record named by a path parameter.

    The route uses SessionDep: the event commits with the change, and is rolled back with it.
    """

    def record_change(
        request: Request, user: CurrentUser, session: SessionDep, state: StateDep
    ) -> Iterator[None]:
        yield
        # Only if the route did not raise: then the id is that of a record and not arbitrary text.
        subject = Subject(kind=kind, id=request.path_params[parameter])
        record(session, request, event, state=state, actor_id=user.id, subject=subject)

    return Depends(record_change, scope="function")


def records_export(kind: str, parameter: str | None = None) -> Any:
    """Declare that a route exports all records of a kind, or the one named by a path parameter."""

    async def record_export(request: Request, user: CurrentUser, state: StateDep) -> AsyncIterator[None]:
        yield
        # Only if the route did not refuse: some exports are for admins.
        await service.record_apart(
            state,
            EventType.RECORDS_EXPORTED,
            origin=find_origin(request, actor_id=user.id),
            subject=Subject(kind=kind, id=None if parameter is None else request.path_params[parameter]),
        )

    return Depends(record_export, scope="function")
