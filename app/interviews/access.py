"""Access to interviews: the one place that decides who may open an interview or enter its room.

"Open" is the page before the room (HTTP); "enter" is the room itself (socket).
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.billing.errors import NoCredits
from app.billing.port import Billing
from app.core.access_attempts import note_not_found
from app.core.errors import Forbidden
from app.interviews import repository, rules
from app.interviews.errors import (
    ConsentRequired,
    InterviewNotFound,
    InterviewTerminated,
    InterviewUnavailable,
    LinkReplaced,
    RoomRefusedDetails,
)
from app.interviews.tables import Interview, InterviewStatus
from app.users.repository import find_by_id


def open_as_candidate(session: Session, *, token: str, billing: Billing) -> Interview:
    """The interview a candidate token opens.

    Raises InterviewNotFound for an unknown token, InterviewUnavailable once the interview is
    completed or cancelled or its recruiter deactivated, and NoCredits if it could not be started.
    """
    return _admit_candidate(session, token=token, room_id=None, billing=billing)


def enter_as_candidate(session: Session, *, token: str, room_id: str, billing: Billing) -> Interview:
    """Like ``open_as_candidate``. Also raises Forbidden for another room and ConsentRequired."""
    interview = _admit_candidate(session, token=token, room_id=room_id, billing=billing)
    if interview.consented_at is None:
        raise ConsentRequired
    return interview


def open_as_recruiter(session: Session, *, user_id: str, token_or_id: str, billing: Billing) -> Interview:
    """The user's own interview, by recruiter token or id.

    Raises InterviewNotFound (even if the interview exists but belongs to another user), InterviewTerminated
    once it is completed or cancelled, and NoCredits if it could not be started.
    """
    interview = repository.get_for_recruiter(session, owner_id=user_id, token_or_id=token_or_id)
    return _admit_recruiter(session, interview=interview, billing=billing)


def enter_as_recruiter(session: Session, *, user_id: str, room_id: str, billing: Billing) -> Interview:
    """Like ``open_as_recruiter``, by room id."""
    interview = repository.find_by_room_id(session, room_id)
    if interview is None or interview.owner_id != user_id:
        note_not_found(room_id)
        raise InterviewNotFound
    return _admit_recruiter(session, interview=interview, billing=billing)


def stay_as_candidate(session: Session, *, token: str, interview_id: str) -> None:
    """Check that a candidate in the room may stay. The end of the interview alone does not remove them.

    Raises InterviewNotFound, InterviewUnavailable (cancelled, or the recruiter is deactivated), LinkReplaced.
    """
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    if interview.status == InterviewStatus.CANCELLED or not _is_owner_active(session, interview):
        raise InterviewUnavailable
    if interview.candidate_token != token:
        raise LinkReplaced


def stay_as_recruiter(session: Session, *, user_id: str, interview_id: str) -> None:
    """Like ``stay_as_candidate``. Raises InterviewNotFound, InterviewTerminated (cancelled)."""
    interview = repository.find_by_id(session, interview_id)
    if interview is None or interview.owner_id != user_id:
        raise InterviewNotFound
    if interview.status == InterviewStatus.CANCELLED:
        raise InterviewTerminated(interview.status)


def require_startable(session: Session, *, interview: Interview, billing: Billing) -> None:
    """Raise NoCredits if the interview has not begun and the owner lacks the credit to start it."""
    if interview.status in rules.STARTABLE:
        billing.require_credit(
            session,
            user_id=interview.owner_id,
            reserved=repository.count_running(session, owner_id=interview.owner_id),
        )


def _admit_candidate(session: Session, *, token: str, room_id: str | None, billing: Billing) -> Interview:
    interview = repository.find_by_candidate_token(session, token)
    if interview is None:
        raise InterviewNotFound
    if room_id is not None and interview.room_id != room_id:
        raise Forbidden("This link is for another room. Please check the link.")
    if interview.status in rules.ENDED or not _is_owner_active(session, interview):
        raise InterviewUnavailable
    require_startable(session, interview=interview, billing=billing)
    return interview


def _is_owner_active(session: Session, interview: Interview) -> bool:
    owner = find_by_id(session, interview.owner_id)
    return owner is not None and owner.is_active


def _admit_recruiter(session: Session, *, interview: Interview, billing: Billing) -> Interview:
    """A refusal that names the user's own interview, so that its page can be opened instead of the room."""
    try:
        if interview.status in rules.ENDED:
            raise InterviewTerminated(interview.status)
        require_startable(session, interview=interview, billing=billing)
    except (InterviewTerminated, NoCredits) as error:
        error.details = RoomRefusedDetails(interview_id=interview.id)
        raise
    return interview
