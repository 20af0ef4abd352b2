"""Callers of the access matrix, one for each column, with the credential that each shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto

import jwt

from app.core.security import sign_session_token
from app.core.state import AppState
from app.reviews.tables import Reviewer
from app.users import accounts, repository
from tests.conftest import Person
from tests.contract.records import Ids


class Caller(Enum):
    NOBODY = auto()
    CANDIDATE = auto()
    """With the link of the owner's interview."""
    OTHER_CANDIDATE = auto()
    """With the link of another recruiter's interview."""
    OTHER_RECRUITER = auto()
    OWNER = auto()
    REVIEWER = auto()
    """Named by the owner to review the interview."""
    ADMIN = auto()
    """Not the owner."""
    DEACTIVATED = auto()
    EXPIRED = auto()
    """The owner, with a session that has ended by its age."""
    TAMPERED = auto()
    """The owner's session token with the role changed to admin."""

    @property
    def has_session(self) -> bool:
        return self in {Caller.OTHER_RECRUITER, Caller.OWNER, Caller.REVIEWER, Caller.ADMIN}


@dataclass(frozen=True)
class Cast:
    """The credential of each caller: a bearer token, or None."""

    tokens: dict[Caller, str | None]


def gather(
    state: AppState,
    *,
    alice: Person,
    bob: Person,
    ada: Person,
    dave: Person,
    rita: Person,
    ids: Ids,
    bobs: Ids,
) -> Cast:
    """Prepare all callers: ``alice`` owns ``ids``, ``bob`` owns ``bobs``, ``dave`` is deactivated, and
    ``rita`` reviews the interview of ``ids``.
    """
    with state.database.transaction() as session:
        accounts.set_active(session, user_id=dave.id, active=False)
        session.add(Reviewer(interview_id=ids["interview_id"], user_id=rita.id))
        sessions = repository.list_sessions(session, user_id=alice.id, now=state.now())
        session_token_id = sessions[0].id
    an_hour_ago = state.now() - timedelta(hours=1)
    expired = sign_session_token(
        secret=state.session_secret,
        session_token_id=session_token_id,
        user_id=alice.id,
        role="recruiter",
        issued_at=an_hour_ago - timedelta(hours=12),
        expires_at=an_hour_ago,
    )
    header, _, signature = alice.token.split(".")
    claims = jwt.decode(alice.token, options={"verify_signature": False}) | {"role": "admin"}
    payload = jwt.encode(claims, "x" * 32, algorithm="HS256").split(".")[1]
    return Cast(
        {
            Caller.NOBODY: None,
            Caller.CANDIDATE: ids["token"],
            Caller.OTHER_CANDIDATE: bobs["token"],
            Caller.OTHER_RECRUITER: bob.token,
            Caller.OWNER: alice.token,
            Caller.REVIEWER: rita.token,
            Caller.ADMIN: ada.token,
            Caller.DEACTIVATED: dave.token,
            Caller.EXPIRED: expired,
            Caller.TAMPERED: f"{header}.{payload}.{signature}",
        }
    )
