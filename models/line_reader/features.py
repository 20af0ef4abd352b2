"""Features of the lines of a text: hashed character n-grams, and numbers that describe their form."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

BUCKETS = 1 << 15
"""Rows of the embedding table; an n-gram's row is its hash."""
SHAPES = 25
"""Number of features for the form of a line."""
_MAX_CHARACTERS = 160
"""Characters read of each line; a longer line is prose, regardless of its end."""
_MAX_WORDS = 24
_SIZES = (2, 3, 4, 5)
_DIGITS = re.compile(r"\d")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_BULLET = re.compile(r"\s*[-–—*•▪●◦‣·∙■✓➢▸►➤§❖✔→○□・]\s*")
_LONG_NUMBER = re.compile(r"\d[\d\s().\-/–]{6,}\d")


def hash_grams(text: str) -> NDArray[np.int64]:
    """The rows of all n-grams (2 to 5 characters) and words of ``text``; at least one row.

    Case and accents are folded, and all digits are equal.
    """
    folded = unicodedata.normalize("NFKC", text[:_MAX_CHARACTERS]).casefold()
    folded = "^" + _DIGITS.sub("0", " ".join(folded.split())) + "$"
    points = np.frombuffer(folded.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    rows = [_mix(_roll(points, size), size) for size in _SIZES if len(points) >= size]
    words = [*re.findall(r"\w+", folded)[:_MAX_WORDS], f" {folded}"]
    sums = [zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in words]
    rows.append(_mix(np.array(sums, dtype=np.uint64), 99))
    return np.concatenate(rows)


def _roll(points: NDArray[np.uint64], size: int) -> NDArray[np.uint64]:
    """The polynomial hash of every run of ``size`` characters."""
    count = len(points) - size + 1
    value = np.zeros(count, dtype=np.uint64)
    for offset in range(size):
        value = value * np.uint64(1_000_003) + points[offset : offset + count]
    return value


def _mix(value: NDArray[np.uint64], salt: int) -> NDArray[np.int64]:
    value = (value + np.uint64(salt)) * np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return ((value >> np.uint64(40)) % np.uint64(BUCKETS)).astype(np.int64)


def shape(line: str, *, position: int, count: int, is_apart: bool, is_last: bool) -> list[float]:
    """Features of the form of ``line``, number ``position`` of ``count``.

    ``is_apart``: a blank line is above it; ``is_last``: a blank line is below it.
    """
    text = line.strip()[:_MAX_CHARACTERS]
    letters = [c for c in text if c.isalpha()]
    words = text.split()
    length = max(1, len(text))
    upper = sum(c.isupper() for c in letters)
    longer = [word for word in words if len(word) > 3 and word[0].isalpha()]
    years = len(_YEAR.findall(text))
    return [
        min(1.0, length / 80),
        min(1.0, len(words) / 12),
        sum(c.isdigit() for c in text) / length,
        upper / max(1, len(letters)),
        float(len(letters) > 3 and text.upper() == text and text.lower() != text),
        sum(word[0].isupper() for word in longer) / max(1, len(longer)),
        float(text[:1].isupper()),
        float(text.endswith((":", "："))),
        float(text.endswith((".", "。", ";"))),
        float("@" in text),
        float(years == 1),
        float(years > 1),
        float(_BULLET.match(text) is not None),
        min(1.0, text.count(",") / 4 + text.count("、") / 4),
        float("|" in text or "  " in text or "·" in text),
        float(":" in text or "：" in text),
        float(" – " in text or " - " in text or " — " in text),
        float(_LONG_NUMBER.search(text) is not None and years < 2),
        float(is_apart),
        float(is_last),
        float(position == 0),
        float(position < 5),
        position / max(1, count - 1),
        float(any(ord(c) > 0x2E80 for c in letters)),
        float("(" in text),
    ]


def shape_lines(lines: Sequence[str], apart: Sequence[bool]) -> NDArray[np.float32]:
    """(lines, SHAPES) of lines that are not blank; ``apart[n]``: a blank line is above line ``n``."""
    count = len(lines)
    rows = [
        shape(
            line,
            position=n,
            count=count,
            is_apart=apart[n],
            is_last=n + 1 == count or apart[n + 1],
        )
        for n, line in enumerate(lines)
    ]
    return np.array(rows, dtype=np.float32).reshape(count, SHAPES)
