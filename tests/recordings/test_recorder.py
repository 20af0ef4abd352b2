"""The recorder: frames become blocks at their true place, and no frame ever waits for the disk."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import numpy as np
import pytest

from app.recordings.blocks import BlockWriter
from app.recordings.recorder import MAX_WAITING, Recorder
from app.recordings.store import RecordingStore
from app.recordings.tracks import TrackName, WaveTrack
from app.transcription.pipeline.events import Speaker
from tests.recordings.conftest import make_pcm

FRAME = 1_600
CANDIDATE = Speaker.CANDIDATE


def add(recorder: Recorder, *sequences: int, anchor_seconds: float = 0.0) -> None:
    for sequence in sequences:
        recorder.add_frame(
            "i",
            CANDIDATE,
            start_seconds=anchor_seconds + sequence * 0.1,
            pcm=make_pcm(sequence * FRAME, FRAME),
        )


def read_all(store: RecordingStore) -> bytes:
    with WaveTrack(store, "i", TrackName.CANDIDATE) as track:
        return b"".join(track.read_pieces(44, track.size_bytes))


async def test_frames_become_one_continuous_track(store: RecordingStore) -> None:
    recorder = Recorder(store)
    add(recorder, *range(123))
    recorder.close("i")
    await recorder.stop()
    assert read_all(store) == make_pcm(0, 123 * FRAME)


async def test_frames_that_are_sent_again_are_recorded_once(store: RecordingStore) -> None:
    recorder = Recorder(store)
    add(recorder, *range(60), *range(40, 70))
    await recorder.stop()
    assert read_all(store) == make_pcm(0, 70 * FRAME)


async def test_a_gap_is_silence_of_its_length(store: RecordingStore) -> None:
    recorder = Recorder(store)
    add(recorder, 0, 1, 30, 31)
    await recorder.stop()
    silence = bytes(28 * FRAME * 2)
    assert read_all(store) == make_pcm(0, 2 * FRAME) + silence + make_pcm(30 * FRAME, 2 * FRAME)


async def test_rounded_times_make_no_gaps(store: RecordingStore) -> None:
    recorder = Recorder(store)
    add(recorder, *range(100), anchor_seconds=0.0123)
    await recorder.stop()
    samples = np.frombuffer(read_all(store), dtype="<i2")
    assert len(samples) == 100 * FRAME


async def test_what_was_written_plays_while_the_interview_runs(store: RecordingStore) -> None:
    """After a SIGKILL, nothing else is on the disk either."""
    recorder = Recorder(store)
    add(recorder, *range(70))
    await recorder._queue.join()
    assert read_all(store) == make_pcm(0, 50 * FRAME)
    await recorder.stop()


async def test_a_disk_that_hangs_costs_no_frame_and_bounded_memory(
    store: RecordingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_write = threading.Event()
    append = BlockWriter.append

    def wait(writer: BlockWriter, *args: Any) -> None:
        assert may_write.wait(60)
        append(writer, *args)

    monkeypatch.setattr(BlockWriter, "append", wait)
    recorder = Recorder(store)
    # Without a single await: the recorder never waits.
    add(recorder, *range(50 * (MAX_WAITING + 20)))
    await asyncio.sleep(0)
    assert recorder._queue.qsize() <= MAX_WAITING
    assert recorder.dropped_blocks >= 19
    may_write.set()
    await recorder.stop()
    assert len(read_all(store)) > 0


async def test_a_full_disk_is_survived_and_the_next_block_begins_a_new_file(
    store: RecordingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, failures = BlockWriter._write, [1]

    def fail_once(writer: BlockWriter, data: bytes) -> None:
        if len(data) > 1_000 and failures:
            failures.pop()
            write(writer, data[:500])
            raise OSError(28, "No space left on device")
        write(writer, data)

    monkeypatch.setattr(BlockWriter, "_write", fail_once)
    recorder = Recorder(store)
    add(recorder, *range(100))
    await recorder.stop()
    assert recorder.dropped_blocks == 1
    assert read_all(store) == bytes(50 * FRAME * 2) + make_pcm(50 * FRAME, 50 * FRAME)
