"""Sign-in through an identity provider (OpenID Connect): who may sign in, and with which assurance."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from app.core.settings import Settings
from app.core.state import AppState
from app.security_events.tables import EventType, SecurityEvent
from app.users.accounts import set_active
from app.users.tables import ExternalIdentity, ProviderSignIn
from tests.conftest import FrozenClock, Person
from tests.users.conftest import IdentityProvider
from tests.users.provider_steps import (
    follow_callback,
    start_sign_in,
    take_session,
    who,
    with_provider,
)


@pytest.fixture
def settings(settings: Settings, identity_provider: IdentityProvider) -> Settings:
    return with_provider(settings, identity_provider)


def test_the_request_has_minimal_scopes_state_nonce_and_pkce(anonymous: TestClient) -> None:
    query = parse_qs(urlsplit(start_sign_in(anonymous)).query)
    assert query["scope"] == ["openid email profile"]
    assert query["code_challenge_method"] == ["S256"]
    assert query["redirect_uri"] == ["http://testserver/auth/callback"]
    assert len(query["state"][0]) > 30
    assert len(query["nonce"][0]) > 30


def test_a_known_verified_address_signs_in(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-alice", email="Alice@Example.com", email_verified=True)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-alice")
    )
    signed_in = take_session(anonymous, landed).json()
    assert signed_in["admin"]["_id"] == alice.id
    sessions = anonymous.get(
        "/api/auth/sessions", headers={"Authorization": f"Bearer {signed_in['token']}"}
    ).json()["data"]
    assert next(one for one in sessions if one["isCurrent"])["method"] == "provider"


def test_later_sign_ins_are_matched_by_subject(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-moved", email="alice@example.com", email_verified=True)
    follow_callback(anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-moved"))
    identity_provider.has_user("sub-moved", email="alice.new@example.com", email_verified=False)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-moved")
    )
    assert who(anonymous, landed)["_id"] == alice.id


def test_an_unverified_address_opens_no_account(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    state.settings = state.settings.model_copy(update={"oidc_create_users": True})
    identity_provider.has_user("sub-mallory", email="alice@example.com", email_verified=False)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-mallory")
    )
    assert landed == {"error": "unverified"}


def test_an_unknown_user_becomes_a_recruiter_only_where_allowed(
    anonymous: TestClient, state: AppState, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-new", email="nora@agency.example", email_verified=True, name="Nora Øst")
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-new")
    )
    assert landed == {"error": "unknown"}
    state.settings = state.settings.model_copy(update={"oidc_create_users": True})
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-new")
    )
    signed_in = take_session(anonymous, landed).json()
    nora = signed_in["admin"]
    assert (nora["name"], nora["role"], nora["isBasicAuth"]) == ("Nora Øst", "recruiter", False)
    summary = anonymous.get(
        "/api/billing/summary", headers={"Authorization": f"Bearer {signed_in['token']}"}
    ).json()["data"]
    assert summary["planDisplayName"] == "Trial"


def test_a_deactivated_user_is_refused(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    with state.database.transaction() as session:
        set_active(session, user_id=alice.id, active=False)
    identity_provider.has_user("sub-out", email="alice@example.com", email_verified=True)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-out")
    )
    assert landed == {"error": "inactive"}


def test_the_provider_is_asked_for_the_context_and_for_a_fresh_sign_in(
    anonymous: TestClient, state: AppState
) -> None:
    plain = parse_qs(urlsplit(start_sign_in(anonymous)).query)
    assert not {"acr_values", "prompt", "max_age"} & plain.keys()
    state.settings = state.settings.model_copy(update={"oidc_acr_values": "urn:a:mfa urn:a:key"})
    asked = parse_qs(urlsplit(start_sign_in(anonymous, again="true")).query)
    assert (asked["acr_values"], asked["prompt"]) == (["urn:a:mfa urn:a:key"], ["login"])
    assert asked["max_age"] == ["0"], "the answer must then say when the user was checked"


@pytest.mark.parametrize(("minutes_ago", "is_recent"), [(None, True), (0, True), (14, True), (16, False)])
def test_a_sign_in_is_as_recent_as_the_providers_check_of_the_user(
    anonymous: TestClient,
    ada: Person,
    clock: FrozenClock,
    identity_provider: IdentityProvider,
    minutes_ago: int | None,
    is_recent: bool,
) -> None:
    """A browser that is signed in at the provider gets a session without anybody at the keyboard."""
    checked_at = clock.now() - timedelta(minutes=minutes_ago or 0)
    claims = {} if minutes_ago is None else {"auth_time": int(checked_at.timestamp())}
    subject = f"sub-checked-{minutes_ago}"
    identity_provider.has_user(subject, email="ada@example.com", email_verified=True, **claims)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous, again="true"), subject=subject)
    )
    bearer = {"Authorization": f"Bearer {take_session(anonymous, landed).json()['token']}"}
    assert anonymous.get("/api/auth/me", headers=bearer).status_code == 200
    exported = anonymous.get("/api/admin/security-events/export.csv", headers=bearer)
    assert exported.status_code == (200 if is_recent else 403)
    assert is_recent or exported.json()["code"] == "REAUTHENTICATION_REQUIRED"
    clock.advance(minutes=16 - (minutes_ago or 0))
    assert anonymous.get("/api/admin/security-events/export.csv", headers=bearer).status_code == 403


@pytest.mark.parametrize("acr", [None, "urn:a:password", "urn:a", "urn:a:mfa urn:a:key", ["urn:a:mfa"], ""])
def test_a_sign_in_without_the_required_context_is_refused_and_recorded(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider, acr: object
) -> None:
    state.settings = state.settings.model_copy(
        update={"oidc_acr_values": "urn:a:mfa urn:a:key", "oidc_create_users": True}
    )
    claims = {} if acr is None else {"acr": acr}
    identity_provider.has_user("sub-weak", email="alice@example.com", email_verified=True, **claims)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-weak")
    )
    assert landed == {"error": "weak"}
    with state.database.reading() as session:
        [event] = session.query(SecurityEvent).filter_by(type=EventType.SIGN_IN)
        assert (event.outcome, event.details) == ("refused", {"method": "provider", "code": "weak"})
        assert session.query(ExternalIdentity).count() == 0


def test_a_sign_in_with_the_required_context_is_accepted(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    state.settings = state.settings.model_copy(update={"oidc_acr_values": "urn:a:mfa urn:a:key"})
    identity_provider.has_user("sub-strong", email="alice@example.com", email_verified=True, acr="urn:a:key")
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-strong")
    )
    assert who(anonymous, landed)["_id"] == alice.id


def test_sign_ins_at_the_provider_are_limited_per_network(
    anonymous: TestClient, state: AppState, unused_tcp_port: int
) -> None:
    """M16: every call asked the provider and left a row of the database for a day."""
    state.settings = state.settings.model_copy(update={"oidc_issuer": f"http://127.0.0.1:{unused_tcp_port}"})
    statuses = [anonymous.get("/auth/provider", follow_redirects=False).status_code for _ in range(61)]
    assert statuses == [303] * 60 + [429]


def test_unfinished_sign_ins_are_removed_by_the_next(
    anonymous: TestClient, clock: FrozenClock, state: AppState
) -> None:
    """M16: rows of sign-ins that nobody finished piled up until the daily job."""
    for _ in range(3):
        start_sign_in(anonymous)
    clock.advance(minutes=11)
    start_sign_in(anonymous)
    with state.database.reading() as session:
        assert session.query(ProviderSignIn).count() == 1


def test_a_second_factor_is_required_after_the_callback(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    import pyotp

    secret = alice.post(
        "/api/profile/second-factor/begin", json={"password": "correct horse battery"}
    ).json()["data"]["secret"]
    code = pyotp.TOTP(secret).at(state.now())
    assert alice.post("/api/profile/second-factor/confirm", json={"code": code}).status_code == 200
    identity_provider.has_user("sub-2fa", email="alice@example.com", email_verified=True)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-2fa")
    )
    asked = take_session(anonymous, landed)
    assert (asked.status_code, asked.json()["code"]) == (401, "SECOND_FACTOR_REQUIRED")
    response = anonymous.post(
        "/api/auth/second-factor",
        json={
            "challenge": asked.json()["challenge"],
            "code": pyotp.TOTP(secret).at(state.now(), counter_offset=1),
        },
    )
    assert response.status_code == 200


def test_an_unreachable_provider_is_reported_on_the_sign_in_page(
    anonymous: TestClient, state: AppState, unused_tcp_port: int
) -> None:
    state.settings = state.settings.model_copy(update={"oidc_issuer": f"http://127.0.0.1:{unused_tcp_port}"})
    response = anonymous.get("/auth/google", follow_redirects=False)
    assert response.headers["location"] == "/login?error=provider"


def test_the_routes_are_not_found_without_a_provider(anonymous: TestClient, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"oidc_issuer": None})
    for path in ("/auth/google", "/auth/provider", "/auth/callback?code=a&state=b"):
        assert anonymous.get(path, follow_redirects=False).status_code == 404
