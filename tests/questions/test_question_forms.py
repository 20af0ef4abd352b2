"""The form of question that each kind of line gets, by code or by the model."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.questions.facts import Fact, JobBrief, Source
from app.questions.forms import (
    has_wording,
    is_for_model,
    is_list,
    list_openings,
    quote_line,
    word_question,
)
from app.questions.line_kinds import LineKind
from app.questions.rules import Difficulty
from app.questions.slot_writer import WORDED_BY_CODE
from app.questions.tables import QuestionCategory
from app.questions.writing import generate_questions
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.questions import samples

LANGUAGES = ("en", "de", "fr")


def test_code_ends_questions_of_a_set_differently_where_it_can() -> None:
    first, second = (
        Fact("cv", "career", f"Groom at {name} Stables", line_kind=LineKind.TITLE) for name in ("Elm", "Oak")
    )
    asked: list[str] = []
    for fact in (first, second):
        question = word_question(
            fact, category=QuestionCategory.CULTURE, language="en", others=asked, number=2 * len(asked)
        )
        assert question is not None
        asked.append(question)
    assert len({question.partition(". ")[2] for question in asked}) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [LineKind.CREDENTIAL, LineKind.LANGUAGE, LineKind.CONDITION, LineKind.OTHER])
@pytest.mark.parametrize("category", QuestionCategory)
def test_code_words_the_questions_of_kinds_that_need_an_exact_form(
    language: str, kind: LineKind, category: QuestionCategory
) -> None:
    fact = samples.make_fact("job", kind)
    assert not is_for_model(language, category, fact)
    assert word_question(fact, category=category, language=language, others=(), number=0)


def test_the_model_is_asked_in_a_language_without_wording() -> None:
    assert not has_wording("es")
    assert is_for_model("es", QuestionCategory.TECHNICAL, samples.make_fact("job", LineKind.CREDENTIAL))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_every_kind_has_a_wording_of_its_source(
    language: str, category: QuestionCategory, source: Source
) -> None:
    for kind in LineKind:
        fact = samples.make_fact(source, kind)
        asked = {
            word_question(fact, category=category, language=language, others=(), number=number)
            for number in range(4)
        }
        assert None not in asked
        openings = list_openings(language, category, fact)
        assert len(openings) != 1, kind


async def test_a_license_that_the_job_asks_for_is_asked_about_without_the_model() -> None:
    llm = FakeLlm(lambda _request: pytest.fail("the model was asked"))
    result = await generate_questions(
        fake_engines(llm=llm, embeddings=FakeEmbeddings(samples.distinct_vectors)),
        candidate=None,
        job=JobBrief(text="x", requirements=("Driving licence class C",)),
        distribution={QuestionCategory.TECHNICAL: 1},
        difficulty=Difficulty.MID,
    )
    (question,) = result.questions
    assert "Driving licence class C" in question.question
    assert "something equivalent" in question.question or "meet that requirement" in question.question
    assert question.generation.model == WORDED_BY_CODE


@pytest.mark.parametrize(
    ("kind", "text", "is_for_the_model"),
    [
        (LineKind.WORK, "Ordered feed, bedding and tools", True),
        (LineKind.WORK, "Feed orders, stable accounts, repair of fences", False),
        (LineKind.WORK, "Care of thirty horses, every day from six to ten", False),
        (LineKind.WORK, "Wrote the yard rules; nobody hurt since", False),
        (LineKind.WORK, "Yard work (mornings)", False),
        (LineKind.WORK, " ".join(["Led rides along the coast"] * 4), False),
        (LineKind.RESULT, "Lowered the feed bill by a tenth", True),
        (LineKind.RESULT, "Fenced two meadows, escapes down by half", False),
    ],
)
def test_the_model_gets_only_lines_whose_words_fit_in_a_sentence(
    kind: LineKind, text: str, is_for_the_model: bool
) -> None:
    category = QuestionCategory.MOTIVATION
    assert is_for_model("en", category, samples.make_fact("cv", kind, text)) is is_for_the_model
    assert is_for_model("es", category, samples.make_fact("cv", kind, text))


async def test_code_asks_another_level_something_else() -> None:
    asked = set()
    for level in (Difficulty.JUNIOR, Difficulty.LEAD):
        result = await generate_questions(
            fake_engines(
                llm=FakeLlm(lambda _request: "No."), embeddings=FakeEmbeddings(samples.distinct_vectors)
            ),
            candidate=None,
            job=JobBrief(text="x", responsibilities=("Plan the rota of six grooms",)),
            distribution={QuestionCategory.CULTURE: 1},
            difficulty=level,
        )
        asked.add(result.questions[0].question.partition("grooms")[2])
    assert len(asked) == 2


def test_a_line_of_the_recruiter_goes_to_the_model_whatever_its_form() -> None:
    own = Fact("recruiter", "own", "feed; bedding; tools (all of them)")
    assert is_for_model("en", QuestionCategory.TECHNICAL, own)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_a_line_of_an_uncertain_kind_is_asked_about_in_a_form_for_every_kind(
    language: str, source: Source
) -> None:
    category = QuestionCategory.TECHNICAL
    unsure = replace(samples.make_fact(source, LineKind.SKILL), certainty=0.05)
    other = samples.make_fact(source, LineKind.OTHER)
    assert not is_for_model(language, category, unsure)
    assert word_question(unsure, category=category, language=language, others=(), number=0) == word_question(
        other, category=category, language=language, others=(), number=0
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Feed orders, stable accounts, repair of fences", True),
        ("Feed; bedding; hoof care (all breeds)", True),
        ("Ordered feed, bedding and tools", False),
        ("Rode along the coast, in the woods, and with beginners", False),
        ("You lead the rides of the club along the coast, order the feed, and speak to all owners", False),
    ],
)
def test_a_line_that_only_names_things_is_a_list(text: str, *, expected: bool) -> None:
    assert is_list(text) is expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_a_list_is_asked_about_as_several_things(
    language: str, category: QuestionCategory, source: Source
) -> None:
    of_which = {
        "en": ("of these", "all of these", "took these over"),
        "de": ("davon", "wovon"),
        "fr": ("de ces points",),
    }[language]
    for number in range(3):
        question = word_question(
            samples.make_fact(source, LineKind.WORK, "Feed orders, stable accounts, repair of fences"),
            category=category,
            language=language,
            others=(),
            number=number,
        )
        assert question is not None
        assert any(words in question.casefold() for words in of_which)


WHOLE = ", ".join(f"care of the horses in stable {number}" for number in range(9))
CLAUSE = "Fed and groomed the twelve horses of the riding school"


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        (WHOLE, WHOLE),
        (
            f"{CLAUSE}, which took me from six in the morning until late in the evening on every market day",
            CLAUSE,
        ),
        (f"{CLAUSE}; {WHOLE}", CLAUSE),
        (f"{CLAUSE} (mares, which foal in spring, and geldings; {WHOLE})", None),
    ],
)
def test_a_long_line_is_cut_only_before_a_clause_that_it_can_do_without(
    line: str, quoted: str | None
) -> None:
    assert quote_line(line) == (line if quoted is None else quoted).strip(".")


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_code_words_all_questions_in_german_and_french(
    language: str, category: QuestionCategory, source: Source
) -> None:
    assert not any(is_for_model(language, category, samples.make_fact(source, kind)) for kind in LineKind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lead_ends_the_sentence_before_the_ask(language: str) -> None:
    """A line that is a sentence stands after a colon, so that it is not part of another sentence."""
    fact = samples.make_fact("job", LineKind.WORK, "Leads a team of nine")
    for number in range(10):
        question = word_question(
            fact, category=QuestionCategory.CULTURE, language=language, others=(), number=number
        )
        assert question is not None
        assert re.search(r": ?[“„«] ?Leads a team of nine ?[”“»]\. ", question), question
