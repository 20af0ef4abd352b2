"""Access to reviews: who may read and score an interview besides its owner."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.core.access_attempts import note_not_found
from app.interviews.errors import InterviewNotFound
from app.interviews.tables import Interview
from app.reviews import repository, rules


def get_reviewable(session: Session, *, user_id: str, interview_id: str) -> Interview:
    """An interview that the user owns or was named to review, by id or session id.

    Raises InterviewNotFound, also for another user's interview that the user does not review.
    """
    interview = repository.find_reviewable(session, user_id=user_id, interview_id=interview_id)
    if interview is None:
        note_not_found(interview_id)
        raise InterviewNotFound
    return interview


def is_report_concealed(session: Session, *, interview_id: str, user_id: str, scores_first: bool) -> bool:
    """Whether the report, and other people's scores, must not be sent to this user yet.

    ``scores_first`` is the setting ``score_before_report``. Every route that sends a report must call this.
    """
    card = repository.find_scorecard(session, interview_id=interview_id, user_id=user_id)
    return rules.is_concealed(
        scores_first=scores_first,
        has_scored=card is not None and card.submitted_at is not None,
        has_looked=card is not None and card.looked_at is not None,
    )
