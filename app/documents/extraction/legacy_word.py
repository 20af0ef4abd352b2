"""Text of the old Word format (.doc), by antiword or catdoc where the machine has one.

Both read the text alone: macros, pictures and links of the file are nothing to them.
"""

from __future__ import annotations

import difflib
import re
import shutil
import subprocess
from pathlib import Path

from app.documents.extraction.errors import (
    ENCRYPTED,
    LEGACY_WORD,
    LEGACY_WORD_UNREADABLE,
    TOO_HARD,
    Unreadable,
)
from app.documents.extraction.marking import HiddenKind, hide, without_marks

_SECONDS = 20
_MOST_WORDS = 20_000
_TOKENS = re.compile(r"\n|[^\S\n]+|[^\s]+")


def read_legacy_word(path: Path) -> str:
    """The marked text. Raises Unreadable."""
    antiword, catdoc = shutil.which("antiword"), shutil.which("catdoc")
    if antiword is not None:
        usual = [antiword, "-w", "0", "-m", "UTF-8.txt"]
        shown = _output([*usual, str(path)])
        return _without_frames(_marked(shown, _output([*usual, "-s", str(path)])))
    if catdoc is not None:
        return _without_frames(_output([catdoc, "-d", "utf-8", "-w", str(path)]))
    raise Unreadable(LEGACY_WORD)


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise Unreadable(TOO_HARD) from error
    text, complaint = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    if "encrypt" in (complaint + text[:200]).lower():
        raise Unreadable(ENCRYPTED)
    if done.returncode != 0 or not text.strip():
        raise Unreadable(LEGACY_WORD_UNREADABLE)
    return without_marks(text)


def _marked(shown: str, whole: str) -> str:
    """``whole``, which has the text set to be hidden, with what is not in ``shown`` marked."""
    if shown == whole:
        return whole
    before, after = _TOKENS.findall(shown), _TOKENS.findall(whole)
    if max(len(before), len(after)) > _MOST_WORDS:
        before, after = shown.splitlines(keepends=True), whole.splitlines(keepends=True)
    pieces: list[str] = []
    for change, _, _, start, end in difflib.SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        part = "".join(after[start:end])
        pieces.append(part if change == "equal" else hide(part, HiddenKind.INVISIBLE))
    return "".join(pieces)


def _without_frames(text: str) -> str:
    return "\n".join(_without_frame(line) for line in text.split("\n"))


def _without_frame(line: str) -> str:
    """antiword draws tables: the cells of one row, without their frame."""
    if not (line.startswith("|") and line.rstrip().endswith("|")):
        return line
    return "  ".join(" ".join(cell.split()) for cell in line.split("|") if cell.strip())
