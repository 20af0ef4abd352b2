"""Lines of one PDF page: visible lines, and separately the text that a person cannot see."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import Any

import pymupdf

from app.documents.extraction.links import MAX_LINKS, list_unseen
from app.documents.extraction.marking import HiddenKind, hide, without_marks
from app.documents.extraction.pdf_tables import Line, Rules, find_rules
from app.documents.extraction.pdf_visibility import Visibility

# pymupdf's annotations are incomplete; its results are typed where they are used.
_mupdf: Any = pymupdf

_UPRIGHT = 0.9
_LARGE_PICTURE = 0.5
"""Minimum share of the page that a scan covers."""
_MAX_CONTENT_BYTES = 4_000_000
_BOLD = 1 << 4
"""Flag of a span."""
_BOLD_NAME = re.compile(r"bold|heavy|black", re.IGNORECASE)
_HEADLINE_SIZE = 13.0
"""In points: a name above a CV is larger than its text."""
_SMALLER = 0.4
"""In points."""
_MAX_LABEL = 40
"""In characters."""
_Style = tuple[float, bool]
"""Size in points, and whether it is bold."""
_MAX_SPACED = 80
"""In characters: of a line that may be in spaced letters."""
_MIN_SPACING = 0.08
"""Usual distance of two letters, in multiples of their size, from which they are spaced."""
_WORD_GAP = 1.9
"""Distance of two words in spaced letters, in multiples of that of two letters."""
# Matrices that turn text of each direction into text from left to right.
_TURNS = {
    (1, 0): _mupdf.Matrix(1, 0, 0, 1, 0, 0),
    (0, -1): _mupdf.Matrix(0, 1, -1, 0, 0, 0),
    (0, 1): _mupdf.Matrix(0, -1, 1, 0, 0, 0),
    (-1, 0): _mupdf.Matrix(-1, 0, 0, -1, 0, 0),
}


@dataclass(slots=True)
class PageText:
    width: float
    """In points, along the lines."""
    lines: list[Line] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    """Lines at an angle to the reading direction: margins, watermarks."""
    hidden: list[str] = field(default_factory=list)
    """With marks."""
    rules: Rules | None = None
    has_drawing: bool = False
    """Whether the page draws anything: an image, or strokes (text converted to outlines)."""
    has_large_picture: bool = False


def read_lines(page: Any, number: int) -> PageText:
    """Read one page; ``number`` counts from 0."""
    flags = _mupdf.TEXT_PRESERVE_WHITESPACE | _mupdf.TEXT_DEHYPHENATE
    # Without this clip, text beyond the edge of the page is not reported at all.
    content = page.get_text("dict", flags=flags, clip=_mupdf.INFINITE_RECT())
    found = [line for block in content["blocks"] for line in block.get("lines", ())]
    pictures = [_mupdf.Rect(info["bbox"]) for info in page.get_image_info()]
    seeing = Visibility(page, found, pictures=pictures, number=number)
    content_bytes = len(page.read_contents())
    turn = page.rotation_matrix * _TURNS[_reading_direction(found, page.rotation_matrix)]
    result = PageText(
        width=abs((page.cropbox * turn).width),
        has_drawing=bool(pictures) or content_bytes > 100,
        has_large_picture=seeing.share_of_pictures >= _LARGE_PICTURE,
    )
    for line in found:
        text, hidden = _split(line, seeing)
        result.hidden.extend(hidden)
        if not text:
            continue
        if not hidden and _may_be_spaced(text) and line["dir"][0] > _UPRIGHT:
            text = _with_words_whole(page, line, text)
        if _direction(line, turn)[0] > _UPRIGHT:
            box = _mupdf.Rect(line["bbox"]) * turn
            result.lines.append(Line(box.x0, box.y0, box.x1, box.y1, text))
        else:
            result.aside.append(text)
    _add_contacts(result, page, turn)
    # Strokes come in the page's own directions; on rotated pages, tables are read by baseline.
    if turn.is_rectilinear and turn.a == 1 and turn.d == 1 and content_bytes <= _MAX_CONTENT_BYTES:
        result.rules = find_rules(page)
    return result


def _add_contacts(text: PageText, page: Any, turn: Any) -> None:
    """Add the contact details behind links: to the line that is linked, else where the link is."""
    if not text.lines:
        # A scanned page: its own text is recognized later.
        return
    boxes: dict[str, Any] = {}
    link = page.first_link
    for _ in range(MAX_LINKS):
        if link is None:
            break
        boxes.setdefault(link.uri or "", link.rect * turn)
        link = link.next
    shown = "\n".join(line.text for line in text.lines)
    for url, box in boxes.items():
        for contact in list_unseen([url], shown=shown):
            middle = (box.y0 + box.y1) / 2
            for index, line in enumerate(text.lines):
                if line.top <= middle <= line.bottom and line.left < box.x1 and box.x0 < line.right:
                    text.lines[index] = replace(line, text=f"{line.text}  {contact}")
                    break
            else:
                text.lines.append(Line(box.x0, box.y0, box.x1, box.y1, contact))


def _direction(line: Any, turn: Any) -> tuple[float, float]:
    x, y = line["dir"]
    return x * turn.a + y * turn.c, x * turn.b + y * turn.d


def _reading_direction(lines: list[Any], turn: Any) -> tuple[int, int]:
    """The direction of most characters of the page as it is displayed."""
    letters: Counter[tuple[int, int]] = Counter()
    for line in lines:
        x, y = _direction(line, turn)
        letters[round(x), round(y)] += sum(len(span["text"]) for span in line["spans"])
    return max((d for d in letters if d in _TURNS), key=lambda d: letters[d], default=(1, 0))


def _may_be_spaced(text: str) -> bool:
    """Whether a short line in capitals may have spaces between its letters: ``WO RK``."""
    words = text.split()
    return len(words) > 1 and len(text) <= _MAX_SPACED and text.isupper() and min(map(len, words)) <= 2


def _with_words_whole(page: Any, line: Any, text: str) -> str:
    """The words of a line in spaced letters, by the distances of the letters; ``text`` if it has none."""
    raw = page.get_text("rawdict", clip=_mupdf.Rect(line["bbox"]) + _mupdf.Rect(-1, -1, 1, 1))
    letters = sorted(
        (char["bbox"][0], char["bbox"][2], char["c"])
        for block in raw["blocks"]
        for other in block.get("lines", ())
        for span in other["spans"]
        for char in span["chars"]
        if not char["c"].isspace()
    )
    if "".join(letter for _, _, letter in letters) != "".join(text.split()):
        return text
    gaps = [after[0] - before[1] for before, after in pairwise(letters)]
    usual = median(gaps)
    if usual < _MIN_SPACING * max(span["size"] for span in line["spans"]):
        return text
    words: str = letters[0][2]
    for gap, (_, _, letter) in zip(gaps, letters[1:], strict=True):
        words += f" {letter}" if gap > _WORD_GAP * usual else letter
    return words


def _style(span: Any) -> _Style:
    return round(span["size"], 1), bool(span["flags"] & _BOLD) or _BOLD_NAME.search(span["font"]) is not None


def _with_label_apart(spans: list[tuple[_Style, str]]) -> str:
    """The text of a line, with a wide space behind a label at its start that is smaller or bold.

    LaTeX and Word set such labels before a list without anything else between: ``Methods Interviews, …``.
    """
    spans = [(style, text) for style, text in spans if text]
    text = "".join(text for _, text in spans).strip()
    stop = next((n for n, (style, part) in enumerate(spans) if part.strip() and style != spans[0][0]), 0)
    label, rest = "".join(part for _, part in spans[:stop]), "".join(part for _, part in spans[stop:])
    if not label.strip() or not (label[-1].isspace() or rest[0].isspace()):
        return text
    smaller = spans[stop][0][0] - spans[0][0][0]
    is_bold = spans[0][0][1] and not spans[stop][0][1] and abs(smaller) < _SMALLER
    # "**Clerk** at Acme" is one text, and so is a given name above all others.
    is_bold = is_bold and not rest.strip()[0].islower() and spans[0][0][0] < _HEADLINE_SIZE
    is_apart = smaller >= _SMALLER or is_bold
    is_label = len(label) <= _MAX_LABEL and label.strip()[-1].isalnum() and rest.strip()[0].isalnum()
    return f"{label.strip()}  {rest.strip()}" if is_apart and is_label else text


def _split(line: Any, seeing: Visibility) -> tuple[str, list[str]]:
    """The visible text of a line, and its hidden runs of spans, marked."""
    shown: list[tuple[_Style, str]] = []
    hidden: list[tuple[HiddenKind, str]] = []
    for span, kind in zip(line["spans"], seeing.hidden_kinds(line), strict=True):
        # Many fonts encode the visible hyphen as the soft hyphen.
        text = without_marks(span["text"]).replace("\u00ad", "-")
        if kind is None:
            shown.append((_style(span), text))
        elif hidden and hidden[-1][0] == kind:
            hidden[-1] = kind, hidden[-1][1] + text
        else:
            hidden.append((kind, text))
    return _with_label_apart(shown), [hide(text.strip(), kind) for kind, text in hidden if text.strip()]
