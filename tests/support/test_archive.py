"""`greenroom support`: what helps is in it, and nothing personal or secret is."""

from __future__ import annotations

import json
import logging
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.core import stored_settings
from app.core.logging import LOG_NAME, JsonFormatter, TextFormatter
from app.core.state import AppState
from app.support.log_lines import redact_lines
from tests import factories
from tests.conftest import Person

PLANTED = {
    "name": "Philippa Quarterstaff",
    "email": "philippa@quarterstaff.example",
    "address": "10.77.88.99",
    "host": "mail.quarterstaff.example",
    "secret": "hunter2hunter2hunter2",
    "token": "Zk9Qb1n0rT7uVwXy5sLmA3",
    "folder": "quarterstaff-disk",
}


@pytest.fixture(autouse=True)
def keep_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", "replaced by the command")


def write_log(path: Path) -> None:
    """A log in both formats with everything that should never have been written to it."""
    path.parent.mkdir()
    lines = ["request method=GET route=/api/interviews/{interview_id} status=200 ms=12"]
    lines += [f"mail_failed host={PLANTED['host']} to={PLANTED['email']} attempt=3"]
    lines += [f"{PLANTED['name']} said token={PLANTED['token']}", f"request route=/room/{PLANTED['token']}"]
    with path.open("w") as file:
        for line in lines:
            record = logging.LogRecord("greenroom.http", logging.INFO, "x.py", 1, line, (), None)
            for formatter in (
                TextFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"),
                JsonFormatter(),
            ):
                file.write(f"{formatter.format(record)}\n")
        file.write(f"Traceback: {PLANTED['name']} at {PLANTED['address']}\n")
        file.write(f"  sqlalchemy.exc.OperationalError: no such table: {PLANTED['token']}\n")
        file.write(f"    /srv/{PLANTED['folder']}/app/serving/server.py:12 in serve\n")


def test_nothing_personal_or_secret_is_in_the_archive(
    ada: Person,
    state: AppState,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factories.create_user(state, PLANTED["name"])
    monkeypatch.setenv("GREENROOM_WEB_DIR", f"/srv/{PLANTED['folder']}")
    monkeypatch.setenv("GREENROOM_METRICS_TOKEN", PLANTED["token"])
    monkeypatch.setenv("GREENROOM_LLM_MODEL", f"/srv/{PLANTED['folder']}/model.gguf")
    values = {
        "smtp_host": PLANTED["address"],
        "smtp_username": PLANTED["email"],
        "smtp_password": PLANTED["secret"],
        "mail_from": PLANTED["email"],
        "public_url": f"https://{PLANTED['host']}",
        "product_name": PLANTED["name"],
        "ice_servers": [{"urls": f"turn:{PLANTED['host']}", "credential": PLANTED["secret"]}],
    }
    with state.database.transaction() as session:
        stored_settings.save(session, sealer=state.sealer, changes=values)
    ada.post("/api/candidates", json={"name": PLANTED["name"], "email": PLANTED["email"]})
    write_log(state.settings.data_dir / LOG_NAME)
    file = tmp_path / "case.zip"
    assert main(["support", "--data-dir", str(state.settings.data_dir), str(file)]) == 0
    printed = capsys.readouterr().out
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name).decode() for name in archive.namelist()}
    everything = "\n".join(contents.values())
    for kind, planted in PLANTED.items():
        assert planted.lower() not in everything.lower(), kind
    assert str(state.settings.data_dir) not in everything
    assert all(name in printed for name in contents)
    assert file.stat().st_mode & 0o077 == 0

    tables: dict[str, int] = json.loads(contents["tables.json"])
    assert tables["users"] == 2
    settings: dict[str, Any] = json.loads(contents["settings.json"])
    assert settings["smtp_password"] == {"source": "saved", "isSet": True}
    assert settings["metrics_token"] == {"source": "environment", "isSet": True}
    assert settings["smtp_port"] == {"source": "default", "value": 587}
    assert {finding["name"] for finding in json.loads(contents["doctor.json"])} >= {"disk", "mail server"}
    log = contents["log.txt"]
    assert "request method=GET route=/api/interviews/{interview_id} status=200 ms=12" in log
    assert "mail_failed host=… to=… attempt=3" in log
    assert "    app/serving/server.py:12 in serve" in log
    assert "  sqlalchemy.exc.OperationalError\n" in log


@pytest.mark.sqlite
def test_a_damaged_database_does_not_prevent_the_archive(state: AppState, tmp_path: Path) -> None:
    data_dir = tmp_path / "damaged"
    shutil.copytree(state.settings.data_dir, data_dir)
    (data_dir / "greenroom.db").write_bytes(b"this is no database, " * 100)
    file = tmp_path / "case.zip"
    assert main(["support", "--data-dir", str(data_dir), str(file)]) == 0
    with zipfile.ZipFile(file) as archive:
        assert json.loads(archive.read("tables.json")) is None


def test_other_lines_of_a_log_are_counted() -> None:
    assert list(redact_lines(["hello", "Cara Smith", "{}", '{"event": 3}'])) == ["(4 other lines)"]


def test_an_archive_is_written_without_a_database_and_never_over_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    options = ["support", "--json", "--data-dir", str(tmp_path / "data"), str(tmp_path / "case.zip")]
    assert main(options) == 0
    assert list((tmp_path / "data").iterdir()) == []
    result = json.loads(capsys.readouterr().out)
    assert "tables.json" in result["contents"]
    assert main(options) == 1
    assert "cannot be written (File exists)" in capsys.readouterr().err
