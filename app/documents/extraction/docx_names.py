"""Element names of WordprocessingML, as lxml writes them."""

from __future__ import annotations

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def w(name: str) -> str:
    return f"{{{_W}}}{name}"


def wp(name: str) -> str:
    return f"{{{_WP}}}{name}"


def mc(name: str) -> str:
    return f"{{{_MC}}}{name}"
