"""Callbacks of an identity provider, and the token with which they end: used once, in one browser."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.core.settings import Settings
from app.core.state import AppState
from app.users.accounts import set_active
from app.users.provider_sign_in import to_local_path
from tests.conftest import FrozenClock, Person
from tests.users.conftest import IdentityProvider
from tests.users.provider_steps import (
    follow_callback,
    open_browser,
    start_sign_in,
    take_session,
    with_provider,
)


@pytest.fixture
def settings(settings: Settings, identity_provider: IdentityProvider) -> Settings:
    return with_provider(settings, identity_provider)


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
