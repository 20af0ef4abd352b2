"""Which requirement of the job a concern is about."""

from __future__ import annotations

import pytest

from app.analysis.findings import Category, Evidence, FindingKind, Speaker
from app.analysis.selection import SelectedConcern
from app.analysis.titles import find_subject
from tests.analysis.exchange_factory import make_exchange

CORE = "On a busy day the sacks go out and the scale is read afterwards."


@pytest.mark.parametrize(
    ("requirement", "is_subject"),
    [
        ("Reading the scale for each delivery", True),
        ("Readiness to work a busy season", False),
        ("Sacks", True),
        ("", False),
    ],
)
def test_a_requirement_shares_two_words_with_the_concern_if_it_has_two(
    requirement: str, *, is_subject: bool
) -> None:
    exchange = make_exchange("How do you weigh the sacks?", CORE)
    evidence = Evidence(exchange.answered[0].id, CORE, Speaker.CANDIDATE, 0.0)
    concern = SelectedConcern(
        (exchange,),
        (evidence,),
        1.0,
        Category.TECHNICAL,
        FindingKind.OWNED,
        requirement=requirement,
        core=CORE,
    )
    assert find_subject(concern, language="en") == (requirement if is_subject else "")
