"""What needs a recent sign-in: refused by the server once it is old, until the password was entered again."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from app.core.state import AppState
from app.security_events.tables import EventOutcome, EventType, SecurityEvent
from app.users.tables import SessionToken, User
from tests.conftest import FrozenClock, Person
from tests.factories import PASSWORD
from tests.users.steps import as_bearer, sign_in

USER = "/api/admin/users/{id}"
OF_ADMINS: list[tuple[str, str, Any]] = [
    ("POST", "/api/admin/users", {"username": "eve", "role": "admin", "delivery": "one_time_password"}),
    ("PATCH", USER, {"role": "admin"}),
    ("POST", USER + "/reset-password", {"delivery": "one_time_password"}),
    ("POST", USER + "/reset-second-factor", None),
    ("POST", USER + "/end-sessions", None),
    ("DELETE", USER + "?records=delete", None),
    ("PATCH", "/api/admin/settings", {"values": {"oidc_issuer": "https://id.attacker.example"}}),
    ("GET", "/api/admin/security-events/export.csv", None),
    (
        "POST",
        "/api/admin/models/download",
        {"url": "https://models.example/a.gguf", "name": "a.gguf", "sha256": "0" * 64},
    ),
]


def require_refused(response: Any) -> None:
    assert (response.status_code, response.json()["code"]) == (403, "REAUTHENTICATION_REQUIRED")


@pytest.mark.parametrize(("method", "path", "body"), OF_ADMINS)
def test_an_old_sign_in_is_not_enough_for_an_administrator(
    ada: Person, alice: Person, clock: FrozenClock, state: AppState, method: str, path: str, body: Any
) -> None:
    clock.advance(minutes=15, seconds=1)
    require_refused(ada.request(method, path.format(id=alice.id), json=body))
    with state.database.reading() as session:
        assert session.get_one(User, alice.id).role == "recruiter"
        assert session.query(SecurityEvent).filter_by(type=EventType.SETTINGS_CHANGED).count() == 0
    assert ada.post("/api/auth/confirm", json={"password": PASSWORD}).status_code == 200
    confirmed = ada.request(method, path.format(id=alice.id), json=body)
    assert confirmed.json()["code"] != "REAUTHENTICATION_REQUIRED" if confirmed.is_error else True
    assert confirmed.status_code != 403


def test_recruiters_are_refused_before_they_are_asked(alice: Person, clock: FrozenClock) -> None:
    clock.advance(minutes=20)
    refused = alice.get("/api/admin/security-events/export.csv")
    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")


def test_a_confirmation_lasts_fifteen_minutes_and_only_for_its_session(
    ada: Person, anonymous: TestClient, clock: FrozenClock
) -> None:
    other = as_bearer(sign_in(anonymous, "ada").json()["token"])
    clock.advance(minutes=16)
    assert ada.post("/api/auth/confirm", json={"password": PASSWORD}).status_code == 200
    values = {"values": {"product_name": "Ours"}}
    require_refused(anonymous.patch("/api/admin/settings", json=values, headers=other))
    clock.advance(minutes=14)
    assert ada.patch("/api/admin/settings", json=values).status_code == 200
    clock.advance(minutes=2)
    require_refused(ada.patch("/api/admin/settings", json=values))


def test_a_clock_that_was_set_back_makes_no_old_sign_in_recent(ada: Person, clock: FrozenClock) -> None:
    clock.step(hours=-1)
    require_refused(ada.get("/api/admin/security-events/export.csv"))


def test_a_wrong_password_confirms_nothing_and_is_recorded(
    ada: Person, clock: FrozenClock, state: AppState
) -> None:
    clock.advance(minutes=16)
    wrong = ada.post("/api/auth/confirm", json={"password": "not the password"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "WRONG_PASSWORD")
    require_refused(ada.get("/api/admin/security-events/export.csv"))
    assert ada.post("/api/auth/confirm", json={"password": PASSWORD}).status_code == 200
    with state.database.reading() as session:
        events = session.query(SecurityEvent).filter_by(type=EventType.PASSWORD_CHECK).all()
        assert [(one.actor_id, one.outcome) for one in events] == [
            (ada.id, EventOutcome.REFUSED),
            (ada.id, EventOutcome.SUCCEEDED),
        ]


def test_guesses_are_throttled(ada: Person, state: AppState) -> None:
    for _ in range(state.settings.login_attempts):
        assert ada.post("/api/auth/confirm", json={"password": "guess"}).status_code == 403
    assert ada.post("/api/auth/confirm", json={"password": PASSWORD}).status_code == 429


def test_without_a_password_only_a_new_sign_in_helps(
    ada: Person, clock: FrozenClock, state: AppState
) -> None:
    with state.database.transaction() as session:
        session.execute(update(User).where(User.id == ada.id).values(password_hash=None))
    # Not even while the sign-in is recent: it could be prolonged for ever.
    require_refused(ada.post("/api/auth/confirm", json={"password": "any"}))
    clock.advance(minutes=16)
    require_refused(ada.get("/api/admin/security-events/export.csv"))
    with state.database.transaction() as session:
        session.execute(update(SessionToken).values(created_at=clock.now()))
    assert ada.get("/api/admin/security-events/export.csv").status_code == 200


def test_other_sessions_are_ended_after_a_recent_sign_in_only(
    alice: Person, anonymous: TestClient, clock: FrozenClock
) -> None:
    """A thief of the session cannot shut its owner out; anybody may sign out of this one."""
    token = sign_in(anonymous, "alice").json()["token"]
    clock.advance(minutes=16)
    listed = alice.get("/api/auth/sessions").json()["data"]
    [other] = [one["_id"] for one in listed if not one["isCurrent"]]
    [own] = [one["_id"] for one in listed if one["isCurrent"]]
    require_refused(alice.delete(f"/api/auth/sessions/{other}"))
    require_refused(alice.post("/api/auth/logout-everywhere"))
    assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 200
    assert alice.post("/api/auth/confirm", json={"password": PASSWORD}).status_code == 200
    assert alice.delete(f"/api/auth/sessions/{other}").status_code == 200
    assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 401
    clock.advance(minutes=16)
    assert alice.delete(f"/api/auth/sessions/{own}").status_code == 200
