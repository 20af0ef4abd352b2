"""DOCX archive: its parts, unpacked under limits and parsed without fetching anything.

The archive is unpacked by hand with a limit on the bytes that really come out, because the sizes stated
inside it may be false. Images, embedded files and macros are never opened. Parts that a relationship places
outside the archive (templates, linked images) are ignored.
"""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from pathlib import Path
from typing import Any

from lxml import etree

from app.documents.unreadable import DAMAGED, ENCRYPTED, TOO_LARGE_INSIDE, Unreadable

MAX_EXPANDED_BYTES = 64 * 1024 * 1024
MAX_MEMBERS = 5_000
_ZIP_ERRORS = (zipfile.BadZipFile, zipfile.LargeZipFile)
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_MAIN_KIND = "/officeDocument"
# 'Strict' files and Word 2003 use other names for the same namespaces.
_OTHER_NAMES = (
    (b"http://schemas.microsoft.com/office/word/2003/wordml",
     b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main",
     b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/main",
     b"http://schemas.openxmlformats.org/drawingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing",
     b"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
)  # fmt: skip


class DocxPackage:
    """The XML parts of one file by name. Each is parsed when it is requested."""

    def __init__(self, parts: dict[str, bytes]) -> None:
        self._parts = parts

    @classmethod
    def open(cls, path: Path) -> DocxPackage:
        """Unpack a file. Raises Unreadable (damaged, protected, or larger than MAX_EXPANDED_BYTES)."""
        return cls(_inflate(path))

    @property
    def main_part(self) -> str:
        """The name of the main part. Raises Unreadable if the archive has none."""
        named = [target for kind, target in self._relationships("") if kind.endswith(_MAIN_KIND)]
        for name in [*named, "word/document.xml"]:
            if name in self._parts:
                return name
        raise Unreadable(DAMAGED)

    def related(self, part: str, kind: str) -> list[str]:
        """Names of the parts with a relationship of this kind (``header``, ``styles`` …) to ``part``.

        Only parts inside the archive, in the order in which ``part`` lists them.
        """
        found = (target for k, target in self._relationships(part) if k.endswith(f"/{kind}"))
        return [target for target in dict.fromkeys(found) if target in self._parts]

    def parse(self, part: str) -> Any:
        """The root element. Raises Unreadable if the part is not XML."""
        return parse_xml(self._parts[part])

    def links(self, part: str) -> dict[str, str]:
        """The addresses outside the archive that ``part`` links to, by the id of the relationship."""
        return {
            relationship.get("Id") or "": relationship.get("Target") or ""
            for relationship in self._listed(part)
            if relationship.get("TargetMode") == "External"
            and (relationship.get("Type") or "").endswith("/hyperlink")
        }

    def _listed(self, part: str) -> list[Any]:
        folder, name = posixpath.split(part)
        listed = posixpath.join(folder, "_rels", f"{name}.rels")
        return list(self.parse(listed).iter(_RELATIONSHIP)) if listed in self._parts else []

    def _relationships(self, part: str) -> list[tuple[str, str]]:
        """(kind, part name) of every relationship inside the archive."""
        folder = posixpath.dirname(part)
        result = []
        for relationship in self._listed(part):
            if relationship.get("TargetMode") != "External":
                target = posixpath.join("/", folder, relationship.get("Target") or "")
                result.append((relationship.get("Type") or "", posixpath.normpath(target).lstrip("/")))
        return result


def parse_xml(content: bytes) -> Any:
    """The root element. Raises Unreadable if the content is not XML."""
    # No DTD, entities or network: references to other content are neither fetched nor expanded.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True
    )
    for other, usual in _OTHER_NAMES:
        content = content.replace(other, usual)
    try:
        return etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Unreadable(DAMAGED) from error


def _inflate(path: Path) -> dict[str, bytes]:
    parts: dict[str, bytes] = {}
    left = MAX_EXPANDED_BYTES
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if len(members) > MAX_MEMBERS:
                raise Unreadable(TOO_LARGE_INSIDE)
            for member in members:
                if member.flag_bits & 1:
                    raise Unreadable(ENCRYPTED)
                name = member.filename.replace("\\", "/").lstrip("/")
                if not name.endswith((".xml", ".rels")):
                    continue
                with archive.open(member) as source:
                    content = source.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise Unreadable(TOO_LARGE_INSIDE)
                parts[name] = content
    except (*_ZIP_ERRORS, zlib.error, OSError, EOFError, NotImplementedError, ValueError) as error:
        raise Unreadable(DAMAGED) from error
    return parts
