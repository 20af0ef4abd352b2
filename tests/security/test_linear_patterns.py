"""Regular expressions take linear time: one line of a stranger's CV must not stop the server."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.security.pattern_collection import ROOT

LIMIT_SECONDS = 600
"""Of a process of its own: a pattern that hangs keeps the interpreter lock, and no limit in here works."""

EXPONENTIAL = r"(?:remote|(?:\d{1,2} years?)?,?\s*(?:\d{1,2} months?)?|[\s·•|,])+"
NESTED = r"\((?:[mwfdx]\s*/?\s*)+\)"
POLYNOMIAL = r"\b(?:at|with)\s+((?:[A-Z][\w&.'-]*\s?){1,5})(?=[,.]|$)"
QUADRATIC = r"[a-z]+[a-z]+\d"
LINEAR = r"\((?:[mwfdx](?:[\s/]*[mwfdx])*[\s/]*)\)"


def list_slow(*patterns: str) -> dict[str, Any]:
    """What ``list_slow_patterns`` finds; without ``patterns`` among all those of the project."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.security.list_slow_patterns", *patterns],
        capture_output=True,
        timeout=LIMIT_SECONDS,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.timeout(LIMIT_SECONDS + 30)
def test_every_pattern_of_the_project_takes_linear_time() -> None:
    """A CV with forty commas beside a date, a title with fifty opening letters, a line of capitals.

    Each pattern is tried on repeated separators, letters, digits, spaces and mixtures, and on runs of
    what its own repeats accept. Twice the text may take twice the time, not four times; in the sandbox
    not eight times.
    """
    found = list_slow()
    assert found["tried"] > 300, "the patterns of the project are collected"
    assert found["slow"] == []


def test_the_check_tells_patterns_that_are_not_linear_from_one_that_is() -> None:
    not_linear = [EXPONENTIAL, NESTED, POLYNOMIAL, QUADRATIC]
    assert [slow["pattern"] for slow in list_slow(*not_linear, LINEAR)["slow"]] == not_linear
