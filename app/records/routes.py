"""Routes that candidates and job descriptions share: list, export, read, count, delete, history."""

# Without `from __future__ import annotations`: FastAPI could not resolve the annotations below, which
# refer to local variables.

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import StreamingResponse
from sqlalchemy.orm import Session

from app.core.csv_export import CSV_RESPONSE
from app.core.database import SessionDep
from app.core.hooks import Hooks
from app.core.refusals import refuses
from app.core.schemas import ApiSchema, Count, Data, Page, PageDep, Success
from app.core.state import StateDep
from app.record_history import repository as record_history
from app.record_history.schemas import RecordChangeView
from app.records.export import RecordExport
from app.records.repository import R, RecordQuery
from app.records.service import RecordType, count_record_interviews, delete_record
from app.users.audit import records_deletion, records_export
from app.users.dependencies import CurrentUser

SearchText = Annotated[str, Query(description="Of any length; looked up literally.")]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordApi(Generic[R]):
    """One kind of record, as the shared routes present it."""

    record_type: RecordType[R]
    name: str
    """Singular, for operation names such as ``delete_candidate``."""
    list_path: str
    read_path: str
    id_parameter: str
    read_query: Callable[..., RecordQuery]
    """Dependency that reads the query parameters of the list."""
    view: type[ApiSchema]
    """Response model of one record."""
    row: type[ApiSchema]
    """Response model of one record in the list: a view with its ``interview_count``."""
    export: RecordExport
    describe: Callable[[Session, R, Hooks], ApiSchema] | None = None
    """Makes the ``view`` of one record; None: from its attributes alone."""


def add_record_routes(router: APIRouter, api: RecordApi[R]) -> None:
    """Add the shared routes to a kind's router.

    Register other GET routes with one path segment (``/search``) before this: ``/{id}`` matches them too.
    """
    record_type, records = api.record_type, api.record_type.repository
    record_path = f"/{{{api.id_parameter}}}"

    def get_record(
        record_id: Annotated[str, Path(alias=api.id_parameter)], user: CurrentUser, session: SessionDep
    ) -> R:
        return records.get_owned(session, owner_id=user.id, record_id=record_id)

    @router.get(api.list_path, name=f"list_{api.name}s", response_model=Page.__class_getitem__(api.row))
    def list_records(
        user: CurrentUser,
        session: SessionDep,
        state: StateDep,
        page: PageDep,
        query: Annotated[RecordQuery, Depends(api.read_query)],
    ) -> Page[Any]:
        """Records, best match first where ``q`` is given, else the latest change first, unless sorted."""
        rows, total = records.list_owned(
            session, owner_id=user.id, query=query, offset=page.offset, limit=page.limit
        )
        counts = count_record_interviews(session, record_type, [row.id for row in rows], hooks=state.hooks)
        data = [
            api.row.model_validate(row).model_copy(update={"interview_count": counts[row.id]}) for row in rows
        ]
        return Page(data=data, pagination=page.describe(total))

    @router.get(
        "/export.csv",
        name=f"export_{api.name}s",
        response_class=StreamingResponse,
        responses=CSV_RESPONSE,
        dependencies=[records_export(record_type.kind)],
    )
    def export_records(
        user: CurrentUser,
        session: SessionDep,
        state: StateDep,
        query: Annotated[RecordQuery, Depends(api.read_query)],
    ) -> StreamingResponse:
        """The whole list as CSV, in the order of the list."""
        return api.export.stream(
            state.database,
            owner_id=user.id,
            ids=records.list_ids(session, owner_id=user.id, query=query).ids,
            at=state.now().astimezone(ZoneInfo(user.timezone or "UTC")),
        )

    @router.get(api.read_path, name=f"read_{api.name}", response_model=Data.__class_getitem__(api.view))
    def read_record(
        record: Annotated[R, Depends(get_record)], session: SessionDep, state: StateDep
    ) -> Data[Any]:
        if api.describe is None:
            return Data(data=api.view.model_validate(record))
        return Data(data=api.describe(session, record, state.hooks))

    @router.get(f"{record_path}/interview-count", name=f"count_{api.name}_interviews")
    def count_interviews(
        record: Annotated[R, Depends(get_record)], session: SessionDep, state: StateDep
    ) -> Count:
        """How many interviews must be deleted before this record can be."""
        counts = count_record_interviews(session, record_type, [record.id], hooks=state.hooks)
        return Count(count=counts[record.id])

    @router.delete(
        record_path,
        name=f"delete_{api.name}",
        dependencies=[records_deletion(record_type.kind, api.id_parameter)],
        responses=refuses(409),
    )
    def delete(
        record_id: Annotated[str, Path(alias=api.id_parameter)],
        user: CurrentUser,
        session: SessionDep,
        state: StateDep,
    ) -> Success:
        """Delete a record. 409 ``INVALID_STATE`` while interviews depend on it."""
        delete_record(session, record_type, owner_id=user.id, record_id=record_id, hooks=state.hooks)
        return Success()

    @router.get(f"{record_path}/history", name=f"list_{api.name}_history")
    def list_history(
        record: Annotated[R, Depends(get_record)], session: SessionDep, page: PageDep
    ) -> Page[RecordChangeView]:
        """Changes of a record, newest first: what, when, by whom and from which document."""
        rows, total = record_history.list_of_record(
            session, kind=record_type.kind, record_id=record.id, offset=page.offset, limit=page.limit
        )
        return Page(
            data=[RecordChangeView.of(change, name) for change, name in rows],
            pagination=page.describe(total),
        )
