"""Fixtures of transcription tests: synthetic audio, a level detector, a memory store, a bench."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from app.transcription.pipeline.decoding import DecodingQueue
from app.transcription.pipeline.events import (
    AudioGap,
    DecodedUtterance,
    Final,
    Interim,
    Speaker,
    StoreUnavailable,
    StreamPosition,
    TranscriptEvent,
)
from app.transcription.pipeline.session import FrameReceipt, LiveTranscription
from app.transcription.pipeline.settings import FRAME_SAMPLES, INTERIM_SHARE, WINDOW_BYTES, PipelineSettings
from app.transcription.pipeline.spool import AudioSpool
from app.transcription.pipeline.stream import root_mean_square
from app.transcription.pipeline.voice_worker import StreamVoice
from tests.fakes.engines import FakeSpeech

STARTED_AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)

LOUD = (3_000).to_bytes(2, "little") * FRAME_SAMPLES
FAINT = (400).to_bytes(2, "little") * FRAME_SAMPLES
"""Audio that the detector is unsure about."""
SILENT = bytes(2 * FRAME_SAMPLES)


class LevelDetector:
    """A voice activity detector by level: loud is speech, faint is doubtful."""

    def probability(self, window: bytes) -> float:
        level = root_mean_square(window)
        if level > 1_000:
            return 0.95
        return 0.55 if level > 200 else 0.02

    async def rate(self, windows: bytes) -> list[float]:
        await asyncio.sleep(0)
        return self.rate_at_once(windows)

    def rate_at_once(self, windows: bytes) -> list[float]:
        return [
            self.probability(windows[start : start + WINDOW_BYTES])
            for start in range(0, len(windows), WINDOW_BYTES)
        ]

    def close(self) -> None:
        pass


@dataclass
class MemoryStore:
    """A TranscriptStore that fails on demand; ``log`` shows the order of storing and announcing."""

    log: list[str] = field(default_factory=list)
    stored: list[DecodedUtterance] = field(default_factory=list)
    positions: dict[tuple[Speaker, str], StreamPosition] = field(default_factory=dict)
    failures: int = 0
    gaps: dict[str, AudioGap] = field(default_factory=dict)
    revised: list[DecodedUtterance] = field(default_factory=list)

    async def find_stream(self, *, speaker: Speaker, stream_id: str) -> StreamPosition | None:
        return self.positions.get((speaker, stream_id))

    async def open_stream(self, *, speaker: Speaker, stream_id: str, anchor_seconds: float) -> StreamPosition:
        return self.positions.setdefault((speaker, stream_id), StreamPosition(anchor_seconds, 0))

    async def store_final(self, utterance: DecodedUtterance) -> int | None:
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("database is locked")
        self.stored.append(utterance)
        self.log.append(f"stored {utterance.text}")
        key = (utterance.speaker, utterance.stream_id)
        self.positions[key] = replace(self.positions[key], safe_sequence=utterance.safe_sequence)
        if utterance.suppressed_reason is not None:
            return None
        return sum(line.suppressed_reason is None for line in self.stored)

    async def revise_final(self, utterance: DecodedUtterance) -> bool:
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("database is locked")
        self.revised.append(utterance)
        return True

    async def store_gap(self, gap: AudioGap) -> None:
        self.gaps[gap.id] = gap


async def no_sleep(_seconds: float) -> None:
    await asyncio.sleep(0)


@dataclass
class Bench:
    """One live transcription with its fakes."""

    speech: FakeSpeech
    store: MemoryStore
    queue: DecodingQueue
    live: LiveTranscription
    events: list[TranscriptEvent]
    elapsed: list[float]
    spool: AudioSpool
    sequences: dict[tuple[Speaker, str], int] = field(default_factory=dict)

    @property
    def finals(self) -> list[Final]:
        return [event for event in self.events if isinstance(event, Final)]

    @property
    def gaps(self) -> list[AudioGap]:
        return [event for event in self.events if isinstance(event, AudioGap)]

    @property
    def interims(self) -> list[Interim]:
        return [event for event in self.events if isinstance(event, Interim)]

    async def say(
        self,
        frames: int,
        pcm: bytes = LOUD,
        *,
        speaker: Speaker = Speaker.CANDIDATE,
        stream_id: str = "stream-1",
    ) -> FrameReceipt:
        """Send frames like a browser, letting the server work in between."""
        receipt = FrameReceipt(0, 0)
        for _ in range(frames):
            sequence = self.sequences.get((speaker, stream_id), 0)
            receipt = await self.live.push_frame(
                speaker=speaker, stream_id=stream_id, sequence=sequence, pcm=pcm
            )
            self.sequences[speaker, stream_id] = sequence + 1
            self.elapsed[0] += 0.05
            await settle()
        return receipt


async def settle() -> None:
    """Run every task that can run."""
    for _ in range(50):
        await asyncio.sleep(0)


MakeBench = Callable[..., Bench]


@pytest.fixture
def pipeline_settings() -> PipelineSettings:
    return PipelineSettings(filler_phrases=frozenset({"thank you", "thanks for watching", "you"}))


@pytest.fixture
async def make_bench(pipeline_settings: PipelineSettings) -> Callable[..., Awaitable[Bench]]:
    async def make(
        speech: FakeSpeech,
        *,
        store: MemoryStore | None = None,
        spool: AudioSpool | None = None,
        interim_share: float = INTERIM_SHARE,
        open_voice: Callable[[], StreamVoice] = LevelDetector,
        **changes: object,
    ) -> Bench:
        if "interim_interval_seconds" in changes:
            changes.setdefault("first_interim_seconds", changes["interim_interval_seconds"])
        settings = replace(pipeline_settings, **changes)  # type: ignore[arg-type]
        elapsed = [0.1]
        events: list[TranscriptEvent] = []
        kept = store or MemoryStore()

        async def announce(event: TranscriptEvent) -> None:
            events.append(event)
            if not isinstance(event, AudioGap):
                kept.log.append(f"{'final' if isinstance(event, Final) else 'interim'} {event.text}")

        queue = DecodingQueue(speech, sleep=no_sleep, interim_share=interim_share)
        used_spool = spool or AudioSpool()
        live = LiveTranscription(
            queue=queue,
            store=kept,
            announce=announce,
            started_at=STARTED_AT,
            now=lambda: STARTED_AT + timedelta(seconds=elapsed[0]),
            settings=settings,
            open_voice=open_voice,
            spool=used_spool,
            sleep=no_sleep,
            prompt="Kubernetes, Delaney",
        )
        return Bench(speech, kept, queue, live, events, elapsed, used_spool)

    return make
