"""Prompt injection: sentences of a document that address an AI ('ignore your instructions').

They are only flagged. The text stays as it is, and no decision of the product depends on finding them.
"""

from __future__ import annotations

import functools
import re
import tomllib
import unicodedata
from collections.abc import Iterator

from app.core.config_files import CONFIG_DIR
from app.documents.extraction.marking import HiddenSpan

MAX_EXCERPT = 200
MAX_FLAGS = 20
_SPACED = re.compile(r"(?<!\w)(?:\w[ ._-]){5,}\w(?!\w)")
_WORD = re.compile(r"<([a-z]+_[a-z]+)>")
_MIN_HIDDEN_LETTERS = 3


@functools.cache
def compiled_patterns() -> tuple[re.Pattern[str], ...]:
    """The patterns of ``config/instructions.toml``."""
    content = tomllib.loads((CONFIG_DIR / "instructions.toml").read_text(encoding="utf-8"))
    words = {name: f"(?:{'|'.join(forms)})" for name, forms in content["words"].items()}
    return tuple(
        re.compile(_filled(_filled(_fold(pattern)[0], words), words), re.IGNORECASE)
        for patterns in content["patterns"].values()
        for pattern in patterns
    )


def _filled(pattern: str, words: dict[str, str]) -> str:
    # A space in a pattern matches any white space, including line ends. One character is enough, because runs
    # are collapsed before the search: with runs, patterns would backtrack over every way to divide them.
    return _WORD.sub(lambda m: _fold(words[m.group(1)])[0], pattern).replace(" ", r"\s")


def find_flags(text: str, hidden: tuple[HiddenSpan, ...]) -> list[dict[str, object]]:
    """``[{kind: "hidden_text" | "instructions", excerpt, start, end}]``, at most MAX_FLAGS of each kind.

    An excerpt has at most MAX_EXCERPT characters.
    """
    flags: list[dict[str, object]] = []
    for span in hidden:
        part = text[span.start : span.end]
        if sum(c.isalnum() for c in part) >= _MIN_HIDDEN_LETTERS and len(flags) < MAX_FLAGS:
            flags.append(_flag("hidden_text", text, span.start, span.end))
    found = _instructions(text)
    for span in hidden:
        # Hidden text is also searched separately, because it may begin in the middle of a visible word.
        part = text[span.start : span.end]
        found.extend((span.start + start, span.start + end) for start, end in _instructions(part))
    flags.extend(_flag("instructions", text, start, end) for start, end in _joined(found)[:MAX_FLAGS])
    return flags


def _instructions(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for folded, offsets in _readings(text):
        for pattern in compiled_patterns():
            found.extend(
                (offsets[match.start()], offsets[match.end() - 1] + 1) for match in pattern.finditer(folded)
            )
    return _joined(found)


def _joined(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _readings(text: str) -> Iterator[tuple[str, list[int]]]:
    """The text without accents and decorative letters, then again with letter-spaced words joined.

    White space is collapsed. Each comes with the offset in ``text`` of every character.
    """
    plain, offsets = _fold(text)
    yield _collapse(plain, offsets)
    if _SPACED.search(plain):
        # "i g n o r e   p r e v i o u s": single separators are removed, wider gaps separate words.
        kept = [n for n in range(len(plain)) if not _separates_letters(plain, n)]
        yield _collapse("".join(plain[n] for n in kept), [offsets[n] for n in kept])


def _fold(text: str) -> tuple[str, list[int]]:
    folded: list[str] = []
    offsets: list[int] = []
    for position, character in enumerate(text):
        for part in character if character.isascii() else unicodedata.normalize("NFKD", character):
            if not unicodedata.combining(part):
                folded.append(part)
                offsets.append(position)
    return "".join(folded), offsets


def _collapse(text: str, offsets: list[int]) -> tuple[str, list[int]]:
    """Replace each run of white space by a line end if it contains one, otherwise by a space."""
    collapsed: list[str] = []
    places: list[int] = []
    for character, offset in zip(text, offsets, strict=True):
        if not character.isspace():
            collapsed.append(character)
            places.append(offset)
        elif not collapsed or not collapsed[-1].isspace():
            collapsed.append("\n" if character == "\n" else " ")
            places.append(offset)
        elif character == "\n":
            collapsed[-1] = "\n"
    return "".join(collapsed), places


def _separates_letters(text: str, position: int) -> bool:
    if text[position] not in " ._-" or not 0 < position < len(text) - 1:
        return False
    before, after = text[position - 1], text[position + 1]
    alone_before = position < 2 or not text[position - 2].isalnum()
    alone_after = position + 2 >= len(text) or not text[position + 2].isalnum()
    return before.isalnum() and after.isalnum() and alone_before and alone_after


def _flag(kind: str, text: str, start: int, end: int) -> dict[str, object]:
    excerpt = " ".join(text[start : min(end, start + 2 * MAX_EXCERPT)].split())
    if len(excerpt) > MAX_EXCERPT:
        excerpt = excerpt[: MAX_EXCERPT - 1] + "…"
    return {"kind": kind, "excerpt": excerpt, "start": start, "end": end}


def addresses_ai(text: str) -> bool:
    return bool(_instructions(text))
