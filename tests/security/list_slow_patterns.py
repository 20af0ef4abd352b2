"""Tries all patterns of the project, and prints those that are not linear as JSON."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict

from tests.security.pattern_collection import Found, Use, collect
from tests.security.pattern_growth import LINEAR_GROWTH, QUADRATIC_GROWTH, find_slow_text

SANDBOXED = ("app.documents.extraction.", "app.documents.parsing.", "app.bench.")
"""Modules whose patterns run in a process with a limit of seconds, on lines of at most 900 characters, or in
a bench. There a pattern may take quadratic time, which is still negligible."""


def main() -> None:
    """``python -m tests.security.list_slow_patterns [PATTERN …]``: these patterns, or all of the project."""
    given = [
        Found(frozenset(["given"]), text, re.compile(text).flags, Use.FULLMATCH) for text in sys.argv[1:]
    ]
    patterns = given or collect()
    slow = []
    for found in patterns:
        is_sandboxed = all(module.startswith(SANDBOXED) for module in found.modules)
        max_growth = QUADRATIC_GROWTH if is_sandboxed else LINEAR_GROWTH
        text = find_slow_text(found.compile(), found.use, max_growth=max_growth)
        if text is not None:
            slow.append({"modules": sorted(found.modules), "pattern": found.pattern, **asdict(text)})
    json.dump({"tried": len(patterns), "slow": slow}, sys.stdout)


if __name__ == "__main__":
    main()
