"""HTTP routes of rooms: the STUN and TURN servers, for the check of the connection before joining."""

from __future__ import annotations

from fastapi import APIRouter

from app.billing.service import choose_billing
from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import StateDep
from app.interviews import access
from app.rooms.events import IceServer
from app.rooms.ice_servers import list_ice_servers
from app.users.dependencies import CurrentUser
from app.users.link_guesses import LIMITS_GUESSES

router = APIRouter(tags=["rooms"])


@router.get(
    "/api/interviews/candidate/{token}/ice-servers",
    dependencies=[LIMITS_GUESSES],
    responses=refuses(402, 410, 429),
)
def list_for_candidate(token: str, session: SessionDep, state: StateDep) -> Data[list[IceServer]]:
    """The servers of the candidate's connection. No sign-in."""
    interview = access.open_as_candidate(session, token=token, billing=choose_billing(state.settings))
    return Data(data=list_ice_servers(state, interview_id=interview.id, role="candidate"))


@router.get("/api/interviews/recruiter/{token_or_id}/ice-servers", responses=refuses(402, 410))
def list_for_recruiter(
    token_or_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> Data[list[IceServer]]:
    """The servers of the recruiter's connection."""
    interview = access.open_as_recruiter(
        session, user_id=user.id, token_or_id=token_or_id, billing=choose_billing(state.settings)
    )
    return Data(data=list_ice_servers(state, interview_id=interview.id, role="recruiter"))
