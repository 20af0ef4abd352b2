"""Questions that code words when the model fails, lines of the recruiter, and the line of each question."""

from __future__ import annotations

import pytest

from app.questions.checks import check_question
from app.questions.fact_choice import FactChooser
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition
from app.questions.forms import list_openings, opening_key, word_question
from app.questions.languages import is_in_language
from app.questions.line_kinds import LineKind
from app.questions.rules import MAX_QUESTIONS, Difficulty, even_distribution
from app.questions.slot_writer import WORDED_BY_CODE
from app.questions.tables import QuestionCategory
from app.questions.writing import GenerationResult, generate_questions
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.questions import samples

LANGUAGES = ("en", "de", "fr")
FACTS = [
    Fact(
        "cv", "statement", "Rebuilt the kitchen of a school for 400 children", "Head Cook at Fjord Catering"
    ),
    Fact("cv", "skill", "Menu planning", line_kind=LineKind.SKILL),
    Fact("cv", "career", "Head Cook at Fjord Catering", line_kind=LineKind.TITLE),
    Fact("cv", "move", "Cook at Lakeside Inn, 03/2019 – 09/2019"),
    Fact("job", "responsibility", "Train new kitchen staff"),
    Fact("job", "requirement", "Allergen management", line_kind=LineKind.SKILL),
    Fact("job", "gap", "HACCP audits", line_kind=LineKind.EXPERIENCE),
    Fact("job", "about", "We cook for twelve hospitals of the region", line_kind=LineKind.COMPANY),
    Fact("recruiter", "own", "night shifts before holidays"),
]


async def generate(
    llm: FakeLlm,
    total: int = 5,
    *,
    embeddings: FakeEmbeddings | None = None,
    language: str = "en",
    own_lines: tuple[str, ...] = (),
) -> GenerationResult:
    return await generate_questions(
        fake_engines(llm=llm, embeddings=embeddings or FakeEmbeddings(samples.distinct_vectors)),
        candidate=samples.parse_candidate(),
        job=samples.parse_job(),
        distribution=even_distribution(total),
        difficulty=Difficulty.MID,
        language=language,
        own_lines=own_lines,
    )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_model_that_always_fails_still_gives_every_question(language: str) -> None:
    result = await generate(FakeLlm(lambda _request: "I cannot."), MAX_QUESTIONS, language=language)
    texts = [question.question for question in result.questions]
    assert (len(texts), result.missing) == (MAX_QUESTIONS, 0)
    assert len({opening_key(text) for text in texts}) == MAX_QUESTIONS
    assert all(question.fact.said.strip(" .")[1:] in question.question for question in result.questions)
    assert {question.generation.model for question in result.questions} == {WORDED_BY_CODE}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_every_kind_of_line_has_a_wording_in_every_language(
    language: str, category: QuestionCategory, fact: Fact
) -> None:
    for number in range(10):
        question = word_question(fact, category=category, language=language, others=(), number=number)
        assert question is not None
        assert fact.text[1:] in question
        assert question.endswith("?")
        assert "{" not in question
        assert (
            is_in_language(question.replace(fact.text[1:], "X"), language) or fact.line_kind is LineKind.TITLE
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_openings_of_a_kind_of_line_begin_differently(
    language: str, category: QuestionCategory, fact: Fact
) -> None:
    openings = list_openings(language, category, fact)
    assert len({opening_key(f"{opening} one two") for opening in openings}) == len(openings)


async def test_code_asks_about_no_line_that_has_no_place_in_an_interview() -> None:
    private = CandidateBrief(
        text="x",
        skills=("Date of birth: 3 May 1980", "Bazel"),
        positions=(PastPosition("Engineer", "Fjordline"),),
    )
    result = await generate_questions(
        fake_engines(
            llm=FakeLlm(lambda _request: "No."), embeddings=FakeEmbeddings(samples.distinct_vectors)
        ),
        candidate=private,
        job=None,
        distribution={QuestionCategory.TECHNICAL: 3},
        difficulty=Difficulty.MID,
    )
    assert result.questions
    assert not any("1980" in question.question for question in result.questions)


async def test_no_two_questions_begin_alike() -> None:
    llm = FakeLlm(samples.write_question)
    result = await generate(llm, 10)
    assert len({opening_key(question.question) for question in result.questions}) == 10
    assert {question.generation.model for question in result.questions} == {WORDED_BY_CODE}
    assert llm.requests == []


async def test_the_lines_of_the_recruiter_come_first_and_keep_their_line() -> None:
    own = ("overtime in December", "night shifts before holidays", "the tool that replaced the old scheduler")
    result = await generate(FakeLlm(samples.write_question), 10, own_lines=own)
    assert [question.fact for question in result.questions[:3]] == [
        Fact("recruiter", "own", line) for line in own
    ]
    assert all(line in question.question for line, question in zip(own, result.questions, strict=False))
    assert not {question.fact.text for question in result.questions[3:]} & set(own)


def _vectors(**close: str) -> FakeEmbeddings:
    """Embeddings in which a text that starts with a given word equals the given text."""

    def embed(texts: tuple[str, ...]) -> list[list[float]]:
        return samples.distinct_vectors(
            tuple(
                next((line for start, line in close.items() if text.startswith(start)), text)
                for text in texts
            )
        )

    return FakeEmbeddings(embed)


KAFKA = "Ran Kafka clusters for the billing of three countries"
BILLING = "Moved the billing of three countries to Kafka topics"


SPANISH = "¿Cómo hizo usted para trabajar con Kafka y la billing de los countries que se nombran?"
"""The model may use words of its own only in a language in which code words nothing."""


async def _ask_in_spanish(brief: CandidateBrief, *, closest_to: str) -> GenerationResult:
    return await generate_questions(
        fake_engines(llm=FakeLlm(lambda _request: SPANISH), embeddings=_vectors(**{"¿Cómo": closest_to})),
        candidate=brief,
        job=None,
        distribution={QuestionCategory.BEHAVIORAL: 1},
        difficulty=Difficulty.MID,
        language="es",
    )


async def test_a_question_about_another_line_is_shown_with_that_line() -> None:
    brief = CandidateBrief(text="x", positions=(PastPosition("Engineer", "Fjordline", (KAFKA, BILLING)),))
    for line in (KAFKA, BILLING):
        (written,) = (await _ask_in_spanish(brief, closest_to=line)).questions
        assert (written.question, written.fact.text) == (SPANISH, line)


async def test_a_question_keeps_its_line_when_the_closer_one_needs_another_form() -> None:
    skill = "Kafka, billing of three countries"
    brief = CandidateBrief(
        text="x", skills=(skill,), positions=(PastPosition("Engineer", "Fjordline", (KAFKA,)),)
    )
    (written,) = (await _ask_in_spanish(brief, closest_to=skill)).questions
    assert (written.question, written.fact.text) == (SPANISH, KAFKA)


def test_a_line_in_use_is_not_given_to_another_question() -> None:
    first, second = Fact("cv", "statement", KAFKA), Fact("cv", "statement", BILLING)
    chooser = FactChooser([first, second])
    chosen = chooser.choose(QuestionCategory.BEHAVIORAL)
    other = chooser.choose(QuestionCategory.BEHAVIORAL)
    assert chosen is not None
    assert other is not None
    assert not chooser.replace(chosen, other)


def test_a_question_that_begins_like_another_is_refused() -> None:
    fact = Fact("cv", "statement", KAFKA)
    refusal = check_question(
        "How exactly did you run Kafka for the billing?",
        fact=fact,
        category=QuestionCategory.TECHNICAL,
        known=KAFKA,
        language="en",
        others=["How exactly did you choose a new supplier?"],
    )
    assert "begins like" in str(refusal)


def test_a_requirement_that_the_cv_does_not_show_is_asked_about_first() -> None:
    candidate = CandidateBrief(
        text="Engineer. Built services in Python with Kafka.",
        skills=("Python", "Kafka"),
        positions=(PastPosition("Engineer", "Fjordline", ("Built services in Python with Kafka",)),),
    )
    job = JobBrief(
        text="Python\nTerraform\nKafka\nFive years of experience",
        requirements=("Python", "Terraform", "Kafka", "Five years of experience"),
    )
    facts = collect_facts(candidate, job)
    assert [fact.text for fact in facts if fact.kind == "gap"] == ["Terraform"]
    first = FactChooser(facts).choose(QuestionCategory.TECHNICAL)
    assert first is not None
    assert first.text == "Terraform"
    assert not [fact for fact in collect_facts(None, job) if fact.kind == "gap"]


@pytest.mark.parametrize(
    ("title", "start", "end", "line"),
    [
        ("Nurse", "2021-03", "2021-09", "Nurse at Fjord Clinic, 03/2021 – 09/2021"),
        ("Nurse", "2019", "2021", "Nurse at Fjord Clinic, 2019 – 2021"),
        ("Nurse", "2020", "2021", None),
        ("Nurse", "2021-03", None, None),
        ("Nurse", None, None, None),
        ("Nursing intern", "2021-03", "2021-09", None),
    ],
)
def test_a_position_that_was_left_can_be_asked_about(
    title: str, start: str | None, end: str | None, line: str | None
) -> None:
    positions = (
        PastPosition("Nurse", "Elm Clinic", (), end or "2024"),
        PastPosition(title, "Fjord Clinic", (), start, end),
    )
    brief = CandidateBrief(text="x", positions=positions)
    moves = [fact.text for fact in collect_facts(brief, None) if fact.kind == "move"]
    assert moves == ([] if line is None else [line])


def test_a_short_stay_is_asked_about_before_a_long_one() -> None:
    positions = (
        PastPosition("Nurse", "East Clinic", (), "2019-01"),
        PastPosition("Nurse", "North Clinic", (), "2016-01", "2018-12"),
        PastPosition("Nurse", "South Clinic", (), "2015-06", "2015-12"),
    )
    facts = collect_facts(CandidateBrief(text="x", positions=positions), None)
    chosen = FactChooser([fact for fact in facts if fact.kind == "move"]).choose(QuestionCategory.MOTIVATION)
    assert chosen is not None
    assert "South Clinic" in chosen.text


@pytest.mark.parametrize(
    ("title", "employer", "is_asked"),
    [
        ("Ward manager", "North Clinic", True),
        ("Family caregiver", "", False),
        ("", "Rehabilitation after an operation on my back", False),
        ("Elternzeit und Umzug", "", False),
        ("Convalescence après un accident", "", False),
    ],
)
def test_nobody_is_asked_why_they_left_for_a_private_matter(
    title: str, employer: str, is_asked: bool
) -> None:
    positions = (
        PastPosition(title, employer, (), "2023-06", "2024-12"),
        PastPosition("Nurse", "Fjord Clinic", (), "2020-03", "2023-05"),
    )
    facts = collect_facts(CandidateBrief(text="x", positions=positions), None)
    assert any(fact.kind == "move" and "Fjord" in fact.text for fact in facts) is is_asked


@pytest.mark.parametrize(("next_start", "is_asked"), [("2021-11", True), ("2022-06", False), (None, False)])
def test_nobody_is_asked_about_a_time_without_a_position(next_start: str | None, is_asked: bool) -> None:
    positions = (
        PastPosition("Nurse", "Elm Clinic", (), next_start),
        PastPosition("Nurse", "Fjord Clinic", (), "2021-03", "2021-09"),
    )
    facts = collect_facts(CandidateBrief(text="x", positions=positions), None)
    assert any(fact.kind == "move" for fact in facts) is is_asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", QuestionCategory)
def test_no_two_questions_of_a_category_end_alike(language: str, category: QuestionCategory) -> None:
    lines = ["We cook for twelve hospitals of the region", "We bake our own bread"]
    questions: list[str] = []
    for number, line in enumerate(lines):
        fact = Fact("job", "about", line, line_kind=LineKind.COMPANY)
        question = word_question(fact, category=category, language=language, others=questions, number=number)
        assert question is not None
        questions.append(question)
    first, second = (question.split(line)[1] for question, line in zip(questions, lines, strict=True))
    assert first != second
