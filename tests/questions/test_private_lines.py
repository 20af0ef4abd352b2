"""The language model reads lines: private ones are not asked about, and a set is complete all the same."""

from __future__ import annotations

import pytest

from app.questions.facts import CandidateBrief, Fact, JobBrief
from app.questions.line_kinds import LineKind
from app.questions.private_lines import MAX_LOG_ODDS, MAX_LOG_ODDS_OF_POSITION, PrivateLines, make_request
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.writing import GenerationResult, generate_questions
from models.ports import ChoiceRequest, Priority
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.questions import samples

PRIVATE = "Trained the new riders of the yard"
"""The readers find it harmless; only the fake model calls it private."""
LINE = samples.make_fact("cv", LineKind.WORK, PRIVATE)
JOB = JobBrief(
    text="Plan the rota of six grooms",
    responsibilities=("Plan the rota of six grooms", "Order hay and oats for thirty horses"),
)


def find_line(request: ChoiceRequest) -> str:
    return request.messages[-1].content


def call_private(request: ChoiceRequest) -> float:
    return 3.0 if find_line(request) == PRIVATE else -3.0


def make_llm() -> FakeLlm:
    return FakeLlm(samples.write_question, choices=call_private)


async def generate(
    llm: FakeLlm, candidate: CandidateBrief, job: JobBrief | None, distribution: dict[QuestionCategory, int]
) -> GenerationResult:
    return await generate_questions(
        fake_engines(llm=llm, embeddings=FakeEmbeddings(samples.distinct_vectors)),
        candidate=candidate,
        job=job,
        distribution=distribution,
        difficulty=Difficulty.MID,
    )


@pytest.mark.parametrize(
    ("log_odds", "may_ask"), [(MAX_LOG_ODDS - 0.1, True), (MAX_LOG_ODDS + 0.1, False), (3.0, False)]
)
async def test_a_line_is_asked_about_if_the_model_is_sure_enough(log_odds: float, may_ask: bool) -> None:
    llm = FakeLlm(choices=lambda _request: log_odds)
    assert await PrivateLines(llm, Priority.INTERACTIVE).may_ask(LINE) is may_ask


@pytest.mark.parametrize(
    ("log_odds", "may_ask"), [(MAX_LOG_ODDS_OF_POSITION - 0.1, True), (MAX_LOG_ODDS_OF_POSITION + 0.1, False)]
)
async def test_a_position_has_a_limit_of_its_own_and_is_read_without_dates(
    log_odds: float, may_ask: bool
) -> None:
    name = "Groom at Willow Stables"
    llm = FakeLlm(choices=lambda _request: log_odds)
    lines = PrivateLines(llm, Priority.INTERACTIVE)
    for fact in (Fact("cv", "career", name, name), Fact("cv", "move", f"{name}, 2014 – 2017", name)):
        assert await lines.may_ask(fact) is may_ask
    assert [find_line(request) for request in llm.choices.requests] == [name]


async def test_each_line_is_read_once() -> None:
    llm = make_llm()
    lines = PrivateLines(llm, Priority.INTERACTIVE)
    assert [await lines.may_ask(LINE) for _ in range(3)] == [False] * 3
    assert len(llm.choices.requests) == 1


@pytest.mark.parametrize(
    "fact",
    [
        Fact("cv", "skill", "Hoof care"),
        Fact("job", "responsibility", PRIVATE),
        Fact("recruiter", "own", PRIVATE),
    ],
)
async def test_skills_and_lines_of_others_are_not_read(fact: Fact) -> None:
    llm = make_llm()
    assert await PrivateLines(llm, Priority.INTERACTIVE).may_ask(fact)
    assert not llm.choices.requests


async def test_without_probabilities_the_trained_reader_has_decided_and_the_model_is_asked_once() -> None:
    llm = FakeLlm()
    lines = PrivateLines(llm, Priority.INTERACTIVE)
    others = [samples.make_fact("cv", LineKind.WORK, text) for text in ("Fed horses", "Led the rides")]
    assert [await lines.may_ask(fact) for fact in (LINE, *others)] == [True] * 3
    assert len(llm.choices.requests) == 1


def test_requests_differ_in_the_line_only_and_cut_a_long_one() -> None:
    first, second = make_request("Fed horses"), make_request("x" * 5000)
    assert first.messages[:-1] == second.messages[:-1]
    assert len(find_line(second)) < 1000


async def test_a_set_without_the_private_line_is_complete() -> None:
    result = await generate(
        make_llm(),
        samples.make_brief(PRIVATE, "Ordered feed and bedding for thirty horses"),
        JOB,
        dict.fromkeys(QuestionCategory, 2),
    )
    lines = [question.fact.text for question in result.questions]
    assert (len(lines), result.missing) == (2 * len(QuestionCategory), 0)
    assert PRIVATE not in lines


@pytest.mark.parametrize("category", [QuestionCategory.BEHAVIORAL, QuestionCategory.TECHNICAL])
async def test_a_question_of_the_model_about_the_private_line_is_refused(category: QuestionCategory) -> None:
    result = await generate(make_llm(), samples.make_brief(PRIVATE), JOB, {category: 1})
    (question,) = result.questions
    assert question.fact.text != PRIVATE


async def test_the_first_question_waits_for_no_reading() -> None:
    llm = make_llm()
    read_before: list[int] = []

    async def note(_question: object) -> bool:
        read_before.append(len(llm.choices.requests))
        return True

    await generate_questions(
        fake_engines(llm=llm, embeddings=FakeEmbeddings(samples.distinct_vectors)),
        candidate=samples.make_brief(PRIVATE, "Ordered feed and bedding for thirty horses"),
        job=JOB,
        distribution=dict.fromkeys(QuestionCategory, 2),
        difficulty=Difficulty.MID,
        on_question=note,
    )
    assert read_before[0] == 0
    assert read_before[-1] > 0
