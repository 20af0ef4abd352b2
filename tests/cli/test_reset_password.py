"""`greenroom reset-password`: a new one-time password for a user."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from app.cli import main
from app.core.state import AppState
from tests.conftest import PASSWORD, Person


def test_the_printed_password_signs_in_and_must_be_changed(
    ada: Person,
    anonymous: TestClient,
    state: AppState,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(state.settings.data_dir))
    assert main(["reset-password", "ADA"]) == 0
    password = capsys.readouterr().out.split(": ")[1].strip()
    assert ada.get("/api/auth/me").status_code == 401
    old = anonymous.post("/api/admin/login", json={"username": "ada", "password": PASSWORD})
    assert old.status_code == 401
    new = anonymous.post("/api/admin/login", json={"username": "ada", "password": password})
    assert new.json()["admin"]["mustChangePassword"] is True


def test_an_unknown_username_prints_one_sentence(
    state: AppState, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(state.settings.data_dir))
    assert main(["reset-password", "unknown"]) == 1
    assert "There is no user named" in capsys.readouterr().err
