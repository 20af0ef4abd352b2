"""Errors of imported recordings."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState, NotFound
from app.interview_import.recordings.rules import MAX_OPEN_IMPORTS, VoicesProblem


class RecordingImportNotFound(NotFound):
    code = "RECORDING_IMPORT_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This import was not found. It may have been deleted.")


class TooManyImports(InvalidState):
    code = "TOO_MANY_IMPORTS"

    def __init__(self) -> None:
        super().__init__(
            f"You have {MAX_OPEN_IMPORTS} recordings that are not imported yet. Wait until one is done, or "
            "delete one."
        )


class TooManyFiles(InvalidState):
    code = "TOO_MANY_FILES"

    def __init__(self) -> None:
        super().__init__("An interview has at most two recordings: one for each person.")


class ImportStarted(InvalidState):
    code = "IMPORT_STARTED"

    def __init__(self) -> None:
        super().__init__("This import has already been started.")


class ImportNotFailed(InvalidState):
    code = "IMPORT_NOT_FAILED"

    def __init__(self) -> None:
        super().__init__("Only an import that failed can be tried again.")


class RecordingTooLarge(AppError):
    code = "RECORDING_TOO_LARGE"
    status = 413

    def __init__(self, max_bytes: int) -> None:
        super().__init__(f"File too large. Please use one smaller than {max_bytes / 1024**2:.0f} MB.")


_PROBLEMS = {
    VoicesProblem.ONE_CHANNEL: (
        "This recording has one channel, so the two people cannot be told apart. Use a recording with one "
        "person per channel, or one file for each person."
    ),
    VoicesProblem.SAME_CHANNELS: (
        "Both channels of this recording hold the same sound, so the two people cannot be told apart. Use "
        "a recording with one person per channel, or one file for each person."
    ),
    VoicesProblem.MANY_CHANNELS: (
        "This recording has more than two channels. Use a recording with one person per channel, or one file "
        "for each person."
    ),
}


class VoicesNotSeparate(AppError):
    status = 422
    code = "VOICES_NOT_SEPARATE"

    def __init__(self, problem: VoicesProblem) -> None:
        super().__init__(_PROBLEMS[problem])
