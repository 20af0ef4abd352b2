"""Reads transcript files into lines with speakers and times."""

from __future__ import annotations

import codecs

from app.interview_import.errors import NoSpeakers, OneSpeaker, TooManyLines, UnreadableTranscript
from app.interview_import.formats.captions import is_captions, read_captions
from app.interview_import.formats.json_text import read_json
from app.interview_import.formats.lines import (
    FileLine,
    TimedLine,
    bound_lines,
    join_captions,
    place_in_time,
)
from app.interview_import.formats.named_text import read_named_text
from app.transcription.rules import MAX_LINES

_MAX_FILE_LINES = 6 * MAX_LINES
"""A caption takes up to four lines of the file, plus an empty one."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_zip(content: bytes) -> bool:
    """Whether a file is a ZIP archive, as DOCX files are."""
    return content.startswith(b"PK\x03\x04")


def decode_text(content: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or Windows' Western encoding. Raises UnreadableTranscript."""
    if content.startswith(_UTF_16):
        encoding = "utf-16"
    elif b"\0" in content:
        raise UnreadableTranscript
    else:
        encoding = "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        if encoding == "utf-16":
            raise UnreadableTranscript from None
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        raise UnreadableTranscript from None


def read_transcript(text: str) -> list[TimedLine]:
    """The lines of a transcript in the order they were spoken; the format is recognized by its content.

    Raises UnreadableTranscript, NoSpeakers, OneSpeaker, InvalidTimes, LineTooLong and TooManyLines.
    """
    lines = join_captions(bound_lines(_read_lines(text)))
    speakers = {line.speaker for line in lines}
    if not speakers - {""}:
        raise NoSpeakers
    if len(speakers - {""}) == 1:
        raise OneSpeaker
    return place_in_time(line for line in lines if line.speaker)


def _read_lines(text: str) -> list[FileLine]:
    if text.lstrip()[:1] in {"{", "["} and (found := _try_json(text)) is not None:
        return found
    lines = text.splitlines()
    if len(lines) > _MAX_FILE_LINES:
        raise TooManyLines(MAX_LINES)
    return list(read_captions(lines) if is_captions(lines) else read_named_text(lines))


def _try_json(text: str) -> list[FileLine] | None:
    """None if the text only looks like JSON: ``[00:01] Anna: …`` begins with a bracket too."""
    try:
        return list(read_json(text))
    except UnreadableTranscript:
        if text.lstrip().startswith("{"):
            raise
        return None
