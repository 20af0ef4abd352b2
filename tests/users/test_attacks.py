"""Attacks on sign-in: races, throttle evasion, account capture by email."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event, text

from app.core import security
from app.core.database import Database, make_engine
from app.core.settings import Settings
from app.core.state import AppState
from app.integrations.oidc import Identity
from app.users import account_invitations, accounts
from app.users.provider_sign_in import SignInRefused, find_or_create_user, to_local_path
from app.users.tables import InvitationPurpose, Role, SessionToken, User
from tests.conftest import PASSWORD, FrozenClock, Person
from tests.users.steps import NEW_PASSWORD, freeze_limits, turn_on_second_factor


def sign_in(browser: TestClient, username: str = "alice", password: str = PASSWORD) -> Any:
    return browser.post("/api/admin/login", json={"username": username, "password": password})


class TestConcurrency:
    """Forty concurrent requests count like forty sequential ones."""

    @pytest.mark.parametrize("number", [40, pytest.param(1000, marks=pytest.mark.full)])
    def test_password_guesses_are_throttled(
        self,
        alice: Person,
        anonymous: TestClient,
        state: AppState,
        number: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        freeze_limits(monkeypatch)
        with ThreadPoolExecutor(40) as pool:
            statuses = list(
                pool.map(lambda n: sign_in(anonymous, password=f"wrong {n}").status_code, range(number))
            )
        limit = state.settings.login_attempts
        assert Counter(statuses) == {401: limit, 429: number - limit}

    def test_code_guesses_are_throttled(self, alice: Person, anonymous: TestClient, state: AppState) -> None:
        turn_on_second_factor(alice, state)
        challenge = sign_in(anonymous).json()["challenge"]

        def guess(number: int) -> int:
            body = {"challenge": challenge, "code": f"wrong-{number:05d}"}
            return anonymous.post("/api/auth/second-factor", json=body).status_code

        with ThreadPoolExecutor(40) as pool:
            statuses = list(pool.map(guess, range(40)))
        limit = state.settings.login_attempts
        assert Counter(statuses) == {401: limit, 429: 40 - limit}

    def test_one_code_opens_one_session(self, alice: Person, anonymous: TestClient, state: AppState) -> None:
        totp, _ = turn_on_second_factor(alice, state)
        body = {
            "challenge": sign_in(anonymous).json()["challenge"],
            "code": totp.at(state.now(), counter_offset=1),
        }
        with ThreadPoolExecutor(8) as pool:
            statuses = list(
                pool.map(lambda _: anonymous.post("/api/auth/second-factor", json=body).status_code, range(8))
            )
        assert Counter(statuses) == {200: 1, 401: 7}

    def test_one_invitation_sets_one_password(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        with state.database.transaction() as session:
            token = account_invitations.invite(
                session,
                user=session.get_one(User, alice.id),
                purpose=InvitationPurpose.RESET,
                now=state.now(),
            )

        def accept(number: int) -> int:
            body = {"password": f"password number {number}"}
            return anonymous.post(f"/api/auth/invitations/{token}", json=body).status_code

        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(accept, range(8)))
        assert Counter(statuses) == {200: 1, 410: 7}

    @pytest.mark.usefixtures("open_registration")
    def test_one_name_makes_one_account(self, anonymous: TestClient) -> None:
        body = {"name": "A", "email": "a@example.com", "username": "anna", "password": "long enough a word"}
        with ThreadPoolExecutor(8) as pool:
            statuses = list(
                pool.map(lambda _: anonymous.post("/api/auth/register", json=body).status_code, range(8))
            )
        assert Counter(statuses) == {200: 1, 409: 7}


def test_spellings_of_one_name_share_one_throttle(
    enroll: Any, anonymous: TestClient, state: AppState
) -> None:
    enroll("straße")
    limit = state.settings.login_attempts
    statuses = [
        sign_in(anonymous, username=("straße", "STRASSE")[number % 2], password="wrong").status_code
        for number in range(limit + 2)
    ]
    assert Counter(statuses) == {401: limit, 429: 2}


def test_a_crafted_name_cannot_block_another_user(
    alice: Person, anonymous: TestClient, state: AppState
) -> None:
    totp, _ = turn_on_second_factor(alice, state)
    for _ in range(state.settings.login_attempts):
        sign_in(anonymous, username=f"second factor of {alice.id}", password="wrong")
    body = {
        "challenge": sign_in(anonymous).json()["challenge"],
        "code": totp.at(state.now(), counter_offset=1),
    }
    assert anonymous.post("/api/auth/second-factor", json=body).status_code == 200


def test_the_password_of_an_unknown_user_is_checked_at_the_usual_cost() -> None:
    # Read again, because tests replace both by cheap ones.
    module = runpy.run_path(security.__file__)
    assert not module["_hasher"].check_needs_rehash(module["_UNKNOWN_USER_HASH"])


def test_writers_do_not_wait_for_a_password_check(
    alice: Person, anonymous: TestClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = security._hasher.verify
    written = []

    def verify_and_write(password_hash: str, password: str) -> bool:
        other = make_engine(database.engine.url)
        with other.begin() as connection:
            # If the sign-in held the database, this second writer would wait five seconds and fail.
            connection.execute(text("UPDATE users SET name = name"))
        other.dispose()
        written.append(True)
        return verify(password_hash, password)

    class Hasher:
        verify = staticmethod(verify_and_write)

    monkeypatch.setattr(security, "_hasher", Hasher)
    assert sign_in(anonymous).status_code == 200
    assert written == [True]


@pytest.mark.parametrize(
    "request_path", ["register", "set up", "invitation", "change", "created by an admin", "reset by an admin"]
)
def test_writers_do_not_wait_for_a_new_password(
    alice: Person,
    ada: Person,
    anonymous: TestClient,
    database: Database,
    state: AppState,
    monkeypatch: pytest.MonkeyPatch,
    request_path: str,
) -> None:
    """A hash takes up to half a second, in which no room could store a line of its transcript."""
    state.settings = state.settings.model_copy(update={"self_registration": True})
    person = {"username": "nora", "name": "Nora", "email": "nora@example.com", "password": NEW_PASSWORD}
    with database.transaction() as session:
        user = accounts.create_user(session, username="invited", role=Role.RECRUITER)
        token = account_invitations.invite(
            session, user=user, purpose=InvitationPurpose.INVITE, now=state.now()
        )
        if request_path == "set up":
            session.execute(text("UPDATE users SET role = 'recruiter'"))
    state.setup_code = "AAAA-BBBB"
    change = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
    new_user = {"username": "new", "name": "New", "role": "recruiter", "delivery": "one_time_password"}
    calls: dict[str, Callable[[], Any]] = {
        "register": lambda: anonymous.post("/api/auth/register", json=person),
        "set up": lambda: anonymous.post("/api/setup", json={**person, "code": "AAAA-BBBB"}),
        "invitation": lambda: anonymous.post(
            f"/api/auth/invitations/{token}", json={"password": NEW_PASSWORD}
        ),
        "change": lambda: alice.post("/api/profile/password", json=change),
        "created by an admin": lambda: ada.post("/api/admin/users", json=new_user),
        "reset by an admin": lambda: ada.post(
            f"/api/admin/users/{alice.id}/reset-password", json={"delivery": "one_time_password"}
        ),
    }
    real = security._hasher
    written: list[bool] = []

    class Hasher:
        verify = staticmethod(real.verify)

        @staticmethod
        def hash(password: str) -> str:
            other = make_engine(database.engine.url)
            with other.begin() as connection:
                connection.execute(text("UPDATE users SET name = name"))
            other.dispose()
            written.append(True)
            return real.hash(password)

    monkeypatch.setattr(security, "_hasher", Hasher)
    response = calls[request_path]()
    assert response.status_code == 200, response.text
    assert written == [True]


def test_reads_succeed_while_the_database_is_locked(
    alice: Person, clock: FrozenClock, database: Database
) -> None:
    """Failing to record the last use of a session must not refuse the request; the next one records it."""
    clock.advance(minutes=2)
    # Do not wait for the writer, as production does for five seconds.
    is_sqlite = database.engine.dialect.name == "sqlite"
    impatient = "PRAGMA busy_timeout=0" if is_sqlite else "SET lock_timeout=1"

    def shorten_wait(connection: Any, *_: object) -> None:
        connection.execute(impatient)

    event.listen(database.engine, "checkout", shorten_wait)
    other = make_engine(database.engine.url)
    with other.begin() as connection:
        connection.execute(text("UPDATE users SET name = name"))
        assert alice.get("/api/auth/me").status_code == 200
    other.dispose()
    event.remove(database.engine, "checkout", shorten_wait)
    with database.reading() as session:
        assert session.query(SessionToken.last_used_at).filter_by(user_id=alice.id).scalar() < clock.now()
    assert alice.get("/api/auth/me").status_code == 200
    with database.reading() as session:
        assert session.query(SessionToken.last_used_at).filter_by(user_id=alice.id).scalar() == clock.now()


def test_activating_a_user_restores_no_session(alice: Person, state: AppState) -> None:
    for active in (False, True):
        with state.database.transaction() as session:
            accounts.set_active(session, user_id=alice.id, active=active)
    assert alice.get("/api/auth/me").status_code == 401


def test_a_recovery_code_turns_the_factor_off(alice: Person, state: AppState) -> None:
    _, codes = turn_on_second_factor(alice, state)
    renewed = alice.post("/api/profile/second-factor/recovery-codes", json={"code": codes[0]})
    assert renewed.status_code == 200
    assert alice.post("/api/profile/second-factor/disable", json={"code": codes[1]}).status_code == 422
    fresh = renewed.json()["data"]["recoveryCodes"]
    assert alice.post("/api/profile/second-factor/disable", json={"code": fresh[0]}).status_code == 200
    assert alice.get("/api/profile/second-factor").json()["data"]["enabled"] is False


@pytest.mark.parametrize("path", ["/api/admin/login", "/api/auth/register", "/api/profile/password"])
@pytest.mark.usefixtures("open_registration")
def test_a_lone_surrogate_is_not_a_password(path: str, alice: Person) -> None:
    body = (
        b'{"username": "alice", "name": "A", "email": "a@example.com", "password": "\\ud800 and enough", '
        b'"newPassword": "\\ud800 and enough", "currentPassword": "\\ud800"}'
    )
    response = alice.post(path, content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 422


def test_a_trailing_line_break_is_not_a_path() -> None:
    assert to_local_path("/interviews") == "/interviews"
    assert to_local_path("/interviews\n") is None


class TestForeignAddress:
    """An account that another user has prepared cannot capture a provider sign-in."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"oidc_create_users": True, "self_registration": True})

    @staticmethod
    def arrive(state: AppState, subject: str, *, is_verified: bool) -> str:
        identity = Identity(
            issuer="https://id.example",
            subject=subject,
            email="nora@example.com",
            is_email_verified=is_verified,
            name="Nora",
        )
        with state.database.transaction() as session:
            return find_or_create_user(session, state=state, identity=identity).id

    def test_an_unverified_address_is_not_stored(self, state: AppState) -> None:
        first = self.arrive(state, "mallory", is_verified=False)
        second = self.arrive(state, "nora", is_verified=True)
        assert first != second

    def test_an_address_entered_in_the_profile_captures_no_sign_in(
        self, bob: Person, state: AppState
    ) -> None:
        assert (
            bob.patch(
                "/api/profile", json={"email": "nora@example.com", "currentPassword": PASSWORD}
            ).status_code
            == 200
        )
        with pytest.raises(SignInRefused, match="unchecked"):
            self.arrive(state, "nora", is_verified=True)

    def test_an_address_entered_at_registration_captures_no_sign_in(
        self, anonymous: TestClient, state: AppState
    ) -> None:
        body = {
            "name": "N",
            "email": "nora@example.com",
            "username": "nora",
            "password": "long enough a word",
        }
        assert anonymous.post("/api/auth/register", json=body).status_code == 200
        with pytest.raises(SignInRefused, match="unchecked"):
            self.arrive(state, "nora", is_verified=True)

    def test_saving_the_profile_unchanged_keeps_the_address_checked(
        self, bob: Person, state: AppState
    ) -> None:
        with state.database.transaction() as session:
            session.get_one(User, bob.id).email = "nora@example.com"
        bob.patch("/api/profile", json={"name": "Nora", "email": "nora@example.com"})
        assert self.arrive(state, "nora", is_verified=True) == bob.id
