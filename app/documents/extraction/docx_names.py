"""Element names of WordprocessingML, as lxml writes them."""

from __future__ import annotations

from typing import Any

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STRICT_R = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def w(name: str) -> str:
    return f"{{{_W}}}{name}"


def wp(name: str) -> str:
    return f"{{{_WP}}}{name}"


def mc(name: str) -> str:
    return f"{{{_MC}}}{name}"


def relationship_id(element: Any) -> str:
    """The id of the relationship that an element refers to; empty if it has none."""
    return element.get(f"{{{_R}}}id") or element.get(f"{{{_STRICT_R}}}id") or ""
