"""Security headers on every answer: pages, API, socket, refusals and unexpected errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.core.database import Database
from app.core.security_headers import HeaderPolicy, SecurityHeaders
from app.core.state import AppState
from app.core.web_client import install_web_client
from app.main import ServerApp

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
PATHS = [
    "/",
    "/interviews",
    "/api/health",
    "/api/unknown",
    "/api/interviews",
    "/auth/provider",
    "/assets/missing.js",
    "/socket.io/?EIO=4&transport=polling",
    "/socket.io/?EIO=4&transport=polling&sid=unknown",
]


@pytest.fixture
def browser(api: FastAPI) -> TestClient:
    return TestClient(ServerApp(api), raise_server_exceptions=False)


def read_policy(header: str) -> dict[str, list[str]]:
    """Sources by directive of a content security policy."""
    parts = [part.split() for part in header.split(";")]
    return {part[0]: part[1:] for part in parts}


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers(browser: TestClient, path: str) -> None:
    """L3: answers of the socket, and of unexpected errors, had none."""
    headers = browser.get(path).headers
    assert {name: headers.get(name) for name in ALWAYS} == ALWAYS
    policy = read_policy(headers["content-security-policy"])
    assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert "strict-transport-security" not in headers


def test_an_unexpected_error_has_the_headers(
    browser: TestClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError

    monkeypatch.setattr(database, "check", fail)
    response = browser.get("/api/health")
    assert response.status_code == 500
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", PATHS)
def test_nothing_inline_and_no_other_site_is_allowed(browser: TestClient, path: str) -> None:
    """L3: 'ws:' and 'wss:' let an injected script send the session token anywhere."""
    policy = browser.get(path).headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "ws:" not in policy
    assert "wss:" not in policy
    assert "*" not in policy
    assert "http" not in policy


@pytest.mark.parametrize("path", PATHS)
def test_browsers_come_back_over_https_if_the_public_address_says_so(
    browser: TestClient, state: AppState, path: str
) -> None:
    state.settings = state.settings.model_copy(update={"public_url": "https://interviews.example.com"})
    assert browser.get(path).headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"


def test_the_api_is_no_page(browser: TestClient) -> None:
    policy = read_policy(browser.get("/api/health").headers["content-security-policy"])
    assert policy["default-src"] == ["'none'"]


def test_each_page_has_a_nonce_of_its_own(tmp_path: Path) -> None:
    """Libraries add style elements while a dialog is open; only they know the nonce."""
    (tmp_path / "index.html").write_text(
        '<script src="/theme-init.js"></script><script src="/a.js"></script>'
    )
    app = FastAPI()
    install_web_client(app, tmp_path)
    browser = TestClient(SecurityHeaders(app, read_policy=HeaderPolicy))
    nonces = set()
    for _ in range(2):
        response = browser.get("/interviews")
        (nonce,) = re.findall(r'<script nonce="([\w-]{20,})" src="/theme-init.js">', response.text)
        policy = read_policy(response.headers["content-security-policy"])
        assert policy["style-src"] == ["'self'", f"'nonce-{nonce}'"]
        assert policy["script-src"] == ["'self'"]
        assert response.headers["cache-control"] == "no-store"
        nonces.add(nonce)
    assert len(nonces) == 2


def test_the_page_of_the_client_has_no_inline_style_or_script() -> None:
    page = (Path(__file__).parents[2] / "web" / "index.html").read_text()
    assert '<script src="/theme-init.js">' in page
    assert "style=" not in page
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\son\w+=", page)


@pytest.mark.parametrize("path", PATHS)
def test_no_other_origin_is_admitted(browser: TestClient, path: str) -> None:
    headers = browser.get(path, headers={"Origin": "https://evil.example"}).headers
    assert "access-control-allow-origin" not in headers or path.startswith("/socket.io")
    assert headers.get("access-control-allow-origin") != "https://evil.example"


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "BREW"])
def test_methods_that_no_route_has_are_refused(browser: TestClient, method: str) -> None:
    assert browser.request(method, "/api/health").status_code == 405
