"""Command `greenroom health`, over HTTP and HTTPS."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app import cli
from app.tls.authority import AuthorityFiles, issue_certificate
from app.tls.certificate import make_context
from tests.cli.health_server import answering
from tests.server_process import find_free_port


@pytest.fixture(autouse=True)
def restored_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PORT", "HOST", "TLS_CERT"):
        monkeypatch.setenv(f"GREENROOM_{name}", "")
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(tmp_path))


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
