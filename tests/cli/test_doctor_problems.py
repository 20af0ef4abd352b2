"""Each check of `greenroom doctor`, made to fail: it says what to do."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from pydantic import SecretStr

from app.core.confinement import Confinement
from app.core.sealing import NEXT_KEY_NAME
from app.core.settings import Settings
from app.doctor.clock import check_clock
from app.recordings.store import KEY_NAME as RECORDING_KEY
from app.recordings.store import name_next_key
from tests.cli.findings import examine_by_name


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", web_dir=tmp_path / "web", port=1)


Break = Callable[[Settings, pytest.MonkeyPatch], None]


def set_values(**values: object) -> Break:
    def apply(settings: Settings, _monkeypatch: pytest.MonkeyPatch) -> None:
        for key, value in values.items():
            setattr(settings, key, value)

    return apply


def replace_part(target: str, value: object) -> Break:
    def apply(_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(target, value)

    return apply


def interrupt_keys(settings: Settings, _monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (settings.data_dir / NEXT_KEY_NAME, name_next_key(settings.data_dir / RECORDING_KEY)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def ask_for_a_gpu(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.llm_gpu_layers = -1
    exists = Path.exists
    drivers = {Path("/proc/driver/nvidia/version"), Path("/dev/kfd")}
    monkeypatch.setattr(Path, "exists", lambda path: path not in drivers and exists(path))


def hold_the_port(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    server = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr("app.doctor.checks._is_running", lambda _settings: server.close())
    settings.port = server.getsockname()[1]


PROBLEMS: dict[str, tuple[Break, str]] = {
    "python": (
        replace_part("app.doctor.checks.sys.version_info", (3, 10, 4)),
        "3.11, 3.12 or 3.13 is required",
    ),
    "sqlite": (replace_part("pysqlite3.dbapi2.sqlite_version_info", (3, 40, 0)), "run `make run`"),
    "postgresql": (
        set_values(database_url=SecretStr("postgresql://127.0.0.1:1/greenroom")),
        "GREENROOM_DATABASE_URL",
    ),
    "redis": (set_values(redis_url=SecretStr("redis://127.0.0.1:1/0")), "check GREENROOM_REDIS_URL"),
    "data folder": (replace_part("app.doctor.checks.os.access", lambda *_: False), "change its owner"),
    "disk": (
        replace_part("app.doctor.checks.shutil.disk_usage", lambda _path: SimpleNamespace(free=1024**3)),
        "free at least 2 GiB",
    ),
    "storage key": (interrupt_keys, "run `greenroom rotate-key` again"),
    "recording key": (interrupt_keys, "run `greenroom rotate-key` again"),
    "memory": (
        replace_part("psutil.virtual_memory", lambda: SimpleNamespace(total=2 * 1024**3)),
        "the default models need 4 GiB",
    ),
    "processor": (replace_part("models.runtime.usable_cores", lambda: 1), "give this machine at least 2"),
    "gpu": (ask_for_a_gpu, "install it"),
    "clock": (
        replace_part(
            "app.doctor.checks.check_clock",
            lambda settings, now: check_clock(settings, now=now - timedelta(days=9999)),
        ),
        "set the clock",
    ),
    "web client": (set_values(), "run `make run`"),
    "llm model": (set_values(), "run `greenroom models fetch"),
    "speech model": (set_values(), "run `greenroom models fetch"),
    "embeddings model": (set_values(), "run `greenroom models fetch"),
    "judge": (set_values(), "run `greenroom models fetch"),
    "judge for German and French": (set_values(), "run `greenroom models fetch"),
    "sandbox": (
        replace_part(
            "app.core.confinement.find_available",
            lambda: Confinement(no_new_privileges=True, is_offline=False, landlock=0),
        ),
        "use Linux",
    ),
    "port": (hold_the_port, "choose another port"),
    "https": (set_values(host="0.0.0.0"), "run `greenroom certificate`"),  # noqa: S104
    "certificate": (set_values(tls_key=Path("server.key")), "set both"),
    "encryption": (set_values(oidc_issuer="http://id.example"), "use https://"),
    "mail server": (
        set_values(smtp_host="127.0.0.1", smtp_port=1, mail_from="a@b.example"),
        "check host, port",
    ),
    "turn server": (set_values(ice_servers=[{"urls": "stun:127.0.0.1:1"}]), "firewall"),
    "file store": (set_values(files_s3_url="https://store.example"), "files stay in the data folder"),
    "backup": (set_values(backup_folder=Path("/nowhere/at/all")), "run `greenroom backup`"),
}
"""For each check, what makes it fail and what it then tells the administrator to do."""
NEVER_FAIL = {"scanned documents", "capacity"}


@pytest.fixture
def no_other_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.doctor.clock.read_server_time", lambda _address: None)


@pytest.mark.parametrize("name", PROBLEMS)
def test_each_problem_comes_with_its_remedy(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, no_other_server: None, name: str
) -> None:
    break_it, remedy = PROBLEMS[name]
    break_it(settings, monkeypatch)
    found = examine_by_name(settings)[name]
    assert not found.ok
    assert remedy in found.detail


def test_no_check_lacks_a_test_of_its_failure(settings: Settings) -> None:
    assert examine_by_name(settings).keys() <= PROBLEMS.keys() | NEVER_FAIL
