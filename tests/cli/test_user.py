"""`greenroom user`: accounts from the command line, beside a running server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.cli import main
from app.core.state import AppState
from tests.conftest import PASSWORD, Person


@pytest.fixture(autouse=True)
def data_folder(state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(state.settings.data_dir))


def sign_in(anonymous: TestClient, username: str, password: str) -> dict[str, object]:
    answer = anonymous.post("/api/admin/login", json={"username": username, "password": password})
    return dict(answer.json())


class TestResetPassword:
    def test_the_printed_password_signs_in_and_must_be_changed(
        self, ada: Person, anonymous: TestClient, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["user", "reset-password", "ADA"]) == 0
        password = capsys.readouterr().out.split(": ")[1].strip()
        assert ada.get("/api/auth/me").status_code == 401
        assert sign_in(anonymous, "ada", PASSWORD)["success"] is False
        assert sign_in(anonymous, "ada", password)["admin"]["mustChangePassword"] is True  # type: ignore[index]

    @pytest.mark.parametrize("words", [["reset-password", "unknown"], ["set-role", "unknown", "admin"]])
    def test_an_unknown_username_prints_one_sentence(
        self, words: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["user", *words]) == 1
        assert "There is no user named 'unknown'." in capsys.readouterr().err


class TestCreate:
    def test_the_account_signs_in_with_its_plan_and_is_in_the_audit_log(
        self, ada: Person, anonymous: TestClient, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ["user", "create", "dora", "--name", "Dora Lane", "--email", "dora@example.com", "--json"]
        assert main(words) == 0
        created = json.loads(capsys.readouterr().out)
        assert (created["name"], created["role"]) == ("Dora Lane", "recruiter")
        signed_in = sign_in(anonymous, "dora", created["oneTimePassword"])
        assert signed_in["admin"]["mustChangePassword"] is True  # type: ignore[index]
        users = ada.get("/api/admin/users", params={"search": "dora"}).json()["data"]
        assert [user["email"] for user in users] == ["dora@example.com"]
        account = ada.get(f"/api/billing/admin/accounts/{users[0]['_id']}").json()["data"]["account"]
        assert account["plan"] == "free"
        events = ada.get("/api/admin/security-events", params={"type": "user_created"}).json()["data"]
        assert events[0]["details"]["delivery"] == "command line"

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (["ada"], "taken"),
            (["dora", "--email", "not an address"], "email: "),
            (["dora", "--email", "ADA@example.com"], "email"),
        ],
    )
    def test_what_cannot_be_created_is_said(
        self, ada: Person, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ada.patch(f"/api/admin/users/{ada.id}", json={"email": "ada@example.com"})
        assert main(["user", "create", *words]) == 1
        assert sentence in capsys.readouterr().err


def test_accounts_are_listed(ada: Person, alice: Person, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["user", "list", "--json"]) == 0
    users = json.loads(capsys.readouterr().out)["users"]
    assert [(user["username"], user["role"]) for user in users] == [("ada", "admin"), ("alice", "recruiter")]
    assert main(["user", "list"]) == 0
    assert "recruiter  active" in capsys.readouterr().out


def test_a_role_changes_except_that_of_the_last_administrator(
    ada: Person, alice: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["user", "set-role", "ada", "recruiter"]) == 1
    assert "administrator" in capsys.readouterr().err
    assert main(["user", "set-role", "alice", "admin"]) == 0
    assert alice.get("/api/admin/users").status_code == 200
    assert main(["user", "set-role", "ada", "recruiter"]) == 0
    assert ada.get("/api/admin/users").status_code == 403


def test_without_a_database_nothing_is_created(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREENROOM_DATABASE_URL", "")
    assert main(["user", "list", "--data-dir", str(tmp_path / "nowhere")]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()
