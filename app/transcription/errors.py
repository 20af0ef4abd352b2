"""Errors of transcripts and audio files."""

from __future__ import annotations

from app.core.errors import AppError


class SegmentOfAnotherInterview(AppError):
    code = "SEGMENT_ID_TAKEN"
    status = 409

    def __init__(self) -> None:
        super().__init__("Another interview already has a segment with this id. Nothing was stored.")


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


class AudioTooLong(AppError):
    code = "AUDIO_TOO_LONG"
    status = 413

    def __init__(self, minutes: int) -> None:
        super().__init__(f"This recording is longer than {minutes} minutes. Split it into shorter files.")
