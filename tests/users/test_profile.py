"""Users change their own profile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from app.core.state import AppState
from app.users.tables import SessionToken, User
from tests.conftest import PASSWORD, FrozenClock, Person
from tests.users.steps import NEW_PASSWORD


class TestProfile:
    def test_language_and_timezone_are_saved(self, alice: Person) -> None:
        changed = alice.patch("/api/profile", json={"language": "de", "timezone": "Europe/Berlin"})
        assert changed.json()["data"]["language"] == "de"
        assert alice.get("/api/auth/me").json()["data"]["timezone"] == "Europe/Berlin"
        assert alice.patch("/api/profile", json={"language": None}).json()["data"]["language"] is None
        assert alice.patch("/api/profile", json={"language": "xx"}).status_code == 422

    def test_a_profile_does_not_reveal_whose_address_has_an_account(self, alice: Person, bob: Person) -> None:
        """L9: the answer to a taken address was another than to a free one."""
        answers = [
            bob.patch("/api/profile", json={"email": email, "currentPassword": PASSWORD})
            for email in ("alice@example.com", "nobody@example.com")
        ]
        assert [answer.status_code for answer in answers] == [200, 200]


class TestProof:
    """A stolen session must not become a stolen account."""

    def test_a_new_email_address_needs_the_password(self, alice: Person) -> None:
        """L5, ASVS 7.5.1: a stranger at an unlocked browser could redirect the account's mail."""
        new = {"email": "mallory@example.com"}
        refused = alice.patch("/api/profile", json=new)
        assert (refused.status_code, refused.json()["code"]) == (403, "WRONG_PASSWORD")
        assert alice.patch("/api/profile", json={**new, "currentPassword": "wrong"}).status_code == 403
        assert alice.patch("/api/profile", json={"email": None}).status_code == 403
        assert alice.get("/api/profile").json()["data"]["email"] == "alice@example.com"
        changed = alice.patch("/api/profile", json={**new, "currentPassword": PASSWORD})
        assert changed.json()["data"]["email"] == "mallory@example.com"

    def test_the_rest_of_the_profile_needs_none(self, alice: Person) -> None:
        body = {"name": "Alice A.", "email": "alice@example.com", "timezone": "Europe/Berlin"}
        assert alice.patch("/api/profile", json=body).status_code == 200

    def test_guessing_the_password_here_is_throttled(self, alice: Person, state: AppState) -> None:
        body = {"email": "mallory@example.com", "currentPassword": "wrong"}
        for _ in range(state.settings.login_attempts):
            assert alice.patch("/api/profile", json=body).status_code == 403
        assert alice.patch("/api/profile", json=body).status_code == 429

    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [
            ("POST", "/api/profile/password", {"newPassword": NEW_PASSWORD}),
            ("POST", "/api/profile/second-factor/begin", {}),
            ("PATCH", "/api/profile", {"email": "mallory@example.com"}),
        ],
    )
    def test_without_a_password_a_recent_sign_in_is_the_proof(
        self,
        alice: Person,
        state: AppState,
        clock: FrozenClock,
        method: str,
        path: str,
        body: dict[str, Any],
    ) -> None:
        """L5: a user of the identity provider could set a first password from any old session."""
        with state.database.transaction() as session:
            session.execute(update(User).where(User.id == alice.id).values(password_hash=None))
        clock.advance(minutes=16)
        refused = alice.request(method, path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "REAUTHENTICATION_REQUIRED")
        recent = state.now() - timedelta(minutes=14)
        with state.database.transaction() as session:
            session.execute(update(SessionToken).values(created_at=recent))
        assert alice.request(method, path, json=body).status_code == 200
