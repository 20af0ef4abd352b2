"""Command `greenroom health`, over HTTP and HTTPS."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app import cli
from app.tls.authority import AuthorityFiles, issue_certificate
from app.tls.certificate import make_context
from tests.server_process import find_free_port

LIVE = (200, {"status": "ok"})
NOT_READY = (503, {"error": "Not ready.", "waitingFor": ["speech"]})


@pytest.fixture(autouse=True)
def restored_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PORT", "HOST", "TLS_CERT"):
        monkeypatch.setenv(f"GREENROOM_{name}", "")
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(tmp_path))


@contextmanager
def answering(tls: ssl.SSLContext | None = None, *, text: str | None = None) -> Iterator[int]:
    """A server that is alive and waits for its speech model; ``text`` replaces its answers."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, answer = NOT_READY if self.path == "/api/health/ready" else LIVE
            self.send_response(status)
            self.end_headers()
            self.wfile.write((text or json.dumps(answer)).encode())

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Answers)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join(60)
        server.server_close()


def test_a_server_that_answers_is_healthy(capsys: pytest.CaptureFixture[str]) -> None:
    with answering() as port:
        assert cli.main(["health", "--port", str(port)]) == 0
        assert cli.main(["health", "--port", str(port), "--json"]) == 0
    assert '"status": "ok"' in capsys.readouterr().out


def test_what_a_server_waits_for_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with answering() as port:
        assert cli.main(["health", "--ready", "--port", str(port)]) == 1
    assert "waiting for: speech" in capsys.readouterr().err


def test_a_server_with_https_is_asked_by_https(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = AuthorityFiles.of(tmp_path)
    issue_certificate(files, ["interviews.example.lan"], now=datetime.now(UTC))
    monkeypatch.setenv("GREENROOM_TLS_CERT", str(files.server))
    monkeypatch.setenv("GREENROOM_HOST", "0.0.0.0")  # noqa: S104 - asked, not bound
    with answering(make_context(files.server)) as port:
        assert cli.main(["health", "--port", str(port)]) == 0


@pytest.mark.parametrize("text", ["<html>", "[]"])
def test_another_program_is_not_healthy(capsys: pytest.CaptureFixture[str], text: str) -> None:
    with answering(text=text) as port:
        assert cli.main(["health", "--port", str(port)]) == 1
    assert "does not answer" in capsys.readouterr().err


def test_no_server_is_not_healthy(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["health", "--port", str(find_free_port())]) == 1
    assert "does not answer on port" in capsys.readouterr().err
