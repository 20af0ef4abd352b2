"""Command ``greenroom setup --from``: what a file may say, and what it changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.cli import main
from app.core import stored_settings
from app.core.settings import Settings
from app.core.state import AppState
from app.interviews.tables import Interview
from app.serving.data_folder import lock_data_folder
from app.tls.authority import AuthorityFiles
from app.tls.certificate import read_certificate
from app.users.repository import find_first_admin
from models.store import ModelStore
from tests.conftest import Person
from tests.fakes.file_server import FileServer, run_file_server
from tests.users.steps import sign_in

FILE = """
[account]
username = "ada"
password_file = "password"
name = "Ada"

[address]
public_url = "https://interviews.example.com"

[billing]
billing_mode = "off"

[privacy]
interview_retention_days = 180
"""
GGUF = b"GGUF" + bytes(range(256)) * 40
PASSWORD = "correct horse staple"

Run = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def run(settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command with a file; its exit status and what it prints as JSON."""

    def call(text: str, *options: str) -> tuple[int, dict[str, Any]]:
        file = tmp_path / "setup.toml"
        file.write_text(text, encoding="utf-8")
        (tmp_path / "password").write_text(f"{PASSWORD}\n", encoding="utf-8")
        status = main(
            ["setup", "--from", str(file), "--data-dir", str(settings.data_dir), "--json", *options]
        )
        printed: dict[str, Any] = json.loads(capsys.readouterr().out)
        return status, printed

    return call


@pytest.fixture(autouse=True)
def keep_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command writes its data folder into the environment, for child processes."""
    monkeypatch.setenv("GREENROOM_DATA_DIR", "replaced by the command")


def test_a_file_creates_the_account_and_saves_the_settings(
    run: Run, api: Any, state: AppState, anonymous: TestClient
) -> None:
    status, printed = run(FILE)
    assert (status, printed["is_saved"], printed["is_account_created"]) == (0, True, True)
    signed_in = sign_in(anonymous, "ada", PASSWORD)
    assert signed_in.status_code == 200
    bearer = {"Authorization": f"Bearer {signed_in.json()['token']}"}
    assert anonymous.get("/api/billing/summary", headers=bearer).json()["data"]["plan"] == "growth"
    groups = anonymous.get("/api/admin/settings", headers=bearer).json()["data"]["groups"]
    stored = {one["key"] for group in groups for one in group["settings"] if one["source"] == "stored"}
    assert stored == {"public_url", "billing_mode", "interview_retention_days"}
    assert anonymous.get("/api/admin/setup", headers=bearer).json()["data"]["isUnfinished"] is False


def test_a_jurisdiction_fills_the_privacy_settings_that_the_file_does_not_set(
    run: Run, state: AppState
) -> None:
    file = '[privacy]\njurisdiction = "eu"\ninterview_retention_days = 90\n'
    assert run(file)[0] == 0
    with state.database.reading() as session:
        saved = stored_settings.load(session, sealer=state.sealer)
    assert (saved["consistency_check"], saved["interview_retention_days"]) == (False, 90)


def test_a_jurisdiction_leaves_settings_of_the_environment_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREENROOM_CONSISTENCY_CHECK", "true")
    status, printed = run('[privacy]\njurisdiction = "eu"\n')
    assert (status, printed["is_saved"]) == (0, True)


def test_an_unknown_jurisdiction_is_named(run: Run) -> None:
    status, printed = run("[privacy]\njurisdiction = 7\n")
    assert status == 1
    assert "privacy.jurisdiction: Expected one of eu, uk, us." in printed["error"]


def test_a_second_run_leaves_the_account_alone(run: Run, anonymous: TestClient, api: Any) -> None:
    run(FILE)
    changed = FILE.replace('"ada"', '"eve"')
    status, printed = run(changed)
    assert (status, printed["is_saved"], printed["is_account_created"]) == (0, True, False)
    assert sign_in(anonymous, "eve", PASSWORD).status_code == 401


def test_check_changes_nothing(run: Run, anonymous: TestClient, api: Any) -> None:
    status, printed = run(FILE, "--check")
    assert (status, printed["is_saved"]) == (0, False)
    assert [finding["code"] for finding in printed["findings"]] == ["address_secure", "payments_off"]
    assert anonymous.get("/api/setup").json()["data"]["required"] is True


def test_everything_that_is_wrong_is_named_at_once(run: Run) -> None:
    status, printed = run(
        """
[account]
username = "ada"
password = "short"

[mail]
smtp_port = 70000
smtp_hosts = "mail.example"
smtp_password_file = "missing"

[weather]
"""
    )
    assert status == 1
    lines = printed["error"].splitlines()[1:]
    assert [line.partition(":")[0] for line in lines] == [
        "weather",
        "account.password",
        "mail.smtp_hosts",
        "mail.smtp_password_file",
        "mail.smtp_port",
    ]


def test_a_common_password_is_refused(run: Run) -> None:
    status, printed = run('[account]\nusername = "ada"\npassword = "password123456"\n')
    assert status == 1
    assert "account.password" in printed["error"]


def test_a_setting_that_does_not_work_is_not_saved(run: Run, ada: Person) -> None:
    file = '[address]\npublic_url = "http://interviews.example.com"\n'
    status, printed = run(file)
    assert (status, printed["is_saved"]) == (1, False)
    assert ada.get("/api/admin/setup").json()["data"]["steps"][1]["outcome"] is None


def test_offline_saves_without_asking_other_servers(run: Run) -> None:
    file = '[address]\npublic_url = "http://interviews.example.com"\n'
    status, printed = run(file, "--offline")
    assert (status, printed["is_saved"], printed["findings"]) == (0, True, [])


def test_a_setting_of_the_environment_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_BILLING_MODE", "internal")
    status, printed = run(FILE)
    assert status == 1
    assert "GREENROOM_BILLING_MODE" in printed["error"]


def test_a_running_server_is_not_changed(run: Run, settings: Settings) -> None:
    with lock_data_folder(settings.data_dir):
        status, printed = run(FILE)
    assert status == 1
    assert "Another Greenroom server uses the data folder" in printed["error"]


@pytest.mark.parametrize("text", ["account", "[account\n", "account = 3\n", "\x00"])
def test_what_is_no_setup_file_is_refused(run: Run, text: str) -> None:
    assert run(text)[0] == 1


@pytest.mark.parametrize("create", ["true", "false"])
def test_a_demo_interview_is_created_for_the_administrator(run: Run, state: AppState, create: str) -> None:
    status, _ = run(f"{FILE}\n[demo]\ncreate = {create}\n")
    assert status == 0
    run(f"{FILE}\n[demo]\ncreate = {create}\n")
    with state.database.reading() as session:
        owners = [one.owner_id for one in session.query(Interview).filter_by(origin="demo")]
        admin = find_first_admin(session)
        assert admin is not None
        assert owners == ([admin.id] if create == "true" else [])


@pytest.mark.parametrize("table", ['create = "maybe"', "make = true"])
def test_the_table_of_the_demo_is_checked(run: Run, table: str) -> None:
    assert run(f"[demo]\n{table}\n", "--check")[0] == 1


class TestModelsByAddress:
    @pytest.fixture
    def server(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
        monkeypatch.setenv("GREENROOM_INTERNAL_HOSTS", '["127.0.0.1"]')
        # The other models are not installed here.
        monkeypatch.setattr("app.setup.checks.examine_models", lambda _settings: [])
        with run_file_server() as running:
            running.files["/big.gguf"] = GGUF
            yield running

    def file(self, server: FileServer, *lines: str, data: bytes = GGUF) -> str:
        digest = hashlib.sha256(data).hexdigest()
        entered = (f'llm_download_url = "{server.base_url}/big.gguf"', f'llm_download_sha256 = "{digest}"')
        return "\n".join((FILE, "[models]", *entered, *lines))

    def test_a_model_is_downloaded_and_chosen(
        self, run: Run, server: FileServer, settings: Settings, state: AppState
    ) -> None:
        status, printed = run(self.file(server))
        assert (status, printed["is_saved"]) == (0, True)
        assert ModelStore(settings.resolved_models_dir).find("big").path.read_bytes() == GGUF
        with state.database.reading() as session:
            saved = stored_settings.load(session, sealer=state.sealer)
        assert (saved["llm_model"], saved["llm_provider"]) == ("big", "local")

    def test_checking_the_file_downloads_nothing(self, run: Run, server: FileServer) -> None:
        assert run(self.file(server), "--check")[0] == 0
        assert server.ranges == []

    def test_a_failed_download_changes_nothing(self, run: Run, server: FileServer, ada: Person) -> None:
        server.files["/big.gguf"] = GGUF[:-1] + b"?"
        assert run(self.file(server))[0] == 1
        assert ada.get("/api/admin/setup").json()["data"]["steps"][1]["outcome"] is None

    @pytest.mark.parametrize(
        "lines",
        [('llm_model = "small"',), ('llm_provider = "openai"',), ('speech_download_sha256 = "abc"',)],
    )
    def test_an_address_stands_alone_and_is_complete(
        self, run: Run, server: FileServer, lines: tuple[str, ...]
    ) -> None:
        assert run(self.file(server, *lines), "--check")[0] == 1
        assert server.ranges == []

    def test_offline_downloads_nothing(self, run: Run, server: FileServer) -> None:
        assert run(self.file(server), "--offline")[0] == 1
        assert server.ranges == []

    def test_the_internal_network_needs_the_operators_permission(
        self, run: Run, server: FileServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("GREENROOM_INTERNAL_HOSTS")
        assert run(self.file(server))[0] == 1
        assert server.ranges == []


class TestModelsByFile:
    @pytest.fixture(autouse=True)
    def other_models_are_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("app.setup.checks.examine_models", lambda _settings: [])

    def file(self, *lines: str) -> str:
        return "\n".join((FILE, "[models]", *lines))

    @pytest.mark.parametrize("option", [(), ("--offline",)])
    def test_a_file_is_copied_and_chosen(
        self, run: Run, settings: Settings, state: AppState, tmp_path: Path, option: tuple[str, ...]
    ) -> None:
        (tmp_path / "usb.gguf").write_bytes(GGUF)
        status, printed = run(self.file('llm_import_path = "usb.gguf"'), *option)
        assert (status, printed["is_saved"]) == (0, True)
        assert ModelStore(settings.resolved_models_dir).find("usb").path.read_bytes() == GGUF
        with state.database.reading() as session:
            assert stored_settings.load(session, sealer=state.sealer)["llm_model"] == "usb"

    def test_checking_copies_nothing(self, run: Run, settings: Settings, tmp_path: Path) -> None:
        (tmp_path / "usb.gguf").write_bytes(GGUF)
        assert run(self.file('llm_import_path = "usb.gguf"'), "--check")[0] == 0
        assert ModelStore(settings.resolved_models_dir).installed() == []

    @pytest.mark.parametrize(
        ("lines", "sentence"),
        [
            (('llm_import_path = "gone.gguf"',), "There is no file"),
            (('speech_import_path = "usb.gguf"',), "not a Whisper model"),
            (("llm_import_path = 7",), "Expected the path of a file"),
            (('llm_import_path = "usb.gguf"', 'llm_model = "small"'), "not two"),
        ],
    )
    def test_what_cannot_be_used_is_said(
        self, run: Run, tmp_path: Path, lines: tuple[str, ...], sentence: str
    ) -> None:
        (tmp_path / "usb.gguf").write_bytes(GGUF)
        status, printed = run(self.file(*lines), "--check")
        assert status == 1
        assert sentence in printed["error"]

    def test_a_model_for_too_little_memory_changes_nothing(
        self, run: Run, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("app.engines.read_machine_memory", lambda: 10**6)
        (tmp_path / "usb.gguf").write_bytes(GGUF)
        status, printed = run(self.file('llm_import_path = "usb.gguf"'))
        assert status == 1
        assert "Choose a smaller model" in printed["error"]
        assert ModelStore(settings.resolved_models_dir).installed() == []


class TestCertificate:
    def file(self, line: str) -> str:
        return FILE.replace("[billing]", f"{line}\n\n[billing]")

    def test_a_local_authority_issues_it(self, run: Run, settings: Settings) -> None:
        status, printed = run(self.file('certificate_names = ["interviews.example.com", "192.168.1.20"]'))
        assert (status, printed["is_saved"]) == (0, True)
        names = read_certificate(AuthorityFiles.of(settings.data_dir).server).names
        assert {"interviews.example.com", "192.168.1.20"} <= set(names)

    def test_checking_the_file_makes_none(self, run: Run, settings: Settings) -> None:
        assert run(self.file('certificate_names = ["interviews.example.com"]'), "--check")[0] == 0
        assert not AuthorityFiles.of(settings.data_dir).server.exists()

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ('certificate_names = "interviews.example.com"', "Expected a list"),
            (
                'certificate_names = ["https://interviews.example.com"]',
                "neither a host name nor an IP address",
            ),
            ('certificate_names = ["elsewhere.example.com"]', "interviews.example.com"),
        ],
    )
    def test_names_must_be_valid_and_cover_the_address(
        self, run: Run, settings: Settings, line: str, sentence: str
    ) -> None:
        status, printed = run(self.file(line))
        assert status == 1
        assert sentence in printed["error"]
        assert run(self.file(line), "--check")[0] == 1
        assert not AuthorityFiles.of(settings.data_dir).server.exists()
