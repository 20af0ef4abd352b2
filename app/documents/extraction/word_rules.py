"""What the readers of Word and RTF files have in common: when text is hidden, and when it is a heading."""

from __future__ import annotations

TINY_HALF_POINTS = 4
"""Text below this size cannot be read."""
WHITE = 255 - 32
"""Lowest red, green and blue of a color that counts as white."""
MAX_HEADING_CHARACTERS = 60
HEADING_SPACE_TWIPS = 120
"""Space above a heading, in twentieths of a point: half a line."""


def decode_units(units: str) -> str:
    """The text of UTF-16 code units; half a character alone becomes a replacement character."""
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
