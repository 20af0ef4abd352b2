"""Sessions, passwords, second factor, registration and invitations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import jwt
import pyotp
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.core.database import Base, Database
from app.core.security import sign_challenge
from app.core.state import AppState
from app.users import account_invitations, accounts
from app.users.errors import LastAdmin
from app.users.tables import InvitationPurpose, Role, User
from tests.conftest import PASSWORD, Person, StandingClock

NEW_PASSWORD = "another long password"


def sign_in(browser: TestClient, username: str, password: str = PASSWORD) -> Any:
    return browser.post(
        "/api/admin/login",
        json={"username": username, "password": password},
        headers={"User-Agent": "Mozilla/5.0 Firefox/140.0"},
    )


def as_bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def demand_second_factor(state: AppState, of: str) -> None:
    state.settings = state.settings.model_copy(update={"require_second_factor": of})


def turn_on(person: Person, state: AppState) -> tuple[pyotp.TOTP, list[str]]:
    begun = person.post("/api/profile/second-factor/begin", json={"password": PASSWORD}).json()["data"]
    totp = pyotp.TOTP(begun["secret"])
    confirmed = person.post("/api/profile/second-factor/confirm", json={"code": totp.at(state.now())})
    assert confirmed.status_code == 200, confirmed.text
    return totp, confirmed.json()["data"]["recoveryCodes"]


def everything_in(database: Database) -> str:
    """Every value of every table, as a thief of the file would read them."""
    with database.reading() as session:
        return "\n".join(
            str(row) for table in Base.metadata.sorted_tables for row in session.execute(select(table))
        )


class TestSessions:
    def test_a_session_tells_device_and_last_use(
        self, alice: Person, anonymous: TestClient, clock: StandingClock
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

    def test_use_is_written_once_a_minute_at_most(
        self, alice: Person, database: Database, clock: StandingClock
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

    def test_one_session_is_ended_from_another(self, alice: Person, anonymous: TestClient) -> None:
        token = sign_in(anonymous, "alice").json()["token"]
        listed = alice.get("/api/auth/sessions").json()["data"]
        other = next(one for one in listed if not one["isCurrent"])
        assert alice.delete(f"/api/auth/sessions/{other['_id']}").status_code == 200
        assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 401
        assert alice.get("/api/auth/me").status_code == 200

    def test_nobody_ends_anothers_session(self, alice: Person, bob: Person, anonymous: TestClient) -> None:
        own = alice.get("/api/auth/sessions").json()["data"][0]["_id"]
        assert bob.delete(f"/api/auth/sessions/{own}").status_code == 404
        assert anonymous.delete(f"/api/auth/sessions/{own}").status_code == 401
        assert alice.delete("/api/auth/sessions/unknown").status_code == 404
        assert alice.get("/api/auth/me").status_code == 200

    def test_logging_out_everywhere_ends_this_session_too(
        self, alice: Person, bob: Person, anonymous: TestClient
    ) -> None:
        token = sign_in(anonymous, "alice").json()["token"]
        assert alice.post("/api/auth/logout-everywhere").status_code == 200
        assert alice.get("/api/auth/me").status_code == 401
        assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 401
        assert bob.get("/api/auth/me").status_code == 200

    def test_a_session_ends_after_twelve_hours(self, alice: Person, clock: StandingClock) -> None:
        clock.advance(hours=12)
        assert alice.get("/api/auth/me").status_code == 401

    def test_a_deactivated_user_is_out_with_the_next_call(self, alice: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            accounts.set_active(session, user_id=alice.id, active=False)
        assert alice.get("/api/interviews").status_code == 401

    def test_a_role_counts_as_the_database_has_it(self, alice: Person, state: AppState) -> None:
        assert alice.get("/api/admin/verify").status_code == 403
        with state.database.transaction() as session:
            accounts.set_role(session, user_id=alice.id, role=Role.ADMIN)
        assert alice.get("/api/admin/verify").status_code == 200


class TestForgedTokens:
    @pytest.fixture
    def claims(self, alice: Person) -> dict[str, Any]:
        return jwt.decode(alice.token, options={"verify_signature": False}, audience="session")

    def refused(self, browser: TestClient, token: str) -> Any:
        answer = browser.get("/api/auth/me", headers=as_bearer(token))
        assert answer.status_code == 401
        return answer.json()

    def test_all_are_refused_alike(
        self, anonymous: TestClient, claims: dict[str, Any], state: AppState, clock: StandingClock
    ) -> None:
        secret, now = state.session_secret, clock.now()
        later = now + timedelta(hours=1)
        forged = {
            "none": jwt.encode(claims, "", algorithm="none"),
            "another key": jwt.encode(claims, b"k" * 32, algorithm="HS256"),
            "another algorithm": jwt.encode(claims, secret * 2, algorithm="HS512"),
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
        answers = {name: self.refused(anonymous, token) for name, token in forged.items()}
        assert len({str(answer) for answer in answers.values()}) == 1

    def test_a_role_written_into_the_token_gains_nothing(
        self, anonymous: TestClient, claims: dict[str, Any], state: AppState
    ) -> None:
        token = jwt.encode({**claims, "role": "admin"}, state.session_secret)
        assert anonymous.get("/api/admin/verify", headers=as_bearer(token)).status_code == 403

    def test_a_token_of_a_deleted_user_opens_nothing(self, alice: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            session.delete(session.get_one(User, alice.id))
        assert alice.get("/api/auth/me").status_code == 401

    def test_a_challenge_is_no_session(self, alice: Person, anonymous: TestClient, state: AppState) -> None:
        challenge = sign_challenge(
            secret=state.session_secret,
            user_id=alice.id,
            method="password",
            password_hash=None,
            issued_at=state.now(),
        )
        self.refused(anonymous, challenge)

    def test_a_session_is_no_challenge(self, alice: Person, anonymous: TestClient) -> None:
        answer = anonymous.post("/api/auth/second-factor", json={"challenge": alice.token, "code": "123456"})
        assert answer.json()["code"] == "CHALLENGE_EXPIRED"


class TestPassword:
    def test_a_change_ends_every_session_and_opens_a_new_one(
        self, alice: Person, anonymous: TestClient
    ) -> None:
        other = sign_in(anonymous, "alice").json()["token"]
        answer = alice.post(
            "/api/profile/password", json={"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
        )
        assert answer.status_code == 200
        for token in (other, alice.token):
            assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 401
        fresh = as_bearer(answer.json()["token"])
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
    def test_refusals_change_nothing(
        self, alice: Person, anonymous: TestClient, body: dict[str, str], status: int, code: str
    ) -> None:
        refused = alice.post("/api/profile/password", json=body)
        assert (refused.status_code, refused.json()["code"]) == (status, code)
        assert alice.get("/api/auth/me").status_code == 200
        assert sign_in(anonymous, "alice").status_code == 200

    def test_guessing_the_present_one_is_slowed_and_refused(self, alice: Person, state: AppState) -> None:
        body = {"currentPassword": "wrong", "newPassword": NEW_PASSWORD}
        for _ in range(state.settings.login_attempts):
            assert alice.post("/api/profile/password", json=body).status_code == 403
        assert alice.post("/api/profile/password", json=body).status_code == 429

    def test_a_one_time_password_opens_only_the_way_to_another(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        with state.database.transaction() as session:
            handed_out = accounts.set_one_time_password(session, user=session.get_one(User, alice.id))
        signed_in = sign_in(anonymous, "alice", handed_out).json()
        assert signed_in["admin"]["mustChangePassword"] is True
        bearer = as_bearer(signed_in["token"])
        refused = anonymous.get("/api/interviews", headers=bearer)
        assert (refused.status_code, refused.json()["code"]) == (403, "PASSWORD_CHANGE_REQUIRED")
        changed = anonymous.post(
            "/api/profile/password",
            json={"currentPassword": handed_out, "newPassword": NEW_PASSWORD},
            headers=bearer,
        ).json()
        assert changed["admin"]["mustChangePassword"] is False
        assert anonymous.get("/api/interviews", headers=as_bearer(changed["token"])).status_code == 200

    def test_fifty_wrong_ones_are_refused_and_the_right_one_works_after_the_wait(
        self, alice: Person, anonymous: TestClient, api: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers = [sign_in(anonymous, "alice", "wrong").status_code for _ in range(50)]
        assert answers == [401] * 10 + [429] * 40
        assert sign_in(anonymous, "alice").status_code == 429
        import time

        start = time.time()
        monkeypatch.setattr("limits.storage.memory.time.time", lambda: start + 301)
        monkeypatch.setattr("time.time", lambda: start + 301)
        assert sign_in(anonymous, "alice").status_code == 200


class TestSecondFactor:
    def test_sign_in_asks_for_the_code(self, alice: Person, anonymous: TestClient, state: AppState) -> None:
        totp, _ = turn_on(alice, state)
        first = sign_in(anonymous, "alice")
        assert (first.status_code, first.json()["code"]) == (401, "SECOND_FACTOR_REQUIRED")
        assert "token" not in first.json()
        second = anonymous.post(
            "/api/auth/second-factor",
            json={
                "challenge": first.json()["challenge"],
                "code": totp.at(state.now(), counter_offset=1),
            },
        )
        assert second.json()["admin"]["hasSecondFactor"] is True
        assert anonymous.get("/api/interviews", headers=as_bearer(second.json()["token"])).status_code == 200

    def test_a_code_counts_once(
        self, alice: Person, anonymous: TestClient, state: AppState, clock: StandingClock
    ) -> None:
        totp, _ = turn_on(alice, state)
        clock.advance(seconds=60)
        body = {"challenge": sign_in(anonymous, "alice").json()["challenge"], "code": totp.at(clock.now())}
        assert anonymous.post("/api/auth/second-factor", json=body).status_code == 200
        again = anonymous.post("/api/auth/second-factor", json=body)
        assert (again.status_code, again.json()["code"]) == (401, "INVALID_CODE")

    @pytest.mark.parametrize(("offset", "status"), [(-2, 401), (-1, 200), (0, 200), (1, 200), (2, 401)])
    def test_a_clock_may_differ_by_half_a_minute(
        self,
        alice: Person,
        anonymous: TestClient,
        state: AppState,
        clock: StandingClock,
        offset: int,
        status: int,
    ) -> None:
        totp, _ = turn_on(alice, state)
        clock.advance(minutes=5)
        body = {
            "challenge": sign_in(anonymous, "alice").json()["challenge"],
            "code": totp.at(clock.now(), counter_offset=offset),
        }
        assert anonymous.post("/api/auth/second-factor", json=body).status_code == status

    def test_a_recovery_code_stands_in_once(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        _, codes = turn_on(alice, state)
        assert len(set(codes)) == 10
        for status in (200, 401):
            body = {
                "challenge": sign_in(anonymous, "alice").json()["challenge"],
                "code": codes[0].upper().replace("-", " "),
            }
            assert anonymous.post("/api/auth/second-factor", json=body).status_code == status
        assert alice.get("/api/profile/second-factor").json()["data"]["recoveryCodesLeft"] == 9

    def test_a_challenge_is_over_after_five_minutes_and_after_a_new_password(
        self, alice: Person, anonymous: TestClient, state: AppState, clock: StandingClock
    ) -> None:
        totp, _ = turn_on(alice, state)
        challenge = sign_in(anonymous, "alice").json()["challenge"]
        alice.post("/api/profile/password", json={"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        late = anonymous.post(
            "/api/auth/second-factor",
            json={"challenge": challenge, "code": totp.at(clock.now(), counter_offset=1)},
        )
        assert late.json()["code"] == "CHALLENGE_EXPIRED"

    def test_guessing_codes_is_refused(self, alice: Person, anonymous: TestClient, state: AppState) -> None:
        turn_on(alice, state)
        challenge = sign_in(anonymous, "alice").json()["challenge"]
        answers = [
            anonymous.post(
                "/api/auth/second-factor", json={"challenge": challenge, "code": f"{number:06}"}
            ).status_code
            for number in range(12)
        ]
        assert answers == [401] * 10 + [429] * 2

    def test_it_counts_only_after_its_first_code(self, alice: Person, anonymous: TestClient) -> None:
        begun = alice.post("/api/profile/second-factor/begin", json={"password": PASSWORD}).json()["data"]
        assert begun["uri"].startswith("otpauth://totp/Greenroom:alice?")
        assert begun["qrSvg"].startswith("data:image/svg+xml")
        assert sign_in(anonymous, "alice").status_code == 200
        wrong = alice.post("/api/profile/second-factor/confirm", json={"code": "000000"})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "INVALID_CODE")
        assert sign_in(anonymous, "alice").status_code == 200

    def test_beginning_needs_the_password(self, alice: Person, anonymous: TestClient) -> None:
        for body in ({}, {"password": "wrong"}):
            assert alice.post("/api/profile/second-factor/begin", json=body).status_code == 403
        assert anonymous.post("/api/profile/second-factor/begin", json={}).status_code == 401

    def test_it_is_turned_off_with_a_code_unless_the_admin_asks_for_it(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        totp, _ = turn_on(alice, state)
        code = {"code": totp.at(state.now(), counter_offset=1)}
        demand_second_factor(state, "everybody")
        assert alice.post("/api/profile/second-factor/disable", json=code).status_code == 409
        demand_second_factor(state, "nobody")
        assert alice.post("/api/profile/second-factor/disable", json={"code": "1"}).status_code == 422
        assert alice.post("/api/profile/second-factor/disable", json=code).status_code == 200
        assert sign_in(anonymous, "alice").status_code == 200

    def test_new_recovery_codes_void_the_old_ones(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        totp, old = turn_on(alice, state)
        renewed = alice.post(
            "/api/profile/second-factor/recovery-codes",
            json={"code": totp.at(state.now(), counter_offset=1)},
        ).json()["data"]["recoveryCodes"]
        assert not set(old) & set(renewed)
        body = {"challenge": sign_in(anonymous, "alice").json()["challenge"], "code": old[0]}
        assert anonymous.post("/api/auth/second-factor", json=body).status_code == 401

    def test_the_admin_may_demand_it(self, alice: Person, ada: Person, state: AppState) -> None:
        demand_second_factor(state, "admins")
        assert alice.get("/api/interviews").status_code == 200
        refused = ada.get("/api/interviews")
        assert (refused.status_code, refused.json()["code"]) == (403, "SECOND_FACTOR_ENROLMENT_REQUIRED")
        assert ada.get("/api/auth/me").json()["data"]["mustEnrolSecondFactor"] is True
        turn_on(ada, state)
        assert ada.get("/api/interviews").status_code == 200

    def test_secrets_are_sealed(self, alice: Person, database: Database, state: AppState) -> None:
        totp, codes = turn_on(alice, state)
        dump = everything_in(database)
        assert alice.id in dump
        assert totp.secret not in dump
        assert not any(code in dump for code in codes)


class TestRegistration:
    BODY = {
        "name": "Nora Øst",
        "email": "nora@agency.example",
        "username": "nora",
        "password": NEW_PASSWORD,
    }

    def test_it_is_closed_unless_the_admin_opens_it(self, anonymous: TestClient) -> None:
        refused = anonymous.post("/api/auth/register", json=self.BODY)
        assert (refused.status_code, refused.json()["code"]) == (403, "REGISTRATION_CLOSED")

    def test_who_registers_is_a_recruiter_on_trial(self, anonymous: TestClient, state: AppState) -> None:
        state.settings = state.settings.model_copy(update={"self_registration": True})
        answer = anonymous.post("/api/auth/register", json=self.BODY).json()
        assert answer["admin"]["role"] == "recruiter"
        summary = anonymous.get("/api/billing/summary", headers=as_bearer(answer["token"])).json()["data"]
        assert (summary["plan"], summary["creditsRemaining"]) == ("free", 3)

    @pytest.mark.parametrize(
        ("changes", "status", "code"),
        [
            ({"username": "ALICE"}, 409, "USERNAME_TAKEN"),
            ({"email": "Alice@Example.com"}, 409, "EMAIL_TAKEN"),
            ({"password": "short"}, 422, "VALIDATION_ERROR"),
            ({"name": " "}, 422, "VALIDATION_ERROR"),
            ({"name": "x" * 4000}, 422, "VALIDATION_ERROR"),
            ({"role": "admin", "username": "alice"}, 409, "USERNAME_TAKEN"),
        ],
    )
    def test_refusals(
        self,
        alice: Person,
        anonymous: TestClient,
        state: AppState,
        changes: dict[str, str],
        status: int,
        code: str,
    ) -> None:
        state.settings = state.settings.model_copy(update={"self_registration": True})
        refused = anonymous.post("/api/auth/register", json={**self.BODY, **changes})
        assert (refused.status_code, refused.json()["code"]) == (status, code)

    def test_names_stay_the_text_they_are(self, anonymous: TestClient, state: AppState) -> None:
        state.settings = state.settings.model_copy(update={"self_registration": True})
        name = "<img src=x onerror=alert(1)> \u202eאבג"
        answer = anonymous.post("/api/auth/register", json={**self.BODY, "name": name})
        assert answer.json()["admin"]["name"] == name

    def test_one_address_makes_no_hundred_accounts(self, anonymous: TestClient, state: AppState) -> None:
        state.settings = state.settings.model_copy(update={"self_registration": True})
        answers = [
            anonymous.post(
                "/api/auth/register",
                json={**self.BODY, "username": f"n{number}", "email": f"n{number}@agency.example"},
            ).status_code
            for number in range(21)
        ]
        assert answers == [200] * 20 + [429]


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

    def test_the_link_sets_a_password_once(self, anonymous: TestClient, invite: Callable[..., str]) -> None:
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

    def test_it_is_over_after_a_week(
        self, anonymous: TestClient, invite: Callable[..., str], clock: StandingClock
    ) -> None:
        token = invite("nora")
        clock.advance(days=7)
        assert anonymous.get(f"/api/auth/invitations/{token}").status_code == 410

    def test_a_newer_one_voids_it(
        self, anonymous: TestClient, invite: Callable[..., str], state: AppState
    ) -> None:
        token = invite("nora")
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="nora").one()
            account_invitations.invite(session, user=user, purpose=InvitationPurpose.RESET, now=state.now())
        assert anonymous.get(f"/api/auth/invitations/{token}").status_code == 410

    def test_unknown_and_short_ones(self, anonymous: TestClient, invite: Callable[..., str]) -> None:
        assert anonymous.get("/api/auth/invitations/unknown").status_code == 404
        short = anonymous.post(f"/api/auth/invitations/{invite('nora')}", json={"password": "short"})
        assert short.status_code == 422

    def test_it_is_not_stored_readably(self, invite: Callable[..., str], database: Database) -> None:
        token = invite("nora")
        dump = everything_in(database)
        assert token not in dump


class TestLastAdmin:
    def test_the_last_active_admin_stays_one(self, ada: Person, alice: Person, state: AppState) -> None:
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

    def test_an_admin_who_was_only_invited_does_not_count(self, ada: Person, state: AppState) -> None:
        with state.database.transaction() as session:
            invited = accounts.create_user(session, username="nora", role=Role.ADMIN)
            with pytest.raises(LastAdmin):
                accounts.set_active(session, user_id=ada.id, active=False)
            token = account_invitations.invite(
                session, user=invited, purpose=InvitationPurpose.INVITE, now=state.now()
            )
            account_invitations.accept_invitation(
                session, token=token, password=NEW_PASSWORD, now=state.now()
            )
            accounts.set_active(session, user_id=ada.id, active=False)


class TestProfile:
    def test_language_and_timezone_are_kept(self, alice: Person) -> None:
        changed = alice.patch("/api/profile", json={"language": "de", "timezone": "Europe/Berlin"})
        assert changed.json()["data"]["language"] == "de"
        assert alice.get("/api/auth/me").json()["data"]["timezone"] == "Europe/Berlin"
        assert alice.patch("/api/profile", json={"language": None}).json()["data"]["language"] is None
        assert alice.patch("/api/profile", json={"language": "xx"}).status_code == 422

    def test_an_address_belongs_to_one_account(self, alice: Person, bob: Person) -> None:
        taken = bob.patch("/api/profile", json={"email": "ALICE@example.com"})
        assert (taken.status_code, taken.json()["code"]) == (409, "EMAIL_TAKEN")
        assert alice.patch("/api/profile", json={"email": "alice@example.com"}).status_code == 200
