"""Recordings with scripted voices, and steps of their import."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from anyio.from_thread import BlockingPortal

from app.core.state import AppState
from app.interview_import.recordings.storage import FOLDER_NAME
from app.interview_import.recordings.workers import RecordingImportWorkers
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_decoding import decode
from app.transcription.recording_options import DEFAULT_OPTIONS, RecordingOptions
from app.transcription.recording_pieces import PieceCutter
from app.transcription.recording_reader import AudioSource, OpenRecording, RecordingReader
from models.ports import (
    SAMPLE_RATE,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)
from tests.conftest import Person
from tests.transcription.conftest import LevelDetector

Json = dict[str, Any]
PATH = "/api/interview-imports/recordings"
DETAILS = {
    "interviewerVoice": 0,
    "consentConfirmed": True,
    "candidateName": "Tom Lind",
    "position": "Clerk",
    "heldAt": "2020-03-01T09:00:00Z",
}
ASKS, ANSWERS = 3_000, 9_000
"""Levels of the two voices, by which the scripted engine knows them."""


def sound(*spans: tuple[float, float, int], seconds: float = 12.0) -> np.ndarray[Any, np.dtype[np.int16]]:
    """One voice: silence, with a constant level from start to end of each span in seconds."""
    samples = np.zeros(round(seconds * SAMPLE_RATE), dtype=np.int16)
    for start, end, level in spans:
        samples[round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)] = level
    return samples


INTERVIEWER = sound((1, 1.5, ASKS), (8, 8.5, ASKS))
CANDIDATE = sound((4, 4.5, ANSWERS))


def to_file(*channels: np.ndarray[Any, Any], kind: str = "WAV") -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, np.stack(channels, axis=1), SAMPLE_RATE, format=kind)
    return buffer.getvalue()


STEREO = to_file(INTERVIEWER, CANDIDATE)


class LevelRecording(OpenRecording):
    """A recording that is decoded in this process; loud is speech."""

    def __init__(self, audio: bytes, options: RecordingOptions) -> None:
        self._audio = audio
        self._options = options
        self.seconds, self.share = 0.0, 0.0

    async def pieces(self) -> Any:
        cutter = PieceCutter(
            PipelineSettings(), LevelDetector(), joins_utterances=self._options.joins_utterances
        )
        for block in decode(self._audio, channel=self._options.channel):
            for piece in cutter.push(block.pcm):
                yield piece
            self.share = block.share
        for piece in cutter.finish():
            yield piece


class LevelReader(RecordingReader):
    """Only measures files in a process of its own."""

    @asynccontextmanager
    async def open(
        self, data: bytes | AudioSource | Path, options: RecordingOptions = DEFAULT_OPTIONS
    ) -> AsyncIterator[OpenRecording]:
        if options.only_inspects:
            async with super().open(data, options) as recording:
                yield recording
            return
        assert isinstance(data, Path)
        yield LevelRecording(await asyncio.to_thread(data.read_bytes), options)


def answer(request: SpeechRequest) -> Transcription:
    """What the level of the audio says, with a word that is certain and one that is not."""
    level = int(np.abs(np.frombuffer(request.pcm, "<i2")).max())
    text = "What next?" if level < (ASKS + ANSWERS) / 2 else "Clinic software."
    seconds = len(request.pcm) / 2 / SAMPLE_RATE
    first, second = text.split()
    return Transcription(
        segments=(
            SpeechSegment(
                text,
                0.0,
                seconds,
                -0.2,
                0.05,
                tokens=(
                    SpeechToken(f" {first}", 1.0, 1.25, 0.9),
                    SpeechToken(f" {second}", 1.25, 1.5, 0.3),
                ),
            ),
        ),
        language=request.language,
        audio_seconds=seconds,
        duration_ms=1,
    )


def upload(person: Person, content: bytes = STEREO, name: str = "call.wav", *, to: str = PATH) -> Any:
    return person.post(to, files={"recording": (name, content)})


def start(person: Person, import_id: str, **changes: Any) -> Any:
    return person.post(f"{PATH}/{import_id}/start", json=DETAILS | changes)


def list_imports(person: Person) -> list[Json]:
    imports: list[Json] = person.get(PATH).json()["data"]["imports"]
    return imports


def add_started(person: Person, content: bytes = STEREO, **changes: Any) -> str:
    import_id = str(upload(person, content).json()["data"]["_id"])
    response = start(person, import_id, **changes)
    assert response.status_code == 200, response.text
    return import_id


def run_next(portal: BlockingPortal, workers: RecordingImportWorkers) -> None:
    """Run one attempt of the worker."""

    async def run() -> None:
        assert await workers.run_next((next(iter(workers._sources[0])),))

    portal.call(run)


def read_segments(person: Person, interview_id: str) -> list[Json]:
    data = person.get(f"/api/interview/{interview_id}/transcript").json()["data"]
    segments: list[Json] = data["segments"]
    return segments


def list_files(state: AppState) -> list[Path]:
    return [path for path in (state.settings.data_dir / FOLDER_NAME).rglob("*") if path.is_file()]
