"""Resetting the access of users: passwords, links, sessions and second factors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi.testclient import TestClient

from app.core.state import AppState
from app.integrations.email.tables import OutgoingEmail
from app.users.second_factor import begin
from app.users.tables import SecondFactor, User
from tests.admin.samples import LINKED
from tests.conftest import PASSWORD, Person

Json = dict[str, Any]


class TestReset:
    def test_the_old_password_and_all_sessions_end(
        self, ada: Person, alice: Person, anonymous: TestClient, ended: list[str]
    ) -> None:
        response = ada.post(f"/api/admin/users/{alice.id}/reset-password", json={"delivery": "invite_link"})
        issued = response.json()["data"]
        assert alice.get("/api/auth/me").status_code == 401
        assert ended == [alice.id]
        old = anonymous.post("/api/admin/login", json={"username": "alice", "password": PASSWORD})
        assert old.status_code == 401
        token = issued["inviteLink"].rpartition("/")[2]
        assert anonymous.get(f"/api/auth/invitations/{token}").json()["data"]["purpose"] == "reset"
        assert issued["user"]["isInvited"] is False

    def test_a_one_time_password_voids_an_earlier_link(
        self, ada: Person, alice: Person, anonymous: TestClient
    ) -> None:
        path = f"/api/admin/users/{alice.id}/reset-password"
        link = ada.post(path, json={"delivery": "invite_link"}).json()["data"]["inviteLink"]
        password = ada.post(path, json={"delivery": "one_time_password"}).json()["data"]["oneTimePassword"]
        token = link.rpartition("/")[2]
        assert anonymous.get(f"/api/auth/invitations/{token}").status_code == 410
        signed_in = anonymous.post("/api/admin/login", json={"username": "alice", "password": password})
        assert signed_in.json()["admin"]["mustChangePassword"] is True

    def test_a_lost_invitation_can_be_sent_again(
        self, ada: Person, read_emails: Callable[[], list[OutgoingEmail]]
    ) -> None:
        made = ada.post("/api/admin/users", json={**LINKED, "email": "dora@agency.example"}).json()["data"]
        path = f"/api/admin/users/{made['user']['_id']}/reset-password"
        again = ada.post(path, json={"delivery": "invite_link"}).json()["data"]
        assert (again["user"]["isInvited"], again["isMailed"]) == (True, True)
        assert again["inviteLink"] != made["inviteLink"]
        assert {written.subject for written in read_emails()} == {"Greenroom: your account"}

    def test_the_email_of_a_reset_says_so(
        self, ada: Person, alice: Person, read_emails: Callable[[], list[OutgoingEmail]]
    ) -> None:
        ada.post(f"/api/admin/users/{alice.id}/reset-password", json={"delivery": "invite_link"})
        (written,) = read_emails()
        assert written.subject == "Greenroom: set a new password"
        assert "alice" in written.text

    def test_admins_cannot_reset_their_own_password(self, ada: Person) -> None:
        response = ada.post(
            f"/api/admin/users/{ada.id}/reset-password", json={"delivery": "one_time_password"}
        )
        assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")
        assert ada.get("/api/auth/me").status_code == 200

    def test_a_deactivated_user_gets_no_new_access(self, ada: Person, alice: Person) -> None:
        ada.patch(f"/api/admin/users/{alice.id}", json={"isActive": False})
        response = ada.post(f"/api/admin/users/{alice.id}/reset-password", json={"delivery": "invite_link"})
        assert response.status_code == 409

    def test_all_sessions_end(self, ada: Person, alice: Person, ended: list[str]) -> None:
        left = ada.post(f"/api/admin/users/{alice.id}/end-sessions").json()["data"]
        assert left["activeSessions"] == 0
        assert alice.get("/api/auth/me").status_code == 401
        assert ended == [alice.id]

    def test_a_lost_second_factor_is_removed(self, ada: Person, alice: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            begin(session, user=session.get_one(User, alice.id), sealer=state.sealer, now=state.now())
            session.get_one(SecondFactor, alice.id).confirmed_at = state.now()
        path = f"/api/admin/users/{alice.id}"
        assert ada.get(path).json()["data"]["hasSecondFactor"] is True
        taken = ada.post(f"{path}/reset-second-factor").json()["data"]
        assert taken["hasSecondFactor"] is False
        with state.database.reading() as session:
            assert session.get(SecondFactor, alice.id) is None
