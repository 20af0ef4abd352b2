"""What the summary says first, and how it tells it."""

from __future__ import annotations

import pytest

from app.analysis.analyze import analyze
from app.analysis.findings import Analysis, Severity
from models.judgement.encoding import Exchange
from models.judgement.labels import SentenceLabel
from models.ports import Judgment
from tests.analysis.dialogues import to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines, make_judgment

LONG = (
    "When the tide is early and the crew is late, I sign the sheet for the lifting gear on the quay the "
    "evening before, because nobody looks at it until the boat is out again anyway."
)


async def tell_practices(*answers: tuple[str, str], label: SentenceLabel) -> Analysis:
    def judge(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
        return [make_judgment(*[{label: 0.9} for _ in exchange.sentences]) for exchange in exchanges]

    return await analyze(
        fake_engines(llm=FakeLlm(lambda _request: ""), judge=FakeJudge(judge)),
        transcript=to_transcript(answers),
    )


@pytest.mark.parametrize("label", [SentenceLabel.SHORTCUT, SentenceLabel.WRONG, SentenceLabel.CONDUCT])
async def test_the_gravest_practice_comes_first_whatever_its_kind(label: SentenceLabel) -> None:
    analysis = await tell_practices(
        ("How do you start in the morning?", "I open the hatches first."),
        ("How are the checks of the lifting gear done?", LONG),
        label=label,
    )
    assert analysis.concerns[0].evidence[0].quote == LONG
    assert analysis.concerns[0].severity is Severity.HIGH
    assert (
        "The main concern: asked “How are the checks of the lifting gear done?”, the candidate said: "
        "“When the tide is early and the crew is late, I sign the sheet"
    ) in analysis.summary
    assert "hatches" not in analysis.summary


async def test_two_grave_practices_are_both_told() -> None:
    other = (
        "On Sundays there is nobody else in the yard, so I take the guard off the big winch and feed the "
        "rope by hand with my foot on the pedal, which saves me the better part of an hour every time."
    )
    analysis = await tell_practices(
        ("How are the checks done?", LONG),
        ("What about the winch on the quay?", other),
        label=SentenceLabel.SHORTCUT,
    )
    assert "The main concern: asked" in analysis.summary
    assert "Also to clarify: asked" in analysis.summary
