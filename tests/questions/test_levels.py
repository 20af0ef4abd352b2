"""What beginners and leads are asked, and wordings that suit every line and every place in a set."""

from __future__ import annotations

import re

import pytest

from app.questions.fact_choice import FactChooser
from app.questions.fact_collection import collect_facts
from app.questions.facts import Fact, JobBrief
from app.questions.forbidden import is_clearly_forbidden
from app.questions.forms import list_opening_keys, list_wordings, word_question
from app.questions.languages import is_in_language
from app.questions.line_kinds import LineClassifiers, LineKind
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.titles import name_title

LANGUAGES = ("en", "de", "fr")
LINE = "Plan the rota of six grooms"
CLAUSE = LINE[1:]
"""The part that is the same within a sentence."""
IN_ORDER = re.compile(
    r"\b(?:also|another|further|außerdem|auch|weitere\w*|noch|aussi|autre|encore)\b", re.IGNORECASE
)


def ask(fact: Fact, category: QuestionCategory, level: Difficulty, language: str, number: int = 0) -> str:
    question = word_question(
        fact, category=category, language=language, others=(), number=number, difficulty=level
    )
    assert question is not None
    assert CLAUSE in question
    return question


FACTS = (
    Fact("cv", "statement", LINE),
    Fact("cv", "statement", LINE, line_kind=LineKind.RESULT),
    Fact("cv", "skill", LINE, line_kind=LineKind.SKILL),
    Fact("job", "responsibility", LINE),
    Fact("job", "requirement", LINE, line_kind=LineKind.SKILL),
    Fact("job", "requirement", LINE, line_kind=LineKind.TRAIT),
)
DONE, DUTY = FACTS[0], FACTS[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_beginners_and_leads_are_asked_something_of_their_own(language: str) -> None:
    for fact in (DONE, DUTY):
        for category in QuestionCategory:
            asked = {
                ask(fact, category, level, language).partition(CLAUSE)[2]
                for level in (Difficulty.JUNIOR, Difficulty.MID, Difficulty.LEAD)
            }
            assert len(asked) == 3, (fact, category)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", Difficulty)
def test_every_wording_of_a_level_is_a_question_in_its_language(language: str, level: Difficulty) -> None:
    for fact in FACTS:
        for category in QuestionCategory:
            question = ask(fact, category, level, language)
            assert question.endswith("?")
            assert is_in_language(question.replace(CLAUSE, "X"), language), question


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_does_not_refer_to_the_one_before(language: str) -> None:
    for fact in (DONE, DUTY, Fact("job", "requirement", LINE)):
        leads = [
            ask(fact, QuestionCategory.CULTURE, Difficulty.MID, language, number).partition(CLAUSE)[0]
            for number in range(10)
        ]
        assert [lead for lead in leads if IN_ORDER.search(lead)] == []
        assert len(list_opening_keys(leads)) >= 8


def test_what_code_words_does_not_count_as_personal() -> None:
    lines = {"en": "Sheared 150 sheep", "de": "Schur von 150 Schafen", "fr": "Tonte de 150 moutons"}
    refused = []
    for language, line in lines.items():
        own = [text for text in list_wordings() if is_in_language(text, language)]
        leads = [re.sub(r"{\w+}", line, text) for text in own if "{" in text and not text.endswith("?")]
        asks = [text for text in own if "{" not in text]
        assert len(leads) > 20
        assert len(asks) > 100
        for number in range(max(len(leads), len(asks))):
            question = f"{leads[number % len(leads)]} {asks[number % len(asks)]}"
            refused += [question] if is_clearly_forbidden(question, language=language) else []
    assert refused == []


def test_a_personal_part_of_a_question_is_still_refused() -> None:
    text = "How do you make sure that the result is right, and do you have children at home?"
    assert is_clearly_forbidden(text, language="en")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("STABLE MANAGER", "Stable Manager"),
        ("HEAD OF IT", "Head of IT"),
        ("Head of IT", "Head of IT"),
        ("Hufschmied (m/w/d)", "Hufschmied"),
        ("Hufschmiedin(w/m/x)", "Hufschmiedin"),
        ("Hufschmied m/w/d", "Hufschmied"),
        ("Maréchal-ferrant - H/F", "Maréchal-ferrant"),
        ("Chargé(e) d’écurie", "Chargé(e) d’écurie"),
        ("CHARGÉ(E) DE CLIENTÈLE", "Chargé(e) de Clientèle"),
        ("Hufschmied in Vollzeit", "Hufschmied"),
        ("Groom, part-time (nights)", "Groom"),
        ("Stable Manager (Weekends)", "Stable Manager"),
        ("Groom – Racing Yard", "Groom – Racing Yard"),
        ("Palefrenier – CDD à temps plein", "Palefrenier"),
        ("CEO", "CEO"),
    ],
)
def test_a_job_is_named_as_an_interviewer_says_it(title: str, expected: str) -> None:
    assert name_title(title, LineClassifiers()) == expected


def test_beginners_and_leads_are_asked_about_different_lines_that_suit_equally_well() -> None:
    duties = tuple(
        f"Order {thing} for the {place} every week"
        for thing in ("hay", "oats", "straw", "salt")
        for place in ("stables", "meadows", "trailers")
    )
    facts = collect_facts(None, JobBrief(text="x", responsibilities=duties))
    chosen = []
    for level in (Difficulty.JUNIOR, Difficulty.LEAD):
        chooser = FactChooser(facts, difficulty=level)
        lines = [chooser.choose(QuestionCategory.TECHNICAL) for _ in range(4)]
        chosen.append({line.text for line in lines if line})
    assert len(chosen[0] & chosen[1]) <= 2


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    about = "Der Reitverein Seestall e. V. hat vier Hallen und dreißig Pferde. Er besteht seit 1920 am See."
    facts = collect_facts(None, JobBrief(text="x", about=about), language="de")
    assert [fact.text for fact in facts] == [
        "Der Reitverein Seestall e. V. hat vier Hallen und dreißig Pferde.",
        "Er besteht seit 1920 am See.",
    ]
