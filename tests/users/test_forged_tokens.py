"""Forged, expired and misused session tokens are refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from fastapi.testclient import TestClient

from app.core.security import sign_challenge
from app.core.state import AppState
from app.users.tables import User
from tests.conftest import FrozenClock, Person
from tests.users.steps import as_bearer


class TestForgedTokens:
    @pytest.fixture
    def claims(self, alice: Person) -> dict[str, Any]:
        return jwt.decode(alice.token, options={"verify_signature": False}, audience="session")

    def refused(self, browser: TestClient, token: str) -> Any:
        response = browser.get("/api/auth/me", headers=as_bearer(token))
        assert response.status_code == 401
        return response.json()

    def test_all_forged_tokens_get_the_same_refusal(
        self, anonymous: TestClient, claims: dict[str, Any], state: AppState, clock: FrozenClock
    ) -> None:
        secret, now = state.session_secret, clock.now()
        later = now + timedelta(hours=1)
        key_pair = generate_private_key(public_exponent=65_537, key_size=2_048)
        forged = {
            "none": jwt.encode(claims, "", algorithm="none"),
            "another key": jwt.encode(claims, b"k" * 32, algorithm="HS256"),
            "another algorithm": jwt.encode(claims, secret * 2, algorithm="HS512"),
            "a key pair": jwt.encode(claims, key_pair, "RS256"),
            "expired": jwt.encode({**claims, "exp": now - timedelta(minutes=1)}, secret),
            "not yet": jwt.encode({**claims, "nbf": later}, secret),
            "unknown session": jwt.encode({**claims, "jti": "x"}, secret),
            "another user": jwt.encode({**claims, "sub": "x"}, secret),
            "another purpose": jwt.encode({**claims, "aud": "second-factor"}, secret),
            "no end": jwt.encode({key: claims[key] for key in claims if key != "exp"}, secret),
            "a key from a path": jwt.encode(claims, b"k" * 32, headers={"kid": "/dev/null"}),
            "a megabyte": "x" * 1_000_000,
            "nothing": "",
            "no token": "a.b.c",
        }
        responses = {name: self.refused(anonymous, token) for name, token in forged.items()}
        assert len({str(response) for response in responses.values()}) == 1

    def test_the_role_in_the_token_is_ignored(
        self, anonymous: TestClient, claims: dict[str, Any], state: AppState
    ) -> None:
        token = jwt.encode({**claims, "role": "admin"}, state.session_secret)
        assert anonymous.get("/api/admin/verify", headers=as_bearer(token)).status_code == 403

    def test_the_token_of_a_deleted_user_is_refused(self, alice: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            session.delete(session.get_one(User, alice.id))
        assert alice.get("/api/auth/me").status_code == 401

    def test_a_challenge_is_not_a_session_token(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        challenge = sign_challenge(
            secret=state.session_secret,
            user_id=alice.id,
            method="password",
            password_hash=None,
            issued_at=state.now(),
        )
        self.refused(anonymous, challenge)

    def test_a_session_token_is_not_a_challenge(self, alice: Person, anonymous: TestClient) -> None:
        response = anonymous.post(
            "/api/auth/second-factor", json={"challenge": alice.token, "code": "123456"}
        )
        assert response.json()["code"] == "CHALLENGE_EXPIRED"
