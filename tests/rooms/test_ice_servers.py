"""The STUN and TURN servers, as the check of the connection before joining reads them."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.core.clock import utc_now
from app.core.state import AppState
from app.rooms.ice_servers import read_ice_servers
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


def list_usable(*configured: dict[str, object], secret: str | None = None) -> list[object]:
    servers = read_ice_servers(configured, secret=secret, name="i-candidate", now=utc_now())
    return [server.urls for server in servers]


def test_a_relay_without_credentials_is_left_out() -> None:
    """RTCPeerConnection would refuse to open with it, even for direct video."""
    both: dict[str, object] = {"urls": ["stun:s.example", "turn:t.example"]}
    assert list_usable(both, {"urls": "turn:u.example"}) == [["stun:s.example"]]
    assert list_usable({**both, "username": "u"}) == [["stun:s.example"]]
    assert list_usable(both, secret="north") == [both["urls"]]


@pytest.mark.parametrize(
    ("url", "usable"),
    [
        ("turn:t.example:3478?transport=udp", True),
        ("turns:[2001:db8::1]:5349?transport=tcp", True),
        ("TURN:t.example", True),
        ("stun:s.example:3478", True),
        ("stun:s.example?transport=udp", False),
        ("turn:t.example:99999", False),
        ("turn:t.example?transport=sctp", False),
        ("turn:t example", False),
        ("turn:", False),
        ("https://t.example", False),
    ],
)
def test_addresses_that_no_browser_accepts_are_left_out(url: str, *, usable: bool) -> None:
    assert list_usable({"urls": url}, secret="north") == ([url] if usable else [])
