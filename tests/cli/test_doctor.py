"""Checks of `greenroom doctor`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from pydantic import SecretStr

from app.core.capacity import MeasuredCapacity, save_capacity
from app.core.settings import Settings
from app.doctor.checks import examine, print_findings, read_saved
from app.doctor.clock import check_clock, read_server_time, run_command
from app.doctor.finding import Finding
from app.doctor.models import Hashing, check_models
from app.serving.data_folder import lock_data_folder
from models.catalog import ModelKind
from models.importing import import_path
from models.store import InstalledModel, ModelStore
from tests.cli.findings import examine_by_name
from tests.cli.health_server import answering
from tests.fakes.postbox import Postbox
from tests.fakes.stun_server import run_stun_server
from tests.models.model_files import GGUF, flip_a_byte
from tests.server_process import find_free_port


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", web_dir=tmp_path / "web", port=1)


def test_the_doctor_changes_nothing(settings: Settings) -> None:
    examine(settings)
    assert not settings.data_dir.exists()


def test_missing_parts_come_with_instructions(settings: Settings) -> None:
    found = examine_by_name(settings)
    assert "make run" in found["web client"].detail
    for kind in ("llm", "speech", "embeddings"):
        assert not found[f"{kind} model"].ok
        assert "greenroom models fetch" in found[f"{kind} model"].detail


def test_a_remote_engine_needs_no_weights(settings: Settings) -> None:
    settings.llm_provider = "openai"
    settings.llm_model = "big"
    assert examine_by_name(settings)["llm model"] == Finding(
        "llm model", ok=True, detail="big on an OpenAI-compatible server"
    )


@pytest.mark.parametrize("program", [None, "/usr/bin/tesseract"])
def test_missing_text_recognition_is_reported_with_its_package(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, program: str | None
) -> None:
    monkeypatch.setattr("app.documents.extraction.tesseract.shutil.which", lambda _name: program)
    found = examine_by_name(settings)["scanned documents"]
    # Optional: the server works without it.
    assert found.ok
    assert found.detail == program or "Install the package tesseract-ocr" in found.detail


def test_findings_are_printed_as_lines_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = [Finding("disk", ok=False, detail="1.0 GiB free: free at least 2 GiB")]
    print_findings(found, as_json=False)
    assert capsys.readouterr().out == "FAIL  disk  1.0 GiB free: free at least 2 GiB\n"
    print_findings(found, as_json=True)
    assert json.loads(capsys.readouterr().out)[0]["ok"] is False


@pytest.mark.parametrize(
    ("host", "public_url", "ok"),
    [
        ("127.0.0.1", None, True),
        ("0.0.0.0", None, False),  # noqa: S104
        ("0.0.0.0", "https://interviews.example.com", True),  # noqa: S104
        ("127.0.0.1", "http://interviews.example.com", False),
        ("127.0.0.1", "http://localhost:8420", True),
    ],
)
def test_an_address_without_https_is_reported(
    settings: Settings, host: str, public_url: str | None, *, ok: bool
) -> None:
    settings.host, settings.public_url = host, public_url
    found = examine_by_name(settings)["https"]
    assert found.ok is ok
    assert ok or "GREENROOM_PUBLIC_URL=https" in found.detail


class TestMail:
    @pytest.fixture
    def server(self, settings: Settings) -> Iterator[None]:
        controller = Controller(
            Postbox(),
            hostname="127.0.0.1",
            port=find_free_port(),
            auth_require_tls=False,
            authenticator=lambda _server, _session, _envelope, _mechanism, login: AuthResult(
                success=login.password == b"right"
            ),
        )
        controller.start()
        settings.smtp_host, settings.smtp_port = "127.0.0.1", controller.port
        settings.smtp_security, settings.mail_from = "none", "greenroom@agency.example"
        yield
        controller.stop(no_assert=True)

    @pytest.mark.parametrize(("password", "ok"), [("right", True), ("wrong", False)])
    def test_the_login_is_tried(self, settings: Settings, server: None, password: str, *, ok: bool) -> None:
        settings.smtp_username, settings.smtp_password = "greenroom", SecretStr(password)
        found = examine_by_name(settings)["mail server"]
        assert found.ok is ok
        assert ("and the login" in found.detail) is ok

    def test_a_server_that_does_not_answer_is_reported(self, settings: Settings) -> None:
        settings.smtp_host, settings.smtp_port = "127.0.0.1", find_free_port()
        settings.mail_from = "greenroom@agency.example"
        assert "firewall" in examine_by_name(settings)["mail server"].detail


class TestRelays:
    @pytest.fixture(autouse=True)
    def shorten_the_wait(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("app.doctor.network.CONNECT_SECONDS", 0.3)

    def test_a_server_over_udp_is_asked(self, settings: Settings) -> None:
        with run_stun_server() as port:
            settings.ice_servers = [{"urls": [f"stun:127.0.0.1:{port}"]}]
            assert examine_by_name(settings)["turn server"].ok
        found = examine_by_name(settings)["turn server"]
        assert not found.ok
        assert "does not answer over UDP" in found.detail

    def test_a_relay_without_credentials_is_reported(self, settings: Settings) -> None:
        settings.ice_servers = [{"urls": "turn:127.0.0.1:1"}]
        assert "GREENROOM_TURN_SECRET" in examine_by_name(settings)["turn server"].detail

    def test_an_answer_to_another_request_does_not_count(self, settings: Settings) -> None:
        with run_stun_server(transaction=bytes(12)) as port:
            settings.ice_servers = [{"urls": f"stun:127.0.0.1:{port}"}]
            assert not examine_by_name(settings)["turn server"].ok

    @pytest.mark.parametrize(
        ("urls", "problem"),
        [
            ("https://turn.example.com", "not a STUN or TURN address"),
            ("turn:127.0.0.1:1?transport=tcp", "cannot be reached"),
            ("turn:127.0.0.1:1", "does not answer over UDP"),
            (7, "without addresses"),
        ],
    )
    def test_addresses_are_read(self, settings: Settings, urls: object, problem: str) -> None:
        settings.ice_servers = [{"urls": urls}]
        settings.turn_secret = SecretStr("north")
        found = examine_by_name(settings)["turn server"]
        assert not found.ok
        assert problem in found.detail


def track(offset: str, status: str = "Normal") -> str:
    """Output of `chronyc tracking`."""
    return f"Stratum         : 3\nSystem time     : {offset} of NTP time\nLeap status     : {status}\n"


NOW = datetime.now(UTC)


class TestClock:
    def test_a_clock_behind_the_own_files_is_reported(self, settings: Settings) -> None:
        settings.data_dir.mkdir()
        written = settings.data_dir / "greenroom.db"
        written.touch()
        os.utime(written, (NOW.timestamp(), NOW.timestamp()))
        assert check_clock(settings, now=NOW).ok
        found = check_clock(settings, now=NOW - timedelta(days=1))
        assert not found.ok
        assert "set the clock" in found.detail

    @pytest.mark.parametrize(("ahead", "ok"), [(0, True), (600, False), (-600, False)])
    def test_the_clock_is_compared_with_a_server_that_is_used(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch, ahead: int, *, ok: bool
    ) -> None:
        settings.oidc_issuer = "https://id.example"
        asked: list[str] = []

        def answer(address: str) -> datetime:
            asked.append(address)
            return NOW - timedelta(seconds=ahead)

        monkeypatch.setattr("app.doctor.clock.read_server_time", answer)
        found = check_clock(settings, now=NOW)
        assert (found.ok, asked) == (ok, ["https://id.example"])
        assert ok or ("ahead of" if ahead > 0 else "behind") in found.detail

    def test_the_time_of_a_web_server_is_read(self) -> None:
        with answering() as port:
            server_time = read_server_time(f"http://127.0.0.1:{port}/api/health/live")
        assert server_time is not None
        assert abs(server_time - datetime.now(UTC)) < timedelta(minutes=5)
        assert read_server_time(f"http://127.0.0.1:{port}/") is None

    @pytest.mark.parametrize(
        ("outputs", "ok", "sentence"),
        [
            ({}, True, "neither timedatectl nor chrony"),
            ({"timedatectl": "NTP=yes\nNTPSynchronized=yes\n"}, True, "; synchronized"),
            ({"timedatectl": "NTP=no\nNTPSynchronized=no\n"}, True, "timedatectl set-ntp true"),
            ({"timedatectl": "NTP=yes\nNTPSynchronized=no\n"}, True, "check its servers"),
            (
                {"chronyc": track("0.000123 seconds slow")},
                True,
                "by chrony",
            ),
            (
                {"chronyc": track("412.5 seconds fast")},
                False,
                "412 s ahead",
            ),
            (
                {"chronyc": track("0 seconds slow", "Not synchronised")},
                True,
                "name a reachable time server",
            ),
        ],
    )
    def test_the_time_service_is_asked(
        self, settings: Settings, outputs: dict[str, str], sentence: str, *, ok: bool
    ) -> None:
        found = check_clock(settings, now=NOW, run=lambda command: outputs.get(command[0]))
        assert (found.ok, sentence in found.detail) == (ok, True)

    def test_a_missing_or_failing_program_says_nothing(self) -> None:
        assert run_command(["greenroom-has-no-such-program"]) is None
        assert run_command(["false"]) is None
        assert run_command(["echo", "hello"]) == "hello\n"


def test_a_gpu_that_is_asked_for_and_missing_is_reported(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists = Path.exists
    drivers = {Path("/proc/driver/nvidia/version"), Path("/dev/kfd")}
    monkeypatch.setattr(Path, "exists", lambda path: path not in drivers and exists(path))
    assert examine_by_name(settings)["gpu"].ok
    settings.llm_gpu_layers = -1
    assert not examine_by_name(settings)["gpu"].ok


def test_the_capacity_is_shown_once_it_was_measured(settings: Settings) -> None:
    assert "--measure" in examine_by_name(settings)["capacity"].detail
    settings.data_dir.mkdir()
    save_capacity(
        settings.data_dir, MeasuredCapacity(2, 1.4, 0.04, 2, "whisper-base", "2026-11-22T20:00:00+00:00")
    )
    assert examine_by_name(settings)["capacity"].detail.startswith("2 interviews at once")


def test_saved_settings_are_read(settings: Settings) -> None:
    assert read_saved(settings) is settings, "nothing is created where nothing is installed"
    assert not settings.data_dir.exists()


@pytest.mark.parametrize("address", ["http://gpu.example:8000/v1", "http://10.0.0.7:8000/v1"])
def test_an_engine_on_another_machine_without_https_is_reported(settings: Settings, address: str) -> None:
    settings.llm_base_url = address
    assert examine_by_name(settings)["encryption"].ok
    settings.llm_provider = "openai"
    found = examine_by_name(settings)["encryption"]
    assert not found.ok
    assert "without HTTPS: language model." in found.detail
    for secure in ("https://gpu.example:8000/v1", "http://127.0.0.1:8000/v1"):
        settings.llm_base_url = secure
        assert examine_by_name(settings)["encryption"].ok


def test_a_provider_and_a_store_without_https_are_reported(settings: Settings) -> None:
    settings.oidc_issuer = "http://id.example"
    settings.backup_s3_url = "http://store.example/bucket"
    assert "sign-in, backups" in examine_by_name(settings)["encryption"].detail


@pytest.mark.parametrize("is_our_server", [True, False])
def test_the_port_of_the_running_server_is_in_order(settings: Settings, is_our_server: bool) -> None:
    """Another installation on that port is not: this one could not start."""
    settings.data_dir.mkdir(exist_ok=True)
    lock = lock_data_folder(settings.data_dir) if is_our_server else nullcontext()
    with answering() as settings.port, lock:
        assert examine_by_name(settings)["port"].ok is is_our_server


class TestModels:
    @pytest.fixture
    def model(self, settings: Settings, tmp_path: Path) -> InstalledModel:
        path = tmp_path / "mine.gguf"
        path.write_bytes(GGUF)
        store = ModelStore(settings.resolved_models_dir)
        (model,) = import_path(store, path, name="mine", kind=ModelKind.LLM)
        settings.llm_model = "mine"
        return model

    @pytest.mark.parametrize("hashing", [Hashing.WHEN_DUE, Hashing.ALWAYS])
    def test_a_flipped_byte_is_noticed_though_size_and_time_are_unchanged(
        self, settings: Settings, model: InstalledModel, hashing: Hashing
    ) -> None:
        assert check_models(settings, hashing)[0].ok
        flip_a_byte(model.path)
        found = check_models(settings, hashing)[0]
        assert not found.ok
        assert "greenroom models remove mine" in found.detail

    def test_the_hash_is_computed_when_due_or_asked_for(
        self, settings: Settings, model: InstalledModel
    ) -> None:
        assert check_models(settings, Hashing.WHEN_DUE)[0].detail == "mine, verified"
        assert check_models(settings, Hashing.ALWAYS)[0].detail == "mine, sha256 verified now"

    def test_a_path_is_checked_for_its_kind_and_for_memory(
        self, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "page.gguf"
        settings.llm_model = str(path)
        path.write_bytes(b"<html>")
        assert "not in GGUF form" in check_models(settings)[0].detail
        path.write_bytes(GGUF)
        assert check_models(settings)[0] == Finding("llm model", ok=True, detail=str(path))
        monkeypatch.setattr("app.engines.read_machine_memory", lambda: 10**6)
        assert "Choose a smaller model" in check_models(settings)[0].detail
        settings.llm_gpu_layers = -1
        assert check_models(settings)[0].ok
