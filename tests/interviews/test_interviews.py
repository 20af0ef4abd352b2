"""Interviews over HTTP: create, change, access, start, complete, delete, list."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select, update

from app.billing.plan_billing import PlanBilling
from app.billing.tables import BillingAccount, LedgerEntry
from app.core.state import AppState
from app.interviews import service
from app.interviews.rules import can_change_manually
from app.interviews.tables import InterviewStatus
from tests.conftest import FrozenClock, Person

Json = dict[str, Any]


def _credits(state: AppState, person: Person) -> int:
    with state.database.reading() as session:
        return session.get_one(BillingAccount, person.id).credits_remaining


def _set_credits(state: AppState, person: Person, number: int) -> None:
    with state.database.transaction() as session:
        session.execute(
            update(BillingAccount).where(BillingAccount.user_id == person.id).values(credits_remaining=number)
        )


def _consent(anonymous: TestClient, interview: Json) -> None:
    answer = anonymous.post(
        f"/api/interviews/candidate/{interview['candidateToken']}/consent", json={"accepted": True}
    )
    assert answer.status_code == 200


class TestCreate:
    def test_defaults_are_the_specified_ones(self, alice: Person) -> None:
        made = alice.post("/api/interviews", json={}).json()["interview"]
        assert (made["title"], made["candidateName"], made["status"]) == (
            "New Interview",
            "Unnamed Candidate",
            "draft",
        )

    def test_same_session_id_creates_one_interview(self, alice: Person) -> None:
        first = alice.post("/api/interviews", json={"sessionId": "abc"}).json()["interview"]
        second = alice.post("/api/interviews", json={"sessionId": "abc"}).json()["interview"]
        assert first["_id"] == second["_id"]
        assert alice.get("/api/interviews").json()["pagination"]["total"] == 1

    def test_session_id_of_another_user_is_refused(self, alice: Person, bob: Person) -> None:
        alice.post("/api/interviews", json={"sessionId": "abc"})
        answer = bob.post("/api/interviews", json={"sessionId": "abc"})
        assert answer.status_code == 409
        assert "interview" not in answer.json()

    def test_link_tokens_hold_256_random_bits_and_differ(self, alice: Person) -> None:
        made = [alice.post("/api/interviews", json={}).json()["interview"] for _ in range(3)]
        tokens = {token for one in made for token in (one["candidateToken"], one["recruiterToken"])}
        assert len(tokens) == 6
        assert all(len(token) >= 43 for token in tokens)

    def test_invalid_status_or_email_is_named_in_the_error(self, alice: Person) -> None:
        answer = alice.post("/api/interviews", json={"status": "completed", "candidateEmail": "none"})
        assert answer.status_code == 422
        assert {"status", "candidateEmail"} <= {field["path"] for field in answer.json()["fields"]}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/interviews/{id}"),
        ("PATCH", "/api/interviews/{id}"),
        ("DELETE", "/api/interview/{id}"),
        ("GET", "/api/interviews/recruiter/{id}"),
        ("GET", "/api/interviews/recruiter/{recruiterToken}"),
        ("PATCH", "/api/interviews/recruiter/{id}/start"),
        ("PATCH", "/api/interviews/recruiter/{id}/complete"),
        ("PATCH", "/api/interviews/recruiter/{id}/notes"),
    ],
)
class TestAccess:
    def _call(self, who: Any, method: str, path: str, interview: Json) -> Any:
        url = path.format(id=interview["_id"], recruiterToken=interview["recruiterToken"])
        body = {"liveNotes": "note"} if url.endswith("notes") else {}
        return who.request(method, url, json=None if method in {"GET", "DELETE"} else body)

    def test_anonymous_is_401(self, anonymous: TestClient, interview: Json, method: str, path: str) -> None:
        assert self._call(anonymous, method, path, interview).status_code == 401

    def test_bob_gets_what_an_unknown_id_gets(
        self, bob: Person, interview: Json, method: str, path: str
    ) -> None:
        unknown = {"_id": "0" * 32, "recruiterToken": "1" * 43}
        theirs = self._call(bob, method, path, interview)
        missing = self._call(bob, method, path, unknown)
        assert theirs.status_code == missing.status_code == 404
        assert theirs.json() == missing.json()


class TestStatus:
    def test_only_the_allowed_status_changes_can_be_made_manually(self) -> None:
        allowed = {
            (old, new)
            for old in InterviewStatus
            for new in InterviewStatus
            if old != new and can_change_manually(old, new)
        }
        assert allowed == {
            (InterviewStatus.DRAFT, InterviewStatus.SCHEDULED),
            (InterviewStatus.SCHEDULED, InterviewStatus.DRAFT),
            (InterviewStatus.DRAFT, InterviewStatus.CANCELLED),
            (InterviewStatus.SCHEDULED, InterviewStatus.CANCELLED),
            (InterviewStatus.CANCELLED, InterviewStatus.DRAFT),
            (InterviewStatus.CANCELLED, InterviewStatus.SCHEDULED),
        }

    def test_forbidden_status_change_is_409_and_changes_nothing(self, alice: Person, interview: Json) -> None:
        answer = alice.patch(
            f"/api/interviews/{interview['_id']}", json={"status": "in-progress", "title": "Changed"}
        )
        assert answer.status_code == 409
        assert answer.json()["code"] == "INVALID_STATE"
        assert alice.get(f"/api/interviews/{interview['_id']}").json()["interview"]["title"] != "Changed"

    def test_scheduling_keeps_time_duration_and_zone(self, alice: Person, interview: Json) -> None:
        answer = alice.patch(
            f"/api/interviews/{interview['_id']}",
            json={
                "status": "scheduled",
                "scheduledDate": "2083-12-01T09:00:00+01:00",
                "scheduledDuration": 45,
                "scheduledTimezone": "Europe/Berlin",
            },
        ).json()["interview"]
        assert answer["scheduledDate"] == "2083-12-01T08:00:00.000Z"
        assert (answer["scheduledDuration"], answer["scheduledTimezone"]) == (45, "Europe/Berlin")

    @pytest.mark.parametrize("minutes_ago", [6, 60 * 24 * 365])
    def test_time_in_the_past_is_refused(
        self, alice: Person, interview: Json, clock: FrozenClock, minutes_ago: int
    ) -> None:
        over = (clock.now() - timedelta(minutes=minutes_ago)).isoformat()
        path = f"/api/interviews/{interview['_id']}"
        for answer in (
            alice.post("/api/interviews", json={"scheduledDate": over}),
            alice.patch(path, json={"scheduledDate": over, "status": "scheduled", "title": "Changed"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (422, "TIME_HAS_PASSED")
            assert answer.json()["message"] == "This time is in the past. Choose a later one."
        assert alice.get(path).json()["interview"] == interview
        assert len(alice.get("/api/interviews").json()["data"]) == 1

    def test_time_a_few_minutes_ago_is_accepted(
        self, alice: Person, interview: Json, clock: FrozenClock
    ) -> None:
        just = (clock.now() - timedelta(minutes=4)).isoformat()
        path = f"/api/interviews/{interview['_id']}"
        assert alice.patch(path, json={"scheduledDate": just}).status_code == 200
        assert alice.post("/api/interviews", json={"scheduledDate": just}).status_code == 200

    def test_other_fields_of_a_past_interview_can_be_changed(
        self, alice: Person, interview: Json, clock: FrozenClock
    ) -> None:
        path = f"/api/interviews/{interview['_id']}"
        date = (clock.now() + timedelta(minutes=1)).isoformat()
        alice.patch(path, json={"scheduledDate": date, "status": "scheduled"})
        clock.advance(minutes=50)
        for change in (
            {"title": "Talk"},
            {"scheduledDate": date, "scheduledDuration": 60},
            {"status": "draft"},
        ):
            assert alice.patch(path, json=change).status_code == 200
        assert alice.patch(path, json={"scheduledDate": None}).status_code == 200

    @pytest.mark.parametrize(
        "date",
        ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:00Z", "9999-12-31T23:59:00-14:00", "soon", 1e30],
    )
    def test_a_date_beyond_the_calendar_is_refused(self, alice: Person, interview: Json, date: Any) -> None:
        path = f"/api/interviews/{interview['_id']}"
        for answer in (
            alice.patch(path, json={"scheduledDate": date}),
            alice.post("/api/interviews", json={"scheduledDate": date}),
            alice.post(path + "/send-invites", json={"startIso": date}),
            alice.get("/api/interviews/clashes", params={"start": date, "minutes": 60}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_ERROR")

    @pytest.mark.parametrize("minutes", [4, 121])
    def test_a_duration_outside_5_to_120_minutes_is_refused(
        self, alice: Person, interview: Json, minutes: int
    ) -> None:
        answer = alice.patch(f"/api/interviews/{interview['_id']}", json={"scheduledDuration": minutes})
        assert answer.status_code == 422


class TestCandidateLink:
    def test_it_opens_the_room_without_recruiter_data(self, anonymous: TestClient, interview: Json) -> None:
        opened = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}").json()["interview"]
        assert opened["roomId"] == interview["roomId"]
        assert opened["interviewerName"] == "Alice"
        assert not {"liveNotes", "recruiterToken", "candidateEmail", "recruiterEmail"} & opened.keys()

    def test_unknown_token_is_404(self, anonymous: TestClient, interview: Json) -> None:
        token = interview["candidateToken"]
        changed = token[:-1] + ("A" if token[-1] != "A" else "B")
        answer = anonymous.get(f"/api/interviews/candidate/{changed}")
        assert answer.status_code == 404
        assert answer.json()["error"] == "Interview not found or invalid link"

    @pytest.mark.parametrize("ending", ["completed", "cancelled"])
    def test_it_ends_with_the_interview(
        self, alice: Person, anonymous: TestClient, interview: Json, ending: str
    ) -> None:
        if ending == "completed":
            _consent(anonymous, interview)
            alice.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
            alice.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")
        else:
            alice.patch(f"/api/interviews/{interview['_id']}", json={"status": "cancelled"})
        answer = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
        assert answer.status_code == 410
        assert answer.json()["code"] == "INTERVIEW_UNAVAILABLE"

    def test_without_credits_it_is_402(
        self, alice: Person, anonymous: TestClient, interview: Json, state: AppState
    ) -> None:
        _set_credits(state, alice, 0)
        answer = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
        assert (answer.status_code, answer.json()["code"]) == (402, "NO_CREDITS")


class TestStartAndComplete:
    def test_start_needs_consent(self, alice: Person, interview: Json) -> None:
        answer = alice.patch(f"/api/interviews/recruiter/{interview['recruiterToken']}/start")
        assert (answer.status_code, answer.json()["code"]) == (409, "CONSENT_REQUIRED")

    def test_start_needs_a_credit(
        self, alice: Person, anonymous: TestClient, interview: Json, state: AppState
    ) -> None:
        _consent(anonymous, interview)
        _set_credits(state, alice, 0)
        answer = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
        assert (answer.status_code, answer.json()["code"]) == (402, "NO_CREDITS")
        assert alice.get("/api/billing/can-start").status_code == 402

    def test_start_is_idempotent_and_keeps_the_first_time(
        self, alice: Person, running_interview: Json, clock: FrozenClock
    ) -> None:
        clock.advance(minutes=1)
        again = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/start")
        assert again.status_code == 200
        assert again.json()["interview"]["startedAt"] == running_interview["startedAt"]
        assert again.json()["interview"]["elapsedSeconds"] == 60

    def test_completing_an_unstarted_interview_is_409(self, alice: Person, interview: Json) -> None:
        answer = alice.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")
        assert (answer.status_code, answer.json()["code"]) == (409, "INVALID_STATE")

    @pytest.mark.parametrize(("seconds", "credits"), [(300, 0), (301, 1), (3600, 1), (3601, 2)])
    def test_completing_charges_by_the_rule_to_the_second(
        self,
        alice: Person,
        running_interview: Json,
        clock: FrozenClock,
        state: AppState,
        seconds: int,
        credits: int,
    ) -> None:
        before = _credits(state, alice)
        clock.advance(seconds=seconds)
        done = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete").json()
        assert done["status"] == "completed"
        assert done["interview"]["billedCredits"] == credits
        assert done["interview"]["billedMinutes"] == pytest.approx(seconds / 60, abs=0.01)
        assert before - _credits(state, alice) == credits

    def test_completing_fifty_times_at_once_charges_once(
        self, alice: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        before = _credits(state, alice)
        clock.advance(minutes=30)
        path = f"/api/interviews/recruiter/{running_interview['_id']}/complete"
        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(lambda _: alice.patch(path).status_code, range(50)))
        assert set(answers) == {200}
        assert before - _credits(state, alice) == 1
        with state.database.reading() as session:
            assert session.scalar(select(func.count()).select_from(LedgerEntry)) == 1

    def test_a_balance_never_goes_below_zero(
        self, alice: Person, running_interview: Json, clock: FrozenClock, state: AppState
    ) -> None:
        _set_credits(state, alice, 1)
        clock.advance(hours=1, seconds=1)
        done = alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete").json()
        assert done["interview"]["billedCredits"] == 2
        assert _credits(state, alice) == 0

    def test_one_credit_starts_one_of_ten_rooms(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        _set_credits(state, alice, 1)
        made = [alice.post("/api/interviews", json={}).json()["interview"] for _ in range(10)]
        for one in made:
            _consent(anonymous, one)
        with ThreadPoolExecutor(10) as pool:
            answers = list(
                pool.map(
                    lambda one: alice.patch(f"/api/interviews/recruiter/{one['_id']}/start").status_code, made
                )
            )
        assert sorted(answers) == [200] + [402] * 9

    def test_final_notes_are_kept(self, alice: Person, running_interview: Json) -> None:
        done = alice.patch(
            f"/api/interviews/recruiter/{running_interview['_id']}/complete", json={"finalNotes": "Good."}
        )
        assert done.json()["interview"]["finalNotes"] == "Good."

    def test_a_completed_room_is_closed_to_the_recruiter(
        self, alice: Person, running_interview: Json
    ) -> None:
        alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete")
        answer = alice.get(f"/api/interviews/recruiter/{running_interview['recruiterToken']}")
        assert (answer.status_code, answer.json()["code"]) == (410, "INTERVIEW_TERMINATED")


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


def test_only_interviews_that_are_not_running_can_be_deleted(
    alice: Person, running_interview: Json, enroll: Callable[..., Person]
) -> None:
    assert alice.delete(f"/api/interview/{running_interview['_id']}").status_code == 409
    other = alice.post("/api/interviews", json={}).json()["interview"]
    assert alice.delete(f"/api/interview/{other['_id']}").status_code == 200
    assert alice.get(f"/api/interviews/{other['_id']}").status_code == 404


def test_list_is_paged_newest_first_and_contains_only_own_interviews(
    alice: Person, bob: Person, clock: FrozenClock
) -> None:
    ids = [
        alice.post("/api/interviews", json={"title": f"No. {n}"}).json()["interview"]["_id"]
        for n in range(12)
    ]
    page = alice.get("/api/interviews?page=2").json()
    assert page["pagination"] == {"page": 2, "limit": 10, "total": 12, "totalPages": 2, "hasMore": False}
    first = alice.get("/api/interviews").json()
    assert {row["_id"] for row in first["data"]} | {row["_id"] for row in page["data"]} == set(ids)
    assert bob.get("/api/interviews").json()["data"] == []
    assert alice.get("/api/interviews?limit=101").status_code == 422
