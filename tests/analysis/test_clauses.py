"""The clause of a concern that its title shows."""

from __future__ import annotations

import pytest

from app.analysis.clauses import mark_clauses
from app.analysis.findings import Category, Evidence, FindingKind, Speaker
from app.analysis.selection import SelectedConcern
from models.judgement.encoding import Exchange
from models.judgement.labels import SentenceLabel
from models.ports import Judgment, Priority
from tests.analysis.exchange_factory import make_exchange
from tests.fakes.engines import FakeJudge, fake_engines, make_judgment


def _concern(core: str, kind: FindingKind = FindingKind.OWNED) -> SelectedConcern:
    exchange = make_exchange("How do you weigh the sacks?", core)
    evidence = Evidence(exchange.answered[0].id, core, Speaker.CANDIDATE, 0.0)
    return SelectedConcern((exchange,), (evidence,), 1.0, Category.TECHNICAL, kind, core=core)


def _mind(words: str, *, otherwise: float) -> FakeJudge:
    """A judge to whom a sentence with these words is a concern."""

    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [
            make_judgment({SentenceLabel.SHORTCUT: 0.9 if words in exchange.sentences[0] else otherwise})
            for exchange in exchanges
        ]

    return FakeJudge(judge)


CORE = "I set the scale at six, the last ten sacks I guess by hand, and then I sweep the floor of the barn."


@pytest.mark.parametrize(("otherwise", "clause"), [(0.1, "the last ten sacks I guess by hand,"), (0.85, "")])
async def test_the_clause_is_marked_without_which_there_is_no_concern(otherwise: float, clause: str) -> None:
    engines = fake_engines(judge=_mind("I guess by hand", otherwise=otherwise))
    [marked] = await mark_clauses(engines, [_concern(CORE)], priority=lambda: Priority.INTERACTIVE)
    assert marked.clause == clause


@pytest.mark.parametrize(
    "concern", [_concern("The last ten sacks I guess by hand."), _concern(CORE, FindingKind.EVASION)]
)
async def test_one_clause_and_evasions_stay_as_they_are(concern: SelectedConcern) -> None:
    engines = fake_engines(judge=_mind("I guess by hand", otherwise=0.1))
    assert await mark_clauses(engines, [concern], priority=lambda: Priority.INTERACTIVE) == (concern,)
