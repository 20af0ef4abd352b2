"""Text of Word documents saved as one XML file: Word 2003 XML, and the flat form of DOCX (Word 2007).

A flat DOCX holds the parts of the archive one after the other. Word 2003 XML uses mostly the same elements
in one tree. The other ones are renamed here, headers and notes are taken out of the text, and the DOCX
reader reads the result. Pictures and embedded files are never decoded.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lxml import etree

from app.documents.extraction.docx import WordParts, read_package, read_parts
from app.documents.extraction.docx_names import w
from app.documents.extraction.docx_package import MAX_EXPANDED_BYTES, MAX_MEMBERS, DocxPackage, parse_xml
from app.documents.unreadable import DAMAGED, TOO_LARGE_INSIDE, UNSUPPORTED, Unreadable

_PKG = "{http://schemas.microsoft.com/office/2006/xmlPackage}"
_ANNOTATION = "{http://schemas.microsoft.com/aml/2001/core}annotation"
_KEPT_NAMES = (w(""), "{urn:schemas-microsoft-com:vml}")
_NO_COLOR = {"auto", "white"}


def read_word_xml(path: Path) -> str:
    """The marked text. Raises Unreadable (damaged, too large, or XML of another kind)."""
    root = parse_xml(path.read_bytes())
    if root.tag == f"{_PKG}package":
        return read_package(_unpack(root))
    if root.tag != w("wordDocument"):
        raise Unreadable(UNSUPPORTED)
    return read_parts(_modernize(root))


def _unpack(root: Any) -> DocxPackage:
    """The XML parts of a flat DOCX."""
    parts: dict[str, bytes] = {}
    left = MAX_EXPANDED_BYTES
    for part in root.iterchildren(f"{_PKG}part"):
        content = part.find(f"{_PKG}xmlData/*")
        if content is None:
            continue
        # Each part repeats the namespaces of the root, so many small parts can become large.
        parts[(part.get(f"{_PKG}name") or "").lstrip("/")] = xml = etree.tostring(content, with_tail=False)
        left -= len(xml)
        if left < 0 or len(parts) > MAX_MEMBERS:
            raise Unreadable(TOO_LARGE_INSIDE)
    if not any(name.startswith("word/") for name in parts):
        raise Unreadable(UNSUPPORTED)
    return DocxPackage(parts)


def _modernize(root: Any) -> WordParts:
    """The parts of a Word 2003 document, with the names that its elements have in a DOCX."""
    body = root.find(w("body"))
    if body is None:
        raise Unreadable(DAMAGED)
    dropped = []
    for element in root.iter("*"):
        if element.tag == _ANNOTATION:
            # A deleted paragraph mark or table row has an annotation without content in its properties.
            kind = element.get(w("type"))
            if kind == "Word.Insertion":
                element.tag = w("ins")
            elif kind == "Word.Deletion" and len(element) == 0:
                element.tag = w("del")
            else:
                dropped.append(element)
        elif element.tag == w("hlink"):
            element.tag = w("fldSimple")
            element.set(w("instr"), f'HYPERLINK "{element.get(w("dest"), "")}"')
        elif element.tag == w("listPr"):
            element.tag = w("numPr")
        elif element.tag == w("cfChunk") or not element.tag.startswith(_KEPT_NAMES):
            # Sections, groups with a common border, and elements of customers' own schemas hold paragraphs.
            element.tag = w("customXml")
    for element in dropped:
        element.getparent().remove(element)
    background = root.find(f"{w('bgPict')}/{w('background')}")
    if background is not None:
        color = background.get(w("bgcolor"), "auto")
        if len(background) or not (color.startswith("#") or color in _NO_COLOR):
            # A picture or a named color counts as dark: in doubt, text is visible.
            color = "#000000"
        background.set(w("color"), color)
        root.append(background)
    return WordParts(
        root=root,
        body=body,
        footnotes=_take_notes(body, "footnote"),
        endnotes=_take_notes(body, "endnote"),
        headers=_take(body, "hdr"),
        footers=_take(body, "ftr"),
        styles=root.find(w("styles")),
    )


def _take(body: Any, name: str) -> list[Any]:
    """The elements of this name, removed from the body: they stand in the middle of its paragraphs."""
    found = list(body.iter(w(name)))
    for element in found:
        element.getparent().remove(element)
    return found


def _take_notes(body: Any, kind: str) -> list[Any]:
    part = etree.Element(w(f"{kind}s"))
    part.extend(_take(body, kind))
    return [part]
