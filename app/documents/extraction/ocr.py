"""Text recognition (OCR) of scanned pages with Tesseract, if it is installed.

The image goes to Tesseract through a pipe and the words come back through one; nothing is written to disk.
Tesseract runs under the limits of the sandbox child that starts it.
"""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Iterator
from itertools import combinations, pairwise
from statistics import median
from typing import Any

import pymupdf

from app.documents.extraction.marking import without_marks
from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_tables import Line
from app.documents.extraction.tesseract import find_tesseract

# pymupdf's annotations are incomplete; its results are typed where they are used.
_mupdf: Any = pymupdf

MAX_PAGES = 20
_RESOLUTION = 200
_MAX_PIXELS = 8_000_000
_SECONDS_PER_PAGE = 40.0
_MIN_CONFIDENCE = 30.0
_LANGUAGES = ("eng", "deu", "fra", "spa", "ita", "nld", "por")
_MAX_LANGUAGES = 3
"""Each language makes recognition slower and, beyond a few, less accurate."""
# Characters that Tesseract often reads instead of bullets.
_MISREAD_BULLET = re.compile(r"^[=™»«¢©®§°~¤+*]{1,2}\s+(?=\S)")
_MIN_BULLETS = 2
_WORD_LEVEL = "5"
_MIN_DISTANCE = 60.0
"""In points: of two words on a line that show how it slopes."""
_MAX_WORDS = 20
_ADDRESS_GAP = 0.5
"""Maximum distance of two parts of an address, in multiples of their height."""
_CELL_GAP = 1.6
"""Distance of two words, in multiples of the height of their line, from which they are in two cells."""
_Word = tuple[float, float, float, float, str]
"""Left, top, right and bottom, in points, and text."""


@functools.cache
def is_installed() -> bool:
    return bool(_languages())


@functools.cache
def _languages() -> tuple[str, ...]:
    program = find_tesseract()
    if program is None:
        return ()
    listed = subprocess.run(
        [program, "--list-langs"], capture_output=True, timeout=20, check=False, text=True
    ).stdout.split("\n")[1:]
    known = [language for language in _LANGUAGES if language in listed]
    others = sorted(name for name in listed if name and name != "osd" and name not in known)
    return tuple([*known, *others][:_MAX_LANGUAGES])


def recognize_pages(document: Any, numbers: list[int]) -> dict[int, str]:
    """The text of each page in reading order; empty for a page without words."""
    return {number: _recognize(document[number]) for number in numbers}


def _recognize(page: Any) -> str:
    wide, high = max(1.0, page.rect.width), max(1.0, page.rect.height)
    scale = min(_RESOLUTION / 72, (_MAX_PIXELS / (wide * high)) ** 0.5)
    picture = page.get_pixmap(matrix=_mupdf.Matrix(scale, scale), colorspace=_mupdf.csGRAY, alpha=False)
    content = picture.tobytes("png")
    del picture
    program = find_tesseract()
    assert program is not None
    # --psm 3: find the blocks of the page; tsv: each word with its position and confidence.
    arguments = [
        "stdin",
        "stdout",
        "-l",
        "+".join(_languages()),
        "--psm",
        "3",
        "--dpi",
        str(round(72 * scale)),
    ]
    try:
        done = subprocess.run(
            [program, *arguments, "tsv"],
            input=content, capture_output=True, timeout=_SECONDS_PER_PAGE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ""
    lines = place_words(done.stdout.decode("utf-8", "replace"), scale=scale)
    ordered = in_reading_order(lines, page_width=wide, rules=None)
    if sum(bool(_MISREAD_BULLET.match(line)) for line in ordered) >= _MIN_BULLETS:
        ordered = [_MISREAD_BULLET.sub("- ", line) for line in ordered]
    return "\n".join(ordered)


def _slope(rows: list[list[_Word]]) -> float:
    """How far the lines of a scan sink from left to right, in points per point; 0 without long lines."""
    slopes = [
        (last[3] - first[3]) / (last[0] - first[0])
        for words in rows
        for first, last in combinations(words[:_MAX_WORDS], 2)
        if last[0] - first[0] >= _MIN_DISTANCE
    ]
    return median(slopes) if slopes else 0.0


def _with_addresses_whole(row: list[_Word]) -> list[_Word]:
    """Join the parts of an address that its dots break: ``jo`` ``.doe@mail.`` ``example``."""
    joined = row[:1]
    for word in row[1:]:
        last = joined[-1]
        begins = word[4].startswith(".") and "@" in word[4]
        is_part = begins or (last[4].endswith(".") and "@" in last[4])
        if is_part and word[0] - last[2] < _ADDRESS_GAP * (word[3] - word[1]):
            joined[-1] = last[0], min(last[1], word[1]), word[2], max(last[3], word[3]), last[4] + word[4]
        else:
            joined.append(word)
    return joined


def _cells(row: list[_Word]) -> Iterator[list[_Word]]:
    """The words of a line, parted where they are further apart than in a text: cells of a table."""
    height = median(word[3] - word[1] for word in row)
    start = 0
    for number, (before, after) in enumerate(pairwise(row), 1):
        if after[0] - before[2] > _CELL_GAP * height:
            yield row[start:number]
            start = number
    yield row[start:]


def _turned(word: _Word, slope: float) -> _Word:
    """The place of a word on a page that lies straight."""
    left, top, right, bottom, text = word
    return left + slope * top, top - slope * left, right + slope * top, bottom - slope * left, text


def place_words(table: str, *, scale: float) -> list[Line]:
    """Lines, in points, from Tesseract's table.

    Its columns are level, page, block, paragraph, line, word, left, top, width, height, confidence and text.
    """
    rows: dict[tuple[str, ...], list[_Word]] = {}
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != _WORD_LEVEL or not cells[11].strip():
            continue
        words = rows.setdefault(tuple(cells[1:5]), [])
        # An address is no word of any language, so its confidence is low.
        is_address = "@" in cells[11] or (bool(words) and "@" in words[-1][4])
        if float(cells[10]) < _MIN_CONFIDENCE and not is_address:
            continue
        left, top, width, height = (float(cell) / scale for cell in cells[6:10])
        words.append((left, top, left + width, top + height, without_marks(cells[11].strip())))
    slope = _slope(list(rows.values()))
    rows = {key: [_turned(word, slope) for word in words] for key, words in rows.items()}
    return [
        Line(
            min(word[0] for word in words),
            min(word[1] for word in words),
            max(word[2] for word in words),
            max(word[3] for word in words),
            " ".join(word[4] for word in words),
        )
        for row in rows.values()
        if row
        for words in _cells(_with_addresses_whole(row))
    ]
