"""Server start: port, database version, data folder, address and graceful stop."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command

from app.core.database import make_engine
from app.core.sealing import KEY_NAME
from app.core.security import load_or_create_secret
from app.core.settings import Settings
from app.migrations.upgrade import _config
from app.serving import collections_at_start, installation, server
from app.serving.data_folder import lock_data_folder
from app.serving.installation import ServeFailed
from app.serving.upgrading import KEPT_COPIES
from app.tls.serving import local_url
from tests.child_processes import running
from tests.server_process import find_free_port, make_environment

ROOT = Path(server.__file__).parents[2]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data")


def test_garbage_is_collected_as_usual_after_a_start() -> None:
    usual = gc.get_threshold()
    collections_at_start.postpone()
    assert gc.get_threshold() > usual
    collections_at_start.resume()
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() > 0


def test_an_occupied_port_is_reported_with_the_setting_to_change() -> None:
    with server.bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeFailed, match=rf"Port {port} is already in use.*GREENROOM_PORT"):
            server.bind("127.0.0.1", port)


def test_an_unknown_host_is_reported_with_its_setting() -> None:
    with pytest.raises(ServeFailed, match="GREENROOM_HOST"):
        server.bind("no such host", 8420)


def test_an_address_of_another_machine_is_reported_with_its_setting() -> None:
    with pytest.raises(ServeFailed, match="GREENROOM_HOST"):
        server.bind("192.0.2.1", 8420)


def test_a_new_data_folder_is_migrated_to_the_latest_version(settings: Settings) -> None:
    installation.migrate(settings)
    installation.check_database_version(settings)
    assert settings.data_dir.stat().st_mode & 0o777 == 0o700


def test_a_database_of_an_older_version_is_refused(settings: Settings) -> None:
    installation.prepare_data_dir(settings)
    with pytest.raises(ServeFailed, match="greenroom migrate"):
        installation.check_database_version(settings)


def test_a_database_of_a_newer_version_is_refused(settings: Settings) -> None:
    installation.migrate(settings)
    engine = make_engine(settings.resolved_database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'from-the-future'")
    engine.dispose()
    with pytest.raises(ServeFailed, match="newer"):
        installation.migrate(settings)


def test_a_damaged_database_is_reported_with_the_backup(settings: Settings) -> None:
    installation.prepare_data_dir(settings)
    (settings.data_dir / "greenroom.db").write_bytes(b"this is no database, " * 100)
    with pytest.raises(ServeFailed, match=r"damaged.*backup"):
        installation.migrate(settings)


def test_a_damaged_database_is_reported_at_the_start_too(settings: Settings) -> None:
    installation.migrate(settings)
    # A server that has run has a key, without which no saved settings are read.
    load_or_create_secret(settings.data_dir / KEY_NAME)
    (settings.data_dir / "greenroom.db").write_bytes(b"this is no database, " * 100)
    with pytest.raises(ServeFailed, match=r"damaged.*backup"):
        server.serve(settings.model_copy(update={"port": find_free_port()}))


def test_a_data_folder_that_cannot_be_created_is_reported_with_its_setting(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServeFailed, match="GREENROOM_DATA_DIR"):
        installation.prepare_data_dir(Settings(data_dir=tmp_path / "file" / "data"))


def test_an_existing_data_folder_is_closed_to_others(settings: Settings) -> None:
    """A folder that was made by hand or by a package is often readable for everybody."""
    settings.data_dir.mkdir(mode=0o755)
    for name, mode in (("greenroom.db", 0o644), ("models", 0o755)):
        (settings.data_dir / name).touch()
        (settings.data_dir / name).chmod(mode)
    before = os.umask(0o022)
    try:
        installation.prepare_data_dir(settings)
        (settings.data_dir / "new").touch()
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in settings.data_dir.iterdir()}
    assert settings.data_dir.stat().st_mode & 0o777 == 0o700
    assert modes == {"greenroom.db": 0o600, "models": 0o755, "new": 0o600}


def test_a_data_folder_serves_one_server(settings: Settings) -> None:
    """Two servers would delete each other's uploads and send every email twice."""
    installation.migrate(settings)
    with (
        lock_data_folder(settings.data_dir),
        pytest.raises(ServeFailed, match="Another Greenroom"),
    ):
        server.serve(settings.model_copy(update={"port": find_free_port()}))
    with (
        lock_data_folder(settings.data_dir),
        pytest.raises(ServeFailed, match="GREENROOM_DATA_DIR"),
    ):
        installation.migrate(settings)
    installation.migrate(settings)


def test_the_database_is_copied_before_an_update(settings: Settings) -> None:
    """Migrations only go forward: without a copy, a bad update has no way back."""
    installation.prepare_data_dir(settings)
    engine = make_engine(settings.resolved_database_url)
    with engine.connect() as connection:
        command.upgrade(_config(connection), "0014")
        connection.commit()
    engine.dispose()
    copies = settings.data_dir / "before-update"
    copies.mkdir()
    for number in range(4):
        (copies / f"greenroom-{number}.db").touch()
        os.utime(copies / f"greenroom-{number}.db", (number, number))
    installation.migrate(settings)
    kept = sorted(path.name for path in copies.iterdir())
    assert len(kept) == KEPT_COPIES
    (made,) = [name for name in kept if name.startswith("greenroom-0014-")]
    copy = make_engine(f"sqlite:///{copies / made}")
    with copy.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "0014"
    copy.dispose()
    assert (copies / made).stat().st_mode & 0o077 == 0
    installation.migrate(settings)
    assert sorted(path.name for path in copies.iterdir()) == kept


@pytest.mark.parametrize(
    ("host", "public_url", "expected"),
    [
        ("127.0.0.1", None, "http://127.0.0.1:8420"),
        ("0.0.0.0", None, "http://localhost:8420"),  # noqa: S104
        ("::1", None, "http://[::1]:8420"),
        ("127.0.0.1", "https://interviews.example.com", "https://interviews.example.com"),
    ],
)
def test_the_printed_address_can_be_opened(host: str, public_url: str | None, expected: str) -> None:
    assert local_url(Settings(host=host, port=8420, public_url=public_url)) == expected


def test_the_server_prints_its_address_and_setup_code_and_stops_gracefully(tmp_path: Path) -> None:
    """Runs the whole command in a child process without model weights, which must not prevent serving."""
    port = find_free_port()
    environment = make_environment(tmp_path, {"GREENROOM_PORT": str(port)})
    with running(
        [sys.executable, "-m", "app.cli", "serve", "--migrate"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=ROOT,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert f"http://127.0.0.1:{port}" in server.stdout.readline()
        assert "setup code: " in server.stdout.readline()
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert connection.makefile("rb").readline().startswith(b"HTTP/1.1 200")
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=120) == 0


def test_garbage_collection_skips_what_the_server_loaded_at_start(tmp_path: Path) -> None:
    """A full collection took a quarter of a second of processor time, in which nobody was answered."""
    report = "import atexit, gc; atexit.register(lambda: print('frozen', gc.get_freeze_count() > 100_000))"
    environment = make_environment(
        tmp_path, {"GREENROOM_PORT": str(find_free_port()), "GREENROOM_WATCHDOG_SECONDS": "0"}
    )
    with running(
        [sys.executable, "-c", f"{report}; from app.cli import main; main(['serve', '--migrate'])"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=ROOT,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert "Greenroom is running" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert "frozen True" in server.stdout.read()


COUNT_THREADS = """
import os, sys, types

def count_threads(_settings, heartbeat=None):
    import numpy
    numpy.ones((600, 600)) @ numpy.ones((600, 600))
    print(len(os.listdir("/proc/self/task")))
    return 0

sys.modules["app.serving.server"] = types.SimpleNamespace(serve=count_threads)
from app.cli import main
main(["serve"])
"""


def test_a_server_multiplies_matrices_in_one_thread(tmp_path: Path) -> None:
    """OpenBLAS waits for its threads when the process forks: a server that started a worker then froze."""
    environment = make_environment(tmp_path, {"GREENROOM_WATCHDOG_SECONDS": "0"})
    environment.pop("OPENBLAS_NUM_THREADS")
    counted = subprocess.run(
        [sys.executable, "-c", COUNT_THREADS],
        capture_output=True,
        check=True,
        env=environment,
        cwd=ROOT,
        text=True,
        timeout=120,
    )
    assert counted.stdout == "1\n"
