"""HTTP routes for candidates: what their link opens, and their consent. No sign-in."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.state import AppState, StateDep
from app.core.throttle import get_client_address
from app.interviews import access, rules
from app.interviews.announcement import announce_change
from app.interviews.consent import TEXT_VERSION, ConsentRequest, hash_address
from app.interviews.consent import give_consent as store_consent
from app.interviews.duration import read_clock
from app.interviews.schemas import CandidateInterviewResponse, CandidateInterviewView
from app.interviews.tables import Interview
from app.users.link_guesses import LIMITS_GUESSES
from app.users.repository import find_by_id

router = APIRouter(tags=["interviews"])


@router.get(
    "/api/interviews/candidate/{token}", dependencies=[LIMITS_GUESSES], responses=refuses(402, 410, 429)
)
def open_candidate_link(token: str, session: SessionDep, state: StateDep) -> CandidateInterviewResponse:
    """The interview that a candidate link opens. No sign-in."""
    interview = access.open_as_candidate(session, token=token, billing=choose_billing(state.settings))
    return _describe_to_candidate(session, interview, state)


# The whole transaction runs in one thread, then the change is announced. A plain route would hold the write
# lock while waiting for a free thread to commit.
@router.post(
    "/api/interviews/candidate/{token}/consent",
    dependencies=[LIMITS_GUESSES],
    responses=refuses(402, 409, 410, 429),
)
async def give_consent(
    token: str, body: ConsentRequest, request: Request, state: StateDep
) -> CandidateInterviewResponse:
    """Record the candidate's consent. No sign-in; stored before the response is sent.

    409 ``CONSENT_TEXT_CHANGED`` if the text shown is no longer the current one, or did not say that the
    interview is recorded.
    """

    def work(session: Session) -> CandidateInterviewResponse:
        interview = access.open_as_candidate(session, token=token, billing=choose_billing(state.settings))
        store_consent(
            session,
            interview=interview,
            request=body,
            address_hash=hash_address(state, get_client_address(request)),
            now=state.now(),
            is_recorded=rules.is_recording_planned(interview, state.settings),
        )
        return _describe_to_candidate(session, interview, state)

    response = await state.database.run(work)
    await announce_change(state, response.interview.id)
    return response


def _describe_to_candidate(
    session: Session, interview: Interview, state: AppState
) -> CandidateInterviewResponse:
    owner = find_by_id(session, interview.owner_id)
    assert owner is not None
    return CandidateInterviewResponse(
        interview=CandidateInterviewView.of(
            interview,
            owner=owner,
            now=read_clock(state, interview),
            max_interview_minutes=state.settings.max_interview_minutes,
            consent_text_version=TEXT_VERSION,
            is_recorded=rules.is_recording_planned(interview, state.settings),
        )
    )
