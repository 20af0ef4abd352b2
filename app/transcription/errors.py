from __future__ import annotations

from app.core.errors import AppError


class SegmentOfAnotherInterview(AppError):
    code = "SEGMENT_ID_TAKEN"
    status = 409

    def __init__(self) -> None:
        super().__init__("A segment with this id belongs to another interview.")


class NoAudio(AppError):
    code = "NO_AUDIO"
    status = 422

    def __init__(self) -> None:
        super().__init__("The file holds no audio.")


class UnreadableAudio(AppError):
    code = "UNREADABLE_AUDIO"
    status = 422

    def __init__(self) -> None:
        super().__init__("This file cannot be read as audio. WAV, FLAC, OGG, Opus and MP3 are accepted.")


class AudioTooLong(AppError):
    code = "AUDIO_TOO_LONG"
    status = 413

    def __init__(self, minutes: int) -> None:
        super().__init__(f"The recording is longer than {minutes} minutes.")
