"""Evaded questions in the metric of the consistency check."""

from __future__ import annotations

import pytest

from app.analysis.analyze import analyze
from app.analysis.consistency.metrics import rate_evasiveness
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines

MISTAKE = (
    "Can you tell me about a mistake that you made?",
    "Everyone is very careful. We have a good system.",
)
INSISTED = ("But you personally?", "I think it's more about the culture, in general, isn't it?")
TOLD = ("But you personally?", STRONG[5][1])


async def measure(answers: list[tuple[str, str]]) -> float | None:
    analysis = await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=FakeJudge(judge_by_script)),
        transcript=to_transcript(answers),
    )
    assert analysis.consistency is not None
    return analysis.consistency.metrics.evasiveness


@pytest.mark.parametrize(
    ("evaded", "asked", "score"),
    [
        (0, 3, 1.0),
        (3, 3, 10.0),
        (1, 3, 4.0),  # 1 + 9 * 1/3
        (1, 6, 2.5),  # 1 + 9 * 1/6
        (2, 9, 3.0),  # 1 + 9 * 2/9
        (2, 2, None),
    ],
)
def test_the_score_is_the_share_of_evaded_questions(evaded: int, asked: int, score: float | None) -> None:
    assert rate_evasiveness(evaded=evaded, asked=asked) == score


async def test_an_interview_without_evasions_has_the_best_score() -> None:
    assert await measure(STRONG[:4]) == 1.0


async def test_a_question_evaded_twice_counts_once() -> None:
    # One of six open questions: 1 + 9 / 6.
    assert await measure([*STRONG[:5], MISTAKE, INSISTED]) == 2.5


async def test_an_answer_to_the_second_asking_counts_as_one() -> None:
    assert await measure([*STRONG[:3], MISTAKE, TOLD]) == 1.0


async def test_two_questions_are_too_few_for_a_score() -> None:
    assert await measure(STRONG[:2]) is None
