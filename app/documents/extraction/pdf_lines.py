"""Lines of one PDF page: visible lines, and separately the text that a person cannot see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
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


def _split(line: Any, seeing: Visibility) -> tuple[str, list[str]]:
    """The visible text of a line, and its hidden runs of spans, marked."""
    shown: list[str] = []
    hidden: list[tuple[HiddenKind, str]] = []
    for span, kind in zip(line["spans"], seeing.hidden_kinds(line), strict=True):
        # Many fonts encode the visible hyphen as the soft hyphen.
        text = without_marks(span["text"]).replace("\u00ad", "-")
        if kind is None:
            shown.append(text)
        elif hidden and hidden[-1][0] == kind:
            hidden[-1] = kind, hidden[-1][1] + text
        else:
            hidden.append((kind, text))
    return "".join(shown).strip(), [hide(text.strip(), kind) for kind, text in hidden if text.strip()]
