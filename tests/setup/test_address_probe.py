"""Test of the public address: this server, another program, a foreign certificate, nothing."""

from __future__ import annotations

import socket
import ssl
from typing import Any

import httpx
import pytest

from app.core.settings import Settings
from app.setup.address_probe import probe_address
from tests.conftest import Person

SETUP = {"success": True, "data": {"required": False}}


class Network(httpx.AsyncBaseTransport):
    """Answers every request with one response or error."""

    def __init__(self, answer: httpx.Response | Exception) -> None:
        self._answer = answer

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if isinstance(self._answer, Exception):
            raise self._answer
        assert request.url.path == "/api/setup"
        return self._answer


def refuse_certificate() -> httpx.ConnectError:
    cause = ssl.SSLCertVerificationError(1, "self-signed")
    cause.verify_message = "self-signed certificate"
    error = httpx.ConnectError("[SSL]")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("answer", "code", "is_problem"),
    [
        (httpx.Response(200, json=SETUP), "address_answers", False),
        (httpx.Response(200, text="<html>It works!</html>"), "address_other", True),
        (httpx.Response(200, text="x" * 10_000_000), "address_other", True),
        (httpx.Response(502, json=SETUP), "address_other", True),
        (httpx.Response(301, headers={"Location": "http://127.0.0.1/api/setup"}), "address_other", True),
        (httpx.ConnectError("refused"), "address_silent", True),
        (httpx.ReadTimeout("slow"), "address_silent", True),
        (refuse_certificate(), "address_certificate", True),
    ],
)
async def test_the_answer_decides(
    settings: Settings, answer: httpx.Response | Exception, code: str, is_problem: bool
) -> None:
    changed = Settings(**{**settings.model_dump(exclude_unset=True), "public_url": "https://gr.example.com"})
    [found] = await probe_address(changed, base=changed, inner=Network(answer))
    assert (found.code.value, found.is_problem) == (code, is_problem)
    assert "gr.example.com" in found.sentence


async def test_an_entered_address_on_the_internal_network_is_not_tried(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(_host: str, port: int, **_options: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.99.88.77", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    entered = settings.model_copy(update={"public_url": "https://printer.lan"})
    network = Network(AssertionError("a connection was made"))
    [found] = await probe_address(entered, base=settings, inner=network)
    assert (found.code.value, found.is_problem) == ("address_untested", False)


async def test_without_an_address_nothing_is_tried(settings: Settings) -> None:
    assert await probe_address(settings, base=settings, inner=Network(AssertionError())) == []


def test_the_step_shows_what_was_found(ada: Person, unused_tcp_port: int) -> None:
    url = f"http://127.0.0.1:{unused_tcp_port}"
    assert ada.patch("/api/admin/settings", json={"values": {"public_url": url}}).status_code == 200
    found = ada.post("/api/admin/setup/check", json={"step": "address"}).json()["data"]
    assert [(one["code"], one["isProblem"]) for one in found] == [
        ("address_secure", False),
        ("address_silent", True),
    ]
