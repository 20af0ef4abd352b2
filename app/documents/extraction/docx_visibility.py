"""Visibility of Word runs: which text of a DOCX file a person can see.

A run has its own properties, those of its character style and of its paragraph's style (with every style
these are based on), and the document's defaults. The nearest one counts. White letters are hidden on white
paper; on a shaded paragraph, cell or box, or in front of a filled shape, they are visible. In doubt text
counts as visible, because hidden text is withheld from models and patterns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.documents.extraction.docx_names import mc, w, wp
from app.documents.extraction.marking import HiddenKind
from app.documents.extraction.word_rules import TINY_HALF_POINTS, WHITE

_HIDDEN_MARKS = ("vanish", "specVanish")
_OFF = {"0", "false", "off", "none"}
_DARK_ENOUGH = 255 - 64
_MAX_BASE_STYLES = 20
_MIN_SHAPE_EMU = 360_000
"""One centimeter. Lines and icons are too small to be a background for text."""


class RunVisibility:
    def __init__(self, styles: Any | None, parts: list[Any]) -> None:
        """``styles`` is the root of the styles part, or None; ``parts`` are the roots of all visible
        parts."""
        self._styles: dict[str, Any] = {}
        self._defaults: list[Any] = []
        if styles is not None:
            self._styles = {style.get(w("styleId")): style for style in styles.iter(w("style"))}
            self._defaults = list(styles.iterfind(f"{w('docDefaults')}/{w('rPrDefault')}/{w('rPr')}"))
        self._has_backdrop = any(_has_backdrop(part) for part in parts)
        self._dark_tables: dict[str, bool] = {}

    def hidden_kind(self, run: Any, paragraph: Any) -> HiddenKind | None:
        """Why the run is hidden, or None."""
        properties = list(self._properties(run, paragraph))
        if any(_is_on(_nearest(properties, mark)) for mark in _HIDDEN_MARKS):
            return HiddenKind.INVISIBLE
        size = _nearest(properties, "sz")
        if size is not None and _number(size.get(w("val"))) < TINY_HALF_POINTS:
            return HiddenKind.TINY
        color = _nearest(properties, "color")
        if color is not None and self._is_as_paper(color.get(w("val")), properties, paragraph):
            return HiddenKind.SAME_COLOR
        return None

    def _properties(self, run: Any, paragraph: Any) -> Iterator[Any]:
        """The properties that apply, from the nearest to the farthest."""
        own = run.find(w("rPr"))
        if own is not None:
            yield own
            yield from self._of_style(own.find(w("rStyle")))
        settings = paragraph.find(w("pPr"))
        named = settings.find(w("pStyle")) if settings is not None else None
        yield from self._of_style(named)
        yield from self._defaults

    def _of_style(self, named: Any | None) -> Iterator[Any]:
        style = self._styles.get(named.get(w("val"))) if named is not None else None
        for _ in range(_MAX_BASE_STYLES):
            if style is None:
                return
            properties = style.find(w("rPr"))
            if properties is not None:
                yield properties
            base = style.find(w("basedOn"))
            style = self._styles.get(base.get(w("val"))) if base is not None else None

    def _is_as_paper(self, color: str | None, properties: list[Any], paragraph: Any) -> bool:
        ink = _rgb(color)
        if ink is None or min(ink) < WHITE:
            return False
        highlight = _nearest(properties, "highlight")
        if highlight is not None and highlight.get(w("val")) not in {"none", "white"}:
            return False
        shading = _nearest(properties, "shd")
        paper = _fill(shading)
        settings = paragraph.find(w("pPr"))
        if paper is None and settings is not None:
            paper = _fill(settings.find(w("shd"))) or self._fill_of_style(settings.find(w("pStyle")))
        if paper is not None:
            return min(paper) >= WHITE
        for around in paragraph.iterancestors():
            if around.tag == w("tc"):
                paper = _fill(around.find(f"{w('tcPr')}/{w('shd')}"))
                if paper is not None:
                    return min(paper) >= WHITE
            elif around.tag == w("tbl"):
                paper = _fill(around.find(f"{w('tblPr')}/{w('shd')}"))
                if paper is not None:
                    return min(paper) >= WHITE
                if self._is_dark_table(around):
                    return False
            elif around.tag == w("txbxContent"):
                # The fill of a box may come from the box, its style or its theme.
                return False
        return not self._has_backdrop

    def _fill_of_style(self, named: Any | None) -> tuple[int, int, int] | None:
        style = self._styles.get(named.get(w("val"))) if named is not None else None
        for _ in range(_MAX_BASE_STYLES):
            if style is None:
                return None
            fill = _fill(style.find(f"{w('pPr')}/{w('shd')}"))
            if fill is not None:
                return fill
            base = style.find(w("basedOn"))
            style = self._styles.get(base.get(w("val"))) if base is not None else None
        return None

    def _is_dark_table(self, table: Any) -> bool:
        """Whether the table's style shades any of its cells (often the first row)."""
        named = table.find(f"{w('tblPr')}/{w('tblStyle')}")
        name = named.get(w("val")) if named is not None else ""
        if name not in self._dark_tables:
            style = self._styles.get(name)
            fills = [] if style is None else [_fill(shading) for shading in style.iter(w("shd"))]
            self._dark_tables[name] = any(fill is not None and min(fill) < _DARK_ENOUGH for fill in fills)
        return self._dark_tables[name]


def _has_backdrop(part: Any) -> bool:
    """Whether the page background or a large shape may be behind the text of the part."""
    background = part.find(w("background"))
    page = _rgb(background.get(w("color"))) if background is not None else None
    if page is not None and min(page) < _DARK_ENOUGH:
        return True
    for anchor in part.iter(wp("anchor")):
        around = anchor.find(wp("wrapNone"))
        extent = anchor.find(wp("extent"))
        if (around is None and anchor.get("behindDoc") not in {"1", "true"}) or extent is None:
            continue
        if min(_number(extent.get("cx")), _number(extent.get("cy"))) >= _MIN_SHAPE_EMU:
            return True
    # VML shapes have their position in a style attribute. VML inside a Fallback repeats a newer shape.
    return any(
        "absolute" in (shape.get("style") or "")
        and not any(a.tag == mc("Fallback") for a in shape.iterancestors())
        for picture in part.iter(w("pict"))
        for shape in picture.iter(
            "{urn:schemas-microsoft-com:vml}rect", "{urn:schemas-microsoft-com:vml}shape"
        )
    )


def _nearest(properties: list[Any], name: str) -> Any | None:
    return next((found for p in properties if (found := p.find(w(name))) is not None), None)


def _is_on(toggle: Any | None) -> bool:
    return toggle is not None and (toggle.get(w("val")) or "1").lower() not in _OFF


def _number(text: str | None) -> float:
    try:
        return float(text or "inf")
    except ValueError:
        return float("inf")


def _rgb(text: str | None) -> tuple[int, int, int] | None:
    try:
        value = int((text or "").lstrip("#"), 16)
    except ValueError:
        return None
    return value >> 16 & 255, value >> 8 & 255, value & 255


def _fill(shading: Any | None) -> tuple[int, int, int] | None:
    """The background color of a shading, or None."""
    if shading is None:
        return None
    pattern = shading.get(w("val")) or "clear"
    return _rgb(shading.get(w("color") if pattern == "solid" else w("fill")))
