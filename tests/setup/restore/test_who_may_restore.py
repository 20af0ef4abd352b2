"""Who may restore a backup: only the holder of the setup code, and only before the first account."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.backup.restore import prepare_restore
from app.core.state import AppState
from tests import factories
from tests.setup.restore.visitor import RESTORE, Visitor
from tests.users.steps import as_bearer

pytestmark = pytest.mark.sqlite


def test_wrong_codes_are_refused_and_then_throttled(
    anonymous: TestClient, code: str, state: AppState
) -> None:
    for _ in range(state.settings.login_attempts):
        refused = anonymous.post(RESTORE, json={"code": "guess"})
        assert (refused.status_code, refused.json()["code"]) == (403, "SETUP_CODE_INVALID")
    assert anonymous.post(RESTORE, json={"code": code}).status_code == 429
    # The form of the first account counts the same guesses.
    account = {"code": code, "username": "eve", "password": "a long password of hers"}
    assert anonymous.post("/api/setup", json=account).status_code == 429


def test_the_right_code_may_be_entered_often(anonymous: TestClient, code: str, state: AppState) -> None:
    for _ in range(2 * state.settings.login_attempts):
        assert anonymous.post(RESTORE, json={"code": code}).status_code == 200


@pytest.mark.usefixtures("untouched")
def test_nothing_is_open_without_the_newest_token(
    anonymous: TestClient, code: str, make_backup: Callable[..., Path]
) -> None:
    content = make_backup().read_bytes()
    earlier, _newest = Visitor(anonymous, code), Visitor(anonymous, code)
    for headers in ({}, as_bearer("nonsense"), earlier.headers):
        earlier.headers = headers
        assert anonymous.get(RESTORE, headers=headers).status_code == 401
        assert earlier.start(name="monday.backup").status_code == 401
        assert earlier.upload(content).status_code == 401
        assert earlier.cancel().status_code == 401


@pytest.mark.usefixtures("untouched")
def test_the_first_account_ends_it(
    visitor: Visitor, anonymous: TestClient, code: str, make_backup: Callable[..., Path], state: AppState
) -> None:
    visitor.upload(make_backup().read_bytes())
    account = {"code": code, "username": "eve", "password": "a long password of hers"}
    assert anonymous.post("/api/setup", json=account).status_code == 200
    assert visitor.start().status_code == 401
    assert anonymous.post(RESTORE, json={"code": code}).status_code == 409
    assert list(state.settings.data_dir.glob(".restore*")) == []


@pytest.mark.usefixtures("untouched")
def test_a_server_with_any_account_is_not_replaced(
    visitor: Visitor, make_backup: Callable[..., Path], state: AppState
) -> None:
    visitor.upload(make_backup().read_bytes())
    factories.create_user(state, "rasmus")
    refused = visitor.start()
    assert (refused.status_code, refused.json()["code"]) == (409, "ACCOUNTS_EXIST")


@pytest.mark.usefixtures("untouched")
def test_an_account_made_during_the_restore_wins(
    visitor: Visitor, make_backup: Callable[..., Path], state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare_slowly(*arguments: Any, **options: Any) -> Any:
        factories.create_user(state, "rasmus")
        return prepare_restore(*arguments, **options)

    monkeypatch.setattr("app.setup.browser_restore.prepare_restore", prepare_slowly)
    visitor.upload(make_backup().read_bytes())
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "ACCOUNTS_EXIST"
