"""Pictures of pages recognised by Tesseract, where the machine has it.

The picture goes to it by a pipe and the words come back by one: nothing is written to disk. It runs
under the limits of the child process that starts it.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
from typing import Any

import pymupdf

from app.documents.extraction.marking import without_marks
from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_tables import Line

# pymupdf carries partial annotations; what it returns is made typed where it is used.
_mupdf: Any = pymupdf

MAX_PAGES = 20
_RESOLUTION = 200
_MAX_PIXELS = 8_000_000
_SECONDS_PER_PAGE = 40.0
_LEAST_CONFIDENCE = 30.0
_LANGUAGES = ("eng", "deu", "fra", "spa", "ita", "nld", "por")
_MAX_LANGUAGES = 3
"""Each one more makes recognition slower and, beyond a few, worse."""
# What Tesseract makes of bullets.
_MISREAD_BULLET = re.compile(r"^[=™»«¢©®§°~¤+*]{1,2}\s+(?=\S)")
_LEAST_BULLETS = 2
_LEVEL_OF_WORDS = "5"


@functools.cache
def is_installed() -> bool:
    return bool(_languages())


def _program() -> str | None:
    return shutil.which("tesseract")


@functools.cache
def _languages() -> tuple[str, ...]:
    program = _program()
    if program is None:
        return ()
    listed = subprocess.run(
        [program, "--list-langs"], capture_output=True, timeout=20, check=False, text=True
    ).stdout.split("\n")[1:]
    known = [language for language in _LANGUAGES if language in listed]
    others = sorted(name for name in listed if name and name != "osd" and name not in known)
    return tuple([*known, *others][:_MAX_LANGUAGES])


def recognise_pages(document: Any, numbers: list[int]) -> dict[int, str]:
    """The text of each of the pages, in reading order; a page that shows no words has none."""
    return {number: _recognise(document[number]) for number in numbers}


def _recognise(page: Any) -> str:
    wide, high = max(1.0, page.rect.width), max(1.0, page.rect.height)
    scale = min(_RESOLUTION / 72, (_MAX_PIXELS / (wide * high)) ** 0.5)
    picture = page.get_pixmap(matrix=_mupdf.Matrix(scale, scale), colorspace=_mupdf.csGRAY, alpha=False)
    content = picture.tobytes("png")
    del picture
    program = _program()
    assert program is not None
    # --psm 3: find the blocks of the page; tsv: each word with its place and how sure it is.
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
    if sum(bool(_MISREAD_BULLET.match(line)) for line in ordered) >= _LEAST_BULLETS:
        ordered = [_MISREAD_BULLET.sub("- ", line) for line in ordered]
    return "\n".join(ordered)


def _lines(table: str, *, scale: float) -> list[Line]:
    """Lines in points from Tesseract's table: level, page, block, paragraph, line, word, left, top,
    width, height, confidence, text."""
    rows: dict[tuple[str, ...], list[tuple[float, float, float, float, str]]] = {}
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != _LEVEL_OF_WORDS or not cells[11].strip():
            continue
        if float(cells[10]) < _LEAST_CONFIDENCE:
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
