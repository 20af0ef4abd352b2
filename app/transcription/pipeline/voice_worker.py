"""Voice activity of live audio, rated in a separate process.

Silero VAD takes about 1.3 ms of one core per 32 ms window and holds the interpreter's lock during that time:
on the event loop, two dozen streams would leave no time for anything else. Windows that arrive while the
process is busy are sent together in its next job.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from app.core.ids import new_id
from app.transcription.pipeline.settings import WINDOW_BYTES
from models.ports import EngineError, EngineState, EngineUnavailable
from models.worker import frames
from models.worker.supervisor import Supervisor

_MAX_PARTS = 64
"""Streams in one job: about a quarter of a second of work at three windows each."""
_TIMEOUT_SECONDS = 15.0


class StreamVoice(Protocol):
    """Voice activity of one audio stream. It has state, so windows must come in order."""

    async def rate(self, windows: bytes) -> list[float]:
        """Probability (0 to 1) that each window of WINDOW_SAMPLES 16-bit samples is speech.

        Raises EngineError; then the same windows may be sent again.
        """
        ...

    def close(self) -> None:
        """Forget the stream. It sends no more windows."""
        ...


@dataclass(slots=True)
class _Part:
    stream: str
    windows: bytes
    rated: asyncio.Future[list[float]]


class VoiceWorker:
    """One process for all live streams of a server. It starts with the first stream."""

    def __init__(self) -> None:
        config: frames.Header = {"nice": 0}
        self._supervisor = Supervisor("voice_activity", lambda: config)
        self._waiting: list[_Part] = []
        self._closed: list[str] = []
        self._work: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the process in the background, so that the first frame need not wait for it."""
        self._supervisor.start()

    @property
    def is_available(self) -> bool:
        """False if the process cannot be started."""
        return self._supervisor.state is not EngineState.FAILED

    def open_stream(self) -> StreamVoice:
        return _WorkerStream(self)

    async def stop(self) -> None:
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        for part in self._waiting:
            part.rated.cancel()
        await self._supervisor.stop()

    async def rate(self, stream: str, windows: bytes) -> list[float]:
        part = _Part(stream, windows, asyncio.get_running_loop().create_future())
        self._waiting.append(part)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run_jobs(), name="voice-activity")
        return await part.rated

    def forget(self, stream: str) -> None:
        self._closed.append(stream)

    async def _run_jobs(self) -> None:
        while self._waiting:
            parts, self._waiting = self._waiting[:_MAX_PARTS], self._waiting[_MAX_PARTS:]
            closed, self._closed = self._closed, []
            try:
                rated = await self._run_job(parts, closed)
            except EngineError as error:
                for part in parts:
                    if not part.rated.done():
                        part.rated.set_exception(error)
                continue
            for part, probabilities in zip(parts, rated, strict=True):
                if not part.rated.done():
                    part.rated.set_result(probabilities)

    async def _run_job(self, parts: list[_Part], closed: list[str]) -> list[list[float]]:
        header = {
            "parts": [[part.stream, len(part.windows) // WINDOW_BYTES] for part in parts],
            "closed": closed,
        }
        blob = b"".join(part.windows for part in parts)
        result = await self._supervisor.run(header, blob, timeout_seconds=_TIMEOUT_SECONDS)
        if result["event"] != "result":
            raise EngineUnavailable("The voice activity process refused a job.")
        rated: list[list[float]] = result["probabilities"]
        return rated


class _WorkerStream:
    """A stream of the shared process."""

    def __init__(self, worker: VoiceWorker) -> None:
        self._worker = worker
        self._id = new_id()

    async def rate(self, windows: bytes) -> list[float]:
        return await self._worker.rate(self._id, windows)

    def close(self) -> None:
        self._worker.forget(self._id)
