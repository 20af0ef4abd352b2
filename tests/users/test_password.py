"""Changing the password, one-time passwords, throttled guessing."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.core.state import AppState
from app.users import accounts
from app.users.tables import User
from tests.conftest import PASSWORD, Person
from tests.users.steps import NEW_PASSWORD, as_bearer, sign_in


class TestPassword:
    def test_a_change_ends_all_sessions_and_opens_a_new_one(
        self, alice: Person, anonymous: TestClient
    ) -> None:
        other = sign_in(anonymous, "alice").json()["token"]
        response = alice.post(
            "/api/profile/password", json={"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
        )
        assert response.status_code == 200
        for token in (other, alice.token):
            assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 401
        fresh = as_bearer(response.json()["token"])
        assert anonymous.get("/api/auth/me", headers=fresh).status_code == 200
        assert sign_in(anonymous, "alice").status_code == 401
        assert sign_in(anonymous, "alice", NEW_PASSWORD).status_code == 200

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"currentPassword": "wrong", "newPassword": NEW_PASSWORD}, 403, "WRONG_PASSWORD"),
            ({"newPassword": NEW_PASSWORD}, 403, "WRONG_PASSWORD"),
            ({"currentPassword": PASSWORD, "newPassword": "short"}, 422, "VALIDATION_ERROR"),
            ({"currentPassword": PASSWORD, "newPassword": PASSWORD}, 422, "VALIDATION_ERROR"),
            ({"currentPassword": PASSWORD, "newPassword": "x" * 4000}, 422, "VALIDATION_ERROR"),
        ],
    )
    def test_refused_changes_keep_the_password(
        self, alice: Person, anonymous: TestClient, body: dict[str, str], status: int, code: str
    ) -> None:
        refused = alice.post("/api/profile/password", json=body)
        assert (refused.status_code, refused.json()["code"]) == (status, code)
        assert alice.get("/api/auth/me").status_code == 200
        assert sign_in(anonymous, "alice").status_code == 200

    def test_guessing_the_current_password_is_throttled(self, alice: Person, state: AppState) -> None:
        body = {"currentPassword": "wrong", "newPassword": NEW_PASSWORD}
        for _ in range(state.settings.login_attempts):
            assert alice.post("/api/profile/password", json=body).status_code == 403
        assert alice.post("/api/profile/password", json=body).status_code == 429

    def test_a_one_time_password_only_allows_choosing_another(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        made = accounts.OneTimePassword.make()
        with state.database.transaction() as session:
            accounts.set_one_time_password(session, user=session.get_one(User, alice.id), password=made)
        signed_in = sign_in(anonymous, "alice", made.text).json()
        assert signed_in["admin"]["mustChangePassword"] is True
        bearer = as_bearer(signed_in["token"])
        refused = anonymous.get("/api/interviews", headers=bearer)
        assert (refused.status_code, refused.json()["code"]) == (403, "PASSWORD_CHANGE_REQUIRED")
        changed = anonymous.post(
            "/api/profile/password",
            json={"currentPassword": made.text, "newPassword": NEW_PASSWORD},
            headers=bearer,
        ).json()
        assert changed["admin"]["mustChangePassword"] is False
        assert anonymous.get("/api/interviews", headers=as_bearer(changed["token"])).status_code == 200

    def test_fifty_failures_are_throttled_until_the_window_ends(
        self, alice: Person, anonymous: TestClient, api: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        statuses = [sign_in(anonymous, "alice", "wrong").status_code for _ in range(50)]
        assert statuses == [401] * 10 + [429] * 40
        assert sign_in(anonymous, "alice").status_code == 429
        import time

        start = time.time()
        monkeypatch.setattr("limits.storage.memory.time.time", lambda: start + 301)
        monkeypatch.setattr("time.time", lambda: start + 301)
        assert sign_in(anonymous, "alice").status_code == 200
