"""Recorder of running interviews: takes frames on the event loop, writes blocks in a thread.

A live frame never waits for it. If the disk does not keep up, blocks are dropped and counted; the transcript
does not depend on them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field

from app.recordings.blocks import BlockWriter
from app.recordings.store import RecordingStore
from app.transcription.pipeline.events import Speaker
from models.ports import SAMPLE_RATE

log = logging.getLogger("greenroom.recordings")

BLOCK_SECONDS = 5
"""Maximum loss when the server is killed."""
_BLOCK_BYTES = BLOCK_SECONDS * SAMPLE_RATE * 2
MAX_WAITING = 64
"""Maximum number of blocks of the whole server waiting for the disk: about 10 MB."""
_JITTER_SAMPLES = SAMPLE_RATE // 20
"""Frames whose positions differ by less than this are consecutive, because their times are rounded."""

TrackKey = tuple[str, Speaker]


@dataclass(slots=True)
class _Track:
    """The block that is being filled, for one speaker of one interview."""

    end_sample: int = 0
    """Position of the next frame. Earlier frames are repetitions of recorded ones."""
    start_sample: int = 0
    pcm: bytearray = field(default_factory=bytearray)


@dataclass(frozen=True, slots=True)
class _Block:
    key: TrackKey
    start_sample: int
    pcm: bytes


class Recorder:
    """Records all interviews of the server. Use from one event loop."""

    def __init__(self, store: RecordingStore) -> None:
        self._store = store
        self._tracks: dict[TrackKey, _Track] = {}
        self._queue: asyncio.Queue[_Block | str] = asyncio.Queue(MAX_WAITING)
        """Blocks, and ids of interviews whose files are complete."""
        self._writers: dict[TrackKey, BlockWriter] = {}
        self._task: asyncio.Task[None] | None = None
        self.dropped_blocks = 0

    def add_frame(self, interview_id: str, speaker: Speaker, *, start_seconds: float, pcm: bytes) -> None:
        """Take a frame that begins ``start_seconds`` after the interview's start. Never waits."""
        track = self._tracks.setdefault((interview_id, speaker), _Track())
        start = max(0, round(start_seconds * SAMPLE_RATE))
        if abs(start - track.end_sample) < _JITTER_SAMPLES:
            start = track.end_sample
        if start < track.end_sample:
            return
        if start > track.end_sample:
            self._flush((interview_id, speaker), track)
        if not track.pcm:
            track.start_sample = start
        track.pcm += pcm
        track.end_sample = start + len(pcm) // 2
        if len(track.pcm) >= _BLOCK_BYTES:
            self._flush((interview_id, speaker), track)

    def close(self, interview_id: str) -> None:
        """Write the remaining audio of an interview that has ended."""
        keys = [key for key in self._tracks if key[0] == interview_id]
        for key in keys:
            self._flush(key, self._tracks.pop(key))
        if keys:
            self._put(interview_id)

    async def stop(self) -> None:
        """Write all remaining audio, at server stop."""
        for interview_id in {key[0] for key in self._tracks}:
            self.close(interview_id)
        if self._task is None:
            return
        await self._queue.join()
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._task = None
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()

    def _flush(self, key: TrackKey, track: _Track) -> None:
        if track.pcm:
            self._put(_Block(key, track.start_sample, bytes(track.pcm)))
            track.pcm.clear()

    def _put(self, item: _Block | str) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._write_blocks(), name="recorder")
        try:
            self._queue.put_nowait(item)
        except asyncio.QueueFull:
            self.dropped_blocks += 1
            log.warning("recording_block_dropped count=%d", self.dropped_blocks)

    async def _write_blocks(self) -> None:
        while True:
            item = await self._queue.get()
            try:
                await asyncio.to_thread(self._write, item)
            except OSError as error:
                self.dropped_blocks += 1
                log.warning("recording_not_written error=%s", error.strerror)
            finally:
                self._queue.task_done()

    def _write(self, item: _Block | str) -> None:
        if isinstance(item, str):
            for key in [key for key in self._writers if key[0] == item]:
                self._writers.pop(key).close()
            return
        try:
            if item.key not in self._writers:
                self._writers[item.key] = self._store.create(*item.key)
            self._writers[item.key].append(item.start_sample, item.pcm)
        except OSError:
            # The file may end in half a block, so the next block starts a new file.
            writer = self._writers.pop(item.key, None)
            if writer is not None:
                writer.close()
            raise
