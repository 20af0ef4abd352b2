"""Starting and completing interviews: consent, credits, charges and the maximum duration."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.billing.tables import LedgerEntry, LedgerKind
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.interviews.jobs import end_overdue_interviews
from app.interviews.tables import Interview
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
            charges = (
                select(func.count()).select_from(LedgerEntry).where(LedgerEntry.kind == LedgerKind.CHARGE)
            )
            assert session.scalar(charges) == 1

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
    async def test_overdue_interview_ends_at_its_latest_time(
        self, alice: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        clock.advance(hours=11)
        assert await end_overdue_interviews(state) == JobCounts(processed=1)
        interview = alice.get(f"/api/interviews/{running_interview['_id']}").json()["interview"]
        assert (interview["status"], interview["duration"], interview["billedCredits"]) == (
            "completed",
            7200.0,
            2,
        )

    async def test_interview_with_time_left_continues(
        self, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        clock.advance(minutes=119, seconds=59)
        assert await end_overdue_interviews(state) is None

    async def test_one_that_cannot_be_ended_does_not_keep_the_others_running(
        self, alice: Person, anonymous: TestClient, clock: FrozenClock, state: AppState
    ) -> None:
        """All overdue interviews ended in one transaction: one that failed kept all of them running."""
        set_credits(state, alice, 5)
        ids = []
        for _ in range(3):
            one = alice.post("/api/interviews", json={}).json()["interview"]
            give_consent(anonymous, one)
            alice.patch(f"/api/interviews/recruiter/{one['_id']}/start")
            ids.append(one["_id"])

        def refuse_second(_session: Session, interview_id: str) -> None:
            if interview_id == ids[1]:
                raise ValueError

        state.hooks.interview_completed.append(refuse_second)
        clock.advance(hours=3)
        assert await end_overdue_interviews(state) == JobCounts(processed=2, errors=1)
        statuses = [alice.get(f"/api/interviews/{one}").json()["interview"]["status"] for one in ids]
        assert statuses == ["completed", "in_progress", "completed"]

    async def test_interview_of_a_deactivated_recruiter_ends_now(
        self, alice: Person, ada: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        """The interview went on, and was transcribed and charged, until its maximum duration."""
        clock.advance(minutes=10)
        ada.patch(f"/api/admin/users/{alice.id}", json={"isActive": False})
        await end_overdue_interviews(state)
        with state.database.reading() as session:
            interview = session.get_one(Interview, running_interview["_id"])
            assert (interview.status, interview.billed_seconds) == ("completed", 600.0)


class TestClockSteps:
    """The wall clock is set while an interview runs: its duration does not change."""

    @pytest.mark.parametrize("hours", [1, -1])
    def test_a_step_is_neither_billed_nor_shown(
        self, alice: Person, running_interview: Json, clock: FrozenClock, hours: float
    ) -> None:
        path = f"/api/interviews/{running_interview['_id']}"
        clock.advance(minutes=10)
        assert alice.get(path).json()["interview"]["elapsedSeconds"] == 600
        clock.step(hours=hours)
        clock.advance(minutes=10)
        assert alice.get(path).json()["interview"]["elapsedSeconds"] == 1200
        done = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete").json()
        assert (done["interview"]["duration"], done["interview"]["billedCredits"]) == (1200, 1)

    @pytest.mark.parametrize("hours", [2, -2])
    async def test_a_step_does_not_move_the_maximum_time(
        self, running_interview: Json, clock: FrozenClock, state: AppState, hours: float
    ) -> None:
        clock.advance(minutes=30)
        assert await end_overdue_interviews(state) is None
        clock.step(hours=hours)
        clock.advance(minutes=89)
        assert await end_overdue_interviews(state) is None
        clock.advance(minutes=1)
        assert await end_overdue_interviews(state) == JobCounts(processed=1)
