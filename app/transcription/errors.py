"""Errors of transcripts and audio files."""

from __future__ import annotations

from typing import Literal

from app.core.errors import AppError, ErrorDetails, InvalidState, NotFound


class SegmentNotFound(NotFound):
    code = "SEGMENT_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This line is not in the transcript. Reload the page.")


class TranscriptNotFinal(InvalidState):
    """The interview is still to be held, or under way."""

    code = "TRANSCRIPT_NOT_FINAL"

    def __init__(self) -> None:
        super().__init__("Lines can be corrected once the interview is completed.")


class TranscriptClosed(InvalidState):
    code = "TRANSCRIPT_CLOSED"

    def __init__(self) -> None:
        super().__init__(
            "Lines can be added while the interview runs and for ten minutes after its end. "
            "Nothing was stored."
        )


class TranscribedHere(InvalidState):
    code = "TRANSCRIBED_HERE"

    def __init__(self) -> None:
        super().__init__(
            "The server transcribes the candidate's words in this interview itself, so no others can be "
            "added. Nothing was stored."
        )


class TranscriptFull(InvalidState):
    code = "TRANSCRIPT_FULL"

    def __init__(self, max_lines: int) -> None:
        super().__init__(f"A transcript has at most {max_lines:,} lines. Nothing was stored.")


class NoAudio(AppError):
    code = "NO_AUDIO"
    status = 422

    def __init__(self) -> None:
        super().__init__("This file contains no audio. Nothing was stored. Choose another file.")


class UnreadableAudio(AppError):
    code = "UNREADABLE_AUDIO"
    status = 422

    def __init__(self) -> None:
        super().__init__("This file could not be read as audio. Use WAV, FLAC, OGG, Opus or MP3.")


class TooManyRecordings(AppError):
    code = "TOO_MANY_RECORDINGS"
    status = 503

    def __init__(self) -> None:
        super().__init__(
            "The server is transcribing other recordings. Try again in a minute.",
            headers={"Retry-After": "60"},
        )


class AudioTooLong(AppError):
    code = "AUDIO_TOO_LONG"
    status = 413

    def __init__(self, minutes: int) -> None:
        super().__init__(f"This recording is longer than {minutes} minutes. Split it into shorter files.")


class SpeechNotReadyDetails(ErrorDetails):
    status: Literal["loading model", "error"]
    """As whisper.cpp's server reports it."""
