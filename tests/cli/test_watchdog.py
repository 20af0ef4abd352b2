"""Watchdog: a server that freezes, is killed, cannot start, or is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from tests.child_processes import require_end
from tests.cli.watched_server import ROOT, SERVER, WATCHDOG
from tests.server_process import ServerProcess


@contextmanager
def watched(tmp_path: Path, script: str) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """The watchdog over ``script``, and the file with the process ids of the server's lives."""
    lives = tmp_path / "lives"
    lives.touch()
    with subprocess.Popen(
        [sys.executable, "-c", WATCHDOG, script, str(lives)], stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as watchdog:
        try:
            yield watchdog, lives
        finally:
            watchdog.kill()


def wait_for_lives(lives: Path, count: int) -> list[int]:
    while lives.read_text().count("\n") < count:
        time.sleep(0.02)
    return [int(line) for line in lives.read_text().split()]


def test_a_server_frozen_by_a_pattern_is_killed_and_started_again(tmp_path: Path) -> None:
    """One thread keeps the interpreter lock for weeks: no signal handler and no timer in it would run."""
    with watched(tmp_path, SERVER.replace("IN_THE_FIRST_LIFE", "freeze()")) as (watchdog, lives):
        _, stderr = watchdog.communicate(timeout=60)
        assert watchdog.returncode == 0
        assert lives.read_text().count("\n") == 2
    assert "has not responded" in stderr
    assert "in fullmatch" in stderr, "the traceback says where the server hangs"


def test_a_killed_server_is_started_again(tmp_path: Path) -> None:
    script = SERVER.replace("IN_THE_FIRST_LIFE", "os.kill(os.getpid(), signal.SIGKILL)")
    with watched(tmp_path, script) as (watchdog, lives):
        assert watchdog.wait(timeout=60) == 0
        assert lives.read_text().count("\n") == 2


def test_a_server_that_cannot_start_is_not_tried_again(tmp_path: Path) -> None:
    script = SERVER.replace("asyncio.run(serve())", "sys.exit(3)")
    with watched(tmp_path, script) as (watchdog, lives):
        assert watchdog.wait(timeout=60) == 3
        assert lives.read_text().count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_reaches_the_server_and_is_not_undone(tmp_path: Path, number: signal.Signals) -> None:
    script = SERVER.replace("IN_THE_FIRST_LIFE", "lives.write_text(lives.read_text() + '0\\n')")
    with watched(tmp_path, script) as (watchdog, lives):
        wait_for_lives(lives, 2)
        watchdog.send_signal(number)
        assert watchdog.wait(timeout=60) == -number
        assert lives.read_text().count("\n") == 2


def test_a_server_ends_with_its_watchdog(tmp_path: Path) -> None:
    with watched(tmp_path, SERVER.replace("IN_THE_FIRST_LIFE", "pass")) as (watchdog, lives):
        pid = wait_for_lives(lives, 1)[0]
        watchdog.kill()
        require_end(watchdog)
        while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.02)


async def test_the_product_serves_again_after_it_froze(tmp_path: Path) -> None:
    """The whole command: a stopped server is a frozen one."""
    server = ServerProcess(
        tmp_path / "data",
        models_dir=tmp_path / "models",
        settings={"GREENROOM_WATCHDOG_SECONDS": "4"},
    )
    await server.start()
    try:
        assert server._child is not None
        frozen = psutil.Process(server._child.pid).children()[0]
        frozen.suspend()
        async with asyncio.timeout(90), httpx.AsyncClient(base_url=server.url, timeout=1) as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get("/api/health")).status_code == httpx.codes.OK:
                        break
                await asyncio.sleep(0.1)
        assert not frozen.is_running()
    finally:
        await server.stop()
    assert server._child.returncode == -signal.SIGTERM, "it ends by the signal that stopped it, as before"
