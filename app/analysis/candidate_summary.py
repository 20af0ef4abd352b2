"""Summary of a candidate's interviews, for their profile."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.analysis import repository
from app.analysis.service import read_report
from app.core.state import AppState
from app.reviews.access import is_report_concealed


def summarize_interviews(session: Session, candidate_id: str, user_id: str, *, state: AppState) -> str | None:
    """The summary of the latest report on a candidate that the user may read, or None."""
    settings = state.settings
    for interview_id in repository.list_reported(session, candidate_id=candidate_id, owner_id=user_id):
        if is_report_concealed(
            session,
            interview_id=interview_id,
            user_id=user_id,
            scores_first=settings.score_before_report,
        ):
            continue
        report = read_report(session, interview_id=interview_id, shows_consistency=settings.consistency_check)
        if report is not None:
            return report.summary
    return None
