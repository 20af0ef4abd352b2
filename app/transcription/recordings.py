"""Transcription of single audio files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from app.transcription.pipeline.decision import decide_text, find_segments_in_audio, join_text
from app.transcription.pipeline.filtering import strip_annotations
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_pieces import Piece
from app.transcription.recording_reader import OpenRecording
from models.ports import SAMPLE_RATE, Priority, SpeechEngine, SpeechRequest, SpeechToken, Transcription


@dataclass(frozen=True, slots=True)
class RecordingLine:
    """One segment of a recording. Times count from the start of the file."""

    text: str
    start_seconds: float
    end_seconds: float
    average_log_probability: float
    no_speech_probability: float
    tokens: tuple[SpeechToken, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordingTranscript:
    lines: tuple[RecordingLine, ...]
    language: str
    seconds: float
    model: str

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


async def transcribe_recording(
    engine: SpeechEngine,
    recording: OpenRecording,
    *,
    language: str,
    prompt: str = "",
    temperature: float = 0.0,
    settings: PipelineSettings,
    report: Callable[[float], None] = lambda _: None,
) -> RecordingTranscript:
    """Decode piece by piece, so that live speech never waits for a whole file.

    ``report`` receives the share that is done. Raises EngineError and the errors of ``recording``.
    """
    lines: list[RecordingLine] = []
    detected = ""
    async with aclosing(recording.pieces()) as pieces:
        async for piece in pieces:
            report(recording.share)
            pcm = piece.pcm.ljust(SAMPLE_RATE * 2, b"\0")
            request = SpeechRequest(pcm=pcm, language=language, prompt=prompt, temperature=temperature)
            transcription = await engine.transcribe(request, priority=Priority.INTERACTIVE)
            detected = detected or transcription.language
            text, reason = decide_text(piece.span, transcription, settings)
            if text and reason is None:
                lines += _place_lines(text, transcription, piece)
    return RecordingTranscript(
        lines=tuple(lines),
        language=detected or ("" if language == "auto" else language),
        seconds=recording.seconds,
        model=engine.identity.name,
    )


def _place_lines(text: str, transcription: Transcription, piece: Piece) -> list[RecordingLine]:
    """The segments of a piece at their place in the file; one line if the filter changed its text."""
    begin = piece.span.start_sample / SAMPLE_RATE
    end = begin + len(piece.pcm) / 2 / SAMPLE_RATE
    segments = find_segments_in_audio(transcription)
    if not segments or text != join_text(transcription):
        return [RecordingLine(text, begin, end, 0.0, 0.0)]
    return [
        RecordingLine(
            text=line_text,
            start_seconds=min(begin + segment.start_seconds, end),
            end_seconds=min(begin + segment.end_seconds, end),
            average_log_probability=segment.average_log_probability,
            no_speech_probability=segment.no_speech_probability,
            tokens=tuple(
                SpeechToken(
                    token.text, begin + token.start_seconds, begin + token.end_seconds, token.probability
                )
                for token in segment.tokens
            ),
        )
        for segment in segments
        if (line_text := strip_annotations(segment.text.strip()))
    ]
