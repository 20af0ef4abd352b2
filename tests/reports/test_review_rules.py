"""Exports and links follow the review: who may have the report, and which findings are in it."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.core.state import AppState
from app.reports.exports import ExportKind
from tests.conftest import Person
from tests.reports.exports import REPORT_FILES, create_link, export, read_files


@pytest.fixture
def concealed_id(state: AppState, report_id: str) -> str:
    """Alice's interview, whose report is shown only after scoring or looking."""
    state.settings = state.settings.model_copy(update={"score_before_report": True})
    return report_id


def read_code(response: Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_a_concealed_report_is_in_no_file_and_no_link(alice: Person, concealed_id: str) -> None:
    for file in (*REPORT_FILES, ExportKind.INTERVIEW_JSON):
        assert read_code(export(alice, concealed_id, file)) == (409, "REPORT_CONCEALED")
    assert read_code(create_link(alice, concealed_id)) == (409, "REPORT_CONCEALED")
    assert export(alice, concealed_id, ExportKind.TRANSCRIPT_TXT).status_code == 200
    alice.post(f"/api/interviews/{concealed_id}/review/look")
    for kind in ExportKind:
        assert export(alice, concealed_id, kind).status_code == 200
    assert create_link(alice, concealed_id).status_code == 200


def test_a_reviewer_exports_what_they_may_read(alice: Person, bob: Person, concealed_id: str) -> None:
    for kind in ExportKind:
        assert export(bob, concealed_id, kind).status_code == 404
    alice.post(f"/api/interviews/{concealed_id}/reviewers", json={"username": "bob"})
    assert export(bob, concealed_id, ExportKind.TRANSCRIPT_VTT).status_code == 200
    assert read_code(export(bob, concealed_id, ExportKind.REPORT_DOCX)) == (409, "REPORT_CONCEALED")
    bob.put(f"/api/interviews/{concealed_id}/review", json={"technical": 4})
    assert export(bob, concealed_id, ExportKind.REPORT_DOCX).status_code == 200
    # What belongs to the owner alone.
    assert export(bob, concealed_id, ExportKind.INTERVIEW_JSON).status_code == 404
    assert create_link(bob, concealed_id).status_code == 404


def test_files_and_links_have_the_findings_as_people_left_them(
    alice: Person, anonymous: TestClient, report_id: str
) -> None:
    analysis = alice.get(f"/api/aisense/analysis/{report_id}").json()["analysis"]

    def amend(finding: dict[str, Any], **changes: Any) -> None:
        path = f"/api/aisense/analysis/{report_id}/findings/{finding['key']}"
        assert alice.put(path, json=changes).status_code == 200

    amend(analysis["concerns"][0], title="A count was left out", reason="Was too harsh.")
    amend(analysis["strengths"][0], title="Worked in steps", description="One aisle a night.")
    token = create_link(alice, report_id).json()["data"]["token"]
    texts = read_files(alice, report_id)
    texts["link"] = anonymous.get(f"/api/shared-reports/{token}").text
    for text in texts.values():
        assert "A count was left out" in text
        assert "Worked in steps" in text
        assert "Switched one aisle a night" not in text
        assert "Was too harsh." not in text
        assert "A finding was struck" not in text

    amend(analysis["strengths"][0], isStruck=True, reason="Her colleague did this.")
    texts = read_files(alice, report_id)
    assert "A finding was struck" in texts["pdf"]
    assert "A finding was struck" in texts["docx"]
    texts["link"] = anonymous.get(f"/api/shared-reports/{token}").text
    assert '"hasStruckFindings":true' in texts["link"]
    for text in texts.values():
        assert "Worked in steps" not in text
        assert "colleague" not in text


def test_everything_has_the_review(alice: Person, report_id: str) -> None:
    alice.put(f"/api/interviews/{report_id}/review", json={"technical": 6, "notes": "Careful."})
    alice.put(f"/api/interviews/{report_id}/decision", json={"outcome": "hold", "reason": "One more talk."})
    body = export(alice, report_id, ExportKind.INTERVIEW_JSON).json()
    assert [(card["technical"], card["notes"]) for card in body["scorecards"]] == [(6, "Careful.")]
    assert (body["decision"]["outcome"], body["decision"]["reason"]) == ("hold", "One more talk.")
