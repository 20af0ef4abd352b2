"""Interviews over HTTP: create, change, access, start, complete, delete, list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.core.state import AppState
from app.interviews.rules import can_change_manually
from app.interviews.tables import InterviewStatus
from tests.conftest import FrozenClock, Person
from tests.interviews.steps import set_credits

Json = dict[str, Any]


class TestCreate:
    def test_defaults_are_the_specified_ones(self, alice: Person) -> None:
        made = alice.post("/api/interviews", json={}).json()["interview"]
        assert (made["title"], made["candidateName"], made["status"]) == (
            "New Interview",
            "Unnamed Candidate",
            "scheduled",
        )

    def test_same_session_id_creates_one_interview(self, alice: Person) -> None:
        first = alice.post("/api/interviews", json={"sessionId": "abc"}).json()["interview"]
        second = alice.post("/api/interviews", json={"sessionId": "abc"}).json()["interview"]
        assert first["_id"] == second["_id"]
        assert alice.get("/api/interviews").json()["pagination"]["total"] == 1

    def test_session_id_of_another_user_creates_an_interview_all_the_same(
        self, alice: Person, bob: Person
    ) -> None:
        """L9: a refusal revealed that another user's interview has this session id."""
        alices = alice.post("/api/interviews", json={"sessionId": "abc"}).json()["interview"]
        bobs = [bob.post("/api/interviews", json={"sessionId": "abc"}).json()["interview"] for _ in range(2)]
        assert bobs[0]["_id"] == bobs[1]["_id"] != alices["_id"]

    def test_link_tokens_hold_256_random_bits_and_differ(self, alice: Person) -> None:
        made = [alice.post("/api/interviews", json={}).json()["interview"] for _ in range(3)]
        tokens = {token for one in made for token in (one["candidateToken"], one["recruiterToken"])}
        assert len(tokens) == 6
        assert all(len(token) >= 43 for token in tokens)

    def test_invalid_status_or_email_is_named_in_the_error(self, alice: Person) -> None:
        response = alice.post("/api/interviews", json={"status": "completed", "candidateEmail": "none"})
        assert response.status_code == 422
        assert {"status", "candidateEmail"} <= {field["path"] for field in response.json()["fields"]}


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
    def _request(self, client: Any, method: str, path: str, interview: Json) -> Any:
        url = path.format(id=interview["_id"], recruiterToken=interview["recruiterToken"])
        body = {"liveNotes": "note"} if url.endswith("notes") else {}
        return client.request(method, url, json=None if method in {"GET", "DELETE"} else body)

    def test_anonymous_requests_are_refused(
        self, anonymous: TestClient, interview: Json, method: str, path: str
    ) -> None:
        assert self._request(anonymous, method, path, interview).status_code == 401

    def test_another_user_gets_the_same_404_as_for_an_unknown_id(
        self, bob: Person, interview: Json, method: str, path: str
    ) -> None:
        unknown = {"_id": "0" * 32, "recruiterToken": "1" * 43}
        foreign = self._request(bob, method, path, interview)
        missing = self._request(bob, method, path, unknown)
        assert foreign.status_code == missing.status_code == 404
        assert foreign.json() == missing.json()


def test_the_token_of_a_recruiter_link_is_no_candidate_link(anonymous: TestClient, interview: Json) -> None:
    link = f"/api/interviews/candidate/{interview['recruiterToken']}"
    assert anonymous.get(link).status_code == 404
    assert anonymous.post(f"{link}/consent", json={"accepted": True}).status_code == 404


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

    def test_a_forbidden_status_change_is_refused_and_changes_nothing(
        self, alice: Person, interview: Json
    ) -> None:
        response = alice.patch(
            f"/api/interviews/{interview['_id']}", json={"status": "in-progress", "title": "Changed"}
        )
        assert response.status_code == 409
        assert response.json()["code"] == "INVALID_STATE"
        assert alice.get(f"/api/interviews/{interview['_id']}").json()["interview"]["title"] != "Changed"

    def test_scheduling_keeps_time_duration_and_zone(self, alice: Person, interview: Json) -> None:
        response = alice.patch(
            f"/api/interviews/{interview['_id']}",
            json={
                "status": "scheduled",
                "scheduledDate": "2083-12-01T09:00:00+01:00",
                "scheduledDuration": 45,
                "scheduledTimezone": "Europe/Berlin",
            },
        ).json()["interview"]
        assert response["scheduledDate"] == "2083-12-01T08:00:00.000Z"
        assert (response["scheduledDuration"], response["scheduledTimezone"]) == (45, "Europe/Berlin")

    @pytest.mark.parametrize("minutes_ago", [6, 60 * 24 * 365])
    def test_time_in_the_past_is_refused(
        self, alice: Person, interview: Json, clock: FrozenClock, minutes_ago: int
    ) -> None:
        past = (clock.now() - timedelta(minutes=minutes_ago)).isoformat()
        path = f"/api/interviews/{interview['_id']}"
        for response in (
            alice.post("/api/interviews", json={"scheduledDate": past}),
            alice.patch(path, json={"scheduledDate": past, "status": "scheduled", "title": "Changed"}),
        ):
            assert (response.status_code, response.json()["code"]) == (422, "TIME_HAS_PASSED")
            assert response.json()["message"] == "This time is in the past. Choose a later one."
        assert alice.get(path).json()["interview"] == interview
        assert len(alice.get("/api/interviews").json()["data"]) == 1

    def test_time_a_few_minutes_ago_is_accepted(
        self, alice: Person, interview: Json, clock: FrozenClock
    ) -> None:
        recent = (clock.now() - timedelta(minutes=4)).isoformat()
        path = f"/api/interviews/{interview['_id']}"
        assert alice.patch(path, json={"scheduledDate": recent}).status_code == 200
        assert alice.post("/api/interviews", json={"scheduledDate": recent}).status_code == 200

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
    def test_an_invalid_date_is_refused(self, alice: Person, interview: Json, date: Any) -> None:
        path = f"/api/interviews/{interview['_id']}"
        for response in (
            alice.patch(path, json={"scheduledDate": date}),
            alice.post("/api/interviews", json={"scheduledDate": date}),
            alice.post(path + "/send-invites", json={"startIso": date}),
            alice.get("/api/interviews/clashes", params={"start": date, "minutes": 60}),
        ):
            assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")

    @pytest.mark.parametrize("minutes", [4, 121])
    def test_a_duration_outside_5_to_120_minutes_is_refused(
        self, alice: Person, interview: Json, minutes: int
    ) -> None:
        response = alice.patch(f"/api/interviews/{interview['_id']}", json={"scheduledDuration": minutes})
        assert response.status_code == 422


class TestCandidateLink:
    def test_the_link_opens_the_room_without_recruiter_data(
        self, anonymous: TestClient, interview: Json
    ) -> None:
        opened = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}").json()["interview"]
        assert opened["roomId"] == interview["roomId"]
        assert opened["interviewerName"] == "Alice"
        assert not {"liveNotes", "recruiterToken", "candidateEmail", "recruiterEmail"} & opened.keys()

    def test_an_unknown_token_is_not_found(self, anonymous: TestClient, interview: Json) -> None:
        token = interview["candidateToken"]
        changed = token[:-1] + ("A" if token[-1] != "A" else "B")
        response = anonymous.get(f"/api/interviews/candidate/{changed}")
        assert response.status_code == 404
        assert response.json()["error"] == "Interview not found or invalid link"

    def test_the_link_is_closed_after_the_interview(
        self, alice: Person, anonymous: TestClient, running_interview: Json
    ) -> None:
        interview = running_interview
        alice.patch(f"/api/interviews/recruiter/{interview['_id']}/complete")
        response = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
        assert response.status_code == 410
        assert response.json()["code"] == "INTERVIEW_UNAVAILABLE"

    def test_the_link_of_a_deleted_interview_is_unknown(
        self, alice: Person, anonymous: TestClient, interview: Json
    ) -> None:
        assert alice.delete(f"/api/interview/{interview['_id']}").status_code == 200
        path = "/api/interviews/candidate/{}"
        answers = [anonymous.get(path.format(token)) for token in (interview["candidateToken"], "x" * 43)]
        assert {answer.status_code for answer in answers} == {404}
        assert answers[0].text == answers[1].text

    def test_the_link_of_a_cancelled_interview_is_unknown(
        self, alice: Person, anonymous: TestClient, interview: Json
    ) -> None:
        alice.patch(f"/api/interviews/{interview['_id']}", json={"status": "cancelled"})
        response = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
        assert response.status_code == 404

    def test_the_link_is_closed_without_credits(
        self, alice: Person, anonymous: TestClient, interview: Json, state: AppState
    ) -> None:
        set_credits(state, alice, 0)
        response = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
        assert (response.status_code, response.json()["code"]) == (402, "NO_CREDITS")


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
