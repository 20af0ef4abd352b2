"""What a line is, and what can be asked about lines of each nature."""

from __future__ import annotations

import pytest

from app.questions import forms, line_natures
from app.questions.fact_choice import FactChooser
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, Kind, PastPosition
from app.questions.fitness import fitness
from app.questions.line_kinds import LineKind
from app.questions.line_natures import BY_WORDS, LineNature, digest_examples, load_nature_classifier
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.titles import without_capitals
from app.questions.trained import find_trained
from app.questions.wordings import list_asks, list_questions


def read_as(nature: LineNature) -> tuple[float, ...]:
    """The probabilities of a line that is surely of this nature."""
    return tuple(float(one is nature) for one in LineNature)


def test_the_classifier_was_trained_from_the_present_examples() -> None:
    assert find_trained(BY_WORDS, digest_examples()), "run python -m tests.tools.train_line_natures"


def test_every_example_has_a_nature_a_source_and_a_language() -> None:
    rows = [row.split("\t") for row in line_natures.EXAMPLES.read_text(encoding="utf-8").splitlines()]
    assert {len(row) for row in rows} == {4}
    assert {nature for nature, *_ in rows} == set(LineNature)
    assert {source for _, source, *_ in rows} == {"cv", "job"}
    assert {language for _, _, language, _ in rows} == {"en", "de", "fr"}


@pytest.mark.parametrize(
    ("line", "nature"),
    [
        ("Shifts on Sundays, paid as overtime", LineNature.CONDITION),
        ("Wechsel von Spätdienst und Nachtdienst", LineNature.CONDITION),
        ("Cleaned and filled the feed silos each morning", LineNature.TASK),
        ("Degree in equine science", LineNature.QUALIFICATION),
    ],
)
def test_the_nature_of_a_line_is_read_from_its_words(line: str, nature: LineNature) -> None:
    shares = load_nature_classifier().read(line, is_of_job=True)
    assert max(shares, key=shares.__getitem__) is nature


def test_what_needs_other_people_is_asked_only_about_work_with_others() -> None:
    def find_unsuited(nature: LineNature) -> set[str]:
        fact = Fact("cv", "statement", "Fed thirty horses", natures=read_as(nature))
        found = list_questions(
            fact,
            category=QuestionCategory.CULTURE,
            language="en",
            difficulty=Difficulty.MID,
            others=(),
            number=0,
        )
        return {one.ask for one in found if not one.suits_line}

    assert not find_unsuited(LineNature.JOINT)
    assert "culture/deed/0" in find_unsuited(LineNature.LEAD)
    assert find_unsuited(LineNature.LEAD) <= find_unsuited(LineNature.TASK)


def test_every_ask_that_suits_only_some_lines_exists() -> None:
    known = {
        name
        for category in QuestionCategory
        for form in forms.load_wording()["asks"]["en"][category.value]
        for name, _ in list_asks(form, category, "en", Difficulty.MID, is_task=False)
    }
    assert set(forms.load_wording()["gaps"]["asks"]) <= known
    for nature, asks in forms.load_wording()["natures"].items():
        assert LineNature(nature)
        assert set(asks) <= known


def test_what_the_cv_shows_is_not_asked_about_as_something_new() -> None:
    def find_unsuited(kind: Kind) -> set[str]:
        found = list_questions(
            Fact("job", kind, "Sound knowledge of hoof care", line_kind=LineKind.SKILL),
            category=QuestionCategory.TECHNICAL,
            language="en",
            difficulty=Difficulty.MID,
            others=(),
            number=0,
        )
        return {one.ask for one in found if not one.suits_line}

    assert find_unsuited("requirement") == {"technical/knowledge/1"}
    assert not find_unsuited("gap")


def test_a_condition_suits_no_category() -> None:
    fact = Fact("job", "about", "Shifts on Sundays", line_kind=LineKind.CONDITION)
    other = Fact("job", "about", "Shoe and trim the horses of the school", line_kind=LineKind.WORK)
    assert all(fitness(fact, category) < fitness(other, category) for category in QuestionCategory)


def test_lines_that_mean_the_same_are_not_both_chosen() -> None:
    facts = [
        Fact("job", "responsibility", "Muck out the boxes"),
        Fact("job", "responsibility", "Clean the stalls of the horses"),
        Fact("job", "responsibility", "Order hay from farms"),
    ]
    meanings = {facts[0].text: [1.0, 0.0], facts[1].text: [0.9, 0.1], facts[2].text: [0.0, 1.0]}
    chooser = FactChooser(facts)
    chooser.use(facts, meanings)
    chooser.take(facts[0])
    ranked = [fact for _, fact in chooser.rank(QuestionCategory.TECHNICAL)]
    assert ranked.index(facts[2]) < ranked.index(facts[1])


def test_a_short_word_keeps_its_capitals_only_if_it_abbreviates_something() -> None:
    assert without_capitals("OX CART DRIVER", "en", {"cart"}) == "OX Cart Driver"
    assert without_capitals("HAY BARN MANAGER", "en", {"hay"}) == "Hay Barn Manager"
    assert without_capitals("RFQ MANAGER", "en", {"hay"}) == "RFQ Manager"


def test_a_title_takes_small_letters_from_the_documents() -> None:
    job = JobBrief(
        text="HAY BARN MANAGER\nBuy hay.", title="HAY BARN MANAGER", responsibilities=("Buy hay.",)
    )
    assert "Hay Barn Manager" in [fact.text for fact in collect_facts(None, job)]


@pytest.mark.parametrize("place", ["Wexford (own business)", "Uttoxeter"])
def test_a_place_is_no_position(place: str) -> None:
    line = "Trained young horses for the riding school"
    cv = f"Lower Farm Ltd, {place}\n{line}"
    position = PastPosition(place, "Lower Farm Ltd", (line,))
    facts = collect_facts(CandidateBrief(text=cv, positions=(position,)), None)
    assert line in [fact.text for fact in facts]
    assert not [fact for fact in facts if fact.kind == "career"]


@pytest.mark.parametrize("line", ["Riding out under his eye", "Rode them to the beach each morning"])
def test_a_line_about_somebody_of_another_line_is_a_last_choice(line: str) -> None:
    whole = Fact("cv", "statement", "Riding out to the beach each morning")
    referring = Fact("cv", "statement", line)
    assert fitness(referring, QuestionCategory.BEHAVIORAL) < fitness(whole, QuestionCategory.BEHAVIORAL) - 5
