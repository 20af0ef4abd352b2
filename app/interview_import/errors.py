"""Errors of imported transcripts. Each says what is wrong with the file and stores nothing."""

from __future__ import annotations

from app.core.errors import AppError


class TranscriptFileError(AppError):
    status = 422


class UnreadableTranscript(TranscriptFileError):
    code = "UNREADABLE_TRANSCRIPT"

    def __init__(self) -> None:
        super().__init__(
            "This file could not be read as a transcript. Use a TXT, VTT, SRT, DOCX or JSON file."
        )


class NoSpeakers(TranscriptFileError):
    code = "NO_SPEAKERS"

    def __init__(self) -> None:
        super().__init__(
            "This transcript does not say who speaks. Begin each line with a name and a colon, "
            "for example “Anna: Hello”."
        )


class OneSpeaker(TranscriptFileError):
    code = "ONE_SPEAKER"

    def __init__(self) -> None:
        super().__init__("This transcript has only one speaker. An interview needs two.")


class InvalidTimes(TranscriptFileError):
    code = "INVALID_TIMES"

    def __init__(self, line_number: int) -> None:
        super().__init__(
            f"The time in line {line_number} cannot be right. A line must end after it starts, "
            "within 24 hours."
        )


class LineTooLong(TranscriptFileError):
    code = "TRANSCRIPT_LINE_TOO_LONG"

    def __init__(self, max_characters: int) -> None:
        super().__init__(f"One speaker says more than {max_characters:,} characters at a time in this file.")


class TooManyLines(TranscriptFileError):
    code = "TOO_MANY_TRANSCRIPT_LINES"

    def __init__(self, max_lines: int) -> None:
        super().__init__(f"A transcript can have at most {max_lines:,} lines. Split the file.")


class RolesIncomplete(TranscriptFileError):
    code = "ROLES_INCOMPLETE"

    def __init__(self) -> None:
        super().__init__("Choose at least one speaker as the interviewer and one as the candidate.")
