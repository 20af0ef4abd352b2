"""Follow-up questions: from contradictions, concerns and open points, and three at least."""

from __future__ import annotations

from app.analysis.analyze import analyze
from app.analysis.findings import Background, FollowUpPurpose, PreparedQuestion, QuestionPriority
from app.analysis.result import Analysis
from tests.analysis.consistency.cases import WAREHOUSE
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines

TEAM = (
    "What are you responsible for?",
    "I supervise about thirty people at Brightwell, pickers and packers mainly.",
)
REVIEWS = (
    "How do code reviews work for you?",
    "Honestly, with my own changes I just merge it myself. I don't wait for a review.",
)
OPEN_POINT = "Names the person who signed it off"


async def report_on(
    answers: list[tuple[str, str]], *, questions: tuple[PreparedQuestion, ...] = (), checks: bool = True
) -> Analysis:
    return await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=FakeJudge(judge_by_script)),
        transcript=to_transcript(answers),
        background=Background(cv_parsed=WAREHOUSE),
        questions=questions,
        checks_consistency=checks,
    )


def list_purposes(analysis: Analysis) -> list[FollowUpPurpose]:
    return [item.purpose for item in analysis.follow_up_questions]


async def test_a_contradiction_becomes_a_question_with_both_quotes() -> None:
    analysis = await report_on([*STRONG[:2], TEAM])
    [question] = [
        item for item in analysis.follow_up_questions if item.purpose is FollowUpPurpose.CLARIFY_CONTRADICTION
    ]
    assert TEAM[1] in question.question
    assert "Supervises 12 staff on the late shift." in question.question
    assert question.priority is QuestionPriority.HIGH
    assert question.subject == TEAM[1]


async def test_without_the_check_there_is_no_question_about_a_contradiction() -> None:
    analysis = await report_on([*STRONG[:2], TEAM], checks=False)
    assert FollowUpPurpose.CLARIFY_CONTRADICTION not in list_purposes(analysis)


async def test_contradiction_concern_and_open_point_are_all_asked_about() -> None:
    prepared = PreparedQuestion(STRONG[0][0], "asked", points=(OPEN_POINT,))
    analysis = await report_on([*STRONG[:3], TEAM, REVIEWS], questions=(prepared,))
    assert {
        FollowUpPurpose.CLARIFY_CONTRADICTION,
        FollowUpPurpose.CLARIFY_CONCERN,
        FollowUpPurpose.POINT_NOT_COVERED,
    } <= set(list_purposes(analysis))


async def test_three_good_answers_still_give_three_questions() -> None:
    assert len((await report_on(STRONG[:3])).follow_up_questions) == 3


async def test_a_question_that_repeats_another_is_replaced() -> None:
    """The model words every question alike, so the next answers fill the places."""

    def parrot(request: object) -> str:
        return "Which of your three releases in May went wrong, and what did you change afterwards?"

    analysis = await analyze(
        fake_engines(llm=FakeLlm(parrot), judge=FakeJudge(judge_by_script)),
        transcript=to_transcript([*STRONG[:5], REVIEWS]),
    )
    texts = [item.question for item in analysis.follow_up_questions]
    assert len(texts) == len(set(texts)) >= 3
