"""The STUN and TURN servers, as the check of the connection before joining reads them."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.core.state import AppState
from tests.conftest import Person


@pytest.fixture(autouse=True)
def servers(state: AppState) -> None:
    state.settings = state.settings.model_copy(
        update={
            "ice_servers": [{"urls": "stun:s.example"}, {"urls": "turn:t.example"}],
            "turn_secret": SecretStr("north"),
        }
    )


def test_each_side_gets_credentials_of_its_own(
    alice: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    found = {
        "recruiter": alice.get(f"/api/interviews/recruiter/{interview['_id']}/ice-servers"),
        "candidate": anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}/ice-servers"),
    }
    for role, response in found.items():
        stun, turn = response.json()["data"]
        assert stun == {"urls": "stun:s.example", "username": None, "credential": None}
        assert turn["username"].endswith(f":{interview['_id']}-{role}")
        assert turn["credential"]


def test_nobody_else_gets_credentials(
    alice: Person, bob: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    path = f"/api/interviews/recruiter/{interview['_id']}/ice-servers"
    assert anonymous.get(path).status_code == 401
    assert bob.get(path).status_code == 404
    assert alice.get("/api/interviews/recruiter/missing/ice-servers").status_code == 404
    assert anonymous.get(f"/api/interviews/candidate/{'x' * 43}/ice-servers").status_code == 404


def test_a_cancelled_interview_gives_no_credentials(
    alice: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    assert alice.patch(f"/api/interviews/{interview['_id']}", json={"status": "cancelled"}).is_success
    as_recruiter = alice.get(f"/api/interviews/recruiter/{interview['_id']}/ice-servers")
    as_candidate = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}/ice-servers")
    assert (as_recruiter.status_code, as_candidate.status_code) == (410, 404)
