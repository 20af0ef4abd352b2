"""HTTP routes of exported files, report links and shared reports."""

from __future__ import annotations

from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Response
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.state import AppState, StateDep
from app.documents.files import content_disposition
from app.interviews.repository import get_owned
from app.interviews.tables import Interview
from app.recordings.store import RecordingStore
from app.reports import links
from app.reports.exports import (
    ExportContext,
    ExportDraft,
    ExportKind,
    finish_export,
    prepare_export,
)
from app.reports.material import ReportMaterial, read_material
from app.reports.schemas import CreateReportLink, NewReportLink, ReportLinkView, SharedReportView
from app.reports.words import ReportLanguage, load_words
from app.reviews.access import get_reviewable, is_report_concealed
from app.users.audit import EventType, records_change, records_export
from app.users.dependencies import CurrentUser
from app.users.link_guesses import LIMITS_GUESSES, CountOpening
from app.users.tables import User

router = APIRouter(tags=["reports"])

_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {}}, "description": "The file"}
}


def _read_material(session: Session, *, interview: Interview, user: User, state: AppState) -> ReportMaterial:
    """How much the user may see of the report of an interview that they own or review."""
    return read_material(
        session,
        interview=interview,
        is_concealed=is_report_concealed(
            session,
            interview_id=interview.id,
            user_id=user.id,
            scores_first=state.settings.score_before_report,
        ),
        shows_consistency=state.settings.consistency_check,
    )


@router.get(
    "/api/interviews/{interview_id}/export",
    response_class=Response,
    responses=_FILE | refuses(409),
    dependencies=[records_export("interview", "interview_id")],
)
async def export_interview(
    interview_id: str,
    user: CurrentUser,
    state: StateDep,
    file: ExportKind,
    language: Annotated[ReportLanguage, Query()] = "en",
) -> Response:
    """One file of an interview, with headings in ``language``.

    For the owner and the named reviewers; everything (``interview.json``) for the owner alone. 409
    ``NO_REPORT`` or ``NO_TRANSCRIPT`` if there is nothing to export, ``REPORT_CONCEALED`` before the user
    has scored the interview or has chosen to look.
    """
    context = ExportContext(
        words=load_words(language),
        timezone=ZoneInfo(user.timezone or "UTC"),
        author=state.settings.product_name,
        now=state.now(),
        recordings=RecordingStore.of(state),
    )

    def prepare(session: Session) -> ExportDraft:
        if file is ExportKind.INTERVIEW_JSON:
            interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
        else:
            interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
        material = _read_material(session, interview=interview, user=user, state=state)
        return prepare_export(session, interview=interview, material=material, kind=file, context=context)

    draft = await state.database.read(prepare)
    exported = await finish_export(draft, context=context)
    return Response(
        content=exported.content,
        media_type=exported.media_type,
        headers={
            "Content-Disposition": content_disposition(exported.name, is_inline=False),
            "Cache-Control": "private, no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


@router.get("/api/interviews/{interview_id}/report-links")
def list_report_links(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[list[ReportLinkView]]:
    """The links to the report, newest first. Expired and withdrawn ones stay listed for a while."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    found = links.list_links(session, interview_id=interview.id)
    return Data(data=[ReportLinkView.of(link, now=state.now()) for link in found])


@router.post(
    "/api/interviews/{interview_id}/report-links",
    dependencies=[records_change(EventType.REPORT_SHARED, "interview", "interview_id")],
    responses=refuses(409),
)
def create_report_link(
    interview_id: str, body: CreateReportLink, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[NewReportLink]:
    """A link that shows the report without sign-in.

    409 ``NO_REPORT``, ``TOO_MANY_REPORT_LINKS``, or ``REPORT_CONCEALED`` before the owner has scored the
    interview or has chosen to look.
    """
    now = state.now()
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    link, token = links.create_link(
        session,
        interview=interview,
        material=_read_material(session, interview=interview, user=user, state=state),
        label=body.label,
        days=body.days,
        now=now,
    )
    view = ReportLinkView.of(link, now=now)
    return Data(data=NewReportLink(**view.model_dump(), token=token))


@router.delete(
    "/api/interviews/{interview_id}/report-links/{link_id}",
    dependencies=[records_change(EventType.REPORT_LINK_REVOKED, "interview", "interview_id")],
)
def revoke_report_link(
    interview_id: str, link_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Success:
    """Withdraw a link: it stops working at once."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    links.revoke_link(session, interview_id=interview.id, link_id=link_id, now=state.now())
    return Success()


@router.get(
    "/api/shared-reports/{report_token}",
    dependencies=[LIMITS_GUESSES],
    responses=refuses(410, 429),
)
async def open_shared_report(
    report_token: str, response: Response, state: StateDep, count_opening: CountOpening
) -> Data[SharedReportView]:
    """The report that a link shows. No sign-in. 410 for an expired or withdrawn link; 429 for a network that
    opens too many, or too many that do not exist.
    """

    def read(session: Session) -> SharedReportView:
        link, interview = links.find_open_link(session, token=report_token, now=state.now())
        count_opening()
        material = read_material(
            session,
            interview=interview,
            is_concealed=False,
            shows_consistency=state.settings.consistency_check,
        )
        material.require_analysis()
        return SharedReportView.of(link, material)

    shared = await state.database.read(read)
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return Data(data=shared)
