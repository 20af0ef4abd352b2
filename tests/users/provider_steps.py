"""Steps of a sign-in through an identity provider, as a browser takes them."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.core.settings import Settings
from tests.users.conftest import IdentityProvider


def with_provider(settings: Settings, identity_provider: IdentityProvider) -> Settings:
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
    """The user who is signed in after the callback."""
    token = take_session(browser, landed).json()["token"]
    response = browser.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"})
    body: dict[str, object] = response.json()["data"]
    return body
