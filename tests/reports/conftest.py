"""Fixtures of tests of exports and shared reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from httpx2 import Response

from app.core.state import AppState
from app.interviews.tables import Interview
from app.transcription.tables import TranscriptSegment
from tests.conftest import Person
from tests.reports.samples import complete_with_report

Export = Callable[..., Response]


@pytest.fixture
def report_id(state: AppState, interview: dict[str, Any]) -> str:
    """The id of Alice's completed interview with a report, which is shown without scoring first."""
    state.settings = state.settings.model_copy(update={"score_before_report": False})
    interview_id: str = interview["_id"]
    with state.database.transaction() as session:
        complete_with_report(session, interview_id, now=state.now(), candidate_name="Mara O'Neil")
    return interview_id


@pytest.fixture
def export(alice: Person, report_id: str) -> Export:
    """Download a file of the interview with a report."""

    def download(file: str, **query: str) -> Response:
        return alice.get(f"/api/interviews/{report_id}/export", params={"file": file, **query})

    return download


@pytest.fixture
def rename(state: AppState, report_id: str) -> Callable[[str], None]:
    """Change the candidate's name, and the first answer, to a text."""

    def change(text: str) -> None:
        with state.database.transaction() as session:
            session.get_one(Interview, report_id).candidate_name = text
            session.get_one(TranscriptSegment, f"{report_id}-1").text = text

    return change
