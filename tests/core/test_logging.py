"""What the log must never contain, whatever goes wrong: transcripts, names, addresses, tokens."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from app.core.database import Database
from app.core.logging import LOG_NAME, SafeFormatter, configure_logging, current_request_id, keep_log
from app.core.state import AppState
from app.transcription import appending
from tests.conftest import Person

PERSONAL = "Cara Nightingale"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """What the server's log has received so far."""
    stream = io.StringIO()
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr", stream)
    configure_logging("DEBUG")
    yield stream.getvalue
    root.handlers[:] = before
    root.setLevel(level)


def test_a_failed_statement_is_logged_without_its_values(
    database: Database, written: Callable[[], str]
) -> None:
    try:
        with database.transaction() as session:
            session.execute(text("INSERT INTO missing (line) VALUES (:line)"), {"line": PERSONAL})
    except DBAPIError:
        logging.getLogger("greenroom.test").exception("database_error")
    assert "no such table: missing" in written() or "relation … does not exist" in written()
    assert "test_logging.py" in written()
    assert PERSONAL not in written()


def test_errors_are_logged_without_their_messages(written: Callable[[], str]) -> None:
    """A message quotes what could not be handled, also that of a cause or of a group."""
    log = logging.getLogger("greenroom.test")
    try:
        try:
            int(PERSONAL)
        except ValueError as error:
            raise ExceptionGroup("several", [KeyError(PERSONAL), error]) from error
    except ExceptionGroup:
        log.exception("unexpected_error item=%s", "42")
    log.error("task_failed\n%s", PERSONAL)
    assert "unexpected_error item=42" in written()
    assert written().count("builtins.ValueError") == 2
    assert "builtins.KeyError" in written()
    assert PERSONAL not in written()


def test_what_an_operator_must_know_is_logged() -> None:
    formatter = SafeFormatter()
    full = OSError(28, "No space left on device", f"/data/{PERSONAL}")
    assert "No space left on device" in formatter.formatException((OSError, full, None))
    assert PERSONAL not in formatter.formatException((OSError, full, None))
    syntax = OperationalError("SELECT", {}, sqlite3.OperationalError(f'fts5: syntax error near "{PERSONAL}"'))
    assert "fts5: syntax error near …" in formatter.formatException((OperationalError, syntax, None))
    detail = f"duplicate key value\nDETAIL:  Key (email)=({PERSONAL}) already exists."
    twice = IntegrityError("INSERT", {}, Exception(detail))
    logged = formatter.formatException((IntegrityError, twice, None))
    assert "duplicate key value" in logged
    assert PERSONAL not in logged


def test_requests_that_fail_leave_no_personal_data_in_the_log(
    alice: Person,
    state: AppState,
    running_interview: dict[str, Any],
    written: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Odd input, a broken database and a bug, each with a person's name in the request."""
    path = f"/api/interview/{running_interview['_id']}/transcript/append"

    def append(**fields: Any) -> int:
        line = {"speaker": "candidate", "text": PERSONAL, **fields}
        return alice.post(path, json={"segments": [line]}).status_code

    assert alice.get("/api/candidates/search", params={"name": PERSONAL * 4000}).status_code == 200
    assert append(timestamp="0001-01-01T00:00:00+14:00") == 422
    assert append(timestamp="9999-12-31T23:59:59-14:00") == 422

    def fail(_session: object, **values: Any) -> int:
        raise ValueError(f"cannot store {values['segments'][0].text}")

    with monkeypatch.context() as patch:
        patch.setattr(appending, "append_segments", fail)
        assert append() == 500
    with state.database.transaction() as session:
        session.execute(text("DROP TABLE transcript_segments"))
    # SQLite reports a missing table like a broken file.
    is_sqlite = state.database.engine.dialect.name == "sqlite"
    assert append() == (503 if is_sqlite else 500)
    assert "database_error" in written() or not is_sqlite
    assert "unexpected_error" in written()
    assert PERSONAL not in written()
    assert running_interview["candidateToken"] not in written()
    assert alice.token not in written()


def test_json_lines_have_event_fields_and_request_id(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr", stream)
    configure_logging("INFO", log_format="json")
    token = current_request_id.set("r-1")
    try:
        logging.getLogger("greenroom.test").info("request method=%s ms=%d", "GET", 3)
        try:
            raise ValueError(PERSONAL)
        except ValueError:
            logging.getLogger("greenroom.test").exception("failed")
    finally:
        current_request_id.reset(token)
        root.handlers[:] = before
        root.setLevel(level)
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert (first["event"], first["fields"], first["requestId"]) == (
        "request",
        {"method": "GET", "ms": "3"},
        "r-1",
    )
    assert "ValueError" in second["error"]
    assert PERSONAL not in stream.getvalue()


def test_the_last_lines_are_kept_for_support_without_messages_of_errors(
    written: Callable[[], str], tmp_path: Path
) -> None:
    keep_log(tmp_path)
    kept = logging.getLogger().handlers[-1]
    try:
        raise ValueError(PERSONAL)
    except ValueError:
        logging.getLogger("greenroom.test").exception("line_refused count=%d", 3)
    kept.close()
    text = (tmp_path / LOG_NAME).read_text()
    assert "line_refused count=3" in text
    assert "ValueError" in text
    assert PERSONAL not in text
    assert text == written()


def test_successful_probes_of_a_proxy_do_not_fill_the_log(
    anonymous: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "greenroom.http")
    for path in ("/api/health/live", "/api/health"):
        anonymous.get(path)
    logged = [record.args[1] for record in caplog.records if isinstance(record.args, tuple)]
    assert logged == ["/api/health"]
