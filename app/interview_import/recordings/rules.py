"""Pure rules of imported recordings: limits, and which files have one person per voice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

MAX_FILE_BYTES = 1024**3
MAX_FILES = 2
MAX_OPEN_IMPORTS = 5
"""Maximum number of imports per user with files on disk."""
MAX_ATTEMPTS = 3
BACKOFF_SECONDS = (5.0, 60.0)
KEEP_DRAFT = timedelta(days=1)
KEEP_FAILED = timedelta(days=7)
"""How long the files of an abandoned import are kept."""


class VoicesProblem(StrEnum):
    """Why the files do not have one voice per person."""

    ONE_CHANNEL = "one_channel"
    """One file with one channel: both people are in it and cannot be separated."""
    SAME_CHANNELS = "same_channels"
    """Both channels hold the same sound."""
    MANY_CHANNELS = "many_channels"
    """One file with more than two channels."""


@dataclass(frozen=True, slots=True)
class RecordingFile:
    name: str
    size_bytes: int
    seconds: float
    channels: int
    are_alike: bool
    """Whether the two channels hold the same sound."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Location of one person's voice."""

    file: int
    channel: int | None
    """None: all channels of the file, mixed."""


def find_problem(files: Sequence[RecordingFile]) -> VoicesProblem | None:
    if len(files) > 1:
        return None
    [file] = files
    if file.channels == 1:
        return VoicesProblem.ONE_CHANNEL
    if file.channels > 2:
        return VoicesProblem.MANY_CHANNELS
    return VoicesProblem.SAME_CHANNELS if file.are_alike else None


def list_voices(files: Sequence[RecordingFile]) -> tuple[Voice, Voice]:
    """The two voices of files without a problem: the files, or the channels of the only one."""
    return (Voice(0, None), Voice(1, None)) if len(files) > 1 else (Voice(0, 0), Voice(0, 1))
