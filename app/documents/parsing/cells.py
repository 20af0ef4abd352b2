"""Cells of a row of a table or form."""

from __future__ import annotations

import re

_GAP = re.compile(r"\s*[|]\s*|\s{2,}|\t")


def split_cells(line: str) -> list[str]:
    """The texts that wide spaces, tabs or vertical bars separate; a single one if the line is no row.

    An empty cell between two bars is an empty string.
    """
    return _GAP.split(line.strip(" |\t"))
