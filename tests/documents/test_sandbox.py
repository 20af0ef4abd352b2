"""Sandbox processes: isolation of the children, deadlines, cancellation and restarts."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from app.documents.errors import UnreadableDocument
from app.documents.sandbox import client
from app.documents.sandbox.client import SandboxFailed, SandboxRequest, SandboxUnavailable
from app.documents.sandbox.requests import extract_document
from tests.child_processes import END_SECONDS, require_end, running
from tests.documents import nasty, samples

ROOT = Path(__file__).resolve().parents[2]


def sandbox_server() -> psutil.Process:
    pid = client._process.pid
    assert pid is not None
    return psutil.Process(pid)


def open_files(process: psutil.Process) -> set[str]:
    return {str(descriptor.readlink()) for descriptor in Path(f"/proc/{process.pid}/fd").iterdir()}


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for another process. The limit of the test would not end a wait in a thread."""
    until = time.monotonic() + END_SECONDS
    while not is_so():
        assert time.monotonic() < until, f"it is still not so after {END_SECONDS} s"
        time.sleep(0.01)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good"
    path.write_bytes(samples.make_pdf(samples.CV))
    return path


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    path = tmp_path / "slow"
    path.write_bytes(nasty.form_bomb_pdf())
    return path


async def test_no_child_is_left_and_the_server_process_stays(good: Path) -> None:
    await extract_document(good)
    first = sandbox_server()
    await asyncio.gather(*(extract_document(good) for _ in range(6)))
    assert sandbox_server() == first
    assert first.children() == []
    assert first.num_threads() == 1


async def test_a_dead_sandbox_server_is_replaced(good: Path) -> None:
    await extract_document(good)
    first = sandbox_server()
    first.kill()
    first.wait(END_SECONDS)
    assert (await extract_document(good)).text
    assert sandbox_server() != first


async def test_a_sandbox_server_that_dies_during_a_request_costs_one_document(good: Path, slow: Path) -> None:
    await extract_document(good)
    first = sandbox_server()
    extraction = asyncio.create_task(extract_document(slow))
    await asyncio.to_thread(wait_until, lambda: bool(first.children()))
    first.kill()
    with pytest.raises(UnreadableDocument):
        await extraction
    assert (await extract_document(good)).text


async def test_canceling_a_request_kills_the_child(good: Path, slow: Path) -> None:
    await extract_document(good)
    process = sandbox_server()
    extraction = asyncio.create_task(extract_document(slow))
    await asyncio.to_thread(wait_until, lambda: bool(process.children()))
    extraction.cancel()
    with pytest.raises(asyncio.CancelledError):
        await extraction
    await asyncio.to_thread(wait_until, lambda: not process.children())
    assert (await extract_document(good)).text


def test_a_request_canceled_before_it_is_sent_is_not_sent() -> None:
    call = SandboxRequest({"job": "pages", "path": "nothing"}, limit_seconds=5)
    call.cancel()
    with pytest.raises(SandboxFailed):
        call.send()


def test_the_sandbox_ends_with_the_main_server(good: Path) -> None:
    script = (
        "import sys, time\n"
        "from app.documents.sandbox import client\n"
        "request = {'job': 'pages', 'path': sys.argv[1]}\n"
        "client.SandboxRequest(request, limit_seconds=60).send()\n"
        "print(client._process.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    command = [sys.executable, "-c", script, str(good)]
    with running(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert psutil.pid_exists(pid)
        server.send_signal(signal.SIGKILL)
        require_end(server)
    wait_until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


async def test_a_child_inherits_no_open_files_and_is_limited(good: Path, slow: Path) -> None:
    await extract_document(good)
    with (slow.parent / "opened by the server").open("w"):
        process = sandbox_server()
        extraction = asyncio.create_task(extract_document(slow))
        await asyncio.to_thread(wait_until, lambda: bool(process.children()))
        child = process.children()[0]

        def is_limited() -> bool:
            return bool(child.rlimit(psutil.RLIMIT_FSIZE) == (0, 0))

        await asyncio.to_thread(wait_until, is_limited)
        opened = open_files(child)
        assert child.rlimit(psutil.RLIMIT_AS) == (512 * 1024**2, 512 * 1024**2)
        extraction.cancel()
    with pytest.raises(asyncio.CancelledError):
        await extraction
    files = {name for name in opened if name.startswith("/") and name != os.devnull}
    assert files <= {str(slow)}
    assert len([name for name in opened if name.startswith("socket:")]) == 1


async def test_a_sandbox_that_cannot_start_is_a_retryable_error(
    good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client._process.close()
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(SandboxUnavailable) as failed:
        await extract_document(good)
    assert failed.value.retryable
    monkeypatch.undo()
    assert (await extract_document(good)).text
