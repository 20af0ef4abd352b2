"""Bullets and numbers at the start of list lines."""

from __future__ import annotations

import re

_BULLET = re.compile(
    r"^\s*(?:(?:[-–—*•▪●◦‣·∙■✓➢▸►➤§❖✔⁃→○□>+]|o(?=\s+[A-Z])|\d{1,2}[.)]|\(?(?:[a-z]|[ivx]{1,4})\)|\(\d{1,2}\))\s+|・\s*|[•▪●‣■➢▸►➤❖✔](?=\w)"
    r"|(?:([^\w\s\"'“”‘’„‚«‹(\[{<@&#$€£%.,;:!?/\\|])\1?|>>)\s+(?=[^\W\d]))"
)
"""The usual signs, numbers and letters ("a)", "(iv)"), and any other sign before a word, alone or doubled
("~", ">>"); no "#".

Signs that begin nothing else need no space behind them: ``▸Led a team``.
"""


def is_bullet(line: str) -> bool:
    """Whether ``line`` starts with a bullet or a number of a list."""
    return _BULLET.match(line) is not None


def without_bullet(line: str) -> str:
    """``line`` without its bullet and the spaces around it."""
    return _BULLET.sub("", line).strip()
