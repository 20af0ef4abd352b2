"""The demo interview: what it contains, that it is marked, and who gets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.billing.tables import BillingAccount
from app.core.state import AppState
from app.demo.interview import load_demo_interview, prepare_demo_interview
from app.interviews.tables import Interview
from app.users.tables import Role
from tests.conftest import Person

Json = dict[str, Any]
CREATE = "/api/demo-interview"


def create(person: Person) -> str:
    response = person.post(CREATE)
    assert response.status_code == 200, response.text
    interview_id: str = response.json()["data"]["interviewId"]
    return interview_id


def read(person: Person, interview_id: str) -> Json:
    interview: Json = person.get(f"/api/interviews/{interview_id}").json()["interview"]
    return interview


def test_it_is_completed_and_marked_in_every_name(ada: Person) -> None:
    interview = read(ada, create(ada))
    assert (interview["status"], interview["origin"]) == ("completed", "demo")
    for field in ("title", "position", "candidateName"):
        assert interview[field].endswith("(demo)")
    assert interview["elapsedSeconds"] > 60
    assert interview["scheduledDate"] == interview["startedAt"]
    candidate = ada.get(f"/api/candidates/profile/{interview['candidateProfileId']}").json()["data"]
    assert candidate["name"].endswith("(demo)")
    assert candidate["cvProfile"]["totalExperienceYears"] > 5
    assert candidate["cvProfile"]["experienceLevel"] == candidate["cvParsed"]["experienceLevel"] == "senior"
    job = ada.get(f"/api/job-descriptions/{interview['jobDescriptionId']}").json()["data"]
    assert job["parsed"]["title"].endswith("(demo)")


def test_its_conversation_is_stored_as_written_and_marked(ada: Person) -> None:
    interview_id = create(ada)
    lines = ada.get(f"/api/interview/{interview_id}/transcript").json()["data"]["segments"]
    written = [text for one in load_demo_interview().exchange for text in (one.interviewer, one.candidate)]
    assert [line["text"] for line in lines] == written
    assert [line["speaker"] for line in lines] == ["interviewer", "candidate"] * (len(written) // 2)
    assert {line["origin"] for line in lines} == {"demo"}


def test_its_questions_are_prepared_with_points_and_their_basis(ada: Person) -> None:
    interview_id = create(ada)
    questions = ada.get(f"/api/questions/interview/{interview_id}").json()["questions"]
    assert [one["question"] for one in questions] == [one.question for one in load_demo_interview().question]
    assert all(one["goodAnswer"] and one["basedOn"]["text"] for one in questions)


def test_each_question_rests_on_a_line_of_the_material() -> None:
    demo = load_demo_interview()
    job = [*demo.job.responsibilities, *demo.job.requirements]
    cv = " ".join(one.description for one in demo.candidate.cv.experience)
    for one in demo.question:
        if one.based_on.kind != "career":
            assert one.based_on.text in (job if one.based_on.source == "job" else cv)


def test_its_report_is_queued_and_nothing_is_charged(ada: Person, state: AppState) -> None:
    with state.database.reading() as session:
        before = session.get_one(BillingAccount, ada.id).credits_remaining
    interview_id = create(ada)
    with state.database.reading() as session:
        record = session.query(AnalysisRecord).filter_by(interview_id=interview_id).one()
        assert record.status in {AnalysisStatus.QUEUED, AnalysisStatus.RUNNING}
        assert session.get_one(BillingAccount, ada.id).credits_remaining == before
    assert read(ada, interview_id)["billedCredits"] is None


def test_asking_twice_makes_one_and_each_administrator_has_an_own_one(
    ada: Person, enroll: Callable[..., Person]
) -> None:
    first = create(ada)
    assert create(ada) == first
    assert create(enroll("eve", Role.ADMIN)) != first


def test_it_can_be_deleted_and_created_again(ada: Person) -> None:
    first = create(ada)
    assert ada.request("DELETE", f"/api/interview/{first}").status_code == 200
    second = create(ada)
    assert second != first
    assert len(ada.get("/api/candidates/profiles").json()["data"]) == 1


def test_it_cannot_be_scheduled_again(ada: Person) -> None:
    interview_id = create(ada)
    again = ada.patch(f"/api/interviews/recruiter/{interview_id}/status", json={"status": "scheduled"})
    assert again.status_code == 409


@pytest.mark.parametrize("is_enabled", [True, False])
def test_the_environment_can_ask_for_it(ada: Person, state: AppState, *, is_enabled: bool) -> None:
    state.settings = state.settings.model_copy(update={"demo_interview": is_enabled})
    with state.database.transaction() as session:
        prepare_demo_interview(session, ada.id, state=state)
    with state.database.reading() as session:
        assert session.query(Interview).count() == is_enabled
