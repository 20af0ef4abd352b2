"""One active admin must always remain."""

from __future__ import annotations

import pytest

from app.core.state import AppState
from app.users import account_invitations, accounts
from app.users.errors import LastAdmin
from app.users.tables import InvitationPurpose, Role
from tests.conftest import Person


class TestLastAdmin:
    def test_the_last_active_admin_cannot_be_demoted_or_deactivated(
        self, ada: Person, alice: Person, state: AppState
    ) -> None:
        with state.database.transaction() as session:
            with pytest.raises(LastAdmin):
                accounts.set_active(session, user_id=ada.id, active=False)
            with pytest.raises(LastAdmin):
                accounts.set_role(session, user_id=ada.id, role=Role.RECRUITER)
            accounts.set_role(session, user_id=alice.id, role=Role.ADMIN)
            accounts.set_role(session, user_id=ada.id, role=Role.RECRUITER)
            with pytest.raises(LastAdmin):
                accounts.set_active(session, user_id=alice.id, active=False)

    def test_a_deactivated_admin_does_not_count(self, ada: Person, alice: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            accounts.set_role(session, user_id=alice.id, role=Role.ADMIN)
            accounts.set_active(session, user_id=alice.id, active=False)
            with pytest.raises(LastAdmin):
                accounts.set_role(session, user_id=ada.id, role=Role.RECRUITER)

    def test_an_invited_admin_does_not_count(self, ada: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            invited = accounts.create_user(session, username="nora", role=Role.ADMIN)
            with pytest.raises(LastAdmin):
                accounts.set_active(session, user_id=ada.id, active=False)
            token = account_invitations.invite(
                session, user=invited, purpose=InvitationPurpose.INVITE, now=state.now()
            )
            account_invitations.accept_invitation(
                session, token=token, password_hash="a hash", now=state.now()
            )
            accounts.set_active(session, user_id=ada.id, active=False)
