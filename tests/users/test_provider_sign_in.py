"""Sign-in through an identity provider (OpenID Connect)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.core.settings import Settings
from app.core.state import AppState
from app.security_events.tables import EventType, SecurityEvent
from app.users.accounts import set_active
from app.users.provider_sign_in import to_local_path
from app.users.tables import ExternalIdentity, ProviderSignIn
from tests.conftest import FrozenClock, Person
from tests.users.conftest import IdentityProvider


@pytest.fixture
def settings(settings: Settings, identity_provider: IdentityProvider) -> Settings:
    return settings.model_copy(
        update={
            "oidc_issuer": identity_provider.issuer,
            "oidc_client_id": "greenroom",
            "oidc_client_secret": SecretStr("any"),
        }
    )


def open_browser(api: FastAPI, portal: BlockingPortal) -> TestClient:
    browser = TestClient(api)
    browser.portal = portal
    return browser


def start_sign_in(browser: TestClient, **query: str) -> str:
    """Start a sign-in; returns the provider's address that the browser is redirected to."""
    response = browser.get("/auth/google", params=query, follow_redirects=False)
    assert response.status_code == 303
    return response.headers["location"]


def follow_callback(browser: TestClient, callback: str) -> dict[str, str]:
    """Follow the callback; returns the parameters of the sign-in page that the browser ends on."""
    response = browser.get(callback, follow_redirects=False)
    assert response.status_code == 303
    target = urlsplit(response.headers["location"])
    assert (target.scheme, target.netloc, target.path) == ("", "", "/login")
    assert response.headers["cache-control"] == "no-store"
    return {name: values[0] for name, values in parse_qs(target.query).items()}


def take_session(browser: TestClient, landed: dict[str, str]) -> Any:
    """Exchange what the callback left in the address, as the sign-in page does."""
    return browser.post("/auth/session", json={"token": landed["token"]})


def who(browser: TestClient, landed: dict[str, str]) -> dict[str, object]:
    token = take_session(browser, landed).json()["token"]
    response = browser.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"})
    body: dict[str, object] = response.json()["data"]
    return body


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


def test_a_callback_is_accepted_once(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-twice", email="alice@example.com", email_verified=True)
    callback = identity_provider.sign_in(start_sign_in(anonymous), subject="sub-twice")
    cookie = dict(anonymous.cookies)
    assert "token" in follow_callback(anonymous, callback)
    anonymous.cookies.update(cookie)
    assert follow_callback(anonymous, callback) == {"error": "state"}


def test_a_callback_in_another_browser_is_refused(
    anonymous: TestClient, bob: Person, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-csrf", email="alice@example.com", email_verified=True)
    callback = identity_provider.sign_in(start_sign_in(anonymous), subject="sub-csrf")
    assert follow_callback(bob, callback) == {"error": "state"}


def test_the_token_of_a_link_does_not_sign_in_to_a_foreign_account(
    api: FastAPI, portal: BlockingPortal, alice: Person, identity_provider: IdentityProvider
) -> None:
    """M11: Mallory signs in and sends the address she ended at. A colleague who follows it would work, and
    upload CVs, in Mallory's account."""
    mallory, victim = open_browser(api, portal), open_browser(api, portal)
    identity_provider.has_user("sub-link", email="alice@example.com", email_verified=True)
    landed = follow_callback(mallory, identity_provider.sign_in(start_sign_in(mallory), subject="sub-link"))
    refused = take_session(victim, landed)
    assert (refused.status_code, refused.json()["code"]) == (401, "PROVIDER_SESSION_REFUSED")
    # Trying spends the token, and a browser with a sign-in of its own is no other case.
    assert take_session(mallory, landed).status_code == 401
    landed = follow_callback(mallory, identity_provider.sign_in(start_sign_in(mallory), subject="sub-link"))
    start_sign_in(victim)
    assert take_session(victim, landed).status_code == 401


def test_the_token_in_the_address_is_no_session_and_works_once(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    """M11, ASVS 14.2.1: what stays in a history or a log opens nothing."""
    identity_provider.has_user("sub-once", email="alice@example.com", email_verified=True)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-once")
    )
    bearer = {"Authorization": f"Bearer {landed['token']}"}
    assert anonymous.get("/api/auth/me", headers=bearer).status_code == 401
    cookies = dict(anonymous.cookies)
    assert take_session(anonymous, landed).status_code == 200
    anonymous.cookies.update(cookies)
    assert take_session(anonymous, landed).status_code == 401


def test_the_token_expires_after_two_minutes(
    anonymous: TestClient, alice: Person, clock: FrozenClock, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-slow", email="alice@example.com", email_verified=True)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-slow")
    )
    clock.advance(minutes=2)
    assert take_session(anonymous, landed).status_code == 401


def test_a_user_deactivated_meanwhile_gets_no_session(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-gone", email="alice@example.com", email_verified=True)
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous), subject="sub-gone")
    )
    with state.database.transaction() as session:
        set_active(session, user_id=alice.id, active=False)
    assert take_session(anonymous, landed).status_code == 401


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


def test_a_callback_expires_after_ten_minutes(
    anonymous: TestClient, alice: Person, clock: FrozenClock, identity_provider: IdentityProvider
) -> None:
    callback = identity_provider.sign_in(start_sign_in(anonymous), subject="sub-late")
    clock.advance(minutes=10)
    assert follow_callback(anonymous, callback) == {"error": "state"}


def test_an_unknown_state_is_refused(anonymous: TestClient) -> None:
    start_sign_in(anonymous)
    assert follow_callback(anonymous, "/auth/callback?code=x&state=made-up") == {"error": "state"}
    assert follow_callback(anonymous, "/auth/callback") == {"error": "state"}


def test_denial_at_the_provider_is_reported(
    anonymous: TestClient, identity_provider: IdentityProvider
) -> None:
    address = start_sign_in(anonymous)
    denied = identity_provider.deny(address)
    # This provider omits the state, which it should send back (RFC 6749 §4.1.2.1).
    state = parse_qs(urlsplit(address).query)["state"][0]
    assert follow_callback(anonymous, f"{denied}&state={state}") == {"error": "denied"}


def test_a_code_of_another_sign_in_is_refused(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    """The token of a replayed code has the nonce of another sign-in."""
    identity_provider.has_user("sub-nonce", email="alice@example.com", email_verified=True)
    first = parse_qs(urlsplit(identity_provider.sign_in(start_sign_in(anonymous), subject="sub-nonce")).query)
    second = parse_qs(
        urlsplit(identity_provider.sign_in(start_sign_in(anonymous), subject="sub-nonce")).query
    )
    landed = follow_callback(anonymous, f"/auth/callback?code={first['code'][0]}&state={second['state'][0]}")
    assert landed == {"error": "provider"}


def test_the_callback_leads_to_the_requested_page(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-next", email="alice@example.com", email_verified=True)
    target = "/interview-hq/1?tab=report"
    landed = follow_callback(
        anonymous, identity_provider.sign_in(start_sign_in(anonymous, next=target), subject="sub-next")
    )
    assert landed["next"] == target


@pytest.mark.parametrize(
    "foreign",
    ["https://evil.example", "//evil.example", "/\\evil.example", "/\tevil", "evil", "", "/a\\b", "/" * 3000],
)
def test_the_callback_never_leaves_the_site(foreign: str) -> None:
    assert to_local_path(foreign) is None


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


def test_over_https_the_cookie_belongs_to_this_host_only(
    api: FastAPI, portal: BlockingPortal, alice: Person, identity_provider: IdentityProvider
) -> None:
    """A page of a sibling domain cannot plant the cookie with which a sign-in began elsewhere."""
    identity_provider.has_user("sub-host", email="alice@example.com", email_verified=True)
    browser = TestClient(api, base_url="https://testserver")
    browser.portal = portal
    begun = browser.get("/auth/google", follow_redirects=False)
    [header] = begun.headers.get_list("set-cookie")
    name, _, value = header.partition(";")[0].partition("=")
    assert name == "__Host-greenroom_provider_sign_in"
    attributes = {part.strip().lower() for part in header.split(";")[1:]}
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= attributes
    assert not any(part.startswith("domain") for part in attributes)
    callback = identity_provider.sign_in(begun.headers["location"], subject="sub-host")
    browser.cookies.clear()
    planted = {"Cookie": f"greenroom_provider_sign_in={value}"}
    refused = browser.get(callback, headers=planted, follow_redirects=False)
    assert "error=state" in refused.headers["location"]
    genuine = {"Cookie": f"{name}={value}"}
    landed = browser.get(callback, headers=genuine, follow_redirects=False)
    assert "token=" in landed.headers["location"]
