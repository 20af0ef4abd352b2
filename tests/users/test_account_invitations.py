"""Account invitations: links with which users set a password."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from app.core.database import Database
from app.core.state import AppState
from app.users import account_invitations, accounts
from app.users.tables import InvitationPurpose, Role, User
from tests.conftest import FrozenClock
from tests.users.steps import NEW_PASSWORD, dump_database, sign_in


class TestInvitations:
    @pytest.fixture
    def invite(self, state: AppState) -> Callable[..., str]:
        def make(username: str, purpose: InvitationPurpose = InvitationPurpose.INVITE) -> str:
            with state.database.transaction() as session:
                user = accounts.create_user(session, username=username, role=Role.RECRUITER, name="Nora")
                for hook in state.hooks.user_created:
                    hook(session, user.id)
                return account_invitations.invite(session, user=user, purpose=purpose, now=state.now())

        return make

    def test_a_link_sets_a_password_once(self, anonymous: TestClient, invite: Callable[..., str]) -> None:
        token = invite("nora")
        assert sign_in(anonymous, "nora", "").status_code == 422
        assert sign_in(anonymous, "nora", "guess").status_code == 401
        seen = anonymous.get(f"/api/auth/invitations/{token}").json()["data"]
        assert seen == {"username": "nora", "name": "Nora", "purpose": "invite"}
        accepted = anonymous.post(f"/api/auth/invitations/{token}", json={"password": NEW_PASSWORD})
        assert accepted.json()["admin"]["username"] == "nora"
        for again in (
            anonymous.get(f"/api/auth/invitations/{token}"),
            anonymous.post(f"/api/auth/invitations/{token}", json={"password": "a third password"}),
        ):
            assert (again.status_code, again.json()["code"]) == (410, "INVITATION_UNAVAILABLE")
        assert sign_in(anonymous, "nora", NEW_PASSWORD).status_code == 200

    def test_an_invitation_expires_after_a_week(
        self, anonymous: TestClient, invite: Callable[..., str], clock: FrozenClock
    ) -> None:
        token = invite("nora")
        clock.advance(days=7)
        assert anonymous.get(f"/api/auth/invitations/{token}").status_code == 410

    def test_a_newer_invitation_voids_the_older_one(
        self, anonymous: TestClient, invite: Callable[..., str], state: AppState
    ) -> None:
        token = invite("nora")
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="nora").one()
            account_invitations.invite(session, user=user, purpose=InvitationPurpose.RESET, now=state.now())
        assert anonymous.get(f"/api/auth/invitations/{token}").status_code == 410

    def test_unknown_tokens_and_short_passwords_are_refused(
        self, anonymous: TestClient, invite: Callable[..., str]
    ) -> None:
        assert anonymous.get("/api/auth/invitations/unknown").status_code == 404
        short = anonymous.post(f"/api/auth/invitations/{invite('nora')}", json={"password": "short"})
        assert short.status_code == 422

    def test_the_token_is_not_stored(self, invite: Callable[..., str], database: Database) -> None:
        token = invite("nora")
        dump = dump_database(database)
        assert token not in dump
