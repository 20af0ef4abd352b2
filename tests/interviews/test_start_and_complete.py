"""Starting and completing interviews: consent, credits, charges and the maximum duration."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from app.billing.plan_billing import PlanBilling
from app.billing.tables import LedgerEntry
from app.core.state import AppState
from app.interviews import service
from tests.conftest import FrozenClock, Person
from tests.interviews.steps import give_consent, read_credits, set_credits

Json = dict[str, Any]


class TestStartAndComplete:
    def test_starting_requires_consent(self, alice: Person, interview: Json) -> None:
        response = alice.patch(f"/api/interviews/recruiter/{interview['recruiterToken']}/start")
        assert (response.status_code, response.json()["code"]) == (409, "CONSENT_REQUIRED")

    def test_starting_requires_a_credit(
        self, alice: Person, anonymous: TestClient, interview: Json, state: AppState
    ) -> None:
        give_consent(anonymous, interview)
        set_credits(state, alice, 0)
        response = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
        assert (response.status_code, response.json()["code"]) == (402, "NO_CREDITS")
        assert alice.get("/api/billing/can-start").status_code == 402

    def test_starting_is_idempotent_and_keeps_the_first_start_time(
        self, alice: Person, running_interview: Json, clock: FrozenClock
    ) -> None:
        clock.advance(minutes=1)
        again = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/start")
        assert again.status_code == 200
        assert again.json()["interview"]["startedAt"] == running_interview["startedAt"]
        assert again.json()["interview"]["elapsedSeconds"] == 60

    def test_an_interview_that_has_not_started_cannot_be_completed(
        self, alice: Person, interview: Json
    ) -> None:
        response = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")
        assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")

    @pytest.mark.parametrize(("seconds", "credits"), [(300, 0), (301, 1), (3600, 1), (3601, 2)])
    def test_completing_charges_credits_by_duration(
        self,
        alice: Person,
        running_interview: Json,
        clock: FrozenClock,
        state: AppState,
        seconds: int,
        credits: int,
    ) -> None:
        before = read_credits(state, alice)
        clock.advance(seconds=seconds)
        done = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete").json()
        assert done["status"] == "completed"
        assert done["interview"]["billedCredits"] == credits
        assert done["interview"]["billedMinutes"] == pytest.approx(seconds / 60, abs=0.01)
        assert before - read_credits(state, alice) == credits

    def test_fifty_concurrent_completions_charge_once(
        self, alice: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        before = read_credits(state, alice)
        clock.advance(minutes=30)
        path = f"/api/interviews/recruiter/{running_interview['_id']}/complete"
        with ThreadPoolExecutor(10) as pool:
            statuses = list(pool.map(lambda _: alice.patch(path).status_code, range(50)))
        assert set(statuses) == {200}
        assert before - read_credits(state, alice) == 1
        with state.database.reading() as session:
            assert session.scalar(select(func.count()).select_from(LedgerEntry)) == 1

    def test_a_balance_never_goes_below_zero(
        self, alice: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        set_credits(state, alice, 1)
        clock.advance(hours=1, seconds=1)
        done = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete").json()
        assert done["interview"]["billedCredits"] == 2
        assert read_credits(state, alice) == 0

    def test_one_credit_starts_only_one_of_ten_interviews(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        set_credits(state, alice, 1)
        made = [alice.post("/api/interviews", json={}).json()["interview"] for _ in range(10)]
        for one in made:
            give_consent(anonymous, one)
        with ThreadPoolExecutor(10) as pool:
            statuses = list(
                pool.map(
                    lambda one: alice.patch(f"/api/interviews/recruiter/{one['_id']}/start").status_code, made
                )
            )
        assert sorted(statuses) == [200] + [402] * 9

    def test_final_notes_are_stored(self, alice: Person, running_interview: Json) -> None:
        done = alice.patch(
            f"/api/interviews/recruiter/{running_interview['_id']}/complete", json={"finalNotes": "Good."}
        )
        assert done.json()["interview"]["finalNotes"] == "Good."

    def test_a_completed_room_is_closed_to_the_recruiter(
        self, alice: Person, running_interview: Json
    ) -> None:
        alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete")
        response = alice.get(f"/api/interviews/recruiter/{running_interview['recruiterToken']}")
        assert (response.status_code, response.json()["code"]) == (410, "INTERVIEW_TERMINATED")


class TestMaximumTime:
    def test_overdue_interview_ends_at_its_latest_time(
        self, alice: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        clock.advance(hours=11)
        with state.database.transaction() as session:
            ended = service.complete_overdue(
                session, billing=PlanBilling(), now=clock.now(), max_minutes=120, hooks=state.hooks
            )
        assert ended == [running_interview["_id"]]
        interview = alice.get(f"/api/interviews/{running_interview['_id']}").json()["interview"]
        assert (interview["status"], interview["duration"], interview["billedCredits"]) == (
            "completed",
            7200.0,
            2,
        )

    def test_interview_with_time_left_continues(
        self, alice: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        clock.advance(minutes=119, seconds=59)
        with state.database.transaction() as session:
            assert not service.complete_overdue(
                session, billing=PlanBilling(), now=clock.now(), max_minutes=120, hooks=state.hooks
            )
