"""Links that share a report: create, list, open, expire, revoke."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from limits import RateLimitItemPerMinute
from sqlalchemy import select, update

from app.core.state import AppState
from app.main import ServerApp
from app.reports.links import MAX_ACTIVE_LINKS, RETENTION, remove_old_links
from app.reports.tables import ReportLink
from app.users import accounts
from app.users.link_guesses import LinkThrottle
from app.users.throttle import NetworkThrottle
from tests.conftest import FrozenClock, Person
from tests.reports.samples import LINES
from tests.users.steps import freeze_limits


def create(alice: Person, interview_id: str, **body: Any) -> dict[str, Any]:
    response = alice.post(f"/api/interviews/{interview_id}/report-links", json=body)
    assert response.status_code == 200, response.text
    link: dict[str, Any] = response.json()["data"]
    return link


def read_code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_a_link_shows_the_report_and_nothing_else(
    alice: Person, anonymous: TestClient, report_id: str, interview: dict[str, Any]
) -> None:
    link = create(alice, report_id)
    response = anonymous.get(f"/api/shared-reports/{link['token']}")
    assert response.status_code == 200, response.text
    data = response.json()["data"]
    assert set(data) == {
        "candidateName",
        "position",
        "durationMinutes",
        "expiresAt",
        "analysis",
        "fit",
        "segments",
    }
    assert data["candidateName"] == "Mara O'Neil"
    assert data["durationMinutes"] == 25
    assert [line["text"] for line in data["segments"]] == [text for _, text, _, _ in LINES]
    assert data["analysis"] == alice.get(f"/api/aisense/analysis/{report_id}").json()["analysis"]
    for private in (alice.id, "alice@example.com", interview["recruiterToken"], interview["candidateToken"]):
        assert private not in response.text


def test_search_engines_and_caches_keep_no_copy(alice: Person, api: FastAPI, report_id: str) -> None:
    response = TestClient(ServerApp(api)).get(f"/api/shared-reports/{create(alice, report_id)['token']}")
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"


def test_only_the_hash_of_a_token_is_stored(alice: Person, report_id: str, state: AppState) -> None:
    token = create(alice, report_id)["token"]
    assert len(token) >= 43
    with state.database.reading() as session:
        row = session.scalars(select(ReportLink)).one()
    assert token not in {str(value) for value in vars(row).values()}
    listed = alice.get(f"/api/interviews/{report_id}/report-links")
    assert token not in listed.text
    assert row.token_hash not in listed.text


def test_a_link_expires(alice: Person, anonymous: TestClient, report_id: str, clock: FrozenClock) -> None:
    link = create(alice, report_id, days=2)
    path = f"/api/shared-reports/{link['token']}"
    clock.advance(days=2, seconds=-1)
    assert anonymous.get(path).status_code == 200
    clock.advance(seconds=1)
    assert read_code(anonymous.get(path)) == (410, "REPORT_LINK_EXPIRED")


def test_a_revoked_link_stops_at_once(alice: Person, anonymous: TestClient, report_id: str) -> None:
    kept, revoked = create(alice, report_id), create(alice, report_id)
    path = f"/api/interviews/{report_id}/report-links/{revoked['_id']}"
    assert alice.delete(path).status_code == 200
    assert alice.delete(path).status_code == 200
    assert read_code(anonymous.get(f"/api/shared-reports/{revoked['token']}")) == (410, "REPORT_LINK_REVOKED")
    assert anonymous.get(f"/api/shared-reports/{kept['token']}").status_code == 200


def test_links_of_a_deactivated_account_stop(
    alice: Person, anonymous: TestClient, report_id: str, state: AppState
) -> None:
    token = create(alice, report_id)["token"]
    with state.database.transaction() as session:
        accounts.set_active(session, user_id=alice.id, active=False)
    assert read_code(anonymous.get(f"/api/shared-reports/{token}")) == (410, "REPORT_LINK_REVOKED")


@pytest.mark.parametrize("token", ["x", "nothing", "a" * 5000, "%00", "1' OR '1'='1"])
def test_an_unknown_link_is_not_found(anonymous: TestClient, report_id: str, token: str) -> None:
    assert read_code(anonymous.get(f"/api/shared-reports/{token}")) == (404, "REPORT_LINK_NOT_FOUND")


def test_the_list_shows_which_links_are_active(
    alice: Person, report_id: str, state: AppState, clock: FrozenClock
) -> None:
    old = create(alice, report_id, label="Old", days=1)
    with state.database.transaction() as session:
        session.execute(update(ReportLink).where(ReportLink.id == old["_id"]).values(expires_at=clock.now()))
    clock.advance(minutes=1)
    gone = create(alice, report_id, label="Gone")
    alice.delete(f"/api/interviews/{report_id}/report-links/{gone['_id']}")
    clock.advance(minutes=1)
    create(alice, report_id, label="  Hiring manager  ", days=90)
    links = alice.get(f"/api/interviews/{report_id}/report-links").json()["data"]
    assert [(link["label"], link["status"]) for link in links] == [
        ("Hiring manager", "active"),
        ("Gone", "revoked"),
        ("Old", "expired"),
    ]


def test_other_recruiters_can_neither_see_nor_change_links(
    alice: Person, bob: Person, anonymous: TestClient, report_id: str
) -> None:
    link = create(alice, report_id)
    path = f"/api/interviews/{report_id}/report-links"
    for client, status in ((bob, 404), (anonymous, 401)):
        assert client.get(path).status_code == status
        assert client.post(path, json={}).status_code == status
        assert client.delete(f"{path}/{link['_id']}").status_code == status
    assert anonymous.get(f"/api/shared-reports/{link['token']}").status_code == 200


@pytest.mark.parametrize("body", [{"days": 0}, {"days": 91}, {"days": "soon"}, {"label": "x" * 101}])
def test_invalid_links_are_refused(alice: Person, report_id: str, body: dict[str, Any]) -> None:
    response = alice.post(f"/api/interviews/{report_id}/report-links", json=body)
    assert read_code(response) == (422, "VALIDATION_ERROR")


def test_an_interview_without_a_report_cannot_be_shared(alice: Person, interview: dict[str, Any]) -> None:
    response = alice.post(f"/api/interviews/{interview['_id']}/report-links", json={})
    assert read_code(response) == (409, "NO_REPORT")


def test_the_number_of_links_that_work_is_limited(alice: Person, report_id: str, clock: FrozenClock) -> None:
    links = [create(alice, report_id, days=1) for _ in range(MAX_ACTIVE_LINKS)]
    path = f"/api/interviews/{report_id}/report-links"
    assert read_code(alice.post(path, json={})) == (409, "TOO_MANY_REPORT_LINKS")
    alice.delete(f"{path}/{links[0]['_id']}")
    assert alice.post(path, json={}).status_code == 200


def test_old_links_are_deleted_in_the_end(
    alice: Person, anonymous: TestClient, report_id: str, state: AppState, clock: FrozenClock
) -> None:
    token = create(alice, report_id, days=1)["token"]
    clock.advance(days=1 + RETENTION.days)
    with state.database.transaction() as session:
        assert remove_old_links(session, clock.now()) == 0
    clock.advance(seconds=1)
    with state.database.transaction() as session:
        assert remove_old_links(session, clock.now()) == 1
    assert read_code(anonymous.get(f"/api/shared-reports/{token}")) == (404, "REPORT_LINK_NOT_FOUND")


def test_a_link_is_deleted_with_its_interview(alice: Person, report_id: str, state: AppState) -> None:
    create(alice, report_id)
    assert alice.delete(f"/api/interview/{report_id}").status_code == 200
    with state.database.reading() as session:
        assert session.scalars(select(ReportLink)).all() == []


MANY_GUESSES = pytest.param(10_000, marks=[pytest.mark.full, pytest.mark.timeout(900)])


@pytest.mark.parametrize("number", [201, MANY_GUESSES])
def test_a_network_that_guesses_links_is_refused_while_real_ones_open(
    alice: Person, anonymous: TestClient, report_id: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred guesses used up the openings of the reports themselves for that network."""
    freeze_limits(monkeypatch)
    token = create(alice, report_id)["token"]
    path = f"/api/shared-reports/{'x' * 38}"
    guesses = [anonymous.get(f"{path}{guess:05}") for guess in range(number)]
    assert {response.status_code for response in guesses[:60]} == {404}
    assert {read_code(response) for response in guesses[60:]} == {(429, "TOO_MANY_ATTEMPTS")}
    assert int(guesses[-1].headers["Retry-After"]) <= 60
    assert anonymous.get(f"/api/shared-reports/{token}").status_code == 200


def test_openings_of_shared_reports_are_limited_per_network(
    alice: Person, anonymous: TestClient, api: FastAPI, report_id: str
) -> None:
    throttle: LinkThrottle = api.state.link_throttle
    throttle.reports = NetworkThrottle(RateLimitItemPerMinute(2, namespace="shared report"))
    token = create(alice, report_id)["token"]
    opened = [anonymous.get(f"/api/shared-reports/{token}") for _ in range(3)]
    assert [response.status_code for response in opened] == [200, 200, 429]
