"""`make test-closed` counts what a command sends to other machines."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not (shutil.which("unshare") and shutil.which("ip")),
    reason="needs root, unshare and ip",
)

LOOPBACK = """
import socket
listener = socket.create_server(("127.0.0.1", 0))
socket.create_connection(listener.getsockname())
"""
DATAGRAM = """
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hello", ("203.0.113.9", 9))
"""
QUESTION = """
import socket
question = bytes(5) + b"\\1" + bytes(6) + b"\\4tell\\3you\\7example\\0" + bytes((0, 1, 0, 1))
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(question, ("203.0.113.9", 53))
"""


def run(script: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.closed_network", sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    if "Operation not permitted" in done.stderr:
        pytest.skip("this machine allows no network namespaces")
    return done.returncode, done.stdout


def test_the_loopback_interface_works_and_is_not_counted() -> None:
    assert run(LOOPBACK) == (0, "Packets to other machines: 0\n")


def test_a_packet_to_another_machine_is_a_failure() -> None:
    assert run(DATAGRAM) == (1, "Packets to other machines: 1 {'203.0.113.9': 1}\n")


def test_the_name_that_was_asked_for_is_shown() -> None:
    shown = "Packets to other machines: 1 {'203.0.113.9 for tell.you.example': 1}\n"
    assert run(QUESTION) == (1, shown)


def test_a_command_that_fails_is_a_failure() -> None:
    assert run("raise SystemExit(3)")[0] == 3
