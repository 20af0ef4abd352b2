"""Transcription of single audio files, of any container, sample rate and number of channels."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import soundfile
import soxr

from app.transcription.errors import AudioTooLong, NoAudio, UnreadableAudio
from app.transcription.pipeline.decision import decide_text
from app.transcription.pipeline.segmentation import Change, Segmenter, Span, Window
from app.transcription.pipeline.settings import WINDOW_BYTES, WINDOW_SAMPLES, PipelineSettings
from app.transcription.pipeline.stream import root_mean_square
from app.transcription.pipeline.voice_activity import SileroDetector, VoiceActivityDetector
from models.ports import SAMPLE_RATE, Priority, SpeechEngine, SpeechRequest

MAX_RECORDING_MINUTES = 120
_MAX_PIECE_SECONDS = 28.0
"""Adjacent utterances are decoded together up to this length: whisper sees 30 s at once."""
_MAX_GAP_SECONDS = 3.0
_BLOCK_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Recording:
    pcm: bytes
    """16-bit mono samples at SAMPLE_RATE."""

    @property
    def seconds(self) -> float:
        return len(self.pcm) / 2 / SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class RecordingTranscript:
    text: str
    language: str
    seconds: float
    model: str


def read_recording(data: bytes) -> Recording:
    """Decode and resample a WAV, FLAC, OGG, Opus or MP3 file; channels are mixed.

    Works block by block, so that a small file that unpacks to days of silence is refused early.
    Raises NoAudio, UnreadableAudio, AudioTooLong.
    """
    if not data:
        raise NoAudio
    try:
        with soundfile.SoundFile(io.BytesIO(data)) as file:
            pcm = b"".join(_resample(file))
    except (soundfile.SoundFileError, ValueError) as error:
        raise UnreadableAudio from error
    if not pcm:
        raise NoAudio
    return Recording(pcm)


def _resample(file: soundfile.SoundFile) -> Iterator[bytes]:
    rate = file.samplerate
    if rate < 1:
        raise UnreadableAudio
    resampler = soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="float32") if rate != SAMPLE_RATE else None
    frames_left = MAX_RECORDING_MINUTES * 60 * rate
    while True:
        block = file.read(_BLOCK_SECONDS * rate, dtype="float32", always_2d=True)
        frames_left -= len(block)
        if frames_left < 0:
            raise AudioTooLong(MAX_RECORDING_MINUTES)
        mono = np.nan_to_num(block.mean(axis=1))
        is_last = len(block) < _BLOCK_SECONDS * rate
        if resampler is not None:
            mono = resampler.resample_chunk(mono, last=is_last)
        yield (np.clip(mono, -1.0, 1.0) * 32_767).astype("<i2").tobytes()
        if is_last:
            return


def find_pieces(
    pcm: bytes, *, settings: PipelineSettings, detector: VoiceActivityDetector
) -> list[list[Span]]:
    """The utterances of a recording, adjacent ones grouped up to one window of the decoder."""
    segmenter = Segmenter(settings)
    spans: list[Span] = []
    changes = []
    for index in range(len(pcm) // WINDOW_BYTES):
        window = pcm[index * WINDOW_BYTES : (index + 1) * WINDOW_BYTES]
        changes += segmenter.push(Window(index, detector.probability(window), root_mean_square(window)))
    changes += segmenter.flush(len(pcm) // WINDOW_BYTES * WINDOW_SAMPLES)
    spans = [change.span for change in changes if change.change is Change.ENDED]
    pieces: list[list[Span]] = []
    for span in spans:
        assert span.end_sample is not None
        if pieces:
            first, last = pieces[-1][0], pieces[-1][-1]
            assert last.end_sample is not None
            fits = span.end_sample - first.start_sample <= _MAX_PIECE_SECONDS * SAMPLE_RATE
            if fits and span.start_sample - last.end_sample <= _MAX_GAP_SECONDS * SAMPLE_RATE:
                pieces[-1].append(span)
                continue
        pieces.append([span])
    return pieces


def merge_spans(spans: list[Span]) -> Span:
    """One span over adjacent ones, with all their windows."""
    return Span(
        number=spans[0].number,
        start_sample=spans[0].start_sample,
        windows=[window for span in spans for window in span.windows],
        voiced_end_sample=spans[-1].voiced_end_sample,
        end_sample=spans[-1].end_sample,
    )


async def transcribe_pieces(
    engine: SpeechEngine,
    recording: Recording,
    pieces: list[list[Span]],
    *,
    language: str,
    prompt: str = "",
    settings: PipelineSettings,
    report: Callable[[float], None] = lambda _: None,
) -> RecordingTranscript:
    """Decode piece by piece, so that live speech never waits for a whole file.

    ``report`` receives the share that is done. Raises EngineError.
    """
    lines: list[str] = []
    detected = ""
    for number, spans in enumerate(pieces):
        report(number / len(pieces))
        span = merge_spans(spans)
        pcm = recording.pcm[span.start_sample * 2 : (span.end_sample or 0) * 2].ljust(SAMPLE_RATE * 2, b"\0")
        request = SpeechRequest(pcm=pcm, language=language, prompt=prompt)
        transcription = await engine.transcribe(request, priority=Priority.INTERACTIVE)
        detected = detected or transcription.language
        text, reason = decide_text(span, transcription, settings)
        if text and reason is None:
            lines.append(text)
    return RecordingTranscript(
        text=" ".join(lines),
        language=detected or ("" if language == "auto" else language),
        seconds=recording.seconds,
        model=engine.identity.name,
    )


def read_and_cut(data: bytes, *, settings: PipelineSettings) -> tuple[Recording, list[list[Span]]]:
    """All steps that need no model. Takes a few percent of the audio's length, so run it in a thread."""
    recording = read_recording(data)
    return recording, find_pieces(recording.pcm, settings=settings, detector=SileroDetector())
