"""Visibility of PDF text: which spans a person can see, by their formatting and by the rendered page.

The rendered page decides about color and covering. White letters on a dark box are visible; white letters on
paper, or black letters under a black box, are not. Text is hidden only if nothing is visible where it should
be. In doubt it counts as visible, because hidden text is withheld from models and patterns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pymupdf
from numpy.typing import NDArray

from app.documents.extraction.marking import HiddenKind

# pymupdf's annotations are incomplete; its results are typed where they are used.
_mupdf: Any = pymupdf

TINY_POINTS = 2.0
_MIN_WIDTH = 0.15
"""In points per letter. Icons with replacement text ("GitHub: @") have 0.4; a sentence on one icon has
almost 0."""
_FAINT_ALPHA = 13
"""Brightness out of 255."""
_FILLED, _STROKED = 16, 32
_LARGE_PICTURE = 0.5
_SCALE = 1.5
_MIN_SCALE = 1.0
_MAX_PIXELS = 4_000_000
_COMPARED_PAGES = 20
_MIN_DIFFERENCE = 16
"""Difference out of 255, in the channel that differs most. Off-white paper differs by less."""
_FAINT_DIFFERENCE = 32
_MIN_INK = 0.02
"""Share of the pixels in the middle band of a line. Real text has 8 % or more."""
_MIN_LETTERS = 3


class Visibility:
    """Decides which spans of one page's lines a person can see."""

    def __init__(self, page: Any, lines: list[Any], *, pictures: list[Any], number: int) -> None:
        self._turn = page.rotation_matrix
        self._sight = page.rect
        self._pictures = pictures
        shown = [box & (page.rect * page.derotation_matrix) for box in pictures]
        area = max(1.0, page.rect.width * page.rect.height)
        # A scan is often stored in strips.
        self.share_of_pictures = sum(abs(b.get_area()) / area for b in shown if b.is_valid)
        self._scale = min(_SCALE, (_MAX_PIXELS / area) ** 0.5)
        self._boxes = [_mupdf.Rect(s["bbox"]) for n in lines for s in n["spans"] if s["text"].strip()]
        self._pixels: NDArray[np.int16] | None = None
        if self._boxes and number < _COMPARED_PAGES and self._scale >= _MIN_SCALE:
            self._pixels = self._draw(page)

    def hidden_kinds(self, line: Any) -> list[HiddenKind | None]:
        """For each span of the line, why it is hidden, or None.

        A span with too few letters to judge by its pixels follows the span before it, or else the one after
        it.
        """
        kinds: list[HiddenKind | None] = []
        judged: list[bool] = []
        for span in line["spans"]:
            kind = self._by_setting(span, line["dir"])
            is_judged = kind is not None
            if kind is None and sum(c.isalnum() for c in span["text"]) >= _MIN_LETTERS:
                kind, is_judged = self._by_picture(span, line["dir"]), True
            kinds.append(kind)
            judged.append(is_judged)
        first = next((kind for kind, known in zip(kinds, judged, strict=True) if known), None)
        for position, known in enumerate(judged):
            if not known:
                kinds[position] = kinds[position - 1] if position else first
        return kinds

    def _by_setting(self, span: Any, direction: tuple[float, float]) -> HiddenKind | None:
        box = _mupdf.Rect(span["bbox"])
        middle = (box.tl + box.br) / 2
        if (middle * self._turn) not in self._sight:
            return HiddenKind.OUTSIDE
        if span["alpha"] < _FAINT_ALPHA and not self._is_recognized(span, middle):
            return HiddenKind.INVISIBLE
        letters = len(span["text"].strip())
        length = box.height if abs(direction[1]) > abs(direction[0]) else box.width
        if span["size"] < TINY_POINTS or (letters >= _MIN_LETTERS and length < letters * _MIN_WIDTH):
            return HiddenKind.TINY
        return None

    def _is_recognized(self, span: Any, middle: Any) -> bool:
        """Whether this is the invisible text that text recognition puts over a scanned page."""
        is_undrawn = not span["char_flags"] & (_FILLED | _STROKED)
        on_scan = any(middle in box for box in self._pictures)
        return is_undrawn and on_scan and self.share_of_pictures >= _LARGE_PICTURE

    def _by_picture(self, span: Any, direction: tuple[float, float]) -> HiddenKind | None:
        region = self._region(span, direction)
        if region is None:
            return None
        paper = _most_common(region)
        differences = np.abs(region - paper).max(axis=1)
        color = np.array([span["color"] >> 16 & 255, span["color"] >> 8 & 255, span["color"] & 255])
        is_filled = not span["char_flags"] & _STROKED
        is_as_paper = is_filled and int(np.abs(color - paper).max()) < _FAINT_DIFFERENCE
        if float((differences >= _MIN_DIFFERENCE).mean()) < _MIN_INK:
            return HiddenKind.SAME_COLOR if is_as_paper else HiddenKind.COVERED
        if is_as_paper and int(differences.max()) < _FAINT_DIFFERENCE:
            return HiddenKind.SAME_COLOR
        # The ink found there may belong to other words in the same place.
        if is_as_paper and self._is_under_other_text(_mupdf.Rect(span["bbox"])):
            return HiddenKind.SAME_COLOR
        return None

    def _region(self, span: Any, direction: tuple[float, float]) -> NDArray[np.int16] | None:
        """The pixels in the middle of the letter height, one per row, so that neighboring lines stay out."""
        if self._pixels is None:
            return None
        box = _mupdf.Rect(span["bbox"])
        if abs(direction[0]) > abs(direction[1]):
            box.y0, box.y1 = box.y0 + box.height * 0.3, box.y1 - box.height * 0.25
        else:
            box.x0, box.x1 = box.x0 + box.width * 0.25, box.x1 - box.width * 0.25
        box = (box * self._turn) & self._sight
        origin = self._sight.tl
        left, top = int((box.x0 - origin.x) * self._scale), int((box.y0 - origin.y) * self._scale)
        right = int((box.x1 - origin.x) * self._scale) + 1
        bottom = int((box.y1 - origin.y) * self._scale) + 1
        region = self._pixels[top:bottom, left:right].reshape(-1, 3)
        return region if len(region) else None

    def _is_under_other_text(self, box: Any) -> bool:
        shared = 0.0
        for other in self._boxes:
            if other != box and (both := other & box).is_valid:
                shared += abs(both.get_area())
        return bool(shared > 0.5 * abs(box.get_area()))

    def _draw(self, page: Any) -> NDArray[np.int16]:
        picture = page.get_pixmap(
            matrix=_mupdf.Matrix(self._scale, self._scale), colorspace=_mupdf.csRGB, alpha=False
        )
        rows = np.frombuffer(picture.samples_mv, dtype=np.uint8).reshape(picture.height, picture.stride)
        pixels = rows[:, : picture.width * 3].reshape(picture.height, picture.width, 3)
        result: NDArray[np.int16] = pixels.astype(np.int16)
        return result


def _most_common(region: NDArray[np.int16]) -> NDArray[np.int16]:
    """The color of most pixels, to a sixteenth of each channel, as the average of these pixels."""
    coarse = (region[:, 0] >> 4 << 8) | (region[:, 1] >> 4 << 4) | (region[:, 2] >> 4)
    most = np.bincount(coarse).argmax()
    color: NDArray[np.int16] = np.median(region[coarse == most], axis=0).astype(np.int16)
    return color
