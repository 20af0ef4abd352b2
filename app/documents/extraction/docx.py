"""Text of Word files (DOCX, with its templates and macro-enabled forms), in document order.

Headers come first, then paragraphs, tables, text boxes, notes and footers. Hidden runs are marked. Deleted
revisions are left out, insertions are kept. Macros are never opened, and nothing outside the file is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from app.documents.extraction.docx_names import mc, relationship_id, w
from app.documents.extraction.docx_package import DocxPackage
from app.documents.extraction.docx_visibility import RunVisibility
from app.documents.extraction.links import MAX_LINKS, list_unseen
from app.documents.extraction.marking import HiddenKind, hide, without_marks
from app.documents.extraction.word_rules import HEADING_SPACE_TWIPS, MAX_HEADING_CHARACTERS
from app.documents.unreadable import DAMAGED, Unreadable

_WRAPPERS = frozenset(
    w(name) for name in ("sdt", "sdtContent", "ins", "moveTo", "smartTag", "customXml", "txbxContent")
)
_LEFT_OUT = frozenset(
    [*(w(name) for name in ("del", "moveFrom", "txbxContent", "rPr", "pPr", "rt")), mc("Fallback")]
)
_SIGNS = {w("br"): "\n", w("cr"): "\n", w("tab"): "  ", w("ptab"): "  ", w("noBreakHyphen"): "-"}
_PICTURE_LINK = "{http://schemas.openxmlformats.org/drawingml/2006/main}hlinkClick"
_FURNITURE = {"separator", "continuationSeparator", "continuationNotice"}


@dataclass(frozen=True, slots=True)
class WordParts:
    """The roots of the parts of one document."""

    root: Any
    body: Any
    headers: list[Any]
    footers: list[Any]
    footnotes: list[Any]
    endnotes: list[Any]
    styles: Any | None
    links: dict[Any, dict[str, str]] = field(default_factory=dict)
    """The link targets by relationship id, by the root of the part."""


def read_docx(path: Path) -> str:
    """The marked text. Raises Unreadable (damaged, protected, or too large when unpacked)."""
    return read_package(DocxPackage.open(path))


def read_package(package: DocxPackage) -> str:
    """The marked text of the parts of a DOCX. Raises Unreadable (damaged)."""
    main = package.main_part
    root = package.parse(main)
    body = root.find(w("body"))
    if body is None:
        raise Unreadable(DAMAGED)
    headers, footers, footnotes, endnotes = (
        [package.parse(p) for p in package.related(main, kind)]
        for kind in ("header", "footer", "footnotes", "endnotes")
    )
    links = {root: package.links(main)}
    for kind, roots in (("header", headers), ("footer", footers)):
        links |= {r: package.links(p) for p, r in zip(package.related(main, kind), roots, strict=True)}
    styles = [package.parse(p) for p in package.related(main, "styles")[:1]]
    return read_parts(
        WordParts(root, body, headers, footers, footnotes, endnotes, styles[0] if styles else None, links)
    )


def read_parts(parts: WordParts) -> str:
    """The marked text: headers, body, notes, footers."""
    visibility = RunVisibility(parts.styles, [parts.root, *parts.headers, *parts.footers])
    reader = _DocxText(visibility, parts.links)
    seen: set[str] = set()
    lines = [line for header in parts.headers for line in reader.once(header, seen)]
    lines.extend(reader.blocks(parts.body))
    for kind, notes in (("footnote", parts.footnotes), ("endnote", parts.endnotes)):
        lines.extend(line for part in notes for line in reader.notes(part, kind))
    lines.extend(line for footer in parts.footers for line in reader.once(footer, seen))
    return "\n".join(lines)


class _DocxText:
    def __init__(self, visibility: RunVisibility, links: dict[Any, dict[str, str]]) -> None:
        """``links`` are the link targets by relationship id, by the root of the part."""
        self._visibility = visibility
        self._links = links

    def once(self, part: Any, seen: set[str]) -> Iterator[str]:
        """The lines of a header or footer, unless another one has the same text."""
        lines = list(self.blocks(part))
        text = "\n".join(lines).strip()
        if text and text not in seen:
            seen.add(text)
            yield from lines
            yield ""

    def notes(self, part: Any, kind: str) -> Iterator[str]:
        for note in part.iterchildren(w(kind)):
            if note.get(w("type")) not in _FURNITURE:
                yield from self.blocks(note)

    def blocks(self, container: Any) -> Iterator[str]:
        for child in container:
            if child.tag == w("p"):
                if not _is_deleted_paragraph(child):
                    yield self._paragraph(child)
                for box in child.iter(w("txbxContent")):
                    # Word stores a text box twice; the second copy is a fallback for old programs. A box
                    # inside a box comes with the outer one.
                    around = list(_between(box, child))
                    if not any(a.tag in {mc("Fallback"), w("txbxContent")} for a in around):
                        yield from self.blocks(box)
            elif child.tag == w("tbl"):
                yield from self._table(child)
            elif child.tag in _WRAPPERS:
                yield from self.blocks(child)

    def _table(self, table: Any) -> Iterator[str]:
        for row in _rows(table):
            if row.find(f"{w('trPr')}/{w('del')}") is not None:
                continue
            cells = [[line for line in self.blocks(cell) if line.strip()] for cell in _cells(row)]
            if all(len(cell) <= 1 for cell in cells):
                yield "  ".join(line.strip() for cell in cells for line in cell)
            else:
                for cell in cells:
                    yield from cell

    def _paragraph(self, paragraph: Any) -> str:
        pieces: list[tuple[HiddenKind | None, str]] = []
        for run in _runs(paragraph):
            text = without_marks("".join(_texts(run)))
            if not text:
                continue
            kind = self._visibility.hidden_kind(run, paragraph)
            if pieces and pieces[-1][0] == kind:
                pieces[-1] = kind, pieces[-1][1] + text
            else:
                pieces.append((kind, text))
        text = "".join(text if kind is None else hide(text, kind) for kind, text in pieces).strip()
        text = "  ".join([text, *list_unseen(self._targets(paragraph), shown=text)]).strip()
        properties = paragraph.find(w("pPr"))
        is_list = properties is not None and properties.find(w("numPr")) is not None
        named = properties.find(w("pStyle")) if properties is not None else None
        style = (named.get(w("val")) or "").replace(" ", "") if named is not None else ""
        if text and (is_list or "ListBullet" in style) and not text.startswith("-"):
            return f"- {text}"
        if text and (style.lower().startswith("heading") or _is_set_apart(properties, text)):
            return f"\n{text}"
        return text

    def _targets(self, paragraph: Any) -> Iterator[str]:
        """The targets of the links of a paragraph: on words, on pictures, and in fields."""
        linked = islice(paragraph.iter(w("hyperlink"), _PICTURE_LINK), MAX_LINKS)
        targets = self._links.get(paragraph.getroottree().getroot(), {})
        yield from (targets.get(relationship_id(one), "") for one in linked)
        for one in islice(paragraph.iter(w("instrText"), w("fldSimple")), MAX_LINKS):
            instruction = (one.get(w("instr")) or one.text or "").strip()
            if instruction.startswith("HYPERLINK"):
                yield instruction.removeprefix("HYPERLINK").strip().strip('"').partition('"')[0]


def _is_set_apart(properties: Any, text: str) -> bool:
    """Whether a short paragraph has space above, a border or an outline level, as headings have."""
    if properties is None or len(text) > MAX_HEADING_CHARACTERS:
        return False
    if properties.find(w("pBdr")) is not None or properties.find(w("outlineLvl")) is not None:
        return True
    spacing = properties.find(w("spacing"))
    before = spacing.get(w("before"), "") if spacing is not None else ""
    return before.isdigit() and int(before) >= HEADING_SPACE_TWIPS


def _runs(container: Any) -> Iterator[Any]:
    """The runs of a paragraph, including those inside links, fields and insertions."""
    for child in container:
        if child.tag == w("r"):
            yield child
        elif child.tag not in _LEFT_OUT and isinstance(child.tag, str):
            yield from _runs(child)


def _texts(element: Any) -> Iterator[str]:
    for child in element:
        if child.tag == w("t"):
            yield child.text or ""
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag]
        elif child.tag not in _LEFT_OUT and isinstance(child.tag, str):
            yield from _texts(child)


def _rows(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == w("tr"):
            yield child
        elif child.tag in _WRAPPERS:
            yield from _rows(child)


def _cells(row: Any) -> Iterator[Any]:
    for child in row:
        if child.tag == w("tc"):
            yield child
        elif child.tag in _WRAPPERS:
            yield from _cells(child)


def _is_deleted_paragraph(paragraph: Any) -> bool:
    """Whether the whole paragraph was deleted: it has only deleted runs, and its mark is deleted too."""
    return paragraph.find(f"{w('pPr')}/{w('rPr')}/{w('del')}") is not None and not any(_runs(paragraph))


def _between(inner: Any, outer: Any) -> Iterator[Any]:
    for ancestor in inner.iterancestors():
        if ancestor is outer:
            return
        yield ancestor
