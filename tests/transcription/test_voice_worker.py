"""Voice activity in a process of its own: the event loop stays free, and a killed process costs no frame."""

from __future__ import annotations

import asyncio
import os
import signal
import time
import wave
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.transcription.pipeline.settings import WINDOW_BYTES
from app.transcription.pipeline.voice_activity import SileroDetector
from app.transcription.pipeline.voice_worker import VoiceWorker


@pytest.fixture
async def worker() -> AsyncIterator[VoiceWorker]:
    worker = VoiceWorker()
    yield worker
    await worker.stop()


@pytest.fixture
def speech(shared_data: Path) -> bytes:
    with wave.open(str(shared_data / "speech" / "jfk.wav")) as file:
        pcm: bytes = file.readframes(file.getnframes())
    return pcm[: len(pcm) // WINDOW_BYTES * WINDOW_BYTES]


async def test_streams_are_rated_as_by_a_detector_of_their_own(worker: VoiceWorker, speech: bytes) -> None:
    detector = SileroDetector()
    windows = speech[: 60 * WINDOW_BYTES]
    expected = [
        detector.probability(windows[start : start + WINDOW_BYTES])
        for start in range(0, len(windows), WINDOW_BYTES)
    ]
    one, other = worker.open_stream(), worker.open_stream()
    rated: list[float] = []
    for start in range(0, len(windows), 3 * WINDOW_BYTES):
        part = windows[start : start + 3 * WINDOW_BYTES]
        mine, _ = await asyncio.gather(one.rate(part), other.rate(bytes(len(part))))
        rated += mine
    assert rated == pytest.approx(expected, abs=1e-6)
    one.close()


async def test_the_event_loop_stays_free(worker: VoiceWorker, speech: bytes) -> None:
    """Twenty-four streams took the whole event loop: no call of anybody was answered."""
    windows = [speech[start : start + WINDOW_BYTES] for start in range(0, 10 * WINDOW_BYTES, WINDOW_BYTES)]
    detector = SileroDetector()
    began = time.thread_time()
    for window in windows:
        detector.probability(window)
    of_one_stream = time.thread_time() - began
    streams = [worker.open_stream() for _ in range(24)]
    await streams[0].rate(bytes(WINDOW_BYTES))  # The process has started.
    work = asyncio.gather(*(one.rate(b"".join(windows)) for one in streams))
    # Time of the processor in this thread: other programs do not count.
    longest, last = 0.0, time.thread_time()
    while not work.done():
        await asyncio.sleep(0)
        now = time.thread_time()
        longest, last = max(longest, now - last), now
    # On the loop all streams are rated in one go.
    assert longest < 24 * of_one_stream / 3
    assert [len(rated) for rated in await work] == [10] * 24


async def test_a_killed_process_is_replaced(worker: VoiceWorker, speech: bytes) -> None:
    stream = worker.open_stream()
    await stream.rate(speech[:WINDOW_BYTES])
    pid = worker._supervisor.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert len(await stream.rate(speech[: 3 * WINDOW_BYTES])) == 3
    assert worker._supervisor.pid != pid
