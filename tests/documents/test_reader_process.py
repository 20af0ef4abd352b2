"""The process that documents are read in: its children see nothing, outlive nothing, and it is replaced."""

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

from app.documents import reader_client
from app.documents.errors import UnreadableDocument
from app.documents.sandbox.client import Call, ReaderUnavailable, ReadingFailed
from app.documents.sandbox.requests import read_document
from tests.documents import nasty, samples

ROOT = Path(__file__).resolve().parents[2]


def reader() -> psutil.Process:
    pid = reader_client._process.pid
    assert pid is not None
    return psutil.Process(pid)


def open_files(process: psutil.Process) -> set[str]:
    return {str(descriptor.readlink()) for descriptor in Path(f"/proc/{process.pid}/fd").iterdir()}


def wait_until(is_so: Callable[[], bool]) -> None:
    """Of another process; the test's own time limit ends a wait in vain."""
    while not is_so():
        time.sleep(0.01)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good"
    path.write_bytes(samples.pdf_of(samples.CV))
    return path


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    path = tmp_path / "slow"
    path.write_bytes(nasty.form_bomb_pdf())
    return path


async def test_no_child_is_left_and_the_process_stays(good: Path) -> None:
    await read_document(good)
    first = reader()
    await asyncio.gather(*(read_document(good) for _ in range(6)))
    assert reader() == first
    assert first.children() == []
    assert first.num_threads() == 1


async def test_a_reader_that_died_is_replaced(good: Path) -> None:
    await read_document(good)
    first = reader()
    first.kill()
    first.wait()
    assert (await read_document(good)).text
    assert reader() != first


async def test_a_reader_that_dies_in_the_middle_costs_nothing(good: Path, slow: Path) -> None:
    await read_document(good)
    first = reader()
    reading = asyncio.create_task(read_document(slow))
    await asyncio.to_thread(wait_until, lambda: bool(first.children()))
    first.kill()
    with pytest.raises(UnreadableDocument):
        await reading
    assert (await read_document(good)).text


async def test_a_caller_who_leaves_ends_the_child(good: Path, slow: Path) -> None:
    await read_document(good)
    process = reader()
    reading = asyncio.create_task(read_document(slow))
    await asyncio.to_thread(wait_until, lambda: bool(process.children()))
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await asyncio.to_thread(wait_until, lambda: not process.children())
    assert (await read_document(good)).text


def test_a_call_cancelled_before_it_began_is_not_made() -> None:
    call = Call({"job": "pages", "path": "nothing"}, limit_seconds=5)
    call.cancel()
    with pytest.raises(ReadingFailed):
        call.answer()


def test_the_reader_ends_with_the_server(good: Path) -> None:
    script = (
        "import sys, time\n"
        "from app.documents import reader_client\n"
        "request = {'job': 'pages', 'path': sys.argv[1]}\n"
        "reader_client.Call(request, limit_seconds=60).answer()\n"
        "print(reader_client._process.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(good)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert psutil.pid_exists(pid)
        server.send_signal(signal.SIGKILL)
        server.wait()
    wait_until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


async def test_a_child_has_nothing_of_the_server_open_and_little_room(good: Path, slow: Path) -> None:
    await read_document(good)
    with (slow.parent / "of the server").open("w"):
        process = reader()
        reading = asyncio.create_task(read_document(slow))
        await asyncio.to_thread(wait_until, lambda: bool(process.children()))
        child = process.children()[0]

        def is_limited() -> bool:
            return child.rlimit(psutil.RLIMIT_FSIZE) == (0, 0)

        await asyncio.to_thread(wait_until, is_limited)
        opened = open_files(child)
        assert child.rlimit(psutil.RLIMIT_AS) == (1024**3, 1024**3)
        reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    files = {name for name in opened if name.startswith("/") and name != os.devnull}
    assert files <= {str(slow)}
    assert len([name for name in opened if name.startswith("socket:")]) == 1


async def test_a_server_that_cannot_start_a_reader_says_that_another_try_may_help(
    good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader_client._process.close()
    monkeypatch.setattr(reader_client.sys, "executable", "/nowhere/python")
    with pytest.raises(ReaderUnavailable) as failed:
        await read_document(good)
    assert failed.value.retryable
    monkeypatch.undo()
    assert (await read_document(good)).text
