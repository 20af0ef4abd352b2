"""Admission to an interview, by every state it can have: its page (HTTP) and its room (socket) agree."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from fastapi.testclient import TestClient

from app.billing.tables import BillingAccount
from app.core.ids import new_link_token
from app.core.state import AppState
from app.interviews.tables import Interview, InterviewStatus
from app.users import accounts
from tests.conftest import Person
from tests.contract.conftest import Dispatch
from tests.interviews.steps import give_consent

Json = dict[str, Any]
UNKNOWN = "INTERVIEW_NOT_FOUND"


class Situation(NamedTuple):
    status: InterviewStatus
    has_credit: bool = True
    is_owner_active: bool = True


class Codes(NamedTuple):
    """The code of the refusal; None where the page and the room open."""

    owner: str | None
    candidate: str | None


ADMISSION = {
    Situation(InterviewStatus.DRAFT): Codes(None, None),
    Situation(InterviewStatus.SCHEDULED): Codes(None, None),
    Situation(InterviewStatus.IN_PROGRESS): Codes(None, None),
    Situation(InterviewStatus.COMPLETED): Codes("INTERVIEW_TERMINATED", "INTERVIEW_UNAVAILABLE"),
    Situation(InterviewStatus.CANCELLED): Codes("INTERVIEW_TERMINATED", "INTERVIEW_UNAVAILABLE"),
    Situation(InterviewStatus.DRAFT, has_credit=False): Codes("NO_CREDITS", "NO_CREDITS"),
    Situation(InterviewStatus.SCHEDULED, has_credit=False): Codes("NO_CREDITS", "NO_CREDITS"),
    # It has begun, so its credit is reserved.
    Situation(InterviewStatus.IN_PROGRESS, has_credit=False): Codes(None, None),
    Situation(InterviewStatus.COMPLETED, has_credit=False): Codes(
        "INTERVIEW_TERMINATED", "INTERVIEW_UNAVAILABLE"
    ),
    Situation(InterviewStatus.CANCELLED, has_credit=False): Codes(
        "INTERVIEW_TERMINATED", "INTERVIEW_UNAVAILABLE"
    ),
    Situation(InterviewStatus.SCHEDULED, is_owner_active=False): Codes(
        "UNAUTHORIZED", "INTERVIEW_UNAVAILABLE"
    ),
    Situation(InterviewStatus.IN_PROGRESS, is_owner_active=False): Codes(
        "UNAUTHORIZED", "INTERVIEW_UNAVAILABLE"
    ),
}


def test_every_status_is_declared() -> None:
    assert {(situation.status, situation.has_credit) for situation in ADMISSION} == {
        (status, has_credit) for status in InterviewStatus for has_credit in (True, False)
    }


def bring_about(state: AppState, owner: Person, interview: Json, situation: Situation) -> None:
    with state.database.transaction() as session:
        account = session.get_one(BillingAccount, owner.id)
        account.credits_remaining = 1 if situation.has_credit else 0
        row = session.get_one(Interview, interview["_id"])
        row.status = situation.status
        row.started_at = None if situation.status in ("draft", "scheduled") else state.now()
    if not situation.is_owner_active:
        with state.database.transaction() as session:
            accounts.set_active(session, user_id=owner.id, active=False)


@pytest.mark.parametrize("situation", list(ADMISSION), ids=lambda situation: "-".join(map(str, situation)))
def test_page_and_room_admit_by_the_same_rule(
    state: AppState,
    alice: Person,
    bob: Person,
    anonymous: TestClient,
    dispatch: Dispatch,
    interview: Json,
    situation: Situation,
) -> None:
    give_consent(anonymous, interview)
    bring_about(state, alice, interview, situation)
    codes = ADMISSION[situation]
    recruiter_page = f"/api/interviews/recruiter/{interview['recruiterToken']}"
    unknown_token = new_link_token()
    visits = [
        ("owner", "recruiter", alice.token, alice.get(recruiter_page), codes.owner),
        ("other recruiter", "recruiter", bob.token, bob.get(recruiter_page), UNKNOWN),
        *(
            (who, "candidate", token, anonymous.get(f"/api/interviews/candidate/{token}"), code)
            for who, token, code in (
                ("candidate", interview["candidateToken"], codes.candidate),
                ("holder of an unknown link", unknown_token, UNKNOWN),
            )
        ),
    ]
    for who, role, token, page, code in visits:
        joined = dispatch(who, "join-room", {"roomId": interview["roomId"], "role": role, "token": token})
        opened = page.json()
        assert (who, opened.get("code")) == (who, code)
        assert opened["success"] == joined["success"] == (code is None)
        # The sentence for an ended session is the room's own, as specified.
        if code not in (None, "UNAUTHORIZED"):
            assert opened == joined
        assert opened.get("code") == joined.get("code")
        dispatch(who, "leave-room", {})


def test_without_consent_the_page_opens_and_the_room_does_not(
    anonymous: TestClient, dispatch: Dispatch, interview: Json
) -> None:
    """The only difference between page and room: consent is given on the page."""
    token = interview["candidateToken"]
    assert anonymous.get(f"/api/interviews/candidate/{token}").status_code == 200
    room = {"roomId": interview["roomId"], "role": "candidate", "token": token}
    assert dispatch("cara", "join-room", room)["code"] == "CONSENT_REQUIRED"
