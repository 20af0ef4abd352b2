"""Routes with which admins read and export the record of security events."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from app.admin.security_events import repository
from app.admin.security_events.repository import EventFilter, EventRow
from app.admin.security_events.schemas import SecurityEventView
from app.core.csv_export import CSV_RESPONSE, csv_response
from app.core.database import SessionDep
from app.core.schemas import Instant, Page, PageDep
from app.core.state import StateDep
from app.security_events.tables import EventOutcome, EventType
from app.users.audit import records_export
from app.users.dependencies import AdminUser, ConfirmedAdmin

router = APIRouter(prefix="/api/admin/security-events", tags=["admin"])

_HEADER = ("Time", "Event", "Outcome", "Actor", "Actor ID", "Subject", "Subject ID", "Address", "Details")


def _read_filter(
    type: EventType | None = None,  # noqa: A002
    outcome: EventOutcome | None = None,
    search: Annotated[str, Query(max_length=300)] = "",
    since: Instant | None = None,
    before: Instant | None = None,
) -> EventFilter:
    return EventFilter(type=type, outcome=outcome, text=search.strip(), since=since, before=before)


FilterDep = Annotated[EventFilter, Depends(_read_filter)]


@router.get("")
def list_events(
    _admin: AdminUser, session: SessionDep, page: PageDep, filters: FilterDep
) -> Page[SecurityEventView]:
    """Security events, newest first. ``search`` is part of a username, or an address or id."""
    rows, total = repository.list_events(session, filters=filters, page=page)
    return Page(data=[_describe(row) for row in rows], pagination=page.describe(total))


@router.get(
    "/export.csv",
    response_class=StreamingResponse,
    responses=CSV_RESPONSE,
    dependencies=[records_export("security_event")],
)
def export_events(_admin: ConfirmedAdmin, state: StateDep, filters: FilterDep) -> StreamingResponse:
    """All security events that match the filters, as CSV."""
    rows = repository.read_all(state.database, filters=filters)
    return csv_response(name="security-events", at=state.now(), header=_HEADER, rows=map(_to_cells, rows))


def _describe(row: EventRow) -> SecurityEventView:
    event, actor_name, subject_name = row
    return SecurityEventView(
        id=event.id,
        at=event.at,
        type=event.type,
        outcome=event.outcome,
        actor_id=event.actor_id,
        actor_name=actor_name,
        subject_kind=event.subject_kind,
        subject_id=event.subject_id,
        subject_name=subject_name,
        address=event.address,
        details=event.details,
    )


def _to_cells(row: EventRow) -> tuple[str, ...]:
    event, actor_name, subject_name = row
    return (
        f"{event.at:%Y-%m-%dT%H:%M:%SZ}",
        event.type,
        event.outcome,
        actor_name or "",
        event.actor_id or "",
        subject_name or event.subject_kind or "",
        event.subject_id or "",
        event.address,
        json.dumps(event.details, ensure_ascii=False) if event.details else "",
    )
