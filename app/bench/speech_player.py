"""Plays dialogues into the live pipeline under a virtual clock, with recorded decodes and voice activity."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from app.bench.live_room import ROLES, PlayedInterview
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Line, take_revisions
from app.bench.speech_recordings import DecodeSource, RecordedSpeech
from app.transcription.pipeline.coverage import find_unheard
from app.transcription.pipeline.decoding import DecodingQueue
from app.transcription.pipeline.events import (
    AudioGap,
    DecodedUtterance,
    Final,
    Interim,
    Speaker,
    StreamPosition,
    TranscriptEvent,
)
from app.transcription.pipeline.scheduling import Overload
from app.transcription.pipeline.segmentation import Window, find_stretches
from app.transcription.pipeline.session import LiveTranscription
from app.transcription.pipeline.settings import (
    FRAME_BYTES,
    FRAME_SECONDS,
    WINDOW_BYTES,
    WINDOW_SECONDS,
    PipelineSettings,
)
from app.transcription.pipeline.spool import AudioSpool
from app.transcription.pipeline.voice_activity import SileroDetector
from app.transcription.pipeline.voice_worker import StreamVoice
from app.transcription.pipeline.words import SpokenWord

NEVER_SECONDS = 1e6
"""First interim after this time: none."""
_STARTED_AT = datetime(2026, 1, 1, tzinfo=UTC)

VoiceRatings = Mapping[str, Mapping[str, Sequence[float]]]
"""Voice probabilities of the windows, by dialogue and role."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What the dialogues are played on."""

    recordings: DecodeSource
    smaller: DecodeSource | None = None
    """The smaller model, if one is installed."""
    slowdown: float = 1.0
    """Decodes take this many times as long as they were recorded."""
    min_overload: Overload = Overload.NONE
    """How far live speech degrades without being late."""


@dataclass(slots=True)
class PlayStatistics:
    """Seconds of the virtual clock."""

    busy_seconds: float = 0.0
    background_seconds: float = 0.0
    abandoned_seconds: float = 0.0
    virtual_seconds: float = 0.0
    voiced_seconds: float = 0.0
    unheard_seconds: float = 0.0
    """Voice without a word, in stretches that the coverage check looks for."""
    decodes: Counter[str] = field(default_factory=Counter)
    """Number of live decodes, by effort."""


class Player:
    """Plays dialogues into live transcriptions that share one decoding queue."""

    def __init__(
        self, machine: Machine, voice: VoiceRatings, *, settings: PipelineSettings, language: str = "en"
    ) -> None:
        self._machine = machine
        self._voice = voice
        self._settings = settings
        self._language = language
        self.statistics = PlayStatistics()

    async def play_all(self, dialogues: Sequence[Dialogue], *, at_once: int) -> list[PlayedInterview]:
        machine = self._machine
        engine = RecordedSpeech(machine.recordings, smaller=machine.smaller, slowdown=machine.slowdown)
        queue = DecodingQueue(engine, min_overload=machine.min_overload)
        places = asyncio.Semaphore(at_once)

        async def play(dialogue: Dialogue) -> PlayedInterview:
            async with places:
                return await self._play(dialogue, queue)

        played = list(await asyncio.gather(*(play(dialogue) for dialogue in dialogues)))
        statistics = self.statistics
        statistics.busy_seconds = engine.busy_seconds
        statistics.background_seconds = engine.background_seconds
        statistics.abandoned_seconds = engine.abandoned_seconds
        statistics.decodes = engine.decodes
        statistics.virtual_seconds = asyncio.get_running_loop().time()
        return played

    async def _play(self, dialogue: Dialogue, queue: DecodingQueue) -> PlayedInterview:
        loop = asyncio.get_running_loop()
        began = loop.time()
        lines: list[Line] = []
        words: dict[str, list[SpokenWord]] = {role: [] for role in ROLES}

        async def announce(event: TranscriptEvent) -> None:
            if not isinstance(event, AudioGap):
                lines.append(_line(event, loop.time() - began))
            if isinstance(event, Final):
                words[event.speaker.role] += event.words

        voices = [self._open_voice(dialogue, role) for role in ROLES]
        remaining = list(voices)
        live = LiveTranscription(
            queue=queue,
            store=_Forgetful(),
            announce=announce,
            started_at=_STARTED_AT,
            now=lambda: _STARTED_AT + timedelta(seconds=loop.time() - began),
            language=self._language,
            prompt=dialogue.hints,
            settings=self._settings,
            open_voice=lambda: remaining.pop(0),
            spool=AudioSpool(),
        )
        count = -(-max(len(pcm) for pcm in dialogue.voices.values()) // FRAME_BYTES)
        positions = [position for position in range(count) if position not in dialogue.lost]
        for sequence, position in enumerate(positions):
            captured_seconds = (position + 1) * FRAME_SECONDS
            await asyncio.sleep(began + captured_seconds - loop.time())
            for role in ROLES:
                pcm = dialogue.voices[role][position * FRAME_BYTES : (position + 1) * FRAME_BYTES]
                await live.push_frame(
                    speaker=Speaker.of_role(role),
                    stream_id=role,
                    sequence=sequence,
                    pcm=pcm.ljust(FRAME_BYTES, b"\0"),
                    captured_seconds=captured_seconds,
                )
        while not await live.finish():
            pass
        if not dialogue.lost:
            for role in ROLES:
                self._measure_coverage(self._voice[dialogue.name][role], words[role])
        return PlayedInterview(lines=take_revisions(lines), frames_sent=2 * len(positions), frames_lost=0)

    def _open_voice(self, dialogue: Dialogue, role: str) -> StreamVoice:
        """The ratings of the recording. After a gap, the windows of the stream are others, and are rated."""
        return _DetectedVoice() if dialogue.lost else _RecordedVoice(self._voice[dialogue.name][role])

    def _measure_coverage(self, probabilities: Sequence[float], words: Sequence[SpokenWord]) -> None:
        threshold = self._settings.voiced_probability
        voiced = [
            Window(index, probability, level=0.0)
            for index, probability in enumerate(probabilities)
            if probability >= threshold
        ]
        unheard = find_unheard(find_stretches(voiced), words, start_sample=0, settings=self._settings)
        self.statistics.voiced_seconds += len(voiced) * WINDOW_SECONDS
        self.statistics.unheard_seconds += sum(one.end_seconds - one.start_seconds for one in unheard)


class _RecordedVoice:
    """Voice activity of one recording; silence after its end."""

    def __init__(self, probabilities: Sequence[float]) -> None:
        self._probabilities = probabilities
        self._position = 0

    async def rate(self, windows: bytes) -> list[float]:
        count = len(windows) // WINDOW_BYTES
        rated = self._probabilities[self._position : self._position + count]
        self._position += count
        return [*rated, *[0.0] * (count - len(rated))]

    def close(self) -> None:
        pass


class _DetectedVoice:
    """Voice activity by the detector, in this process."""

    def __init__(self) -> None:
        self._detector = SileroDetector()

    async def rate(self, windows: bytes) -> list[float]:
        starts = range(0, len(windows), WINDOW_BYTES)
        return [self._detector.probability(windows[at : at + WINDOW_BYTES]) for at in starts]

    def close(self) -> None:
        pass


class _Forgetful:
    """A store that only counts lines: the bench reads what is announced."""

    def __init__(self) -> None:
        self._count = 0

    async def find_stream(self, *, speaker: Speaker, stream_id: str) -> StreamPosition | None:  # noqa: ARG002
        return None

    async def open_stream(
        self,
        *,
        speaker: Speaker,  # noqa: ARG002
        stream_id: str,  # noqa: ARG002
        anchor_seconds: float,
    ) -> StreamPosition:
        return StreamPosition(anchor_seconds, 0)

    async def store_final(self, utterance: DecodedUtterance) -> int | None:
        if utterance.suppressed_reason is not None:
            return None
        self._count += 1
        return self._count

    async def revise_final(self, utterance: DecodedUtterance) -> bool:  # noqa: ARG002
        return True

    async def store_gap(self, gap: AudioGap) -> None:
        """The bench knows its gaps."""


def _line(event: Final | Interim, arrived_seconds: float) -> Line:
    return Line(
        id=event.segment_id if isinstance(event, Final) else event.utterance_id,
        role=event.speaker.role,
        text=event.text,
        is_final=isinstance(event, Final),
        start_seconds=event.start_seconds,
        end_seconds=event.end_seconds,
        arrived_seconds=arrived_seconds,
    )
