"""Text recognition (OCR) of scanned pages with Tesseract, if it is installed.

The image goes to Tesseract through a pipe and the words come back through one; nothing is written to disk.
Tesseract runs under the limits of the sandbox child that starts it.
"""

from __future__ import annotations

import functools
import re
import subprocess
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
    lines = _lines(done.stdout.decode("utf-8", "replace"), scale=scale)
    ordered = in_reading_order(lines, page_width=wide, rules=None)
    if sum(bool(_MISREAD_BULLET.match(line)) for line in ordered) >= _MIN_BULLETS:
        ordered = [_MISREAD_BULLET.sub("- ", line) for line in ordered]
    return "\n".join(ordered)


def _lines(table: str, *, scale: float) -> list[Line]:
    """Lines, in points, from Tesseract's table.

    Its columns are level, page, block, paragraph, line, word, left, top, width, height, confidence and text.
    """
    rows: dict[tuple[str, ...], list[tuple[float, float, float, float, str]]] = {}
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != _WORD_LEVEL or not cells[11].strip():
            continue
        if float(cells[10]) < _MIN_CONFIDENCE:
            continue
        left, top, width, height = (float(cell) / scale for cell in cells[6:10])
        words = rows.setdefault(tuple(cells[1:5]), [])
        words.append((left, top, left + width, top + height, without_marks(cells[11].strip())))
    return [
        Line(
            min(word[0] for word in words),
            min(word[1] for word in words),
            max(word[2] for word in words),
            max(word[3] for word in words),
            " ".join(word[4] for word in words),
        )
        for words in rows.values()
    ]
