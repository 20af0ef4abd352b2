"""``interviewProfile`` of a candidate: the summary of the latest report that the owner may read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from app.analysis.tables import AnalysisRecord
from app.candidates.service import CandidateFacts, save_candidate
from app.core.state import AppState
from app.interviews.tables import Interview
from tests.conftest import Person
from tests.factories import store_report


@pytest.fixture
def url(alice: Person, state: AppState) -> str:
    """The profile of Nora, whom alice has interviewed twice."""
    state.settings = state.settings.model_copy(update={"score_before_report": False})
    with state.database.transaction() as session:
        nora = save_candidate(session, owner_id=alice.id, facts=CandidateFacts(name="Nora")).id
    for days, summary in ((2, "Careful."), (1, "Careful and quick.")):
        interview_id = alice.post("/api/interviews", json={}).json()["interview"]["_id"]
        store_report(state, interview_id)
        with state.database.transaction() as session:
            session.get_one(Interview, interview_id).candidate_id = nora
            record = session.query(AnalysisRecord).filter_by(interview_id=interview_id).one()
            assert record.report is not None
            record.report = {**record.report, "summary": summary}
            record.completed_at = state.now() - timedelta(days=days)
    return f"/api/candidates/profile/{nora}"


def read(alice: Person, url: str) -> Any:
    return alice.get(url).json()["data"]["interviewProfile"]


def test_the_summary_is_that_of_the_latest_report(alice: Person, url: str) -> None:
    assert read(alice, url) == {"summary": "Careful and quick."}
    assert alice.patch(url, json={"phone": "12345"}).json()["data"]["interviewProfile"] == read(alice, url)


def test_a_report_that_must_be_scored_first_is_not_summarized(
    alice: Person, url: str, state: AppState
) -> None:
    state.settings = state.settings.model_copy(update={"score_before_report": True})
    assert read(alice, url) is None


def test_a_candidate_without_a_report_has_no_summary(alice: Person, url: str, state: AppState) -> None:
    with state.database.transaction() as session:
        session.query(AnalysisRecord).delete()
    assert read(alice, url) is None
