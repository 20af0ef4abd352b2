"""The consistency check on invented interviews: planted contradictions are found, clean ones stay clean."""

from __future__ import annotations

import pytest

from app.analysis.consistency.facts import Origin
from tests.analysis.consistency import (
    cases,
    clean_cases,
    fresh_cases,
    last_cases,
    more_cases,
    plain_cases,
    short_cases,
    varied_cases,
)
from tests.analysis.consistency.cases import CLEAN, Case
from tests.analysis.consistency.checking import check

CASES = (
    *cases.CASES,
    *more_cases.CASES,
    *fresh_cases.CASES,
    *last_cases.CASES,
    *plain_cases.CASES,
    *short_cases.CASES,
    *varied_cases.CASES,
    *clean_cases.CASES,
)
ORIGINS = {"cv": Origin.CV, "itself": Origin.TRANSCRIPT}


def name(case: Case) -> str:
    return case.name


@pytest.mark.parametrize("case", [case for case in CASES if case.planted != CLEAN], ids=name)
def test_a_planted_contradiction_is_found_with_both_quotes(case: Case) -> None:
    result = check(case.cv, *case.turns)
    found = [(item.kind.value, item.counterpart.origin) for item in result.discrepancies]
    assert (case.planted, ORIGINS[case.against]) in found
    spoken = [turn.removeprefix("C: ") for turn in case.turns]
    for item in result.discrepancies:
        assert any(item.statement.quote in turn for turn in spoken)
        assert item.counterpart.quote
        if item.counterpart.origin is Origin.TRANSCRIPT:
            assert any(item.counterpart.quote in turn for turn in spoken)


@pytest.mark.parametrize("case", [case for case in CASES if case.planted == CLEAN], ids=name)
def test_a_clean_interview_gives_no_alarm(case: Case) -> None:
    assert [(item.kind, item.statement.quote) for item in check(case.cv, *case.turns).discrepancies] == []


def test_there_are_enough_cases_over_many_trades() -> None:
    assert len(CASES) >= 170
    assert sum(case.planted == CLEAN for case in CASES) >= 70
    assert len({case.name for case in CASES}) == len(CASES)
