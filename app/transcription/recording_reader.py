"""Reader of uploaded recordings: opens each in its own limited process, a few at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from app.transcription.errors import AudioTooLong, NoAudio, TooManyRecordings, UnreadableAudio
from app.transcription.pipeline.segmentation import Span, Window
from app.transcription.recording_options import DEFAULT_OPTIONS, RecordingOptions
from app.transcription.recording_pieces import Piece
from models.worker import frames

MAX_RECORDING_MINUTES = 120
MAX_AT_ONCE = 2
"""Recordings that are open at the same time, for the whole server."""
MAX_WAITING = 6
_FRAME_SECONDS = 60.0
"""Longest time for one block of ten seconds, on a machine that is busy with live speech."""
_BLOCK_BYTES = 1024 * 1024
_MAX_FRAME_BYTES = 4 * 1024 * 1024
_SOURCE_ROOT = Path(__file__).resolve().parents[2]
# Isolated mode, so that nothing is imported from the environment or the working directory.
_START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from app.transcription.recording_child import main; main()"
)
_COMMAND = (sys.executable, "-I", "-c", _START, str(_SOURCE_ROOT))


class AudioSource(Protocol):
    """A file that is read in pieces, as FastAPI's UploadFile is."""

    async def read(self, size: int = -1, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class AudioFacts:
    """Properties of an audio file."""

    seconds: float
    channels: int
    are_alike: bool
    """Whether the first two channels hold the same sound."""


class OpenRecording:
    """A recording that a child process decodes. ``pieces`` reads it once, from start to end."""

    def __init__(self, process: asyncio.subprocess.Process, data: bytes | AudioSource | None) -> None:
        self._process = process
        self._data = data
        """None if the process opens the file itself."""
        self.seconds = 0.0
        """Length of the audio that was decoded so far."""
        self.share = 0.0
        """Share of the file that was decoded so far."""

    async def pieces(self) -> AsyncGenerator[Piece, None]:
        """The speech of the recording, in order.

        Raises NoAudio, UnreadableAudio, AudioTooLong. A process that crashes, or takes too much time or
        memory, has an unreadable file.
        """
        sending = asyncio.create_task(self._send())
        try:
            while True:
                header, pcm = await self._read_frame()
                event = header.get("event")
                if event == "refused":
                    raise _to_error(str(header.get("reason")))
                try:
                    piece = _to_piece(header, pcm) if event == "piece" else None
                    if piece is None:
                        self.seconds, self.share = float(header["seconds"]), float(header["share"])
                except (KeyError, TypeError, ValueError):
                    # Any other response can only come from a process that its file has taken over.
                    raise UnreadableAudio from None
                if piece is not None:
                    yield piece
                elif event == "end":
                    return
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def inspect(self) -> AudioFacts:
        """Length and channels, for a process with ``only_inspects``. Raises as ``pieces`` does."""
        header, _ = await self._read_frame()
        if header.get("event") == "refused":
            raise _to_error(str(header.get("reason")))
        try:
            return AudioFacts(float(header["seconds"]), int(header["channels"]), bool(header["are_alike"]))
        except (KeyError, TypeError, ValueError):
            raise UnreadableAudio from None

    async def _send(self) -> None:
        if self._process.stdin is None:
            return
        # A process that exits early stops reading. Its output, or the lack of it, decides.
        with contextlib.suppress(ConnectionError):
            async for block in self._read_blocks():
                self._process.stdin.write(block)
                await self._process.stdin.drain()
        self._process.stdin.close()

    async def _read_blocks(self) -> AsyncGenerator[bytes, None]:
        """Read the file on demand, because eight waiting uploads must not all be in memory."""
        if self._data is None or isinstance(self._data, bytes):
            yield self._data or b""
            return
        while block := await self._data.read(_BLOCK_BYTES):
            yield block

    async def _read_frame(self) -> tuple[frames.Header, bytes]:
        assert self._process.stdout is not None
        try:
            frame = await asyncio.wait_for(
                frames.read_async(self._process.stdout, max_bytes=_MAX_FRAME_BYTES), _FRAME_SECONDS
            )
        except (TimeoutError, frames.FrameError, ValueError):
            raise UnreadableAudio from None
        if frame is None:
            raise UnreadableAudio
        return frame


class RecordingReader:
    """Opens recordings, at most MAX_AT_ONCE at the same time. Used on one event loop only."""

    def __init__(self, command: Sequence[str] = _COMMAND) -> None:
        self._command = command
        self._open = 0
        self._waiting: list[asyncio.Future[None]] = []

    @asynccontextmanager
    async def open(
        self, data: bytes | AudioSource | Path, options: RecordingOptions = DEFAULT_OPTIONS
    ) -> AsyncIterator[OpenRecording]:
        """Open one file; the process ends with the block. Raises TooManyRecordings.

        Given a path, the process reads the file itself, so that the file may be larger than its memory.
        OSError if that file cannot be opened.
        """
        await self._take_turn()
        try:
            with contextlib.ExitStack() as stack:
                file = stack.enter_context(data.open("rb")) if isinstance(data, Path) else None
                process = await asyncio.create_subprocess_exec(
                    *self._command,
                    options.to_argument(),
                    stdin=file if file is not None else asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                    env=_environment(),
                )
            try:
                yield OpenRecording(process, None if isinstance(data, Path) else data)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                # Reads to the end, so that the pipes are closed as well.
                with contextlib.suppress(ConnectionError):
                    await process.communicate()
        finally:
            self._end_turn()

    async def _take_turn(self) -> None:
        if self._open < MAX_AT_ONCE and not self._waiting:
            self._open += 1
            return
        if len(self._waiting) >= MAX_WAITING:
            raise TooManyRecordings
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # The turn was granted at the moment the caller was cancelled.
                self._end_turn()
            else:
                self._waiting.remove(turn)
            raise

    def _end_turn(self) -> None:
        """Give the turn to the caller that has waited longest."""
        if self._waiting:
            self._waiting.pop(0).set_result(None)
        else:
            self._open -= 1


def _environment() -> dict[str, str]:
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    return {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ} | threads


def _to_piece(header: frames.Header, pcm: bytes) -> Piece:
    windows: list[Any] = header["windows"]
    span = Span(
        number=int(header["number"]),
        start_sample=int(header["start"]),
        windows=[
            Window(int(index), float(probability), float(level)) for index, probability, level in windows
        ],
        voiced_end_sample=int(header["voiced_end"]),
        end_sample=int(header["end"]),
    )
    return Piece(span, pcm)


def _to_error(reason: str) -> NoAudio | UnreadableAudio | AudioTooLong:
    if reason == "empty":
        return NoAudio()
    return AudioTooLong(MAX_RECORDING_MINUTES) if reason == "too_long" else UnreadableAudio()
