"""Points of a good answer: matched to answers, counted in the rating, asked for afterwards."""

from __future__ import annotations

from app.analysis.analyze import analyze
from app.analysis.findings import FollowUpPurpose, PreparedQuestion
from app.analysis.result import Analysis
from models.ports import EngineUnavailable
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.fakes.engines import FakeEmbeddings, FakeJudge, FakeLlm, fake_engines

QUESTION, ANSWER = STRONG[0]
COVERED = ANSWER.split(". ")[0]
OPEN = "Names the owner of the budget"


async def report_on(questions: list[PreparedQuestion], embeddings: FakeEmbeddings | None = None) -> Analysis:
    engines = fake_engines(
        llm=FakeLlm(honest_writer), judge=FakeJudge(judge_by_script), embeddings=embeddings
    )
    return await analyze(engines, transcript=to_transcript(STRONG[:4]), questions=questions)


async def test_points_are_found_in_the_answer_to_their_question() -> None:
    analysis = await report_on([PreparedQuestion(QUESTION, points=(COVERED, OPEN))])
    [score] = [item for item in analysis.question_scores if item.question == QUESTION]
    assert [bool(point.covered_by) for point in score.points] == [True, False]
    assert COVERED in score.points[0].covered_by[0].quote
    assert all(not item.points for item in analysis.question_scores if item.question != QUESTION)


async def test_an_uncovered_point_lowers_the_score_of_its_question_only() -> None:
    plain = await report_on([PreparedQuestion(QUESTION)])
    counted = await report_on([PreparedQuestion(QUESTION, points=(OPEN,))])
    before = {item.question: item.technical for item in plain.question_scores}
    after = {item.question: item.technical for item in counted.question_scores}
    assert after.pop(QUESTION) < before.pop(QUESTION)
    assert after == before


async def test_an_uncovered_point_becomes_a_follow_up() -> None:
    analysis = await report_on([PreparedQuestion(QUESTION, "asked", points=(COVERED, OPEN))])
    subjects = [
        item.subject
        for item in analysis.follow_up_questions
        if item.purpose is FollowUpPurpose.POINT_NOT_COVERED
    ]
    assert subjects == [OPEN]


async def test_without_embeddings_points_are_left_out() -> None:
    def broken(_texts: object) -> Exception:
        return EngineUnavailable("gone")

    analysis = await report_on([PreparedQuestion(QUESTION, "asked", points=(OPEN,))], FakeEmbeddings(broken))
    assert all(not item.points for item in analysis.question_scores)
