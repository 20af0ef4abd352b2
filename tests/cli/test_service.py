"""The systemd unit, and what the server tells the service manager."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest

from app import cli
from app.commands.line import CommandFailed
from app.commands.service import write_unit
from app.core.settings import Settings
from app.serving.sd_notify import ALIVE, READY, ServiceManager
from tests.cli.watched_server import ROOT, SERVER, WATCHDOG
from tests.server_process import ServerProcess


class FakeServiceManager:
    """The notify socket of systemd. It reads at once, because the system keeps only a few messages."""

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while message := self._socket.recv(4096).decode():
            for line in message.split("\n"):
                self._lines.put(line)

    def wait_for(self, line: str) -> None:
        """Take lines until this one arrives. Raises Empty if a minute passes without any."""
        while self._lines.get(timeout=60) != line:
            pass

    def close(self) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"", self.address)
        self._reader.join(60)
        self._socket.close()


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServiceManager]:
    # The path of a socket must be short.
    with tempfile.TemporaryDirectory() as folder:
        manager = FakeServiceManager(Path(folder) / "notify")
        monkeypatch.setenv("NOTIFY_SOCKET", manager.address)
        yield manager
        manager.close()


def test_the_watchdog_reports_readiness_life_restart_and_stop(
    manager: FakeServiceManager, tmp_path: Path
) -> None:
    lives = tmp_path / "lives"
    lives.touch()
    # Serves until it is ended, in every life.
    script = SERVER.replace("if is_first:", "if True:").replace("IN_THE_FIRST_LIFE", "pass")
    with subprocess.Popen([sys.executable, "-c", WATCHDOG, script, str(lives)], cwd=ROOT) as watchdog:
        try:
            manager.wait_for("READY=1")
            os.kill(int(lives.read_text()), signal.SIGKILL)
            manager.wait_for("STATUS=The server has ended and is starting again")
            manager.wait_for("READY=1")
            manager.wait_for("WATCHDOG=1")
            watchdog.send_signal(signal.SIGTERM)
            manager.wait_for("STOPPING=1")
            assert watchdog.wait(timeout=60) == -signal.SIGTERM
        finally:
            watchdog.kill()


@pytest.mark.parametrize("watchdog_seconds", ["30", "0"])
async def test_the_product_reports_readiness_and_life(
    manager: FakeServiceManager, tmp_path: Path, watchdog_seconds: str
) -> None:
    server = ServerProcess(
        tmp_path / "data",
        models_dir=tmp_path / "models",
        settings={"GREENROOM_WATCHDOG_SECONDS": watchdog_seconds},
    )
    try:
        await server.start()
        manager.wait_for("READY=1")
        manager.wait_for("WATCHDOG=1")
    finally:
        await server.stop()


def test_an_abstract_address_is_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name = f"greenroom-{tmp_path.name}-{tmp_path.parent.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(f"\0{name}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        ServiceManager.from_environment().notify(READY)
        assert receiver.recv(4096).startswith(b"READY=1\n")


@pytest.mark.parametrize("address", ["", "vsock:2:9999", "/nonexistent/notify"])
def test_a_manager_that_cannot_be_reached_does_no_harm(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    ServiceManager.from_environment().notify(ALIVE)


def test_children_do_not_inherit_the_address(
    monkeypatch: pytest.MonkeyPatch, manager: FakeServiceManager
) -> None:
    ServiceManager.from_environment()
    assert "NOTIFY_SOCKET" not in os.environ


class TestUnit:
    def read(
        self, settings: Settings, *, data_dir: Path = Path("/var/lib/greenroom")
    ) -> dict[str, list[str]]:
        unit = write_unit(settings, user="greenroom", data_dir=data_dir)
        pairs = [line.split("=", 1) for line in unit.splitlines() if "=" in line and not line.startswith("#")]
        return {name: [value for key, value in pairs if key == name] for name, _ in pairs}

    def test_the_service_is_watched_and_confined(self, tmp_path: Path) -> None:
        unit = self.read(Settings(data_dir=tmp_path))
        assert unit["Type"] == ["notify"]
        assert int(unit["WatchdogSec"][0]) > 0
        assert unit["User"] == ["greenroom"]
        assert unit["ProtectSystem"] == ["strict"]
        assert unit["NoNewPrivileges"] == ["yes"]
        assert unit["CapabilityBoundingSet"] == [""]
        assert unit["PrivateDevices"] == ["yes"]
        assert unit["StateDirectory"] == ["greenroom"]
        assert unit["Environment"] == ['"GREENROOM_DATA_DIR=/var/lib/greenroom"']
        assert "ReadWritePaths" not in unit

    def test_the_program_of_this_installation_is_started(self, tmp_path: Path) -> None:
        unit = self.read(Settings(data_dir=tmp_path))
        program = Path(sys.executable).parent / "greenroom"
        assert unit["ExecStart"] == [f'"{program}" serve --migrate']
        assert Path(unit["WorkingDirectory"][0]) == ROOT

    def test_every_folder_that_the_server_writes_to_is_writable(self, tmp_path: Path) -> None:
        settings = Settings(data_dir=tmp_path, models_dir=tmp_path / "models", backup_folder=Path("/backups"))
        unit = self.read(settings, data_dir=tmp_path / "my data")
        assert unit["ReadWritePaths"] == [
            f'"{tmp_path}/my data"',
            f'-"{tmp_path}/models"',
            '-"/backups"',
        ]
        assert "StateDirectory" not in unit

    def test_a_graphics_card_and_port_443_are_allowed_if_used(self, tmp_path: Path) -> None:
        unit = self.read(Settings(data_dir=tmp_path, port=443, llm_gpu_layers=-1))
        assert unit["PrivateDevices"] == ["no"]
        assert unit["AmbientCapabilities"] == ["CAP_NET_BIND_SERVICE"]

    def test_special_characters_keep_their_meaning(self, tmp_path: Path) -> None:
        unit = self.read(Settings(data_dir=tmp_path), data_dir=Path('/srv/100% "new"'))
        assert unit["Environment"] == ['"GREENROOM_DATA_DIR=/srv/100%% \\"new\\""']

    @pytest.mark.parametrize("user", ["a\nExecStartPre=/bin/true", "a\\", " a"])
    def test_text_that_would_add_lines_is_refused(self, tmp_path: Path, user: str) -> None:
        with pytest.raises(CommandFailed, match="is not allowed in a systemd unit"):
            write_unit(Settings(data_dir=tmp_path), user=user, data_dir=tmp_path)

    def test_the_command_prints_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["service", "--user", "interviews", "--json"]) == 0
        assert "\nUser=interviews\n" in json.loads(capsys.readouterr().out)["unit"]
        assert cli.main(["service", "--user", "root"]) == 1
        assert "must not run as root" in capsys.readouterr().err

    @pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
    @pytest.mark.parametrize("folder", ["/var/lib/greenroom", "/srv/my data"])
    def test_systemd_accepts_the_unit(self, tmp_path: Path, folder: str) -> None:
        unit = tmp_path / "greenroom.service"
        settings = Settings(data_dir=tmp_path, models_dir=tmp_path / "models", backup_folder=Path("/backups"))
        unit.write_text(write_unit(settings, user="root", data_dir=Path(folder)))
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
        )
        complaints = [line for line in done.stderr.splitlines() if unit.name in line]
        assert (done.returncode, complaints) == (0, [])
