"""HTTP routes of reviews: scorecard, report, reviewers, decision, history."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session

from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep
from app.core.state import AppState, StateDep
from app.interviews.repository import get_owned
from app.interviews.tables import Interview
from app.reviews import access, repository, service
from app.reviews.access import get_reviewable
from app.reviews.errors import ReportConcealed
from app.reviews.schemas import (
    AddReviewer,
    ColleagueView,
    ReviewChangeView,
    ReviewResponse,
    SaveDecision,
    SaveScorecard,
    SharedInterview,
)
from app.users.audit import EventType, records_change
from app.users.dependencies import CurrentUser
from app.users.tables import User

router = APIRouter(tags=["reviews"])

REVIEW = "/api/interviews/{interview_id}/review"
REVIEWERS = "/api/interviews/{interview_id}/reviewers"


def _respond(session: Session, *, interview: Interview, user: User, state: AppState) -> ReviewResponse:
    return ReviewResponse(
        data=service.describe_review(
            session, interview=interview, user=user, scores_first=state.settings.score_before_report
        )
    )


@router.get("/api/reviews")
def list_shared_interviews(user: CurrentUser, session: SessionDep, page: PageDep) -> Page[SharedInterview]:
    """Interviews of other users that the user was named to review, those not yet scored first."""
    rows, total = repository.list_shared_with(session, user_id=user.id, offset=page.offset, limit=page.limit)
    return Page(
        data=[
            SharedInterview.of(interview, owner_name=name, has_scored=scored, reviewer=reviewer)
            for interview, name, scored, reviewer in rows
        ],
        pagination=page.describe(total),
    )


@router.get(REVIEW)
def read_review(interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep) -> ReviewResponse:
    """The review as the user may see it. For the owner and the named reviewers."""
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    return _respond(session, interview=interview, user=user, state=state)


@router.put(REVIEW, responses=refuses(409))
def save_scorecard(
    interview_id: str, body: SaveScorecard, user: CurrentUser, session: SessionDep, state: StateDep
) -> ReviewResponse:
    """Save the user's own scores and notes. 409 ``INTERVIEW_NOT_HELD`` before the interview has begun."""
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    service.save_scorecard(
        session,
        interview=interview,
        user_id=user.id,
        request=body,
        scores_first=state.settings.score_before_report,
        now=state.now(),
    )
    return _respond(session, interview=interview, user=user, state=state)


@router.post(REVIEW + "/look", responses=refuses(409))
def look_at_report(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> ReviewResponse:
    """Show the report without scoring first. The choice is recorded."""
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    service.look_at_report(session, interview=interview, user_id=user.id, now=state.now())
    return _respond(session, interview=interview, user=user, state=state)


@router.get(REVIEW + "/history", responses=refuses(409))
def list_review_changes(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep, page: PageDep
) -> Page[ReviewChangeView]:
    """Scores, decisions, reviewers and edited findings, newest first. 409 ``REPORT_CONCEALED``."""
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    if access.is_report_concealed(
        session,
        interview_id=interview.id,
        user_id=user.id,
        scores_first=state.settings.score_before_report,
    ):
        raise ReportConcealed
    rows, total = repository.list_changes(
        session, interview_id=interview.id, offset=page.offset, limit=page.limit
    )
    return Page(
        data=[ReviewChangeView.of(change, actor_name=name) for change, name in rows],
        pagination=page.describe(total),
    )


@router.put("/api/interviews/{interview_id}/decision", responses=refuses(409))
def save_decision(
    interview_id: str, body: SaveDecision, user: CurrentUser, session: SessionDep, state: StateDep
) -> ReviewResponse:
    """Decide on the candidate. Only the owner may do this. 409 before the interview has begun."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    service.save_decision(session, interview=interview, user_id=user.id, request=body, now=state.now())
    return _respond(session, interview=interview, user=user, state=state)


@router.get(REVIEWERS + "/available")
def search_colleagues(
    interview_id: str,
    user: CurrentUser,
    session: SessionDep,
    q: Annotated[str, Query(min_length=1, max_length=100)],
) -> Data[list[ColleagueView]]:
    """Up to ten active users who can be named as reviewers, by name or username. For the owner."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    found = repository.search_colleagues(session, interview=interview, text=q.strip())
    return Data(data=[ColleagueView.of(colleague) for colleague in found])


@router.post(
    REVIEWERS,
    dependencies=[records_change(EventType.REVIEWER_ADDED, "interview", "interview_id")],
    responses=refuses(409),
)
def add_reviewer(
    interview_id: str, body: AddReviewer, user: CurrentUser, session: SessionDep, state: StateDep
) -> ReviewResponse:
    """Name a user of this server as reviewer. Only the owner may do this. Idempotent."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    service.add_reviewer(session, interview=interview, username=body.username, now=state.now())
    return _respond(session, interview=interview, user=user, state=state)


@router.delete(
    REVIEWERS + "/{reviewer_id}",
    dependencies=[records_change(EventType.REVIEWER_REMOVED, "interview", "interview_id")],
)
def remove_reviewer(
    interview_id: str, reviewer_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> ReviewResponse:
    """End a reviewer's access; their scorecard stays. Only the owner may do this."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    service.remove_reviewer(session, interview=interview, reviewer_id=reviewer_id, now=state.now())
    return _respond(session, interview=interview, user=user, state=state)
