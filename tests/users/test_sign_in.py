"""Sign-in with a password, session tokens, and setup of the first admin."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import jwt
import pytest
from fastapi.testclient import TestClient

from app.core.security import is_password
from app.core.state import AppState
from app.users import first_admin, repository, throttle
from tests.conftest import PASSWORD, FrozenClock, Person

WRONG = {"success": False, "error": "Invalid username or password."}


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MAX_DELAY_SECONDS", 0.0)


def test_the_username_is_not_case_sensitive(alice: Person, anonymous: TestClient) -> None:
    response = anonymous.post("/api/admin/login", json={"username": "ALICE", "password": PASSWORD})
    assert response.status_code == 200
    assert response.json()["admin"]["username"] == "alice"
    me = anonymous.get("/api/auth/me", headers={"Authorization": f"Bearer {response.json()['token']}"})
    assert me.json()["data"]["_id"] == alice.id


def test_a_wrong_username_and_a_wrong_password_get_the_same_refusal(
    alice: Person, anonymous: TestClient
) -> None:
    name = anonymous.post("/api/admin/login", json={"username": "unknown", "password": PASSWORD})
    password = anonymous.post("/api/admin/login", json={"username": "alice", "password": "wrong"})
    assert name.status_code == password.status_code == 401
    assert name.json() == password.json()
    assert WRONG.items() <= name.json().items()


def test_repeated_failures_are_throttled(alice: Person, anonymous: TestClient, state: AppState) -> None:
    for _ in range(state.settings.login_attempts):
        anonymous.post("/api/admin/login", json={"username": "alice", "password": "wrong"})
    refused = anonymous.post("/api/admin/login", json={"username": "alice", "password": PASSWORD})
    assert refused.status_code == 429
    assert refused.json()["code"] == "TOO_MANY_ATTEMPTS"
    assert int(refused.headers["Retry-After"]) > 0


def test_the_correct_password_clears_the_failures(
    alice: Person, anonymous: TestClient, state: AppState
) -> None:
    for _ in range(2):
        for _ in range(state.settings.login_attempts - 1):
            anonymous.post("/api/admin/login", json={"username": "alice", "password": "wrong"})
        right = anonymous.post("/api/admin/login", json={"username": "alice", "password": PASSWORD})
        assert right.status_code == 200


def test_logging_out_revokes_the_token(alice: Person) -> None:
    assert alice.post("/api/auth/logout").status_code == 200
    assert alice.get("/api/auth/me").status_code == 401


def test_a_session_expires(alice: Person, clock: FrozenClock, state: AppState) -> None:
    clock.advance(hours=state.settings.session_hours, seconds=1)
    assert alice.get("/api/auth/me").status_code == 401


def test_a_deactivated_user_loses_access_at_once(alice: Person, state: AppState) -> None:
    from app.users.tables import User

    with state.database.transaction() as session:
        session.get_one(User, alice.id).is_active = False
    assert alice.get("/api/auth/me").status_code == 401


def _forged(alice: Person, state: AppState, clock: FrozenClock, *, how: str) -> str:
    claims: dict[str, Any] = jwt.decode(alice.token, options={"verify_signature": False})
    if how == "other key":
        return jwt.encode(claims, b"x" * 32, algorithm="HS256")
    if how == "alg none":
        return jwt.encode(claims, "", algorithm="none")
    if how == "not yet valid":
        claims["nbf"] = clock.now() + timedelta(hours=1)
    if how == "expired":
        claims["exp"] = clock.now() - timedelta(hours=1)
    if how == "unknown session":
        claims["jti"] = "0" * 32
    if how == "other user":
        claims["sub"] = "0" * 32
    return jwt.encode(claims, state.session_secret, algorithm="HS256")


@pytest.mark.parametrize(
    "how", ["other key", "alg none", "not yet valid", "expired", "unknown session", "other user"]
)
def test_a_forged_token_is_refused(
    how: str, alice: Person, anonymous: TestClient, state: AppState, clock: FrozenClock
) -> None:
    token = _forged(alice, state, clock, how=how)
    response = anonymous.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 401
    assert response.json()["code"] == "UNAUTHORIZED"


def test_the_role_comes_from_the_database(alice: Person, anonymous: TestClient, state: AppState) -> None:
    claims = jwt.decode(alice.token, options={"verify_signature": False}) | {"role": "admin"}
    token = jwt.encode(claims, state.session_secret, algorithm="HS256")
    response = anonymous.get("/api/admin/verify", headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 403


def test_an_admin_is_verified_and_a_recruiter_is_not(
    ada: Person, alice: Person, anonymous: TestClient
) -> None:
    assert ada.get("/api/admin/verify").status_code == 200
    assert alice.get("/api/admin/verify").status_code == 403
    assert anonymous.get("/api/admin/verify").status_code == 401


def test_a_huge_token_is_refused(anonymous: TestClient) -> None:
    response = anonymous.get("/api/auth/me", headers={"Authorization": "Bearer " + "a" * 50_000})
    assert response.status_code == 401


@pytest.mark.usefixtures("running_server")
class TestSetup:
    BODY = {"username": "ada", "password": PASSWORD, "name": "Ada"}

    def test_the_printed_code_creates_the_first_admin_once(
        self, anonymous: TestClient, state: AppState
    ) -> None:
        assert anonymous.get("/api/setup").json()["data"]["required"] is True
        code = state.setup_code
        assert code is not None
        made = anonymous.post("/api/setup", json={"code": code.lower(), **self.BODY})
        assert made.status_code == 200
        bearer = {"Authorization": f"Bearer {made.json()['token']}"}
        assert anonymous.get("/api/admin/verify", headers=bearer).status_code == 200
        assert anonymous.get("/api/billing/summary", headers=bearer).json()["data"]["plan"] == "growth"
        again = anonymous.post("/api/setup", json={"code": code, **self.BODY, "username": "eve"})
        assert again.status_code == 409
        assert anonymous.get("/api/setup").json()["data"]["required"] is False

    def test_a_wrong_code_creates_no_user(self, anonymous: TestClient) -> None:
        response = anonymous.post("/api/setup", json={"code": "AAAA-BBBB-CCCC-DDDD", **self.BODY})
        assert response.status_code == 403
        assert response.json()["code"] == "SETUP_CODE_INVALID"
        assert anonymous.get("/api/setup").json()["data"]["required"] is True

    def test_guessing_the_code_is_throttled(self, anonymous: TestClient, state: AppState) -> None:
        for _ in range(state.settings.login_attempts):
            anonymous.post("/api/setup", json={"code": "guess", **self.BODY})
        response = anonymous.post("/api/setup", json={"code": state.setup_code, **self.BODY})
        assert response.status_code == 429

    def test_each_wrong_code_is_answered_more_slowly(
        self, anonymous: TestClient, state: AppState, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        waits: list[float] = []

        async def record(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(throttle, "_MAX_DELAY_SECONDS", 5.0)
        monkeypatch.setattr("app.users.setup_code.anyio.sleep", record)
        for _ in range(state.settings.login_attempts):
            anonymous.post("/api/setup", json={"code": "guess", **self.BODY})
        assert waits[0] < waits[-1]
        assert waits == sorted(waits)

    def test_the_environment_creates_the_first_admin_and_changes_no_user_later(self, state: AppState) -> None:
        settings = state.settings.model_copy(
            update={"admin_username": "root", "admin_password": _secret(PASSWORD)}
        )
        with state.database.transaction() as session:
            assert first_admin.prepare_first_admin(session, settings=settings, hooks=state.hooks) is None
        other = settings.model_copy(update={"admin_password": _secret("another password")})
        with state.database.transaction() as session:
            assert first_admin.prepare_first_admin(session, settings=other, hooks=state.hooks) is None
            root = repository.find_by_username(session, "root")
            assert root is not None
            assert (root.role, is_password(PASSWORD, root.password_hash)) == ("admin", True)


def _secret(value: str) -> Any:
    from pydantic import SecretStr

    return SecretStr(value)


def test_the_profile_accepts_known_timezones_only(alice: Person) -> None:
    changed = alice.patch("/api/profile", json={"name": "Alice A.", "timezone": "Europe/Berlin"})
    assert changed.json()["data"]["name"] == "Alice A."
    assert alice.get("/api/profile").json()["data"]["timezone"] == "Europe/Berlin"
    refused = alice.patch("/api/profile", json={"timezone": "Mars/Olympus"})
    assert refused.status_code == 422
    assert refused.json()["fields"][0]["path"] == "timezone"
