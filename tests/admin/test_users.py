"""User administration: list, create, change, reset access."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.core.errors import AppError
from app.core.state import AppState
from app.integrations.email.tables import OutgoingEmail
from app.users import accounts
from app.users.tables import Role, User
from tests.admin.samples import LINKED, NEW
from tests.conftest import PASSWORD, FrozenClock, Person

PASSWORDED = {**NEW, "delivery": "one_time_password"}

Json = dict[str, Any]


class TestList:
    def names(self, ada: Person, **query: str) -> list[str]:
        response = ada.get("/api/admin/users", params=query)
        assert response.status_code == 200, response.text
        return [user["username"] for user in response.json()["data"]]

    def test_users_are_sorted_by_name_and_paged(self, ada: Person, alice: Person, bob: Person) -> None:
        assert self.names(ada) == ["ada", "alice", "bob"]
        page = ada.get("/api/admin/users", params={"page": 2, "limit": 2}).json()
        assert [user["username"] for user in page["data"]] == ["bob"]
        assert page["pagination"] == {
            "page": 2,
            "limit": 2,
            "total": 3,
            "totalPages": 2,
            "hasMore": False,
        }

    def test_search_is_literal_in_name_username_and_email(self, ada: Person, alice: Person) -> None:
        ada.post("/api/admin/users", json={**PASSWORDED, "username": "per_cent", "name": "100% Önnerfors"})
        assert self.names(ada, search="ALICE@example") == ["alice"]
        assert self.names(ada, search="lic") == ["alice"]
        assert self.names(ada, search="%") == ["per_cent"]
        assert self.names(ada, search="_") == ["per_cent"]
        assert self.names(ada, search="unknown") == []

    def test_role_and_status_filter(self, ada: Person, alice: Person, bob: Person) -> None:
        ada.post("/api/admin/users", json=LINKED)
        ada.patch(f"/api/admin/users/{bob.id}", json={"isActive": False})
        assert self.names(ada, role="admin") == ["ada"]
        assert self.names(ada, status="active") == ["ada", "alice"]
        assert self.names(ada, status="inactive") == ["bob"]
        assert self.names(ada, status="invited") == ["dora"]
        assert self.names(ada, status="active", role="recruiter") == ["alice"]
        assert ada.get("/api/admin/users", params={"status": "asleep"}).status_code == 422

    def test_a_row_shows_role_status_and_sessions(
        self, ada: Person, alice: Person, clock: FrozenClock
    ) -> None:
        (row,) = ada.get("/api/admin/users", params={"search": "alice"}).json()["data"]
        assert row == ada.get(f"/api/admin/users/{alice.id}").json()["data"]
        assert (row["activeSessions"], row["isBasicAuth"], row["isInvited"]) == (1, True, False)
        assert (row["hasSecondFactor"], row["mustChangePassword"], row["isActive"]) == (False, False, True)
        assert row["lastSignedInAt"] is not None

    def test_expired_sessions_do_not_count(
        self, ada: Person, alice: Person, bob: Person, clock: FrozenClock, state: AppState
    ) -> None:
        alice.post("/api/auth/logout")
        rows = ada.get("/api/admin/users").json()["data"]
        assert {row["username"]: row["activeSessions"] for row in rows} == {"ada": 1, "alice": 0, "bob": 1}


class TestCreate:
    def test_a_one_time_password_only_allows_choosing_another(
        self, ada: Person, anonymous: TestClient
    ) -> None:
        issued = ada.post("/api/admin/users", json=PASSWORDED).json()["data"]
        assert (issued["inviteLink"], issued["isMailed"]) == (None, False)
        assert issued["user"]["mustChangePassword"] is True
        signed_in = anonymous.post(
            "/api/admin/login", json={"username": "dora", "password": issued["oneTimePassword"]}
        ).json()
        bearer = {"Authorization": f"Bearer {signed_in['token']}"}
        refused = anonymous.get("/api/interviews", headers=bearer)
        assert (refused.status_code, refused.json()["code"]) == (403, "PASSWORD_CHANGE_REQUIRED")

    def test_a_link_lets_the_user_set_a_password(self, ada: Person, anonymous: TestClient) -> None:
        issued = ada.post("/api/admin/users", json=LINKED).json()["data"]
        assert (issued["oneTimePassword"], issued["isMailed"]) == (None, False)
        assert issued["user"]["isInvited"] is True
        base, _, token = issued["inviteLink"].rpartition("/invite/")
        assert base == "http://testserver"
        invitation = anonymous.get(f"/api/auth/invitations/{token}").json()["data"]
        assert (invitation["username"], invitation["purpose"]) == ("dora", "invite")
        accepted = anonymous.post(f"/api/auth/invitations/{token}", json={"password": PASSWORD}).json()
        bearer = {"Authorization": f"Bearer {accepted['token']}"}
        assert anonymous.get("/api/billing/summary", headers=bearer).json()["data"]["plan"] == "free"
        user = ada.get(f"/api/admin/users/{issued['user']['_id']}").json()["data"]
        assert user["isInvited"] is False

    def test_the_link_uses_the_public_url_if_set(self, ada: Person, state: AppState) -> None:
        state.settings = state.settings.model_copy(update={"public_url": "https://talk.agency.example/"})
        issued = ada.post("/api/admin/users", json=LINKED).json()["data"]
        assert issued["inviteLink"].startswith("https://talk.agency.example/invite/")

    def test_the_link_is_emailed_if_email_is_configured(
        self, ada: Person, read_emails: Callable[[], list[OutgoingEmail]]
    ) -> None:
        issued = ada.post("/api/admin/users", json={**LINKED, "email": "dora@agency.example"}).json()["data"]
        assert issued["isMailed"] is True
        (written,) = read_emails()
        assert (written.recipient, written.subject) == ("dora@agency.example", "Greenroom: your account")
        assert issued["inviteLink"] in written.text

    def test_a_user_without_an_address_gets_no_email(
        self, ada: Person, read_emails: Callable[[], list[OutgoingEmail]]
    ) -> None:
        assert ada.post("/api/admin/users", json=LINKED).json()["data"]["isMailed"] is False
        assert read_emails() == []

    def test_no_email_is_queued_without_a_mail_server(self, ada: Person, state: AppState) -> None:
        issued = ada.post("/api/admin/users", json={**LINKED, "email": "dora@agency.example"}).json()["data"]
        assert issued["isMailed"] is False
        with state.database.reading() as session:
            assert session.scalars(select(OutgoingEmail)).all() == []

    def test_a_one_time_password_is_never_emailed(
        self, ada: Person, read_emails: Callable[[], list[OutgoingEmail]]
    ) -> None:
        issued = ada.post("/api/admin/users", json={**PASSWORDED, "email": "dora@agency.example"})
        assert issued.json()["data"]["isMailed"] is False
        assert read_emails() == []

    @pytest.mark.parametrize(
        ("changes", "code"),
        [({"username": "ALICE"}, "USERNAME_TAKEN"), ({"email": "Alice@Example.com"}, "EMAIL_TAKEN")],
    )
    def test_username_and_email_are_unique(
        self, ada: Person, alice: Person, changes: Json, code: str
    ) -> None:
        response = ada.post("/api/admin/users", json={**LINKED, **changes})
        assert (response.status_code, response.json()["code"]) == (409, code)

    @pytest.mark.parametrize(
        "changes",
        [{"role": "owner"}, {"delivery": "pigeon"}, {"username": " "}, {"name": "x" * 4000}, {"email": "x"}],
    )
    def test_invalid_values_are_refused(self, ada: Person, changes: Json) -> None:
        response = ada.post("/api/admin/users", json={**LINKED, **changes})
        assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
        assert response.json()["fields"][0]["path"] in changes

    def test_a_name_is_stored_as_entered(self, ada: Person) -> None:
        name = "<img onerror=alert(1)> \u202eمرحبا"
        made = ada.post("/api/admin/users", json={**LINKED, "name": name}).json()["data"]
        assert made["user"]["name"] == name


class TestChange:
    def test_only_fields_that_are_sent_change(self, ada: Person, alice: Person) -> None:
        changed = ada.patch(f"/api/admin/users/{alice.id}", json={"name": "Alice Moreau"}).json()["data"]
        assert (changed["name"], changed["email"]) == ("Alice Moreau", "alice@example.com")
        cleared = ada.patch(f"/api/admin/users/{alice.id}", json={"email": None}).json()["data"]
        assert (cleared["name"], cleared["email"]) == ("Alice Moreau", None)

    def test_the_address_of_another_user_is_refused(self, ada: Person, alice: Person, bob: Person) -> None:
        response = ada.patch(f"/api/admin/users/{bob.id}", json={"email": "ALICE@example.com", "name": "Rob"})
        assert (response.status_code, response.json()["code"]) == (409, "EMAIL_TAKEN")
        assert ada.get(f"/api/admin/users/{bob.id}").json()["data"]["name"] == "Bob"
        same = ada.patch(f"/api/admin/users/{alice.id}", json={"email": "Alice@example.com"})
        assert same.status_code == 200

    def test_an_admin_vouches_only_for_addresses_they_enter(
        self, ada: Person, alice: Person, state: AppState
    ) -> None:
        def is_unchecked() -> bool:
            with state.database.reading() as session:
                return session.get_one(User, alice.id).is_email_unchecked

        alice.patch("/api/profile", json={"email": "boss@example.com", "currentPassword": PASSWORD})
        ada.patch(f"/api/admin/users/{alice.id}", json={"name": "Alice M", "email": "boss@example.com"})
        assert is_unchecked()
        ada.patch(f"/api/admin/users/{alice.id}", json={"email": "alice.m@example.com"})
        assert not is_unchecked()

    def test_a_new_role_takes_effect_at_once(self, ada: Person, alice: Person) -> None:
        assert alice.get("/api/admin/verify").status_code == 403
        ada.patch(f"/api/admin/users/{alice.id}", json={"role": "admin"})
        assert alice.get("/api/admin/verify").status_code == 200

    def test_a_deactivated_user_loses_access_at_once(
        self, ada: Person, alice: Person, anonymous: TestClient, ended: list[str]
    ) -> None:
        off = ada.patch(f"/api/admin/users/{alice.id}", json={"isActive": False}).json()["data"]
        assert (off["isActive"], off["activeSessions"]) == (False, 0)
        assert alice.get("/api/auth/me").status_code == 401
        assert ended == [alice.id]
        ada.patch(f"/api/admin/users/{alice.id}", json={"isActive": True})
        # After activation, the user must sign in again.
        assert alice.get("/api/auth/me").status_code == 401
        again = anonymous.post("/api/admin/login", json={"username": "alice", "password": PASSWORD})
        assert again.status_code == 200

    @pytest.mark.parametrize("change", [{"isActive": False}, {"role": "recruiter"}])
    def test_the_last_admin_cannot_be_removed(
        self, ada: Person, enroll: Callable[..., Person], ended: list[str], change: Json
    ) -> None:
        refused = ada.patch(f"/api/admin/users/{ada.id}", json={"name": "Gone", **change})
        assert (refused.status_code, refused.json()["code"]) == (409, "LAST_ADMIN")
        assert ada.get("/api/auth/me").json()["data"]["name"] == "Ada"
        assert ended == []
        enroll("eve", Role.ADMIN)
        assert ada.patch(f"/api/admin/users/{ada.id}", json=change).status_code == 200

    def test_two_admins_who_demote_each_other_at_once_leave_one(
        self, ada: Person, enroll: Callable[..., Person], state: AppState
    ) -> None:
        eve = enroll("eve", Role.ADMIN)

        def demote(user_id: str) -> bool:
            try:
                with state.database.transaction() as session:
                    accounts.set_role(session, user_id=user_id, role=Role.RECRUITER)
            except AppError:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(demote, [ada.id, eve.id])) == [False, True]
