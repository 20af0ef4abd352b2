"""HTTP routes of demo transcripts and the demo interview, for administrators' own interviews."""

from __future__ import annotations

from random import Random
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session

from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import AppState, StateDep
from app.demo import service
from app.demo.interview import create_demo_interview, make_random
from app.demo.schemas import (
    CreatedDemoInterview,
    DemoClearedResponse,
    DemoTranscript,
    DemoTranscriptResponse,
    GenerateTranscript,
)
from app.interviews.repository import get_owned
from app.interviews.tables import Interview
from app.transcription.announcement import announce_removal
from app.transcription.schemas import SegmentView
from app.users import audit
from app.users.audit import EventType, Subject
from app.users.dependencies import AdminUser

router = APIRouter(tags=["demo"])

DEMO = "/api/interview/{interview_id}/demo"


@router.post(DEMO + "/generate-transcript", responses=refuses(409))
async def generate_transcript(
    interview_id: str,
    body: GenerateTranscript,
    admin: AdminUser,
    request: Request,
    state: StateDep,
    random: Annotated[Random, Depends(make_random)],
) -> DemoTranscriptResponse:
    """Replace the demo transcript of an own interview.

    409 ``LIVE_INTERVIEW`` while an interview is transcribed, ``REAL_TRANSCRIPT`` if it has other lines.
    """

    def work(session: Session) -> tuple[str, DemoTranscript]:
        interview = get_owned(session, owner_id=admin.id, interview_id=interview_id)
        segments, covered = service.generate_transcript(
            session, interview=interview, request=body, now=state.now(), random=random
        )
        _record(session, request, EventType.DEMO_GENERATED, interview, state=state)
        views = [SegmentView.of(segment) for segment in segments]
        return interview.id, DemoTranscript(segments=views, covered_questions=covered)

    found_id, transcript = await state.database.run(work)
    await announce_removal(state, found_id)
    return DemoTranscriptResponse(
        data=transcript, message=f"{len(transcript.segments)} demo lines were generated."
    )


@router.delete(DEMO + "/clear-transcript")
async def clear_transcript(
    interview_id: str, admin: AdminUser, request: Request, state: StateDep
) -> DemoClearedResponse:
    """Remove the demo lines of an own interview, and the report that quotes them. Other lines stay."""

    def work(session: Session) -> tuple[str, int]:
        interview = get_owned(session, owner_id=admin.id, interview_id=interview_id)
        removed = service.clear_transcript(session, interview=interview)
        if removed:
            _record(session, request, EventType.DEMO_CLEARED, interview, state=state)
        return interview.id, removed

    found_id, removed = await state.database.run(work)
    await announce_removal(state, found_id)
    return DemoClearedResponse(message=f"{removed} demo lines were removed.", removed=removed)


@router.post("/api/demo-interview")
async def create_interview(
    admin: AdminUser, request: Request, state: StateDep, random: Annotated[Random, Depends(make_random)]
) -> Data[CreatedDemoInterview]:
    """Create the caller's demo interview, or return the existing one. Everything in it is invented."""

    def work(session: Session) -> str:
        interview = create_demo_interview(
            session, owner_id=admin.id, hooks=state.hooks, now=state.now(), random=random
        )
        _record(session, request, EventType.DEMO_GENERATED, interview, state=state)
        return interview.id

    return Data(data=CreatedDemoInterview(interview_id=await state.database.run(work)))


def _record(
    session: Session, request: Request, event: EventType, interview: Interview, *, state: AppState
) -> None:
    subject = Subject(kind="interview", id=interview.id)
    audit.record(session, request, event, state=state, actor_id=interview.owner_id, subject=subject)
