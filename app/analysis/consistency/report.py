"""Runs the consistency check for a report: rules compare, the model fills a few slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

import anyio.to_thread

from app.analysis.consistency.check import InterviewClaims
from app.analysis.consistency.facts import ConsistencyCheck
from app.analysis.consistency.half_read import read_half_read
from app.analysis.consistency.metrics import rate_evasiveness, rate_risk, recommend
from app.analysis.consistency.side_by_side import SideBySide, compare_side_by_side
from app.analysis.evasions import count_evaded
from app.analysis.exchanges import Exchange
from app.analysis.findings import Background
from app.analysis.judging import JudgedAnswer
from app.analysis.text_cache import TextCache
from app.core.clock import utc_now
from models.ports import Engines, Priority


async def check_consistency(
    engines: Engines,
    exchanges: Sequence[Exchange],
    answers: Sequence[JudgedAnswer],
    background: Background,
    *,
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
    uses_llm: bool = True,
) -> ConsistencyCheck:
    """Compare the candidate's statements with the profile and with each other. Raises EngineError.

    ``answers`` are those of ``exchanges``, judged. Exchanges that ``cache`` holds are not read again. Without
    ``uses_llm``, statements that the grammar reads only in part are left out.
    """
    today = background.held_on or utc_now().date()
    interview = await anyio.to_thread.run_sync(_read, exchanges, background, today)
    if uses_llm:
        await read_half_read(interview, engines.llm, priority=priority, cache=cache)
    check = await anyio.to_thread.run_sync(interview.finish)
    compared = await compare_side_by_side(
        engines,
        answers,
        background.cv_text,
        found=check.discrepancies,
        priority=priority,
        cache=cache,
    )
    return add_side_by_side(check, compared)


def add_side_by_side(check: ConsistencyCheck, compared: SideBySide) -> ConsistencyCheck:
    """The check with the passages, and with the contradiction that the judge named behind those of rules.

    The metrics stay: they measure claims that code compared.
    """
    named = (compared.contradiction,) if compared.contradiction else ()
    discrepancies = (*check.discrepancies, *named)
    return replace(
        check,
        side_by_side=compared.passages,
        discrepancies=discrepancies,
        risk=rate_risk(discrepancies),
        recommendations=(*check.recommendations, *recommend(named)),
    )


def add_evasions(check: ConsistencyCheck, answers: Sequence[JudgedAnswer]) -> ConsistencyCheck:
    """The check, with the evasiveness of the judged answers."""
    evaded, asked = count_evaded(answers)
    evasiveness = rate_evasiveness(evaded=evaded, asked=asked)
    return replace(check, metrics=replace(check.metrics, evasiveness=evasiveness))


def _read(exchanges: Sequence[Exchange], background: Background, today: date) -> InterviewClaims:
    return InterviewClaims.read(
        exchanges,
        cv_parsed=background.cv_parsed,
        cv_text=background.cv_text,
        today=today,
    )
