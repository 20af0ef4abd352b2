"""Fixtures of account tests: a real OpenID Connect provider in a child process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from app.users import throttle
from tests.child_processes import end
from tests.server_process import find_free_port


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MAX_DELAY_SECONDS", 0.0)


@dataclass
class IdentityProvider:
    """A real OpenID Connect provider in a child process."""

    issuer: str

    def has_user(self, subject: str, **claims: object) -> None:
        httpx.put(f"{self.issuer}/users/{subject}", json=claims).raise_for_status()

    def sign_in(self, address: str, *, subject: str) -> str:
        """Sign in at the provider like a browser; returns the address it redirects to."""
        response = httpx.post(address, data={"sub": subject})
        assert response.status_code == 302, response.text
        return response.headers["location"]

    def deny(self, address: str) -> str:
        return httpx.post(address, data={"action": "deny"}).headers["location"]


@pytest.fixture(scope="session")
def identity_provider() -> Iterator[IdentityProvider]:
    port = find_free_port()
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port), "-n", "true"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    issuer = f"http://127.0.0.1:{port}"
    transport = httpx.HTTPTransport(retries=12)  # Waits longer each time, half a minute in total.
    try:
        with httpx.Client(transport=transport) as client:
            client.get(f"{issuer}/.well-known/openid-configuration").raise_for_status()
        yield IdentityProvider(issuer=issuer)
    finally:
        end(process)
