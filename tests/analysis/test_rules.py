"""Readiness for analysis: how much must have been said, and by whom."""

from __future__ import annotations

import pytest

from app.analysis.rules import WAITING_FOR_CONVERSATION, check_readiness


@pytest.mark.parametrize(
    ("final", "interim", "ready"),
    [
        ([], [], False),
        (["a" * 25, "b" * 25], [], False),
        (["a" * 26, "b" * 25], [], True),
        (["a" * 200], [], False),
        (["a" * 60], ["b" * 10, "c" * 10], True),
        ([], ["a" * 34, "b" * 34, "c" * 33], True),
        ([], ["a" * 34, "b" * 33, "c" * 33], False),
    ],
)
def test_readiness_requires_length_and_both_speakers(
    final: list[str], interim: list[str], ready: bool
) -> None:
    found = check_readiness(final, interim)
    assert found.ready is ready
    assert found.reason == ("" if ready else WAITING_FOR_CONVERSATION)
