"""Text with a speaker's name before each turn, as ``Name: text`` or on a separate line with a time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from app.interview_import.formats.lines import CLOCK, FileLine, parse_clock

_MAX_NAME_CHARACTERS = 60
_MAX_NAME_WORDS = 5
_MAX_SPEAKERS = 8
"""In a file with more names, names that occur only once are treated as text: 'One thing: …'."""
_LEADING_TIME = re.compile(rf"\s{{0,10}}[\[(]?({CLOCK})[\])]?\s{{0,5}}(?:[-–]\s{{0,5}})?")
_TRAILING_TIME = re.compile(rf"^(.{{1,{_MAX_NAME_CHARACTERS}}}?)\s{{1,10}}[\[(]?({CLOCK})[\])]?$")


_TIMED_NAME = re.compile(rf"^([^:\[\]()]{{1,{_MAX_NAME_CHARACTERS}}})[\[(]({CLOCK})[\])]\s{{0,5}}:\s{{0,5}}")


def split_name(text: str) -> tuple[str, str] | None:
    """The name and the words of ``Name: words``; None if the text does not begin with a name."""
    head, colon, words = text[:200].partition(":")
    name = " ".join(head.split())
    if not colon or not _is_name(name) or words.startswith("//"):
        return None
    return name, text.partition(":")[2].strip()


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= _MAX_NAME_CHARACTERS
        and len(name.split()) <= _MAX_NAME_WORDS
        and any(character.isalpha() for character in name)
        and not any(character in ".?!;<>{}" and not name.endswith(".") for character in name)
    )


def read_named_text(lines: list[str]) -> Iterator[FileLine]:
    """One line for each turn; a line without a name continues the turn before it."""
    found = [(number, *_split(line)) for number, line in enumerate(lines, start=1) if line.strip()]
    speakers = _choose_speakers(Counter(name for _, name, _, _ in found if name is not None))
    turn: FileLine | None = None
    words: list[str] = []
    for number, name, seconds, text in found:
        if name is not None and name in speakers:
            if turn is not None:
                yield FileLine(turn.speaker, " ".join(words), turn.start_seconds, number=turn.number)
            turn = FileLine(name, "", seconds, number=number)
            words = [text]
        elif turn is not None:
            words.append(text if name is None else f"{name}: {text}")
    if turn is not None:
        yield FileLine(turn.speaker, " ".join(words), turn.start_seconds, number=turn.number)


def _split(line: str) -> tuple[str | None, float | None, str]:
    """Name, time and words of a line, where it has them."""
    text = line.strip()
    seconds = None
    leading = _LEADING_TIME.match(text[:60])
    if leading is not None:
        seconds = parse_clock(leading[1])
        text = text[leading.end() :]
    elif len(text) <= 100 and (trailing := _TRAILING_TIME.match(text)) is not None and _is_name(trailing[1]):
        return " ".join(trailing[1].split()), parse_clock(trailing[2]), ""
    if (timed := _TIMED_NAME.match(text[:200])) is not None and _is_name(timed[1].strip()):
        return " ".join(timed[1].split()), parse_clock(timed[2]), text[timed.end() :]
    named = split_name(text)
    if named is None:
        return None, seconds, text
    name, words = named
    return name, seconds, words


def _choose_speakers(counts: Counter[str]) -> frozenset[str]:
    if len(counts) <= _MAX_SPEAKERS:
        return frozenset(counts)
    return frozenset(name for name, count in counts.items() if count > 1)
