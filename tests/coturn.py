"""A real coturn on loopback, as docker-compose.yml starts it. Tests that need it are skipped without it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
import yaml

from app.doctor.stun import answers_binding, connect_udp
from tests.server_process import find_free_port

_COMPOSE = Path(__file__).resolve().parents[1] / "docker-compose.yml"

needs_coturn = pytest.mark.skipif(shutil.which("turnserver") is None, reason="coturn is not installed")


@contextmanager
def run_coturn(folder: Path, *, secret: str, options: str = "") -> Iterator[tuple[int, int]]:
    """Its ports for plain and for TLS connections; TLS needs server.pem and server.key in ``folder``."""
    service = yaml.safe_load(_COMPOSE.read_text(encoding="utf-8"))["services"]["turn"]
    port, tls_port = find_free_port(), find_free_port()
    command = service["command"][0].replace("$$", "$").replace("/tls/", f"{folder}/")
    for of_container, here in {
        "--listening-port=3478": f"--listening-port={port}",
        "--tls-listening-port=5349": f"--tls-listening-port={tls_port}",
        "--pidfile=/tmp/turnserver.pid": f"--pidfile={folder}/turnserver.pid",
    }.items():
        assert of_container in command
        command = command.replace(of_container, here)
    command += f" --listening-ip=127.0.0.1 --relay-ip=127.0.0.1 --userdb={folder}/turndb {options}"
    with subprocess.Popen(
        [*service["entrypoint"], command],
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "TURN_SECRET": secret},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    ) as process:
        try:
            while not _answers(port):
                assert process.poll() is None
            yield port, tls_port
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    with closing(connect_udp("127.0.0.1", port)) as clients, suppress(OSError):
        return answers_binding(next(clients), seconds=0.3)
    return False
