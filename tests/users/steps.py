"""Steps that several tests of user accounts share."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pyotp
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.core.database import Base, Database
from app.core.state import AppState
from tests.conftest import PASSWORD, Person

NEW_PASSWORD = "another long password"


def sign_in(browser: TestClient, username: str, password: str = PASSWORD) -> Any:
    return browser.post(
        "/api/admin/login",
        json={"username": username, "password": password},
        headers={"User-Agent": "Mozilla/5.0 Firefox/140.0"},
    )


def freeze_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of the rate limits, so that no minute passes during many requests."""
    now = time.time()
    monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=lambda: now))


def as_bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def require_second_factor(state: AppState, of: str) -> None:
    state.settings = state.settings.model_copy(update={"require_second_factor": of})


def turn_on_second_factor(person: Person, state: AppState) -> tuple[pyotp.TOTP, list[str]]:
    begun = person.post("/api/profile/second-factor/begin", json={"password": PASSWORD}).json()["data"]
    totp = pyotp.TOTP(begun["secret"])
    confirmed = person.post("/api/profile/second-factor/confirm", json={"code": totp.at(state.now())})
    assert confirmed.status_code == 200, confirmed.text
    return totp, confirmed.json()["data"]["recoveryCodes"]


def dump_database(database: Database) -> str:
    """Every value of every table, as someone with a stolen database file could read it."""
    with database.reading() as session:
        return "\n".join(
            str(row) for table in Base.metadata.sorted_tables for row in session.execute(select(table))
        )
