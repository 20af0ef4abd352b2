"""Sessions: list, end one or all, expiry, roles."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from app.core.database import Database
from app.core.state import AppState
from app.realtime.sessions import find_session, record_socket_use
from app.users import accounts
from app.users.tables import Role
from tests.conftest import FrozenClock, Person
from tests.users.steps import as_bearer, sign_in


class TestSessions:
    def test_sessions_are_listed_with_device_and_last_use(
        self, alice: Person, anonymous: TestClient, clock: FrozenClock
    ) -> None:
        token = sign_in(anonymous, "alice").json()["token"]
        clock.advance(minutes=5)
        listed = anonymous.get("/api/auth/sessions", headers=as_bearer(token)).json()["data"]
        assert len(listed) == 2
        current = next(one for one in listed if one["isCurrent"])
        assert current["device"] == "Mozilla/5.0 Firefox/140.0"
        assert current["method"] == "password"
        again = anonymous.get("/api/auth/sessions", headers=as_bearer(token)).json()["data"]
        used = next(one for one in again if one["isCurrent"])["lastUsedAt"]
        assert used > current["createdAt"]

    def test_last_use_is_written_at_most_once_a_minute(
        self, alice: Person, database: Database, clock: FrozenClock
    ) -> None:
        writes: list[str] = []

        from sqlalchemy import event

        event.listen(
            database.engine,
            "before_cursor_execute",
            lambda _c, _cu, statement, *_rest: writes.append(statement),
        )
        clock.advance(seconds=59)
        alice.get("/api/auth/me")
        assert not [one for one in writes if one.startswith("UPDATE session_tokens")]
        clock.advance(seconds=1)
        alice.get("/api/auth/me")
        alice.get("/api/auth/me")
        assert len([one for one in writes if one.startswith("UPDATE session_tokens")]) == 1

    def test_a_session_can_be_ended_from_another_one(self, alice: Person, anonymous: TestClient) -> None:
        token = sign_in(anonymous, "alice").json()["token"]
        listed = alice.get("/api/auth/sessions").json()["data"]
        other = next(one for one in listed if not one["isCurrent"])
        assert alice.delete(f"/api/auth/sessions/{other['_id']}").status_code == 200
        assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 401
        assert alice.get("/api/auth/me").status_code == 200

    def test_sessions_of_other_users_cannot_be_ended(
        self, alice: Person, bob: Person, anonymous: TestClient
    ) -> None:
        own = alice.get("/api/auth/sessions").json()["data"][0]["_id"]
        assert bob.delete(f"/api/auth/sessions/{own}").status_code == 404
        assert anonymous.delete(f"/api/auth/sessions/{own}").status_code == 401
        assert alice.delete("/api/auth/sessions/unknown").status_code == 404
        assert alice.get("/api/auth/me").status_code == 200

    def test_logging_out_everywhere_ends_the_current_session(
        self, alice: Person, bob: Person, anonymous: TestClient
    ) -> None:
        token = sign_in(anonymous, "alice").json()["token"]
        assert alice.post("/api/auth/logout-everywhere").status_code == 200
        assert alice.get("/api/auth/me").status_code == 401
        assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 401
        assert bob.get("/api/auth/me").status_code == 200

    def test_a_session_ends_after_twelve_hours(self, alice: Person, clock: FrozenClock) -> None:
        clock.advance(hours=12)
        assert alice.get("/api/auth/me").status_code == 401

    def test_a_deactivated_user_loses_access_at_once(self, alice: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            accounts.set_active(session, user_id=alice.id, active=False)
        assert alice.get("/api/interviews").status_code == 401

    def test_a_role_change_takes_effect_at_once(self, alice: Person, state: AppState) -> None:
        assert alice.get("/api/admin/verify").status_code == 403
        with state.database.transaction() as session:
            accounts.set_role(session, user_id=alice.id, role=Role.ADMIN)
        assert alice.get("/api/admin/verify").status_code == 200


class TestIdleLimit:
    """L6, ASVS 7.3.1: a session that nobody uses ends."""

    @pytest.fixture(autouse=True)
    def half_an_hour(self, state: AppState) -> None:
        state.settings = state.settings.model_copy(update={"session_idle_minutes": 30})

    def test_an_unused_session_ends(self, alice: Person, clock: FrozenClock) -> None:
        clock.advance(minutes=32)
        assert alice.get("/api/auth/me").status_code == 401

    def test_a_used_session_goes_on(self, alice: Person, clock: FrozenClock) -> None:
        for _ in range(5):
            clock.advance(minutes=29)
            assert alice.get("/api/auth/me").status_code == 200

    def test_an_open_room_counts_as_use(self, alice: Person, clock: FrozenClock, state: AppState) -> None:
        for _ in range(5):
            clock.advance(minutes=29)
            with state.database.reading() as session:
                found = find_session(session, state=state, token=alice.token)
            assert found is not None
            record_socket_use(state, found)
        assert alice.get("/api/auth/me").status_code == 200
